import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { sqlState } from './failure.js';

/** The mark in the first line of a migration. */
export interface Mark {
  /** The previous release keeps serving after the migration. If false, its processes must end first. */
  readonly isExpand: boolean;
  /** One statement that is repeated, each time in its own transaction, until it changes no row. */
  readonly isInBatches: boolean;
  /** One `create index concurrently`, outside a transaction. */
  readonly isConcurrent: boolean;
  /** Changed function files that the previous release can call too, such as `functions/amount.sql`. */
  readonly functions: readonly string[];
}

const form =
  /^-- (expand|contract)(, in batches|, concurrently)?(?:, with (functions\/[\w.-]+(?:, functions\/[\w.-]+)*))?$/;

/** A migration without a mark is older than the first release. */
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

/**
 * Whether the previous release can keep serving after all pending migrations. A changed function needs a migration in
 * the same set that names it.
 */
export function goesOnBeside(pending: readonly { readonly name: string; readonly mark: Mark }[]): boolean {
  const [functions, tables] = [true, false].map((is) =>
    pending.filter(({ name }) => name.includes('@') === is),
  );
  const named = new Set(tables?.flatMap(({ mark }) => mark.functions));
  const isNamed = functions?.every(({ name }) => named.has(name.split('@')[0] ?? ''));
  return tables?.[0] !== undefined && tables.every(({ mark }) => mark.isExpand) && isNamed === true;
}

/** The text to run inside a transaction: batches become a loop, and an index is built without `concurrently`. */
export function withinTransaction(text: string, { isInBatches, isConcurrent }: Mark): string {
  if (isConcurrent) return text.replace(/\bindex\s+concurrently\b/i, 'index');
  if (!isInBatches) return text;
  return `do $batches$ declare changed bigint; begin loop ${text.trim().replace(/;$/, '')};
    get diagnostics changed = row_count; exit when changed = 0; end loop; end $batches$;`;
}

/** A waiting lock request blocks everyone behind it, so it times out soon and is retried. */
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

/** Runs the part that does not fit in one transaction. An interrupted run continues where it stopped. */
export async function runAhead(
  client: pg.Client,
  { text, mark }: { readonly text: string; readonly mark: Mark },
) {
  if (!mark.isInBatches && !mark.isConcurrent) return;
  await client.query(`set lock_timeout = ${lockMs}`);
  if (mark.isConcurrent) {
    const [, index = ''] = /\bindex\s+concurrently\s+(\w+)/i.exec(text) ?? [];
    // A failed build leaves an invalid index behind.
    await patiently(() => client.query(`drop index concurrently if exists ${index}`));
    // The build takes no lock that blocks others, but it waits for older transactions.
    await client.query('set lock_timeout = 0');
    await client.query(text);
  } else {
    while ((await patiently(() => client.query(text))).rowCount !== 0);
  }
  await client.query('reset lock_timeout');
}
