import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cpuOf } from './cpu.ts';
import { itemsOf, currentRowsOf, lives, ofAccounts, type Life } from './floor-life.ts';
import type { Subject } from './subject.ts';

/** PostgreSQL's processor time in milliseconds for writing only the rows of one operation. */
export interface Floor {
  /** Rows written before the response. */
  readonly creating: number;
  /** Rows written later: a payout is sent and completed, a pay-in is credited. */
  readonly ending: number;
  /** The rows of the sandbox bank. */
  readonly bank: number;
}

const operationsMax = 1_500;
const groupSize = 50;
const definitions = readFileSync(join(import.meta.dirname, 'floor.sql'), 'utf8').split('\n\n');
/** Items of a batch that become payouts together. */
const itemsAtOnce = 100;

interface RowFloors extends Readonly<Record<keyof ReturnType<typeof lives>, Floor>> {
  /** Milliseconds from commit to commit, writing the rows of the hot account one payout at a time. */
  readonly lone: number;
  /** The same for the items of a batch, written in sets; for each item. */
  readonly item: number;
}

export interface Floors extends RowFloors {
  /** Milliseconds between statements that do nothing: the least time for any write. */
  readonly exchange: number;
}

/**
 * Writes the rows of completed operations again, within the server, into empty tables of a fixed definition
 * (floor.sql) with their indexes, checks, foreign keys and triggers. There are no locks, look-ups, decisions
 * or network. No service that keeps and guards these rows can take less.
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

/** The figures scaled to a machine `speed` times as fast. */
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
  for (const table of [...Object.keys(life.sources), ...ofAccounts]) {
    await subject.rows(definitionOf(table));
    columns.set(table, await columnsOf(subject, table));
  }
  const worded = (statements: readonly string[]): string[] =>
    statements.map((text) => text.replace(/\{columns of (\w+)\}/g, (_, table) => columns.get(table) ?? ''));
  const count = await fillCopies(subject, life, worded);
  // The triggers must find the copies.
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

/** The definition of the table and its indexes. */
function definitionOf(table: string): string {
  const found = definitions.find((text) => text.startsWith(`create table floor.${table} (`));
  if (found === undefined) throw new Error(`floor.sql does not define ${table}`);
  return found;
}

/** For each copy, a table with the rows to write, in their first state. Returns the number of operations. */
async function fillCopies(
  subject: Subject,
  { picked, sources, before }: Life,
  worded: (statements: readonly string[]) => string[],
): Promise<number> {
  await subject.rows(`create table floor.picked as
    select *, row_number() over (order by id) as nth from (${picked} order by id desc limit ${operationsMax}) p`);
  await makeFindable(subject, 'picked');
  for (const [table, source] of Object.entries(sources)) {
    const purpose = table === 'entry' ? 'j.purpose, ' : '';
    await subject.rows(
      `create table floor.${table}_source as select p.nth, ${purpose}x.* from floor.picked p join ${source}`,
    );
    await makeFindable(subject, `${table}_source`);
  }
  for (const statement of worded(ofAccounts.map(currentRowsOf))) await subject.rows(statement);
  await referToCopies(subject);
  await guardCopies(subject);
  for (const statement of worded(before)) await subject.rows(statement);
  const [counted] = await subject.rows<{ count: string }>('select count(*) from floor.picked');
  return Number(counted?.count ?? 0);
}

/** Indexes the position, so that no operation is searched among all. */
async function makeFindable(subject: Subject, table: string): Promise<void> {
  await subject.rows(`create index on floor.${table} (nth)`);
  await subject.rows(`analyze floor.${table}`);
}

/** Creates the foreign keys of the columns that the copies have, between copies where both exist. */
async function referToCopies(subject: Subject): Promise<void> {
  const keys = await subject.rows<{ name: string; definition: string }>(
    `select t.relname as name, pg_get_constraintdef(c.oid) as definition
      from pg_constraint c join pg_class t on t.oid = c.conrelid
      where c.contype = 'f' and t.relnamespace = 'public'::regnamespace
        and to_regclass('floor.' || t.relname) is not null
        and (select array_agg(a.attname) from pg_attribute a where a.attrelid = t.oid and a.attnum = any(c.conkey))
          <@ (select array_agg(attname) from pg_attribute where attrelid = to_regclass('floor.' || t.relname))`,
  );
  await subject.rows('set search_path = floor, public');
  for (const { name, definition } of keys) await subject.rows(`alter table floor.${name} add ${definition}`);
  await subject.rows('reset search_path');
}

/** Creates the triggers that refuse wrong rows. */
async function guardCopies(subject: Subject): Promise<void> {
  const triggers = await subject.rows<{ definition: string }>(
    `select pg_get_triggerdef(g.oid) as definition
      from pg_trigger g join pg_class t on t.oid = g.tgrelid
      where not g.tgisinternal and t.relnamespace = 'public'::regnamespace
        and to_regclass('floor.' || t.relname) is not null`,
  );
  for (const { definition } of triggers) await subject.rows(definition.replace(' ON public.', ' ON floor.'));
}

/** PostgreSQL's processor time in milliseconds for one of `count` operations, written in groups. */
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
 * Milliseconds for one of `count` operations, written in consecutive sets by a loop within the server, with
 * prepared plans.
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

/** Columns without generated ones. */
async function columnsOf(subject: Subject, table: string): Promise<string> {
  const [found] = await subject.rows<{ columns: string }>(
    `select string_agg(quote_ident(column_name), ', ' order by ordinal_position) as columns
      from information_schema.columns
      where table_schema = 'floor' and table_name = $1 and is_generated = 'NEVER' and identity_generation is null`,
    [table],
  );
  return found?.columns ?? '';
}
