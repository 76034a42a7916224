import type { MikroORM } from '@mikro-orm/postgresql';
import { sql, type RawBuilder } from 'kysely';
import { futureTimeRules, type FutureTimeRule } from '../../domain/lead.js';
import { prefixes } from '../../domain/noun/prefix.js';
import { Connection } from './connection.js';
import { asAnswer } from './failure.js';
import { poolOf } from './orm.js';
import { tables } from './table.js';

/** Rows of one column that one transaction corrects. */
const atOnce = 500;
/** An id is made shortly before its row is written, and clocks differ slightly. */
const idSlack = `interval '1 minute'`;

const versioned: ReadonlyMap<string, keyof typeof tables> = new Map(
  Object.values(tables).map(({ name, noun }) => [name, noun]),
);

const nowOf = ({ clock }: FutureTimeRule): string => `${clock}_now()`;
const interval = (ms: number): string => `interval '${ms} milliseconds'`;
const boundOf = (lead: FutureTimeRule): string => `${nowOf(lead)} + ${interval(lead.mostMs)}`;
const keys: Readonly<Record<string, string>> = {
  webhook_lane: 'endpoint_id',
  event_counter: 'account_id',
  statement: 'provider',
  seal_round: 'name',
};

/** The column that identifies a row. */
export const keyOf = ({ table }: FutureTimeRule): string => keys[table] ?? 'id';

/** Whether a row of `t` has a time that its kind cannot have. Infinity means that no time is set. */
function isBeyond(lead: FutureTimeRule): string {
  const { column, sinceCreatedMs } = lead;
  const beyond = `t.${column} > ${boundOf(lead)} and t.${column} <> 'infinity'`;
  if (sinceCreatedMs === undefined) return beyond;
  const since = `t.${column} > t.created_at + ${interval(sinceCreatedMs)}`;
  return `${beyond} and (${since} or t.created_at > ${nowOf(lead)} + ${idSlack})`;
}

/** Rows whose id is from the future: ids contain their creation time. */
function madeAhead(table: string): string {
  const noun = versioned.get(table) ?? '';
  const prefix = prefixes[noun as keyof typeof prefixes];
  return `id > '${prefix}_' || ulid_time(business_now() + ${idSlack})`;
}

const withEventsAhead = `t.account_id = any (array(select distinct e.account_id from event e
  where e.id > '${prefixes.event}_' || ulid_time(business_now() + ${idSlack})))`;
const ofBusyLane = `t.endpoint_id = any (array(select l.endpoint_id from webhook_lane l where l.due_at is not null))`;

/** Conditions that an index can answer. They narrow `t` to the rows that may have a wrong time. */
const lookFor: Readonly<Record<FutureTimeRule['found'], (lead: FutureTimeRule) => string>> = {
  itself: () => 'true',
  all: () => 'true',
  due: () => 't.next_step_at <= business_now()',
  open: () => 't.next_step_at is not null',
  made: ({ table }) => `t.${madeAhead(table)}`,
  lane: () => 't.due_at is not null',
  delivery: () =>
    `t.status = 'pending' and t.kind in ('first', 'redelivery') and t.attempts > 0 and ${ofBusyLane}`,
  event: () => withEventsAhead,
};

/** Condition for the rows of `t` to correct. */
export const isTooFar = (lead: FutureTimeRule): string =>
  `${lookFor[lead.found](lead)} and ${isBeyond(lead)}`;

function broughtBack(lead: FutureTimeRule): RawBuilder<{ n: string }> {
  const { table, column, becomes } = lead;
  const value = { now: nowOf(lead), most: boundOf(lead), null: 'null' }[becomes];
  const version = versioned.has(table) ? ', version = t.version + 1' : '';
  // A ctid names one row of each partition. Locked rows are skipped until the next run, because waiting for them could deadlock.
  return sql.raw(`with far as materialized (
      select t.tableoid, t.ctid from ${table} t where ${isTooFar(lead)}
        order by t.ctid limit ${atOnce} for no key update skip locked),
    changed as (update ${table} t set ${column} = ${value}${version} from far
      where t.ctid = far.ctid and t.tableoid = far.tableoid returning 1)
    select count(*) as n from changed`);
}

const statements = futureTimeRules.map(
  (lead) => [`${lead.table}.${lead.column}`, broughtBack(lead)] as const,
);

/** Corrects times that are further ahead than their kind allows. Returns the number of rows per column. */
export async function bringBack(orm: MikroORM): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  try {
    await Connection.transaction(await poolOf(orm), async (connection) => {
      for (const [key, statement] of statements) {
        const [row] = await connection.rows(statement);
        const count = Number(row?.n ?? 0);
        if (count > 0) counts.set(key, count);
      }
    });
  } catch (error) {
    throw asAnswer(error);
  }
  return counts;
}
