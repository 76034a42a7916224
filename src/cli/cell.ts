import { timeText } from '../domain/moment.js';
import { show, type Amount } from '../domain/money.js';
import type { Field } from '../domain/noun/declare.js';

type Row = Readonly<Record<string, unknown>>;

/** The value of a field in the JSON output. */
export function valueOf(name: string, { kind, currency }: Field, row: Row): unknown {
  if (kind === 'money') return amountOf(row[`${name}Amount`], row[`${name}Currency`]);
  const value = row[name];
  if (value instanceof Date) return timeText(value);
  if (kind !== 'amount') return value;
  return currency === undefined ? String(value) : amountOf(value, row[currency])?.amount;
}

export const amountOf = (value: unknown, currency: unknown) =>
  value === null || currency === null
    ? null
    : { amount: show(value as Amount, currency as string), currency: currency as string };

/** The value of a field in a table; empty if there is none. */
export function cellOf(name: string, field: Field | undefined, row: Row): string {
  const { kind, currency: by } = field ?? {};
  const value =
    kind === 'amount' && by !== undefined
      ? amountOf(row[name], row[by])
      : field === undefined
        ? row[name]
        : valueOf(name, field, row);
  if (value === null || value === undefined) return '';
  const { amount, currency } = Object(value) as { amount?: string; currency?: string };
  if (amount !== undefined) return `${amount} ${currency}`;
  if (Array.isArray(value)) return value.join();
  return typeof value === 'string' ? value : JSON.stringify(value);
}
