import { cpuOf } from './cpu.ts';
import type { Subject } from './subject.ts';

/** Milliseconds of PostgreSQL's processor time that writing the rows of one operation takes, and nothing else. */
export interface Floor {
  /** Up to the answer. */
  readonly creating: number;
  /** The rows that follow: a payout is sent and completed, a pay-in is credited. */
  readonly ending: number;
}

/** An operation by the rows that are left of it. */
interface Life {
  /** Of what ended well: `id`, `account_id`, `reference`. */
  readonly picked: string;
  /** The source of each row of the copies: rows that the service has written, as `x`, of the operation `p`. */
  readonly written: Readonly<Record<string, string>>;
  /** The row before it ended. */
  readonly before: readonly string[];
  readonly creating: readonly string[];
  readonly ending: readonly string[];
}

const operationsMax = 1_500;
const groupSize = 50;

const columnsOfCopy = (table: string): string => `{columns of ${table}}`;
const copy = (table: string, which = 'true'): string =>
  `insert into floor.${table} (${columnsOfCopy(table)}) select ${columnsOfCopy(table)} from floor.${table}_source
    where nth between $1 and $2 and ${which} order by nth`;
/** In one statement: a journal is refused without its entries. */
const book = (which = 'true'): string => `with posted as (${copy('journal', which)}) ${copy('entry', which)}`;
const change = (table: string, set: string): string =>
  `update floor.${table} x set ${set} from floor.${table}_source s where s.nth between $1 and $2 and s.id = x.id`;
/** A row an account, however many of its operations are written together. */
const move = (table: string, set: string, which = 'true'): string =>
  `update floor.${table} x set ${set}
    from (select distinct account_id from floor.picked where nth between $1 and $2) a
    where x.account_id = a.account_id and ${which}`;

/** Each account's events from its first position on, in the order in which they are written here. */
const inPositionBy = (order: string): string =>
  `update floor.event_source e set position = o.position
    from (select id, row_number() over (partition by account_id order by ${order}) as position from floor.event_source) o
    where o.id = e.id`;

const ofAccounts = ['balance', 'event_counter', 'limit_usage', 'limit_minute'];
const told = move('event_counter', 'last = last + 1');
const booked = move('balance', 'seq = seq + 2, as_of = now()', "x.currency = 'MXN'");
const ledger = {
  journal: 'public.journal x on x.origin_id = p.id',
  entry: 'public.journal j on j.origin_id = p.id join public.entry x on x.journal_id = j.id',
  event: 'public.event x on x.resource_id = p.id and x.account_id = p.account_id',
};
const reserve = "purpose = 'payout_reserve'";
const end = "purpose <> 'payout_reserve'";

const payout: Omit<Life, 'picked'> = {
  written: {
    payout: 'public.payout x on x.id = p.id',
    idempotency_key: 'public.idempotency_key x on x.resource_id = p.id and x.account_id = p.account_id',
    ...ledger,
    intent: 'public.intent x on x.operation_id = p.id',
    // By another name: the triggers look for an operation among the service's own.
    sent: 'simulator.operation x on x.reference = p.reference',
    call: 'simulator.call x on x.reference = p.reference',
  },
  before: [
    `update floor.payout_source
      set status = 'processing', sending = 'unsent', next_step_at = created_at, completed_at = null`,
    "update floor.intent_source set state = 'open', decided_at = null",
    inPositionBy("type <> 'payout.created', nth"),
  ],
  creating: [
    copy('payout'),
    copy('idempotency_key'),
    move('limit_minute', 'count = count + 1'),
    move('limit_usage', 'total = total + 1'),
    book(reserve),
    booked,
    copy('event', "type = 'payout.created'"),
    told,
  ],
  ending: [
    copy('intent'),
    change('payout', "sending = 'open', attempts = 1, send_by = now(), next_step_at = now()"),
    copy('sent'),
    copy('call'),
    change('intent', "state = 'accepted', decided_at = now()"),
    change('payout', "status = 'completed', next_step_at = null, completed_at = now(), updated_at = now()"),
    book(end),
    booked,
    copy('event', "type <> 'payout.created'"),
    told,
  ],
};

