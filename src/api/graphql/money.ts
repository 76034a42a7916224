import { show, type Amount } from '../../domain/money.js';
import type { money as shape, ShapeOf } from '../shape.js';

export type Money = ShapeOf<typeof shape>;

export function money(value: Amount, currency: string): Money {
  return { amount: show(value, currency), currency };
}

export function optionalMoney(value: Amount | null, currency: string | null): Money | null {
  return value === null || currency === null ? null : money(value, currency);
}
