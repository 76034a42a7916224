import DataLoader from 'dataloader';
import { sql, type RawBuilder } from 'kysely';
import type { Payee } from '../../domain/beneficiary.js';
import type { Noun, Nouns } from '../../domain/decision.js';
import { Refusal } from '../../domain/refusal.js';
import type { Balance, KeyHolder, PaidTo, Reader } from '../../ports/reader.js';
import { instant } from './column.js';
import { balanceOf } from './ledger-row.js';
import { columnsOf, decodeRow, ownerOf } from './row.js';
import { compiled, type Statement } from './session.js';
import { tables } from './table.js';

export type RunStatement = <T>(statement: Statement) => Promise<T[]>;

interface Source<A, T> {
  /** Reads what all asks ask for; each row tells the place of its ask among them. */
  readonly text: string;
  readonly valuesOf: (asks: readonly A[]) => unknown[];
  readonly decode: (row: unknown) => T;
}

const batchMax = 100;
/** What is asked for while so many statements are under way is read by the next. */
const atOnce = 2;

/** Reads the rows of all that is asked for in one turn of the event loop, by whomever, at once. */
function gatheredReads<A, T>(run: RunStatement, source: Source<A, T>): (ask: A) => Promise<T[]> {
  const waiting: (() => void)[] = [];
  let running = 0;
  const readTogether = async (asks: readonly A[]): Promise<(T[] | Error)[]> => {
    running += 1;
    try {
      return await readAll(run, source, asks);
    } finally {
      running -= 1;
      waiting.shift()?.();
    }
  };
  const loader = new DataLoader<A, T[]>(readTogether, {
    // A row is read anew for whoever asks after it has changed.
    cache: false,
    maxBatchSize: batchMax,
    batchScheduleFn: (begin) => {
      if (running < atOnce) setImmediate(begin);
      else waiting.push(begin);
    },
  });
  return (ask) => loader.load(ask);
}

async function readAll<A, T>(
  run: RunStatement,
  source: Source<A, T>,
  asks: readonly A[],
): Promise<(T[] | Error)[]> {
  const found = asks.map((): T[] => []);
  try {
    const rows = await run<{ place: string }>({ text: source.text, values: source.valuesOf(asks) });
    for (const row of rows) found[Number(row.place) - 1]?.push(source.decode(row));
    return found;
  } catch (error) {
    // What cannot be asked for is only its asker's fault; a database that is away is away for all.
    const isMomentary = error instanceof Refusal && error.code === 'temporarily_unavailable';
    if (asks.length === 1 || isMomentary) return asks.map(() => error as Error);
    return (await Promise.all(asks.map((ask) => readAll(run, source, [ask])))).flat();
  }
}

const none: string[] = [];
const textOf = (query: RawBuilder<unknown>): string => compiled(query).text;

interface OwnAsk {
  readonly accountId: string;
  readonly id: string;
}

const ownAsks = sql`unnest(${none}::text[], ${none}::text[]) with ordinality as a (account_id, id, place)`;
const ownValues = (asks: readonly OwnAsk[]): unknown[] => [
  asks.map(({ accountId }) => accountId),
  asks.map(({ id }) => id),
];

/** A row of an account by its id. */
export function readById(run: RunStatement): Reader['get'] {
  const reads = new Map<Noun, (ask: OwnAsk) => Promise<Nouns[Noun][]>>();
  const readOf = (noun: Noun) => {
    const known = reads.get(noun);
    if (known) return known;
    const owner = sql.raw(`t.${ownerOf(noun)}`);
    const text = textOf(sql`select a.place, ${columnsOf(noun, 't')} from ${ownAsks}
      join ${sql.table(tables[noun].name)} t on t.id = a.id and ${owner} = a.account_id`);
    const read = gatheredReads<OwnAsk, Nouns[Noun]>(run, {
      text,
      valuesOf: ownValues,
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
    decode: (row) => balanceOf(row as Record<string, string>),
  });
}

/** The key of a prefix, with whose it is. */
export function readKeyHolder(run: RunStatement): Reader['keyHolder'] {
  const text =
    textOf(sql`select a.place, ${columnsOf('apiKey', 'k')}, to_jsonb(h) as account, business_now() as now
    from unnest(${none}::text[]) with ordinality as a (prefix, place)
    join api_key k on k.prefix = a.prefix join account h on h.id = k.account_id`);
  const read = gatheredReads<string, KeyHolder>(run, {
    text,
    valuesOf: (prefixes) => [prefixes],
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
    from ${ownAsks} join payout p on p.id = a.id and p.account_id = a.account_id
    join beneficiary b on b.account_id = p.account_id and b.id = p.beneficiary_id`);
  const read = gatheredReads<OwnAsk, PaidTo>(run, {
    text,
    valuesOf: ownValues,
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
