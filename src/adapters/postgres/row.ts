import { sql, type RawBuilder } from 'kysely';
import type { Noun, Nouns } from '../../domain/decision.js';
import { decode, encode } from './column.js';
import { tables, type Field } from './table.js';

/** The row, new or changed, as a JSON array of the fields that such a row has written, in their order. */
export function encodeRow(fields: readonly Field[], row: object): string {
  const values = row as Record<string, unknown>;
  let text = '';
  for (const { field, type } of fields) {
    const value = values[field];
    text +=
      (text === '' ? '[' : ',') + (value === null || value === undefined ? 'null' : encode(type.kind, value));
  }
  return `${text}]`;
}

export function decodeRow<N extends Noun>(noun: N, raw: unknown): Nouns[N] {
  return decoded(tables[noun].fields, raw) as unknown as Nouns[N];
}

/** Rows of which only some fields were read. */
export function decodeSome<N extends Noun, F extends keyof Nouns[N]>(
  noun: N,
  rows: readonly unknown[],
  fields: readonly F[] | undefined,
): Pick<Nouns[N], F>[] {
  const chosen = fieldsOf(noun, fields);
  return rows.map((row) => decoded(chosen, row) as unknown as Pick<Nouns[N], F>);
}

function decoded(fields: readonly Field[], raw: unknown): Record<string, unknown> {
  const values = raw as Record<string, unknown>;
  const row: Record<string, unknown> = {};
  for (const { field, column, type } of fields) row[field] = decode(type.kind, values[column]);
  return row;
}

const fieldsOf = (noun: Noun, names: readonly PropertyKey[] | undefined): readonly Field[] =>
  names === undefined
    ? tables[noun].fields
    : tables[noun].fields.filter(({ field }) => names.includes(field));

/** The one column of a noun that holds a field. */
export function columnOf(noun: Noun, field: string): string {
  const found = tables[noun].fields.find((candidate) => candidate.field === field);
  if (!found) throw new Error(`${noun} has no field ${field}`);
  return found.column;
}

const columnLists = new Map<string, RawBuilder<unknown>>();

/** A noun's columns by name: a prepared statement outlives a column that a later release adds. */
export function columnsOf(noun: Noun, alias: string = tables[noun].name): RawBuilder<unknown> {
  const known = columnLists.get(`${noun} ${alias}`);
  if (known) return known;
  const list = columnsFrom(tables[noun].fields, alias);
  columnLists.set(`${noun} ${alias}`, list);
  return list;
}

/** The columns of some fields of a noun, or of all. */
export const someColumnsOf = (noun: Noun, fields: readonly PropertyKey[] | undefined): RawBuilder<unknown> =>
  fields === undefined ? columnsOf(noun) : columnsFrom(fieldsOf(noun, fields), tables[noun].name);

const columnsFrom = (fields: readonly Field[], alias: string): RawBuilder<unknown> =>
  sql.raw(fields.map(({ column }) => `"${alias}"."${column}"`).join());
