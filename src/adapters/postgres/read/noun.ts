import { sql } from 'kysely';
import type { Payee } from '../../../domain/beneficiary.js';
import type { Noun, Nouns } from '../../../domain/decision.js';
import type { PaidTo, Reader, Relation } from '../../../ports/reader.js';
import type { OwnedRow, Sight } from '../../../ports/sight.js';
import {
  eachOnce,
  gatheredReads,
  none,
  textOf,
  type Gathered,
  type RunStatement,
} from '../gathered-reads.js';
import { keyed } from '../keyed.js';
import { columnOf, columnsOf, decodeRow, decodeSome } from '../row.js';
import { tables } from '../table.js';
import { takenRead } from '../taken.js';
import { listWalk, pageWalk } from './list.js';
import { stretchOf, type Runs } from './run.js';

/** Reads of nouns. */
export function nounReads({
  inSlot,
  once,
}: Runs): Pick<Reader, 'get' | 'rows' | 'payout' | 'page' | 'list' | 'children' | 'taken'> {
  const rows = readRows(inSlot);
  return {
    rows,
    get: async (noun, sight, id) => (await rows(noun, sight, [id]))[0],
    payout: readPaidTo(inSlot),
    async page(noun, ask) {
      const { rows: found, next } = await stretchOf(inSlot, pageWalk(noun, ask));
      return { rows: decodeSome(noun, found, ask.fields), next };
    },
    async list(noun, ask) {
      const { rows: found, next } = await stretchOf(once, listWalk(noun, ask));
      return { rows: found.map((row) => decodeRow(noun, row)), next };
    },
    children: readChildren(inSlot),
    taken: takenRead(inSlot),
  };
}

export interface Seen {
  readonly sight: string | null;
  readonly id: string;
}

/**
 * Ids, each with the accounts that its caller may see. The accounts travel as a comma-separated list, because callers
 * of one statement differ.
 */
export const seen = {
  asks: sql`unnest(${none}::text[], ${none}::text[]) with ordinality as a (sight, id, ord)`,
  /** Filters the rows that the id has found. The expression keeps the planner from using an index on the account. */
  owns: (owner: string) => sql`(a.sight is null or ${sql.ref(owner)} = any(string_to_array(a.sight, ',')))`,
  of: (sight: Sight, ids: readonly string[]): Seen[] => {
    const listed = sight === null ? null : sight.join();
    return ids.map((id) => ({ sight: listed, id }));
  },
  valuesOf: (asks: readonly Seen[]): unknown[] => [asks.map(({ sight }) => sight), asks.map(({ id }) => id)],
  nameOf: ({ sight, id }: Seen): string => `${sight ?? '*'} ${id}`,
};

export const keyedBy = (table: string, id: string) => sql.raw(keyed(table, 'id', id));

/** Rows by their ids. */
export function readRows(run: RunStatement): Reader['rows'] {
  const readOf = eachOnce(String, (noun: Noun): Gathered<Seen, Nouns[Noun]> => {
    const owner = noun === 'account' ? 't.id' : 't.account_id';
    return gatheredReads(run, {
      text: textOf(sql`select a.ord, ${columnsOf(noun, 't')} from ${seen.asks}
        cross join lateral (select * ${keyedBy(tables[noun].name, 'a.id')}) t where ${seen.owns(owner)}`),
      valuesOf: seen.valuesOf,
      nameOf: seen.nameOf,
      decode: (row) => decodeRow(noun, row),
    });
  });
  return async <N extends Noun>(noun: N, sight: Sight, ids: readonly string[]) =>
    (await readOf(noun)(seen.of(sight, ids))) as Nouns[N][];
}

/** Asks for rows by their account and an id: the row's own id or its parent's. */
export const owned = {
  asks: sql`unnest(${none}::text[], ${none}::text[]) with ordinality as a (account_id, id, ord)`,
  valuesOf: (asks: readonly OwnedRow[]): unknown[] => [
    asks.map(({ accountId }) => accountId),
    asks.map(({ id }) => id),
  ],
  nameOf: ({ accountId, id }: OwnedRow): string => `${accountId} ${id}`,
};

/** Nouns that are read oldest first; all others are read newest first. */
const inOrder: Readonly<Partial<Record<Noun, string>>> = { intent: 'number, id', payoutBatchItem: 'id' };

/** The first rows of each parent, from the index on account, parent and id. */
function readChildren(run: RunStatement): Reader['children'] {
  const readOf = eachOnce(String, ([noun, field]: Relation): Gathered<OwnedRow, Nouns[Noun]> => {
    const conditions = [
      ...(noun === 'intent' ? [] : [sql`account_id = a.account_id`]),
      ...(field === 'accountId' ? [] : [sql`${sql.ref(columnOf(noun, field))} = a.id`]),
    ];
    const order = sql.raw(inOrder[noun] ?? 'id desc');
    return gatheredReads(run, {
      text: textOf(sql`select a.ord, ${columnsOf(noun, 'c')} from ${owned.asks}
        cross join lateral (select * from ${sql.table(tables[noun].name)}
          where ${sql.join(conditions, sql` and `)} order by ${order} limit ${0}) c`),
      valuesOf: owned.valuesOf,
      nameOf: owned.nameOf,
      decode: (row) => decodeRow(noun, row),
    });
  });
  return async <R extends Relation>(relation: R, parent: OwnedRow, limit: number) =>
    (await readOf(relation)([parent], limit)) as Nouns[R[0]][];
}

interface PayeeRow {
  payee_id: string;
  payee_method: string;
  payee_country: string | null;
  payee_details: Payee['details'];
  payee_holder: Payee['holder'];
  payee_label: string | null;
  payee_hint: string;
}

/** A payout with its beneficiary. */
export function readPaidTo(run: RunStatement): Reader['payout'] {
  const read = gatheredReads<OwnedRow, PaidTo>(run, {
    text: textOf(sql`select a.ord, ${columnsOf('payout', 'p')},
        b.id as payee_id, b.method as payee_method, b.country as payee_country, b.details as payee_details,
        b.holder as payee_holder, b.label as payee_label, b.account_hint as payee_hint
      from ${owned.asks} cross join lateral (select * ${keyedBy('payout', 'a.id')}) p
      cross join lateral (select * ${keyedBy('beneficiary', 'p.beneficiary_id')}) b
      where p.account_id = a.account_id and b.account_id = p.account_id`),
    valuesOf: owned.valuesOf,
    nameOf: owned.nameOf,
    decode: (row) => ({ payout: decodeRow('payout', row), payee: payeeOf(row as PayeeRow) }),
  });
  return async (accountId, id) => (await read([{ accountId, id }]))[0];
}

const payeeOf = (row: PayeeRow): Payee => ({
  id: row.payee_id,
  method: row.payee_method,
  country: row.payee_country,
  details: row.payee_details,
  holder: row.payee_holder,
  label: row.payee_label,
  accountHint: row.payee_hint,
});
