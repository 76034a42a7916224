import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cpuOf } from './cpu.ts';
import { itemsOf, kept, lives, ofAccounts, type Life } from './floor-life.ts';
import type { Subject } from './subject.ts';

/** Milliseconds of PostgreSQL's processor time that writing the rows of one operation takes, and nothing else. */
export interface Floor {
  /** Up to the answer. */
  readonly creating: number;
  /** The rows that follow: a payout is sent and completed, a pay-in is credited. */
  readonly ending: number;
  /** The rows of the sandbox bank. */
  readonly bank: number;
}

const operationsMax = 1_500;
const groupSize = 50;
const definitions = readFileSync(join(import.meta.dirname, 'floor.sql'), 'utf8').split('\n\n');
/** As many items of a batch become payouts together. */
const itemsAtOnce = 100;

interface RowFloors extends Readonly<Record<keyof ReturnType<typeof lives>, Floor>> {
  /** Milliseconds from commit to commit where the rows of the hot account's payouts are written one payout at a time. */
  readonly lone: number;
  /** The same where the rows of a batch's items are written a set at a time, for each of them. */
  readonly item: number;
}

export interface Floors extends RowFloors {
  /** Milliseconds from one to the next of statements that do nothing: the least that it takes to have anything written. */
  readonly exchange: number;
}

/**
 * Writes the rows of operations that were carried out once more, from rows to rows within the server, into empty tables of
 * a fixed definition (floor.sql) with their indexes and all that refuses a wrong row: checks, foreign keys and triggers. No
 * lock, no look-up, nothing decided, nothing over the wire. No service that keeps and guards these rows takes less.
 */
export async function measureFloors(
  subject: Subject,
  { hotId, batchId }: { readonly hotId: string; readonly batchId: string },
): Promise<RowFloors> {
  const { hot, spread, payin } = lives(hotId);
  return {
    hot: await measureFloor(subject, hot),
    spread: await measureFloor(subject, spread),
    payin: await measureFloor(subject, payin),
    lone: await onCopies(subject, hot, (count, { creating }) =>
      timeOf(subject, { count, atOnce: 1 }, creating),
    ),
    item: await onCopies(subject, itemsOf(batchId), (count, { creating }) =>
      timeOf(subject, { count, atOnce: itemsAtOnce }, creating),
    ),
  };
}

/** The figures on a machine that is so many times as fast, or had been while they were measured. */
export function atSpeed({ hot, spread, payin, lone, item, exchange }: Floors, speed: number): Floors {
  const faster = ({ creating, ending, bank }: Floor): Floor => ({
    creating: creating / speed,
    ending: ending / speed,
    bank: bank / speed,
  });
  return {
    hot: faster(hot),
    spread: faster(spread),
    payin: faster(payin),
    lone: lone / speed,
    item: item / speed,
    exchange: exchange / speed,
  };
}

const measureFloor = (subject: Subject, life: Life): Promise<Floor> =>
  onCopies(subject, life, async (count, { creating, bank, ending }) => ({
    creating: await costOf(subject, count, creating),
    bank: await costOf(subject, count, bank),
    ending: await costOf(subject, count, ending),
  }));

type Statements = Pick<Life, 'creating' | 'bank' | 'ending'>;

async function onCopies<T>(
  subject: Subject,
  life: Life,
  measure: (count: number, statements: Statements) => Promise<T>,
): Promise<T> {
  const columns = new Map<string, string>();
  await subject.rows('create schema floor');
  for (const table of [...Object.keys(life.written), ...ofAccounts]) {
    await subject.rows(definitionOf(table));
    columns.set(table, await columnsOf(subject, table));
  }
  const worded = (statements: readonly string[]): string[] =>
    statements.map((text) => text.replace(/\{columns of (\w+)\}/g, (_, table) => columns.get(table) ?? ''));
  const count = await fillCopies(subject, life, worded);
  // The triggers look at the copies.
  await subject.rows('set search_path = floor, public');
  const { creating, bank, ending } = life;
  const measured = await measure(count, {
    creating: worded(creating),
    bank: worded(bank),
    ending: worded(ending),
  });
  await subject.rows('reset search_path');
  await subject.rows('drop schema floor cascade');
  return measured;
}

/** The table and its indexes. */
function definitionOf(table: string): string {
  const found = definitions.find((text) => text.startsWith(`create table floor.${table} (`));
  if (found === undefined) throw new Error(`floor.sql does not define ${table}`);
  return found;
}

/** Beside each copy what is written into it, as it was at first; of how many operations. */
async function fillCopies(
  subject: Subject,
  { picked, written, before }: Life,
  worded: (statements: readonly string[]) => string[],
): Promise<number> {
  await subject.rows(`create table floor.picked as
    select *, row_number() over (order by id) as nth from (${picked} order by id desc limit ${operationsMax}) p`);
  await makeFindable(subject, 'picked');
  for (const [table, source] of Object.entries(written)) {
    const purpose = table === 'entry' ? 'j.purpose, ' : '';
    await subject.rows(
      `create table floor.${table}_source as select p.nth, ${purpose}x.* from floor.picked p join ${source}`,
    );
    await makeFindable(subject, `${table}_source`);
  }
  for (const statement of worded(ofAccounts.map(kept))) await subject.rows(statement);
  await referToCopies(subject);
  await guardCopies(subject);
  for (const statement of worded(before)) await subject.rows(statement);
  const [counted] = await subject.rows<{ count: string }>('select count(*) from floor.picked');
  return Number(counted?.count ?? 0);
}

/** By its place: no operation is looked for among all of them. */
async function makeFindable(subject: Subject, table: string): Promise<void> {
  await subject.rows(`create index on floor.${table} (nth)`);
  await subject.rows(`analyze floor.${table}`);
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

/**
 * Milliseconds of each of `count` operations, written in sets one after another by a loop within the server, planned
 * once.
 */
async function timeOf(
  subject: Subject,
  { count, atOnce }: { readonly count: number; readonly atOnce: number },
  statements: readonly string[],
): Promise<number> {
  const body = statements
    .map((text) => text.replaceAll('$1', 'nth_first').replaceAll('$2', `nth_first + ${atOnce - 1}`))
    .join(';\n');
  await subject.rows('set plan_cache_mode = force_generic_plan');
  const start = performance.now();
  await subject.rows(`do $$ begin
    for nth_first in 1..${count} by ${atOnce} loop
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
