import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { runningDatabaseUrl } from './built.ts';
import type { Pids } from './cpu.ts';

/** The service as run by `npm start`, in its own process and data directory. */
export interface Subject {
  readonly baseUrl: string;
  readonly internalUrl: string;
  readonly databaseUrl: string;
  readonly dataDir: string;
  /** Process ids of the service and of the PostgreSQL postmaster. */
  readonly pids: Omit<Pids, 'load'>;
  /** The version of its PostgreSQL. */
  readonly postgres: string;
  /** Queries its database. */
  rows<T>(sql: string, values?: readonly unknown[]): Promise<T[]>;
  /** Waits until nothing is due or in flight; returns the milliseconds it took. */
  settled(): Promise<number>;
  residentMegabytes(): Promise<number>;
  stop(): Promise<void>;
}

const settledWithinMs = 120_000;
const root = join(import.meta.dirname, '..');

/**
 * Starts the service and waits for its banner. Rate limits and the drain time are off; everything else is as
 * shipped.
 */
export async function startSubject(dataDir: string, settings: Record<string, string> = {}): Promise<Subject> {
  const env = {
    PSP_DATA_DIR: dataDir,
    PORT: '0',
    INTERNAL_PORT: '0',
    RATE_LIMIT_PER_SECOND: '1000000',
    CONNECTIONS_PER_CLIENT: '1000000',
    DRAIN_SECONDS: '0',
    ...settings,
  };
  const child = spawn(process.execPath, startArguments(), {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  let said = '';
  const isUp = new Promise<void>((resolve) => {
    const receive = (text: string): void => {
      said += text;
      if (!said.includes('  Kept in ')) return;
      // The log stays on as shipped; it is read and dropped.
      child.stdout.off('data', receive).resume();
      resolve();
    };
    child.stdout.setEncoding('utf8').on('data', receive);
  });
  const failed = exited.then((): never => {
    throw new Error(`the service ended by itself: ${said}`);
  });
  await Promise.race([isUp, failed]);
  const [, baseUrl = ''] = /REST API\s+(http\S+)\/v1/.exec(said) ?? [];
  const [, internalUrl = ''] = /Internal\s+(http\S+)/.exec(said) ?? [];
  const databaseUrl = runningDatabaseUrl(dataDir) ?? '';
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const rows: Subject['rows'] = async <T>(sql: string, values: readonly unknown[] = []) =>
    (await client.query(sql, [...values])).rows as T[];
  const [server] = await rows<{ version: string }>("select current_setting('server_version') as version");
  let stopped: Promise<void> | undefined;
  const stop = async (): Promise<void> => {
    await client.end();
    child.kill('SIGTERM');
    await exited;
  };
  return {
    baseUrl,
    internalUrl,
    databaseUrl,
    dataDir,
    pids: { service: child.pid ?? Number.NaN, postgres: postmasterOf(dataDir) },
    postgres: server?.version ?? '',
    rows,
    settled: () => settled(rows),
    residentMegabytes: () => residentMegabytes(internalUrl),
    stop: () => (stopped ??= stop()),
  };
}

/** PostgreSQL writes its pid into the first line of the lock file. */
const postmasterOf = (dataDir: string): number =>
  Number(readFileSync(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[0]);

async function settled(rows: Subject['rows']): Promise<number> {
  const start = performance.now();
  // A seeded history has steps due in many hours, which are not waited for. The order uses an index,
  // because the query runs often during measurements.
  const due = (table: string): string =>
    `(select 1 from ${table} where next_step_at < ${soon} order by next_step_at limit 1)`;
  const sql = `${due('payout')} union all ${due('payin')} union all ${due('payout_batch')} union all
    (select 1 from funding_account where status = 'pending' and next_step_at is not null limit 1)`;
  while ((await rows(sql)).length > 0) {
    if (performance.now() - start > settledWithinMs) throw new Error(await unfinished(rows));
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return performance.now() - start;
}

const soon = "business_now() + interval '12 hours'";

/** What was not finished in time, so that the next reader need not repeat a run of an hour. */
async function unfinished(rows: Subject['rows']): Promise<string> {
  const left = ['payout', 'payin', 'payout_batch', 'funding_account'].map(
    (
      table,
    ) => `select '${table}' as noun, status, count(*), min(next_step_at) as due, business_now() from ${table}
      where next_step_at < ${soon} group by status`,
  );
  return `operations are left unfinished: ${JSON.stringify(await rows(left.join(' union all ')))}`;
}

/** Node's arguments in `npm start`. */
function startArguments(): string[] {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: { start: string };
  };
  return scripts.start.replace('exec node ', '').split(' ');
}

async function residentMegabytes(internalUrl: string): Promise<number> {
  const text = await (await fetch(`${internalUrl}/metrics`)).text();
  const [, bytes] = /^process_resident_memory_bytes (\S+)/m.exec(text) ?? [];
  if (bytes === undefined) throw new Error('the service does not tell its memory');
  return Number(bytes) / 1024 ** 2;
}
