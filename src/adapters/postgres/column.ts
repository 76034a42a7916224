import { BigNumber } from 'bignumber.js';
import { timeText } from '../../domain/moment.js';
import type { Amount } from '../../domain/money.js';
import { snake, type Declaration, type Field, type Kind } from '../../domain/noun/declare.js';

export { snake };

export type { Kind };

export interface Column {
  readonly kind: Kind;
  readonly nullable: boolean;
  /** Set once: updates leave this column out. */
  readonly fixed?: true;
}

/** The columns of a declared noun, in the order of its fields. A money field has two columns. */
export function columnsOf({ fields }: Declaration): Readonly<Record<string, Column>> {
  const own = Object.entries(fields).flatMap(([name, field]) => {
    if (field.kind === 'made') return [];
    if (field.kind !== 'money') return [[name, of(field.kind, field)] as const];
    return [[`${name}Amount`, of('amount', field)] as const, [`${name}Currency`, of('text', field)] as const];
  });
  const [id, version] = [
    { kind: 'text', nullable: false },
    { kind: 'int', nullable: false },
  ] as const;
  return { id, ...Object.fromEntries(own), version };
}

const of = (kind: Kind, field: Field): Column => ({
  kind,
  nullable: field.optional === true,
  ...(field.fixed && { fixed: field.fixed }),
});

/** Types as information_schema names them. */
export const sqlTypes: Readonly<Record<Kind, string>> = {
  text: 'text',
  decimal: 'numeric',
  bigint: 'bigint',
  int: 'integer',
  flag: 'boolean',
  time: 'timestamp with time zone',
  amount: 'numeric',
  json: 'jsonb',
  texts: 'ARRAY',
};

/** SQL that reads element `index` of the JSON array `r` as the column's type. Decimals are text in the array. */
export function fromArray(kind: Kind, index: number): string {
  if (kind === 'text') return `r->>${index}`;
  if (kind === 'json') return `nullif(r->${index}, 'null')`;
  if (kind === 'texts') return `array(select jsonb_array_elements_text(r->${index}))`;
  return `(r->>${index})::${sqlTypes[kind]}`;
}

/** The value as JSON, in the form that `fromArray` reads. */
export function encoded(kind: Kind, value: unknown): unknown {
  if (value === null || value === undefined) return null;
  if (kind === 'amount') return (value as Amount).toFixed();
  if (kind === 'time') return timeText(value as Date);
  return value;
}

/** Decodes a value of a raw result, where the driver gives timestamps and numbers as text. */
export function decode(kind: Kind, value: unknown): unknown {
  if (value === null || value === undefined) return null;
  if (kind === 'amount') return new BigNumber(value as string);
  if (kind === 'time') return instant(value);
  if (kind === 'int') return Number(value);
  return value;
}

/** PostgreSQL writes `2026-11-20 20:52:03.123+00`. */
export function instant(value: unknown): Date {
  if (value instanceof Date) return value;
  if (typeof value !== 'string') throw new Error('not a timestamp');
  const iso = value.replace(' ', 'T');
  const at = new Date(/[+-]\d\d$/.test(iso) ? `${iso}:00` : iso);
  if (Number.isNaN(at.getTime())) throw new Error(`not a timestamp: ${iso}`);
  return at;
}
