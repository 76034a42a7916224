import { sql, type RawBuilder } from 'kysely';
import type { WaitingNoun } from '../../../ports/platform-read.js';
import { columnsOf } from '../row.js';
import { tables } from '../table.js';

/** When a row waits for a person, and the column to sort by. Ids are in the order of time. */
const waits: Readonly<Record<WaitingNoun, readonly [RawBuilder<unknown>, string]>> = {
  riskDecision: [sql`status = 'in_review'`, 'id'],
  withdrawal: [sql`status = 'pending_approval'`, 'id'],
  exception: [sql`status = 'open'`, 'id'],
  settlementSchedule: [sql`status = 'active' and blocked_at is not null`, 'blocked_at'],
  webhookEndpoint: [sql`failing_since is not null and deleted_at is null`, 'failing_since'],
};

export function waitingQuery(noun: WaitingNoun, limit: number) {
  const [isWaiting, since] = waits[noun];
  return sql`select ${columnsOf(noun)} from ${sql.ref(tables[noun].name)}
    where ${isWaiting} order by ${sql.ref(since)}, id limit ${limit}`;
}
