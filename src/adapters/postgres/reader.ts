import type { MikroORM } from '@mikro-orm/postgresql';
import { sql, type RawBuilder } from 'kysely';
import type { Noun } from '../../domain/decision.js';
import { buckets } from '../../domain/ledger.js';
import type { DueNoun } from '../../ports/store.js';
import type { Balance, DueWork, EventAsk, LoggedEvent, Reader } from '../../ports/reader.js';
import { agendaStatement, backlogOf, backlogStatement, dueStatement, type AgendaRow } from './backlog.js';
import { instant } from './column.js';
import { without } from './condition.js';
import { asAnswer } from './failure.js';
import { hostedReads, noTerms } from './hosted-read.js';
import { readBalances, readById, readKeyHolder, readPaidTo } from './gathered-reads.js';
import { readSessionHolder } from './session.js';
import { balanceOf, numberedOf, type NumberedRow } from './ledger-row.js';
import { pageWalk } from './inspect/list.js';
import { statementsOf } from './inspect/relation.js';
import { rowsQuery } from './inspect/walk.js';
import { batchReads } from './payout-batch.js';
import { sealedSamples } from './reseal.js';
import { poolOf } from './orm.js';
import { restoredAt, restoredQuery } from './payout-facts.js';
import { compiled, rowsOf as rowsOfStatement, type Statement } from './connection.js';
import { dueStatements } from './statement.js';
import { settlementReads } from './settlement.js';
import { takenByPayin, takenQuery } from './taken.js';
import { columnsOf, decodeRow, decodeSome, rowsByIds } from './row.js';
import { tables } from './table.js';

type RowsOf = <T>(query: RawBuilder<T> | Statement) => Promise<T[]>;

const rowsFrom =
  (orm: MikroORM): RowsOf =>
  async <T>(query: RawBuilder<T> | Statement): Promise<T[]> => {
    try {
      return await rowsOfStatement(await poolOf(orm), 'text' in query ? query : compiled(query));
    } catch (error) {
      throw asAnswer(error);
    }
  };

/** Reads on connections of the pool, one statement each. */
export function postgresReader(orm: MikroORM): Reader {
  const rowsOf = rowsFrom(orm);
  const many = async <N extends Noun>(noun: N, accountId: string, ids: readonly string[]) => {
    if (ids.length === 0) return [];
    const rows = await rowsOf(rowsByIds(noun, [accountId], ids));
    return rows.map((row) => decodeRow(noun, row));
  };
  return {
    sealedSamples: () => rowsOf(sealedSamples),
    hashKeyProof: async () => {
      const [row] = await rowsOf(sql<{ proof: string | null }>`select hash_key_proof as proof from platform`);
      return row?.proof ?? undefined;
    },
    ...clockReads(rowsOf),
    get: readById(rowsOf),
    many,
    payout: readPaidTo(rowsOf),
    list: async (noun, ask) => decodeSome(noun, await rowsOf(rowsQuery(pageWalk(noun, ask))), ask.fields),
    ...batchReads(rowsOf),
    taken: async (payinIds) => takenByPayin(await rowsOf(takenQuery(payinIds))),
    balances: readBalances(rowsOf),
    balancesAt: (accountId, at) => balancesAt(rowsOf, accountId, at),
    entries: async (accountId, currency, { before, limit }) =>
      (await rowsOf<NumberedRow>(statementsOf([{ accountId, currency, before }], limit + 1))).map(numberedOf),
    ...settlementReads(rowsOf),
    ...logReads(rowsOf),
    due: async (noun, limit, left) =>
      (await rowsOf(dueQuery(noun, limit, left))).map((row) => decodeRow(noun, row)),
    dueWork: async () => (await rowsOf<{ worker: DueWork }>(dueStatement)).map(({ worker }) => worker),
    agenda: async () => {
      const [row] = await rowsOf<AgendaRow>(agendaStatement);
      if (!row) throw new Error('the agenda is one row');
      const { due, next, is_in_hand: isInHand } = row;
      return { due: Number(due), next: next === null ? null : instant(next), isInHand };
    },
    backlog: async () => (await rowsOf<Parameters<typeof backlogOf>[0]>(backlogStatement)).map(backlogOf),
    ...accountReads(rowsOf),
    ...hostedReads(rowsOf),
  };
}

/** The event log of accounts. */
function logReads(rowsOf: RowsOf): Pick<Reader, 'events' | 'logEnds' | 'event'> {
  return {
    events: async (ask) => (ask.types?.length === 0 ? [] : await rowsOf(eventQuery(ask))),
    logEnds: async (accountIds) => {
      const ends = sql<{ account_id: string; last: string }>`select c.account_id, c.last
        from unnest(${accountIds}::text[]) as a(id) join event_counter c on c.account_id = a.id`;
      return new Map((await rowsOf(ends)).map(({ account_id: id, last }) => [id, last]));
    },
    event: async (accountId, id) =>
      (
        await rowsOf(
          sql<LoggedEvent>`select position, id, body from event where account_id = ${accountId} and id = ${id}`,
        )
      )[0],
  };
}

