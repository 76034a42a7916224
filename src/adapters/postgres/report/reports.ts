import { hash } from 'node:crypto';
import type { MikroORM } from '@mikro-orm/postgresql';
import { sql, type RawBuilder } from 'kysely';
import { isWhole, reports } from '../../../domain/report.js';
import type { ReportAsk, ReportPage, Reports, ReportStream } from '../../../ports/report.js';
import { instant } from '../column.js';
import { compiled, rowsOf } from '../connection.js';
import { asAnswer } from '../failure.js';
import { poolOf, urlOf } from '../orm.js';
import type { ReplicaReads } from '../replica.js';
import { CopiedLines } from './copied.js';
import { reportQuery } from './definition.js';
import { ProofDocument, type Proving } from './proof.js';
import { at, type ReportAskAsOf } from './source.js';
import { Snapshot, type OnConnect } from './snapshot.js';
import { statementQueries } from './statement.js';

/** Marks per part of a report. There is a mark every few hundred entries. */
const marksInPart = 16;

type Run = Snapshot['rows'];

/** Reports from PostgreSQL. Pages use pool connections; each stream has its own connection. */
export function postgresReports(orm: MikroORM, onConnect: OnConnect, replica?: ReplicaReads): Reports {
  const run: Run = async (query) => rowsOf(await poolOf(orm), compiled(query));
  const there: Run = async <T>(query: RawBuilder<T>) =>
    (await replica?.rows<T>(compiled(query), { isOnce: false, position: undefined })) ?? run(query);
  /** `settle` locks rows briefly, so it runs on the primary. */
  const opened = async <T>(settle: (rows: Run) => Promise<T>) =>
    (await replica?.snapshot(() => settle(run))) ?? Snapshot.open(urlOf(orm), onConnect, settle);
  return {
    page: (ask, limit) =>
      answering(async () => pageOf(there, { ...ask, asOf: await asOfNow(run, ask) }, limit)),
    stream: (ask) =>
      answering(async () => {
        const settle = (rows: Run) => asOfNow(rows, ask);
        const { snapshot, settled: asOf } = await opened(settle);
        const parts = await partsOf((query) => snapshot.rows(query), { ...ask, asOf, limit: undefined });
        return streamOf(snapshot, parts);
      }),
    statement: (ask, isClosingFirst) =>
      answering(async () => {
        const settle = (rows: Run) => asOfNow(rows, { ...ask, name: 'balances' });
        const { snapshot, settled: asOf } = await opened(settle);
        const { opening, entries, closing } = statementQueries({ ...ask, asOf });
        const order = isClosingFirst ? [opening, closing, entries] : [opening, entries, closing];
        return streamed(snapshot, asOf, order);
      }),
    proof: (ask) =>
      answering(async () => {
        const settle = (rows: Run) => asOfNow(rows, { ...ask, name: 'balances' });
        const { snapshot, settled: asOf } = await opened(settle);
        return proofStream(snapshot, { ...ask, asOf });
      }),
    hasEntry: (accountId, id) =>
      answering(async () => {
        const found = await there(
          sql`select from entry where id = ${id} and account_id = ${accountId} and seq > archived_seq(account_id, currency)`,
        );
        return found.length > 0;
      }),
  };
}

async function answering<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw asAnswer(error);
  }
}

/**
 * The end of the report: entries before this time are all committed and final. Reports from other sources use the
 * current time. A period that begins in archived days is refused before anything is sent.
 */
async function asOfNow(run: Run, { name, accountId, from: start }: Omit<ReportAsk, 'to'>): Promise<Date> {
  const now =
    reports[name].source === 'ledger'
      ? sql<{ now: string }>`select settled_at(${accountId}) as now, unarchived(${accountId}, ${at(start)})`
      : sql<{ now: string }>`select business_now() as now`;
  const [row] = await run(now);
  return instant(row?.now);
}

async function pageOf(run: Run, ask: Omit<ReportAskAsOf, 'limit'>, limit: number): Promise<ReportPage> {
  const { asOf } = ask;
  const whole = isWhole(ask.name);
  const query = reportQuery({ ...ask, limit: whole ? undefined : limit + 1 }, { withId: true });
  const found = await run(query);
  const page = whole ? found : found.slice(0, limit);
  const { columns } = reports[ask.name];
  return {
    asOf,
    rows: page.map((row) => columns.map((name) => row[name] ?? null)),
    next: found.length > page.length ? (page.at(-1)?.['row_id'] ?? undefined) : undefined,
  };
}

/**
 * Splits a report over several balances into periods of some thousand entries, because their entries have to be sorted
 * together. The first period is sent before the last one is read. One balance is sorted already and needs no split.
 */
async function partsOf(run: Run, ask: ReportAskAsOf): Promise<readonly [ReportAskAsOf, ...ReportAskAsOf[]]> {
  const { name, accountId, currency, from } = ask;
  if (name !== 'transactions' || currency !== undefined) return [ask];
  const balances = await run(
    sql<{ currency: string }>`select currency from balance where account_id = ${accountId}`,
  );
  const [only] = balances;
  if (balances.length < 2) return [{ ...ask, currency: only?.currency }];
  const steps = await run(sql<{ at: string }>`select distinct e.occurred_at as at
    from (select *, row_number() over (partition by currency order by seq) as nth
      from balance_mark where account_id = ${accountId}) m
    join entry e on e.account_id = ${accountId} and e.currency = m.currency and e.seq = m.seq
    where m.nth % ${marksInPart}::int = 0 order by 1`);
  const bounds = steps.map(({ at }) => instant(at)).filter((at) => from < at && at < ask.to);
  const ends = [...bounds, ask.to];
  return [
    { ...ask, to: ends[0] ?? ask.to },
    ...bounds.map((start, nth) => ({ ...ask, from: start, to: ends[nth + 1] ?? ask.to })),
  ];
}

/** Texts are collected into chunks of this many characters. */
const pieceLength = 65_536;

function proofStream(snapshot: Snapshot, ask: Proving): ReportStream {
  const document = new ProofDocument(
    (query) => snapshot.rows(query),
    (bytes) => hash('sha256', bytes, 'buffer'),
  );
  return {
    asOf: ask.asOf,
    pieces: buffered(document.parts(ask), () => snapshot.close()),
    rows: () => document.count,
    giveBack: () => undefined,
    close: () => snapshot.close(),
  };
}

async function* buffered(texts: AsyncIterable<string>, end: () => void): AsyncGenerator<Buffer> {
  let held = '';
  try {
    for await (const text of texts) {
      held += text;
      if (held.length < pieceLength) continue;
      yield Buffer.from(held);
      held = '';
    }
    yield Buffer.from(held);
  } finally {
    end();
  }
}

function streamOf(snapshot: Snapshot, parts: Awaited<ReturnType<typeof partsOf>>): ReportStream {
  const queries = parts.map((part) => reportQuery(part, { withId: false }));
  return streamed(snapshot, parts[0].asOf, queries);
}

function streamed(snapshot: Snapshot, asOf: Date, queries: readonly RawBuilder<unknown>[]): ReportStream {
  const copied = new CopiedLines();
  return {
    asOf,
    pieces: snapshot.csv(queries, copied),
    rows: () => copied.count - 1,
    giveBack: (piece) => snapshot.giveBack(piece),
    close: () => snapshot.close(),
  };
}
