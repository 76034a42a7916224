import type { Json, Resource } from '../event.js';
import { timeText } from '../moment.js';
import { show, type Amount } from '../money.js';
import {
  outputNameOf,
  snake,
  type Declaration,
  type Field,
  type MadeOf,
  type FieldView,
  type RowOf,
} from './declare.js';

/** Decrypts a sealed field of the row; undefined if that fails. */
export type Unseal = (sealed: string, field: string) => string | undefined;

/** A field computed where it is shown. */
export type ComputedField<R> = (row: R, unseal: Unseal) => Json | undefined;

/** The computed fields of a declaration, and any other field that is not shown as stored. */
export type MadeFields<D extends Declaration> = {
  readonly [K in MadeOf<D['fields']>]: ComputedField<RowOf<D>>;
} & { readonly [K in keyof D['fields']]?: ComputedField<RowOf<D>> };

type Values = Readonly<Record<string, unknown>>;
type FieldReader = (values: Values, unseal: Unseal) => Json | undefined;

/** The fields of a noun shown at any of these places. */
export const fieldsAt = (
  { fields }: Declaration,
  ...views: readonly FieldView[]
): readonly (readonly [string, Field])[] =>
  Object.entries(fields).filter(([, { shows = usual, sealed }]) =>
    views.some((view) => shows.includes(view) && !(sealed && view === 'event')),
  );

const usual: readonly FieldView[] = ['list', 'detail', 'event', 'console'];

/** Fields without a value are left out: a resource never contains null (supplement, notation). */
export function shownAt<D extends Declaration>(
  declaration: D,
  view: 'list' | 'detail' | 'event',
  made: MadeFields<D>,
): (row: RowOf<D>, unseal?: Unseal) => Resource {
  const byHand = made as Readonly<Record<string, ComputedField<Values> | undefined>>;
  const reads = fieldsAt(declaration, view).map(
    ([name, field]) => [snake(outputNameOf(name, field)), byHand[name] ?? readOf(name, field)] as const,
  );
  return (row, unseal = closed) => {
    const values = row as Values;
    const resource: Record<string, Json> = { id: row.id };
    for (const [name, read] of reads) {
      const value = read(values, unseal);
      if (value !== null && value !== undefined) resource[name] = value;
    }
    return resource as Resource;
  };
}

const closed: Unseal = () => {
  throw new Error('sealed fields are not shown here');
};

/** Value of a field that cannot be decrypted: an optional field is left out, a required one is empty. */
export const unopened = ({ optional }: Field): string | null => (optional === true ? null : '');

function readOf(name: string, field: Field): FieldReader {
  const { kind, sealed, currency } = field;
  const whenThere =
    <V>(read: (value: V, values: Values, unseal: Unseal) => Json): FieldReader =>
    (values, unseal) => {
      const value = values[name];
      return value === null || value === undefined ? null : read(value as V, values, unseal);
    };
  if (sealed) return whenThere((value: string, _values, unseal) => unseal(value, name) ?? unopened(field));
  if (kind === 'time') return whenThere((value: Date) => timeText(value));
  if (kind === 'money') return (values) => moneyOf(values[`${name}Amount`], values[`${name}Currency`]);
  if (kind === 'amount' && currency !== undefined)
    return whenThere((value: Amount, values) => show(value, values[currency] as string));
  if (kind === 'amount' || kind === 'made') throw new Error(`${name} needs its own way to be shown`);
  return (values) => values[name] as Json;
}

function moneyOf(amount: unknown, currency: unknown): Json {
  if (amount === null || currency === null) return null;
  return { amount: show(amount as Amount, currency as string), currency: currency as string };
}
