import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { sqlState } from './failure.js';

/** How the first line of a migration marks it. */
export interface Mark {
  /** The release before goes on serving beside it; otherwise its processes end with it. */
  readonly isExpand: boolean;
  /** One statement that is repeated, each time in a transaction of its own, until it changes no row. */
  readonly isInBatches: boolean;
  /** One `create index concurrently`, outside a transaction. */
  readonly isConcurrent: boolean;
  /** The changed files of functions that the release before can call as well: `functions/amount.sql`. */
  readonly functions: readonly string[];
}

const form =
  /^-- (expand|contract)(, in batches|, concurrently)?(?:, with (functions\/[\w.-]+(?:, functions\/[\w.-]+)*))?$/;

/** One without a mark is of before the first release: nothing was to go on beside it. */
export function markOf(name: string, text: string): Mark {
  const [first = ''] = text.split('\n', 1);
  const found = form.exec(first);
  if (!found && /^--\s*(expand|contract)\b/i.test(first)) {
    throw new Error(`Migration ${name} has an invalid first line: ${first}`);
  }
  const [, kind, how = '', functions] = found ?? [];
  return {
    isExpand: kind === 'expand',
    isInBatches: how.endsWith('batches'),
    isConcurrent: how.endsWith('concurrently'),
    functions: functions?.split(', ') ?? [],
  };
}

/** Whether the release before can go on beside all of it: a changed function, where a migration that comes with it says so. */
export function goesOnBeside(pending: readonly { readonly name: string; readonly mark: Mark }[]): boolean {
  const [functions, tables] = [true, false].map((is) =>
    pending.filter(({ name }) => name.includes('@') === is),
  );
  const named = new Set(tables?.flatMap(({ mark }) => mark.functions));
  const isNamed = functions?.every(({ name }) => named.has(name.split('@')[0] ?? ''));
  return tables?.[0] !== undefined && tables.every(({ mark }) => mark.isExpand) && isNamed === true;
}

/** As it stands within a transaction: its repetition is a loop, and an index is made at once. */
export function withinTransaction(text: string, { isInBatches, isConcurrent }: Mark): string {
  if (isConcurrent) return text.replace(/\bindex\s+concurrently\b/i, 'index');
  if (!isInBatches) return text;
  return `do $batches$ declare changed bigint; begin loop ${text.trim().replace(/;$/, '')};
    get diagnostics changed = row_count; exit when changed = 0; end loop; end $batches$;`;
}

/** A wait for a lock makes all wait that come behind: it is given up soon, and tried again. */
export const lockMs = 2_000;
const tries = 60;
const pauseMs = 500;
const lockNotAvailable = '55P03';

export async function patiently<T>(work: () => Promise<T>, most = tries): Promise<T> {
  for (let nth = 1; ; nth += 1) {
    try {
      return await work();
    } catch (error) {
      if (sqlState(error) !== lockNotAvailable || nth === most) throw error;
      await sleep(pauseMs);
    }
  }
}

/** Does the part that one transaction cannot hold. A run that was stopped is taken up where it was. */
export async function runAhead(
  client: pg.Client,
  { text, mark }: { readonly text: string; readonly mark: Mark },
) {
  if (!mark.isInBatches && !mark.isConcurrent) return;
  await client.query(`set lock_timeout = ${lockMs}`);
  if (mark.isConcurrent) {
    const [, index = ''] = /\bindex\s+concurrently\s+(\w+)/i.exec(text) ?? [];
    // One that failed midway leaves an index that is not valid.
    await patiently(() => client.query(`drop index concurrently if exists ${index}`));
    // It takes no lock that others wait for; it waits for transactions that began before.
    await client.query('set lock_timeout = 0');
    await client.query(text);
  } else {
    while ((await patiently(() => client.query(text))).rowCount !== 0);
  }
  await client.query('reset lock_timeout');
}