const payoutsOf = (which: string): string =>
  `select id, account_id, reference from payout where status = 'completed' and ${which}`;

const lives = (hotAccountId: string) => ({
  hot: { ...payout, picked: payoutsOf(`account_id = '${hotAccountId}'`) },
  spread: { ...payout, picked: payoutsOf(`account_id <> '${hotAccountId}'`) },
  payin: {
    picked: "select id, account_id, payment_reference as reference from payin where status = 'completed'",
    written: {
      payin: 'public.payin x on x.id = p.id',
      payment: 'simulator.payment x on x.reference = p.reference',
      notice: "public.notice x on x.id = p.reference || ':payment'",
      ...ledger,
    },
    before: [
      `update floor.payin_source set status = 'processing', next_step_at = created_at, completed_at = null`,
      inPositionBy('nth'),
    ],
    creating: [copy('payment'), copy('notice'), copy('payin')],
    ending: [
      change('payin', "status = 'completed', next_step_at = null, completed_at = now()"),
      book(),
      booked,
      copy('event'),
      told,
    ],
  },
});

interface RowFloors extends Readonly<Record<keyof ReturnType<typeof lives>, Floor>> {
  /** Milliseconds from commit to commit where the rows of the hot account's payouts are written one payout at a time. */
  readonly lone: number;
}

export interface Floors extends RowFloors {
  /** Milliseconds from one to the next of statements that do nothing: the least that it takes to have anything written. */
  readonly exchange: number;
}

/**
 * Writes the rows of operations that were carried out once more, from rows to rows within the server, into empty copies
 * of the same tables with their indexes and all that refuses a wrong row: checks, foreign keys and triggers. No lock, no
 * look-up, nothing decided, nothing over the wire. No service that keeps and guards these rows takes less.
 */
export async function measureFloors(subject: Subject, hotAccountId: string): Promise<RowFloors> {
  const { hot, spread, payin } = lives(hotAccountId);
  return {
    hot: await measureFloor(subject, hot),
    spread: await measureFloor(subject, spread),
    payin: await measureFloor(subject, payin),
    lone: await onCopies(subject, hot, (count, { creating }) => timeOf(subject, count, creating)),
  };
}

/** The figures on a machine that is so many times as fast, or had been while they were measured. */
export function atSpeed({ hot, spread, payin, lone, exchange }: Floors, speed: number): Floors {
  const faster = ({ creating, ending }: Floor): Floor => ({
    creating: creating / speed,
    ending: ending / speed,
  });
  return {
    hot: faster(hot),
    spread: faster(spread),
    payin: faster(payin),
    lone: lone / speed,
    exchange: exchange / speed,
  };
}

const measureFloor = (subject: Subject, life: Life): Promise<Floor> =>
  onCopies(subject, life, async (count, { creating, ending }) => ({
    creating: await costOf(subject, count, creating),
    ending: await costOf(subject, count, ending),
  }));

async function onCopies<T>(
  subject: Subject,
  life: Life,
  measure: (count: number, statements: Pick<Life, 'creating' | 'ending'>) => Promise<T>,
): Promise<T> {
  const count = await makeCopies(subject, life);
  const columns = new Map<string, string>();
  for (const table of Object.keys(life.written)) columns.set(table, await columnsOf(subject, table));
  // The triggers look at the copies.
  await subject.rows('set search_path = floor, public');
  const worded = (statements: readonly string[]): string[] =>
    statements.map((text) => text.replace(/\{columns of (\w+)\}/g, (_, table) => columns.get(table) ?? ''));
  const measured = await measure(count, { creating: worded(life.creating), ending: worded(life.ending) });
  await subject.rows('reset search_path');
  await subject.rows('drop schema floor cascade');
  return measured;
}

