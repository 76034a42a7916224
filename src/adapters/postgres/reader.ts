import type { MikroORM } from '@mikro-orm/postgresql';
import { sql, type RawBuilder } from 'kysely';
import type { DueWork, Reader } from '../../ports/reader.js';
import type { DueNoun } from '../../ports/store.js';
import {
  agendaOf,
  agendaStatement,
  backlogOf,
  backlogStatement,
  dueStatement,
  type AgendaRow,
} from './backlog.js';
import { instant } from './column.js';
import { without } from './condition.js';
import { notHeld } from './held.js';
import { hostedReads, noTerms } from './hosted-read.js';
import { readStoppedSince } from './kill-switch.js';
import { sealReads } from './ledger-seal.js';
import { batchReads } from './payout-batch.js';
import { restoredAt, restoredQuery } from './payout-facts.js';
import { archivedReads } from './read/archived.js';
import { bookReads } from './read/books.js';
import { logReads } from './read/log.js';
import { nounReads } from './read/noun.js';
import { platformReads } from './read/platform.js';
import { runsOn, type RowsOf, type Runs } from './read/run.js';
import { sealedSamples } from './reseal.js';
import { columnsOf, decodeRow } from './row.js';
import { readKeyHolder, readSessionHolder } from './session.js';
import { dueStatements } from './statement.js';
import { tables } from './table.js';

/**
 * Reads on pool connections, one statement each. With `slots`, at most that many statements of client requests run at
 * once, which leaves connections for others. Reads of callers and of due work need no slot. `elsewhere` can send reads
 * to a replica.
 */
export function postgresReader(orm: MikroORM, slots = Infinity, elsewhere = onPrimary): Reader {
  const runs = runsOn(orm, slots);
  const { direct } = runs;
  const offloaded = elsewhere(runs);
  return {
    ...nounReads(offloaded),
    ...bookReads(offloaded),
    ...archivedReads(offloaded),
    ...logReads(offloaded),
    ...platformReads(offloaded),
    ...batchReads(offloaded.inSlot),
    ...hostedReads(direct),
    ...callerReads(direct),
    ...clockReads(direct),
    ...workReads(direct),
    ...sealReads(direct),
    sealedSamples: () => direct(sealedSamples),
    hashKeyProof: async () => {
      const [row] = await direct(sql<{ proof: string | null }>`select hash_key_proof as proof from platform`);
      return row?.proof ?? undefined;
    },
  };
}

const onPrimary = (runs: Runs): Runs => runs;

type WorkRead = 'due' | 'dueWork' | 'agenda' | 'backlog' | 'dueStatements';

/** Reads of due work. */
function workReads(rowsOf: RowsOf): Pick<Reader, WorkRead> {
  return {
    due: async (noun, limit, left) =>
      (await rowsOf(dueQuery(noun, limit, left))).map((row) => decodeRow(noun, row)),
    dueWork: async () => (await rowsOf<{ worker: DueWork }>(dueStatement)).map(({ worker }) => worker),
    agenda: async () => {
      const [row] = await rowsOf<AgendaRow>(agendaStatement);
      if (!row) throw new Error('the agenda is one row');
      return agendaOf(row);
    },
    backlog: async () => (await rowsOf<Parameters<typeof backlogOf>[0]>(backlogStatement)).map(backlogOf),
    dueStatements: async () => (await rowsOf(dueStatements)).map(({ provider }) => provider),
  };
}

function clockReads(rowsOf: RowsOf): Pick<Reader, 'now' | 'databaseTime'> {
  return {
    now: async () => instant((await rowsOf(sql<{ now: string }>`select business_now() as now`))[0]?.now),
    async databaseTime() {
      const [row] = await rowsOf(sql<{ now: string; ahead: string }>`
        select machine_now() as now, clock_offset_ms as ahead from platform`);
      return { machineNow: instant(row?.now), businessAheadMs: Number(row?.ahead) };
    },
  };
}

function dueQuery(
  noun: DueNoun,
  limit: number,
  { busy = [], except = [] }: Parameters<Reader['due']>[2],
): RawBuilder<unknown> {
  // Skips providers that are busy. An active funding account is not skipped: it is due to expire, which needs no call
  // to its provider.
  const notBusy =
    busy.length === 0 ? sql`` : sql`and (status = 'active' or coalesce(provider, '') <> all(${busy}))`;
  return sql`select ${columnsOf(noun)} from ${sql.table(tables[noun].name)}
    where next_step_at <= business_now() ${notBusy} ${sql.raw(notHeld(tables[noun]))} ${without(except)} order by next_step_at limit ${limit}`;
}

/** Reads about the caller, and about what an account may do now. */
function callerReads(
  rowsOf: RowsOf,
): Pick<
  Reader,
  | 'boundKey'
  | 'keyHolder'
  | 'sessionHolder'
  | 'operator'
  | 'terms'
  | 'suspensions'
  | 'payoutsStoppedSince'
  | 'restoredAt'
> {
  return {
    boundKey: async (accountId, key) => {
      const [row] = await rowsOf(sql<{ resource_id: string; created_at: string }>`
        select resource_id, created_at from idempotency_key where account_id = ${accountId} and key = ${key}`);
      return row && { resourceId: row.resource_id, createdAt: instant(row.created_at) };
    },
    keyHolder: readKeyHolder(rowsOf),
    sessionHolder: readSessionHolder(rowsOf),
    operator: async (fingerprint) => {
      const [row] = await rowsOf(sql<{ now: string; session: unknown }>`
        select ${columnsOf('operator', 'o')}, null::jsonb as session, business_now() as now
        from operator o where o.fingerprint = ${fingerprint}
        union all select ${columnsOf('operator', 'o')}, to_jsonb(s), business_now()
        from operator_session s join operator o on o.id = s.operator_id where s.fingerprint = ${fingerprint}`);
      return (
        row && {
          operator: decodeRow('operator', row),
          session: row.session === null ? undefined : decodeRow('operatorSession', row.session),
          now: instant(row.now),
        }
      );
    },
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
    payoutsStoppedSince: readStoppedSince(rowsOf),
    restoredAt: async () => restoredAt(await rowsOf(restoredQuery)),
  };
}
