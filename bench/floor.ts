import { cpuOf } from './cpu.ts';
import type { Subject } from './subject.ts';

/** Milliseconds of PostgreSQL's processor time that writing the rows of one payout takes, and nothing else. */
export interface Floor {
  readonly creating: number;
  readonly sending: number;
}

const payoutsMax = 3_000;
const groupSize = 50;

/** What each row of the copies is written from: rows that the service has written, numbered by payout. */
const written: Readonly<Record<string, string>> = {
  payout: 'public.payout x on x.id = p.id',
  idempotency_key: 'public.idempotency_key x on x.resource_id = p.id and x.account_id = p.account_id',
  journal: 'public.journal x on x.origin_id = p.id',
  entry: 'public.journal j on j.origin_id = p.id join public.entry x on x.journal_id = j.id',
  event: 'public.event x on x.resource_id = p.id and x.account_id = p.account_id',
  intent: 'public.intent x on x.payout_id = p.id',
  operation: 'simulator.operation x on x.reference = p.reference',
  call: 'simulator.call x on x.reference = p.reference',
};

const created = "purpose = 'payout_reserve'";
const ended = "purpose <> 'payout_reserve'";

/**
 * Writes the rows of payouts that were made once more, from rows to rows within the server, into empty copies of the
 * same tables with their indexes and checks: no lock, no look-up, no trigger, no foreign key, nothing over the wire.
 * No service that keeps these rows takes less.
 */
export async function measureFloor(subject: Subject, accountId: string): Promise<Floor> {
  const count = await makeCopies(subject, accountId);
  const columns = new Map<string, string>();
  for (const table of Object.keys(written)) columns.set(table, await columnsOf(subject, table));
  const copy = (table: string, which = 'true'): string =>
    `insert into floor.${table} (${columns.get(table)}) select ${columns.get(table)} from floor.${table}_source
      where nth between $1 and $2 and ${which}`;
  const creating = await costOf(subject, count, [
    copy('idempotency_key'),
    copy('payout'),
    copy('journal', created),
    copy('entry', created),
    copy('event', "type = 'payout.created'"),
  ]);
  const sending = await costOf(subject, count, [
    copy('intent'),
    change('payout', "sending = 'open', attempts = 1, send_by = now(), next_step_at = now()"),
    copy('operation'),
    copy('call'),
    change('intent', "state = 'accepted', decided_at = now()"),
    change('payout', "status = 'completed', next_step_at = null, completed_at = now(), updated_at = now()"),
    copy('journal', ended),
    copy('entry', ended),
    copy('event', "type <> 'payout.created'"),
  ]);
  await subject.rows('drop schema floor cascade');
  return { creating, sending };
}

/** Empty copies, and beside each what is written into it, as it was at first; of how many payouts. */
async function makeCopies(subject: Subject, accountId: string): Promise<number> {
  await subject.rows('create schema floor');
  await subject.rows(`create table floor.picked as
    select id, account_id, reference, row_number() over (order by id) as nth from payout
      where account_id = '${accountId}' and status = 'completed' limit ${payoutsMax}`);
  for (const [table, source] of Object.entries(written)) {
    const schema = source.includes('simulator.') ? 'simulator' : 'public';
    const purpose = table === 'entry' ? 'j.purpose, ' : '';
    await subject.rows(`create table floor.${table} (like ${schema}.${table} including all)`);
    await subject.rows(
      `create table floor.${table}_source as select p.nth, ${purpose}x.* from floor.picked p join ${source}`,
    );
    await subject.rows(`create index on floor.${table}_source (nth)`);
    await subject.rows(`analyze floor.${table}_source`);
  }
  await subject.rows(`update floor.payout_source
    set status = 'processing', sending = 'unsent', next_step_at = created_at, completed_at = null`);
  await subject.rows("update floor.intent_source set state = 'open', decided_at = null");
  const [picked] = await subject.rows<{ count: string }>('select count(*) from floor.picked');
  return Number(picked?.count ?? 0);
}

const change = (table: string, set: string): string =>
  `update floor.${table} x set ${set} from floor.${table}_source s where s.nth between $1 and $2 and s.id = x.id`;

/** Milliseconds of PostgreSQL's processor time for one of `count` payouts, written in groups. */
async function costOf(subject: Subject, count: number, statements: readonly string[]): Promise<number> {
  const spent = (): number => cpuOf({ ...subject.pids, load: process.pid }).postgres;
  const before = spent();
  for (let first = 1; first <= count; first += groupSize) {
    await subject.rows('begin');
    for (const statement of statements) await subject.rows(statement, [first, first + groupSize - 1]);
    await subject.rows('commit');
  }
  return (spent() - before) / count;
}

/** Those that are written; the others follow from them. */
async function columnsOf(subject: Subject, table: string): Promise<string> {
  const [found] = await subject.rows<{ columns: string }>(
    `select string_agg(quote_ident(column_name), ', ' order by ordinal_position) as columns
      from information_schema.columns
      where table_schema = 'floor' and table_name = $1 and is_generated = 'NEVER' and identity_generation is null`,
    [table],
  );
  return found?.columns ?? '';
}
