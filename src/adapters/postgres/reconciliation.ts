import type { Adjustment } from '../../domain/adjustment.js';
import type { Exception } from '../../domain/reconciliation.js';
import { amount, fixed, int, optional, text, time, type Columns } from './column.js';

const exception: Columns<Exception> = {
  id: text,
  accountId: fixed(text),
  type: text,
  status: text,
  resourceType: text,
  resourceId: text,
  expectedAmount: optional(amount),
  expectedCurrency: optional(text),
  actualAmount: optional(amount),
  actualCurrency: optional(text),
  cause: text,
  paymentReference: optional(text),
  note: optional(text),
  createdAt: time,
  resolvedAt: optional(time),
  version: int,
};

const adjustment: Columns<Adjustment> = {
  id: text,
  accountId: fixed(text),
  exceptionId: fixed(text),
  direction: fixed(text),
  amount: fixed(amount),
  currency: fixed(text),
  createdAt: fixed(time),
  version: int,
};

/** How exceptions and their adjustments are stored, in the order in which they are written. */
export const reconciliationColumns = { exception, adjustment };