/** Empty copies, and beside each what is written into it, as it was at first; of how many operations. */
async function makeCopies(subject: Subject, { picked, written, before }: Life): Promise<number> {
  await subject.rows('create schema floor');
  await subject.rows(`create table floor.picked as
    select *, row_number() over (order by id) as nth from (${picked} order by id desc limit ${operationsMax}) p`);
  await makeFindable(subject, 'picked');
  for (const [table, source] of Object.entries(written)) {
    const [, original = ''] = /(\w+\.\w+) x /.exec(source) ?? [];
    const purpose = table === 'entry' ? 'j.purpose, ' : '';
    await makeCopy(subject, original, table);
    await subject.rows(
      `create table floor.${table}_source as select p.nth, ${purpose}x.* from floor.picked p join ${source}`,
    );
    await makeFindable(subject, `${table}_source`);
  }
  for (const table of ofAccounts) {
    await makeCopy(subject, `public.${table}`, table);
    const latest = table === 'limit_minute' ? 'distinct on (account_id)' : '';
    const order = table === 'limit_minute' ? 'order by account_id, minute desc' : '';
    await subject.rows(`insert into floor.${table} select ${latest} * from public.${table}
      where account_id in (select account_id from floor.picked) ${order}`);
    await subject.rows(`analyze floor.${table}`);
  }
  await referToCopies(subject);
  await guardCopies(subject);
  for (const statement of before) await subject.rows(statement);
  const [counted] = await subject.rows<{ count: string }>('select count(*) from floor.picked');
  return Number(counted?.count ?? 0);
}

/** By its place: no operation is looked for among all of them. */
async function makeFindable(subject: Subject, table: string): Promise<void> {
  await subject.rows(`create index on floor.${table} (nth)`);
  await subject.rows(`analyze floor.${table}`);
}

async function makeCopy(subject: Subject, original: string, table: string): Promise<void> {
  await subject.rows(`create table floor.${table} (like ${original} including all)`);
  const [stored] = await subject.rows<{ options: string | null }>(
    `select array_to_string(reloptions, ', ') as options from pg_class where oid = '${original}'::regclass`,
  );
  if (stored?.options) await subject.rows(`alter table floor.${table} set (${stored.options})`);
}

/** The foreign keys of the tables, to copies where there are some. */
async function referToCopies(subject: Subject): Promise<void> {
  const keys = await subject.rows<{ name: string; definition: string }>(
    `select t.relname as name, pg_get_constraintdef(c.oid) as definition
      from pg_constraint c join pg_class t on t.oid = c.conrelid
      where c.contype = 'f' and t.relnamespace = 'public'::regnamespace
        and to_regclass('floor.' || t.relname) is not null`,
  );
  await subject.rows('set search_path = floor, public');
  for (const { name, definition } of keys) await subject.rows(`alter table floor.${name} add ${definition}`);
  await subject.rows('reset search_path');
}

/** The triggers that refuse a wrong row. */
async function guardCopies(subject: Subject): Promise<void> {
  const triggers = await subject.rows<{ definition: string }>(
    `select pg_get_triggerdef(g.oid) as definition
      from pg_trigger g join pg_class t on t.oid = g.tgrelid
      where not g.tgisinternal and t.relnamespace = 'public'::regnamespace
        and to_regclass('floor.' || t.relname) is not null`,
  );
  for (const { definition } of triggers) await subject.rows(definition.replace(' ON public.', ' ON floor.'));
}

/** Milliseconds of PostgreSQL's processor time for one of `count` operations, written in groups. */
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

/** Milliseconds of each of `count` operations, written one after another by a loop within the server, planned once. */
async function timeOf(subject: Subject, count: number, statements: readonly string[]): Promise<number> {
  const body = statements.map((text) => text.replaceAll(/\$[12]/g, 'turn')).join(';\n');
  await subject.rows('set plan_cache_mode = force_generic_plan');
  const start = performance.now();
  await subject.rows(`do $$ begin
    for turn in 1..${count} loop
      ${body};
      commit;
    end loop;
  end $$`);
  const elapsed = performance.now() - start;
  await subject.rows('reset plan_cache_mode');
  return elapsed / count;
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
