import type { Adjustment } from '../../domain/adjustment.js';
import { amount, fixed, int, text, time, type Columns } from './column.js';

export const adjustment: Columns<Adjustment> = {
  id: text,
  accountId: fixed(text),
  exceptionId: fixed(text),
  direction: fixed(text),
  amount: fixed(amount),
  currency: fixed(text),
  createdAt: fixed(time),
  version: int,
};
