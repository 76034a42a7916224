import { sql, type RawBuilder } from 'kysely';
import type { Payee } from '../../domain/beneficiary.js';
import type { Noun, Nouns } from '../../domain/decision.js';
import type { Balance, KeyHolder, PaidTo, Reader } from '../../ports/reader.js';
import { instant } from './column.js';
import { balanceOf } from './ledger-row.js';
import { columnsOf, decodeRow, ownerOf } from './row.js';
import { compiled, type Statement } from './connection.js';
import { JointReads } from './joint-read.js';
import { keyed } from './keyed.js';
import { tables } from './table.js';

export type RunStatement = <T>(statement: Statement) => Promise<T[]>;

interface Source<A, T> {
  /** Reads what all asks ask for; each row tells the place of its ask among them. */
  readonly text: string;
  readonly valuesOf: (asks: readonly A[]) => unknown[];
  readonly nameOf: (ask: A) => string;
  readonly decode: (row: unknown) => T;
}

const atOnce = 2;
const batchMax = 100;

/** Reads the rows of all that is asked for at the same time, by whomever, at once. */
export function gatheredReads<A, T>(
  run: RunStatement,
  { text, valuesOf, nameOf, decode }: Source<A, T>,
): (ask: A) => Promise<T[]> {
  const joint = new JointReads(atOnce, batchMax);
  const read = async (asks: readonly A[]) => {
    const names = asks.map(nameOf);
    const rows = await run<{ place: string }>({ text, values: valuesOf(asks) });
    return rows.map((row) => ({ owner: names[Number(row.place) - 1] ?? '', value: decode(row) }));
  };
  const how = { read, nameOf, ownerOf: ({ owner }: { owner: string }) => owner };
  return async (ask) => (await joint.ask('all', [ask], how)).map(({ value }) => value);
}

export const none: string[] = [];
export const textOf = (query: RawBuilder<unknown>): string => compiled(query).text;

interface OwnAsk {
  readonly accountId: string;
  readonly id: string;
}

const ownAsks = sql`unnest(${none}::text[], ${none}::text[]) with ordinality as a (account_id, id, place)`;
const own = {
  valuesOf: (asks: readonly OwnAsk[]): unknown[] => [
    asks.map(({ accountId }) => accountId),
    asks.map(({ id }) => id),
  ],
  nameOf: ({ accountId, id }: OwnAsk): string => `${accountId} ${id}`,
};

/** A row of an account by its id. */
export function readById(run: RunStatement): Reader['get'] {
  const reads = new Map<Noun, (ask: OwnAsk) => Promise<Nouns[Noun][]>>();
  const readOf = (noun: Noun) => {
    const known = reads.get(noun);
    if (known) return known;
    const { name } = tables[noun];
    const text = textOf(sql`select a.place, ${columnsOf(noun, 't')} from ${ownAsks}
      cross join lateral (select * ${sql.raw(keyed(name, 'id', 'a.id'))}) t where t.${sql.raw(ownerOf(noun))} = a.account_id`);
    const read = gatheredReads<OwnAsk, Nouns[Noun]>(run, {
      text,
      ...own,
      decode: (row) => decodeRow(noun, row),
    });
    reads.set(noun, read);
    return read;
  };
  return async <N extends Noun>(noun: N, accountId: string, id: string) =>
    (await readOf(noun)({ accountId, id }))[0] as Nouns[N] | undefined;
}

/** The balances of an account, by currency. */
export function readBalances(run: RunStatement): Reader['balances'] {
  const text = textOf(sql`select a.place, b.*
    from unnest(${none}::text[]) with ordinality as a (account_id, place), lateral (
      select currency, as_of, available, pending, reserved, in_settlement, earnings
      from balance where account_id = a.account_id order by currency) b`);
  return gatheredReads<string, Balance>(run, {
    text,
    valuesOf: (accountIds) => [accountIds],
    nameOf: String,
    decode: (row) => balanceOf(row as Record<string, string>),
  });
}

/** The key of a prefix, with whose it is. */
export function readKeyHolder(run: RunStatement): Reader['keyHolder'] {
  const text =
    textOf(sql`select a.place, ${columnsOf('apiKey', 'k')}, to_jsonb(h) as account, (select business_now()) as now
    from unnest(${none}::text[]) with ordinality as a (prefix, place)
    join api_key k on k.prefix = a.prefix join account h on h.id = k.account_id`);
  const read = gatheredReads<string, KeyHolder>(run, {
    text,
    valuesOf: (prefixes) => [prefixes],
    nameOf: String,
    decode: (row) => {
      const { account, now } = row as { account: unknown; now: string };
      return { key: decodeRow('apiKey', row), account: decodeRow('account', account), now: instant(now) };
    },
  });
  return async (prefix) => (await read(prefix))[0];
}

interface PayeeRow {
  payee_id: string;
  payee_method: string;
  payee_country: string | null;
  payee_details: string;
  payee_holder: string | null;
  payee_label: string | null;
  payee_hint: string;
}

/** A payout of an account and whom it pays. */
export function readPaidTo(run: RunStatement): Reader['payout'] {
  const text = textOf(sql`select a.place, ${columnsOf('payout', 'p')},
      b.id as payee_id, b.method as payee_method, b.country as payee_country, b.details as payee_details,
      b.holder as payee_holder, b.label as payee_label, b.account_hint as payee_hint
    from ${ownAsks} cross join lateral (select * ${sql.raw(keyed('payout', 'id', 'a.id'))}) p
    cross join lateral (select * ${sql.raw(keyed('beneficiary', 'id', 'p.beneficiary_id'))}) b
    where p.account_id = a.account_id and b.account_id = p.account_id`);
  const read = gatheredReads<OwnAsk, PaidTo>(run, {
    text,
    ...own,
    decode: (row) => ({ payout: decodeRow('payout', row), payee: payeeOf(row as PayeeRow) }),
  });
  return async (accountId, id) => (await read({ accountId, id }))[0];
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
