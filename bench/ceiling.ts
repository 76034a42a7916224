import { execFile, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { startPostgres } from './built.ts';
import { startChild } from './child.ts';
import type { Drive } from './driver.ts';

/** A statement of the minimal schema; it creates `payouts` payouts in one transaction. */
export interface Shape {
  readonly sql: string;
  readonly payouts: number;
}

const key = 'gen_random_uuid()::text';
const keys = `array(select ${key} from generate_series(1, 100))`;

export const shapes = {
  hot: { sql: `select pay(1, ${key}, 1)`, payouts: 1 },
  spread: { sql: `select pay(random(1, 1000), ${key}, 1)`, payouts: 1 },
  'hot, sets of 100': { sql: `select pay_set(array_fill(1, array[100]), ${keys}, 1)`, payouts: 100 },
  'spread, sets of 100': {
    sql: `select pay_set(array(select random(1, 1000) from generate_series(1, 100)), ${keys}, 1)`,
    payouts: 100,
  },
  /** A round trip to a database that does nothing. */
  nothing: { sql: 'select 1', payouts: 1 },
} satisfies Record<string, Shape>;

/** The bench's own durable PostgreSQL with the minimal schema. */
export interface Ceiling {
  /** The client: pgbench if installed, otherwise the pg driver. */
  readonly drivenBy: string;
  readonly url: string;
  /** Payouts a second. */
  measure(shape: Shape, clients: number, ms: number): Promise<number>;
  stop(): Promise<void>;
}

/** Starts PostgreSQL in `dir`. */
export async function openCeiling(dir: string): Promise<Ceiling> {
  const server = await startPostgres({ dir, durable: true });
  await execute(server.url, readFileSync(join(import.meta.dirname, 'ceiling.sql'), 'utf8'));
  const version = /pgbench \(PostgreSQL\) [\d.]+/.exec(
    spawnSync('pgbench', ['--version']).stdout?.toString() ?? '',
  );
  const driver = startChild<Drive, number>('driver');
  const script = join(dir, 'ceiling.pgbench');
  return {
    drivenBy: version?.[0] ?? 'a bare loop of the pg driver (pgbench is not installed)',
    url: server.url,
    async measure({ sql, payouts }, clients, ms) {
      if (!version) return payouts * (await driver.ask({ url: server.url, sql, clients, ms }));
      writeFileSync(script, `${sql};\n`);
      return payouts * (await pgbench([...flags(clients, ms), '--file', script, server.url]));
    },
    async stop() {
      await driver.stop();
      await server.stop();
    },
  };
}

/** Runs any number of statements on a connection of their own. */
export async function execute(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

function flags(clients: number, ms: number): string[] {
  const seconds = String(Math.max(1, Math.round(ms / 1000)));
  const threads = String(Math.min(clients, 2));
  return [
    '--no-vacuum',
    '--protocol=prepared',
    '--client',
    String(clients),
    '--jobs',
    threads,
    '--time',
    seconds,
  ];
}

async function pgbench(args: readonly string[]): Promise<number> {
  const { stdout } = await promisify(execFile)('pgbench', args);
  // If the disk stalls for the whole second, pgbench prints no rate.
  if (/^number of transactions actually processed: 0\b/m.test(stdout)) return 0;
  const [, tps] = /^tps = ([\d.]+)/m.exec(stdout) ?? [];
  if (tps === undefined) throw new Error(`pgbench told no figure: ${stdout}`);
  return Number(tps);
}
