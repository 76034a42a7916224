import DataLoader from 'dataloader';
import { sql, type RawBuilder } from 'kysely';
import type { Payee } from '../../domain/beneficiary.js';
import type { Noun, Nouns } from '../../domain/decision.js';
import { Refusal } from '../../domain/refusal.js';
import type { Reader } from '../../ports/reader.js';
import { owningAccount } from './condition.js';
import { columnsOf, decodeRow } from './row.js';
import { compiled, type Statement } from './session.js';
import { tables } from './table.js';

export type RunStatement = <T>(statement: Statement) => Promise<T[]>;

interface Ask {
  readonly accountId: string;
  readonly id: string;
}

interface Source<T> {
  /** Joins the asks `a (account_id, id, place)` to what is theirs; each row tells its place. */
  readonly text: string;
  readonly decode: (row: unknown) => T;
}

const batchMax = 100;
/** What is asked for while so many statements are under way is read by the next. */
const atOnce = 2;

/** Reads what its account has by an id: all that is asked for in one turn of the event loop, by whomever, at once. */
function gatheredReads<T>(run: RunStatement, source: Source<T>): (ask: Ask) => Promise<T | undefined> {
  const waiting: (() => void)[] = [];
  let running = 0;
  const readTogether = async (asks: readonly Ask[]): Promise<(T | Error | undefined)[]> => {
    running += 1;
    try {
      return await readAll(run, source, asks);
    } finally {
      running -= 1;
      waiting.shift()?.();
    }
  };
  const loader = new DataLoader<Ask, T | undefined>(readTogether, {
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

async function readAll<T>(
  run: RunStatement,
  source: Source<T>,
  asks: readonly Ask[],
): Promise<(T | Error | undefined)[]> {
  const found: (T | undefined)[] = asks.map(() => undefined);
  try {
    const values = [asks.map(({ accountId }) => accountId), asks.map(({ id }) => id)];
    const rows = await run<{ place: string }>({ text: source.text, values });
    for (const row of rows) found[Number(row.place) - 1] = source.decode(row);
    return found;
  } catch (error) {
    // What cannot be asked for is only its asker's fault; a database that is away is away for all.
    const isMomentary = error instanceof Refusal && error.code === 'temporarily_unavailable';
    if (asks.length === 1 || isMomentary) return asks.map(() => error as Error);
    return (await Promise.all(asks.map((ask) => readAll(run, source, [ask])))).flat();
  }
}

const none: string[] = [];
const asksTable = sql`unnest(${none}::text[], ${none}::text[]) with ordinality as a (account_id, id, place)`;
const textOf = (query: RawBuilder<unknown>): string => compiled(query).text;

/** A row of an account by its id. */
export function readById(run: RunStatement): Reader['get'] {
  const reads = new Map<Noun, (ask: Ask) => Promise<Nouns[Noun] | undefined>>();
  const readOf = (noun: Noun) => {
    const known = reads.get(noun);
    if (known) return known;
    const owner = sql.raw(noun === 'account' ? 't.id' : `t.${owningAccount}`);
    const text = textOf(sql`select a.place, ${columnsOf(noun, 't')} from ${asksTable}
      join ${sql.table(tables[noun].name)} t on t.id = a.id and ${owner} = a.account_id`);
    const read = gatheredReads<Nouns[Noun]>(run, { text, decode: (row) => decodeRow(noun, row) });
    reads.set(noun, read);
    return read;
  };
  return async <N extends Noun>(noun: N, accountId: string, id: string) =>
    (await readOf(noun)({ accountId, id })) as Nouns[N] | undefined;
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
    from ${asksTable} join payout p on p.id = a.id and p.account_id = a.account_id
    join beneficiary b on b.account_id = p.account_id and b.id = p.beneficiary_id`);
  const read = gatheredReads(run, {
    text,
    decode: (row) => ({ payout: decodeRow('payout', row), payee: payeeOf(row as PayeeRow) }),
  });
  return (accountId, id) => read({ accountId, id });
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
