import { sql, type RawBuilder } from 'kysely';
import type { Noun, Nouns } from '../../domain/decision.js';
import { decode, encoded } from './column.js';
import { tables, type Field } from './table.js';

/** Encodes a row as a JSON array of the given fields. */
export function encodeRow(fields: readonly Field[], row: object): string {
  const values = row as Record<string, unknown>;
  return JSON.stringify(fields.map(({ field, type }) => encoded(type.kind, values[field])));
}

export function decodeRow<N extends Noun>(noun: N, raw: unknown): Nouns[N] {
  return decoded(tables[noun].fields, raw) as Nouns[N];
}

/** Decodes rows with only some of their fields. */
export function decodeSome<N extends Noun, F extends keyof Nouns[N]>(
  noun: N,
  rows: readonly unknown[],
  fields: readonly F[] | undefined,
): Pick<Nouns[N], F>[] {
  const chosen = fieldsOf(noun, fields);
  return rows.map((row) => decoded(chosen, row) as Pick<Nouns[N], F>);
}

function decoded(fields: readonly Field[], raw: unknown): unknown {
  const values = raw as Record<string, unknown>;
  const row: Record<string, unknown> = {};
  for (const { field, column, type } of fields) row[field] = decode(type.kind, values[column]);
  return row;
}

const fieldsOf = (noun: Noun, names: readonly PropertyKey[] | undefined): readonly Field[] =>
  names === undefined
    ? tables[noun].fields
    : tables[noun].fields.filter(({ field }) => names.includes(field));

/** The column of a field. */
export function columnOf(noun: Noun, field: string): string {
  const found = tables[noun].fields.find((candidate) => candidate.field === field);
  if (!found) throw new Error(`${noun} has no field ${field}`);
  return found.column;
}

const columnLists = new Map<string, string>();

/** A noun's columns by name. With `*`, a prepared statement would fail once a later release adds a column. */
export function columnList(noun: Noun, alias: string = tables[noun].name): string {
  const known = columnLists.get(`${noun} ${alias}`);
  if (known !== undefined) return known;
  const list = listed(tables[noun].fields, alias);
  columnLists.set(`${noun} ${alias}`, list);
  return list;
}

export const columnsOf = (noun: Noun, alias?: string): RawBuilder<unknown> =>
  sql.raw(columnList(noun, alias));

/** The columns of the given fields, or of all fields. */
export const someColumnsOf = (noun: Noun, fields: readonly PropertyKey[] | undefined): RawBuilder<unknown> =>
  fields === undefined ? columnsOf(noun) : sql.raw(listed(fieldsOf(noun, fields), tables[noun].name));

const listed = (fields: readonly Field[], alias: string): string =>
  fields.map(({ column }) => `"${alias}"."${column}"`).join();

/**
 * The owner of rows that are found by id. It is an expression so that no index on the account fits: the planner assumes
 * accounts of equal size, and would rather walk an account than look up a page of ids.
 */
export const owningAccount = `account_id || ''`;