function clockReads(rowsOf: RowsOf): Pick<Reader, 'now' | 'machineNow'> {
  return {
    now: async () => instant((await rowsOf(sql<{ now: string }>`select business_now() as now`))[0]?.now),
    machineNow: async () =>
      instant(
        (await rowsOf(sql<{ now: string }>`select date_trunc('milliseconds', clock_timestamp()) as now`))[0]
          ?.now,
      ),
  };
}

function dueQuery(
  noun: DueNoun,
  limit: number,
  { busy = [], except = [] }: Parameters<Reader['due']>[2],
): RawBuilder<unknown> {
  // A funding account that is active is due to expire, and its provider is not asked.
  const asked =
    busy.length === 0 ? sql`` : sql`and (status = 'active' or coalesce(provider, '') <> all(${busy}))`;
  return sql`select ${columnsOf(noun)} from ${sql.table(tables[noun].name)}
    where next_step_at <= business_now() ${asked} ${without(except)} order by next_step_at limit ${limit}`;
}

/** The columns of an account that the callers' edge needs. */
function accountReads(
  rowsOf: RowsOf,
): Pick<
  Reader,
  'keyHolder' | 'sessionHolder' | 'terms' | 'suspensions' | 'payoutsStopped' | 'restoredAt' | 'dueStatements'
> {
  return {
    keyHolder: readKeyHolder(rowsOf),
    sessionHolder: readSessionHolder(rowsOf),
    terms: async (accountId) => {
      const [row] = await rowsOf(
        sql`select ${columnsOf('accountTerms')} from account_terms where account_id = ${accountId}`,
      );
      return row ? decodeRow('accountTerms', row) : noTerms;
    },
    suspensions: async (accountId) =>
      (
        await rowsOf(sql`select ${columnsOf('suspension')} from suspension where lifted_at is null
          and (account_id is null or account_id = ${accountId})`)
      ).map((row) => decodeRow('suspension', row)),
    payoutsStopped: async () => {
      const [row] = await rowsOf(sql<{ payouts_stopped: boolean }>`select payouts_stopped from platform`);
      return row?.payouts_stopped ?? false;
    },
    restoredAt: async () => restoredAt(await rowsOf(restoredQuery)),
    dueStatements: async () => (await rowsOf(dueStatements)).map(({ provider }) => provider),
  };
}

/** A posting of an earlier time that is not committed is waited for. */
async function balancesAt(rowsOf: RowsOf, accountId: string, at: Date): Promise<Balance[]> {
  const [settled] = await rowsOf(sql<{ at: string }>`select settled_at(${accountId}) as at`);
  const bound = new Date(Math.min(at.getTime() + 1, instant(settled?.at).getTime()));
  const rows = await rowsOf(sql<
    Record<string, string>
  >`select b.currency, e.occurred_at as as_of, ${sql.join(bucketColumns)}
    from (select b.account_id, b.currency, last_seq(b.account_id, b.currency, ${bound}) as seq
      from balance b where b.account_id = ${accountId} offset 0) b
    join entry e on e.account_id = b.account_id and e.currency = b.currency and e.seq = b.seq
    cross join lateral bucket_sums(b.account_id, b.currency, b.seq) s
    group by b.currency, e.occurred_at order by b.currency`);
  return rows.map(balanceOf);
}

const bucketColumns = buckets.map(
  (bucket) =>
    sql`sum(s.credits - s.debits) filter (where s.ledger = ${sql.lit(bucket)}) as ${sql.ref(bucket)}`,
);

/** Each type has its own place in the index: those of several are merged in their order. */
function eventQuery({ accountId, after, limit, types, resourceId }: EventAsk) {
  const of = (type?: string) => {
    const conditions = [sql`account_id = ${accountId}`, sql`position > ${after}`];
    if (type !== undefined) conditions.push(sql`type = ${type}`);
    if (resourceId !== undefined) conditions.push(sql`resource_id = ${resourceId}`);
    return sql<LoggedEvent>`select position, id, body from event where ${sql.join(conditions, sql` and `)}
      order by position limit ${limit + 1}`;
  };
  const [type, ...others] = types ?? [];
  if (others.length === 0) return of(type);
  const each = [type, ...others].map((one) => sql`(${of(one)})`);
  return sql<LoggedEvent>`select * from (${sql.join(each, sql` union all `)}) merged order by position limit ${limit + 1}`;
}
