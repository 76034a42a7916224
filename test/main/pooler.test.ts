import { randomBytes } from 'node:crypto';
import { copyFileSync, mkdirSync, mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, onTestFinished, vi } from 'vitest';
import { formatReport } from '../../src/adapters/postgres/check/report.js';
import { checkInvariants } from '../../src/adapters/postgres/check/run.js';
import { credentialsFile } from '../../src/main/credentials.js';
import { buildCommandLine, runCommand } from '../setup/cli.js';
import { newKeys } from '../setup/keys.js';
import { startBroker, type Broker } from '../setup/nats.js';
import { startPooler } from '../setup/pgbouncer.js';
import { runProcess, startProcess, type ServiceProcess } from '../setup/process.js';
import { queryRows } from '../setup/rows.js';
import { freshKey } from '../setup/running.js';
import { sized } from '../setup/size.js';
import { allAtOnce, fund, mxnPayout, speiBeneficiary } from '../setup/verbs.js';

// Each of four starts takes a while on a busy machine.
vi.setConfig({ testTimeout: 240_000 });

const rounds = sized(5, 25);
const schema = 'payments';
const admin = inject('adminUrl');
let home: string;
let broker: Broker;
let url: string;

beforeAll(async () => {
  await buildCommandLine();
  broker = await startBroker();
});
afterAll(() => broker.discard());

/** A database whose role has no rights elsewhere, with a schema other than public. */
beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'psp-pooler-'));
  const name = `pooled_${randomBytes(6).toString('hex')}`;
  const address = Object.assign(new URL(admin), { pathname: `/${name}` });
  await queryRows(admin, `create role ${name} login password '${name}'`);
  await queryRows(admin, `create database ${name} owner ${name}`);
  await queryRows(address.href, `create schema ${schema} authorization ${name}`);
  await queryRows(address.href, `drop schema public`);
  await queryRows(admin, `alter role ${name} in database ${name} set search_path = ${schema}`);
  url = Object.assign(address, { username: name, password: name }).href;
  return async () => {
    await queryRows(admin, `drop database ${name} with (force)`);
    await queryRows(admin, `drop role ${name}`);
    await rm(home, { recursive: true });
  };
});

type Mode = 'session' | 'transaction';
const settingsOf = (pooled: string, pooler: Mode) => ({
  DATABASE_URL: pooled,
  DATABASE_DIRECT_URL: url,
  DATABASE_POOLER: pooler,
  NATS_URL: broker.url,
  PSP_API_PROCESSES: '2',
  // The tests' server is not durable.
  PSP_ALLOW_UNSAFE_DURABILITY: 'true',
  ...newKeys(),
});

async function pooled(mode: Mode, size: number, extra?: string): Promise<string> {
  const pooler = await startPooler({ url, mode, size, ...(extra !== undefined && { extra }) });
  onTestFinished(() => pooler.stop());
  return pooler.url;
}

async function startFour(env: Record<string, string>): Promise<ServiceProcess[]> {
  const dirs = [1, 2, 3, 4].map((nth) => join(home, String(nth)));
  const started: ServiceProcess[] = [];
  onTestFinished(async () => {
    await Promise.all(started.map((each) => each.end('SIGTERM')));
  });
  for (const [nth, dir] of dirs.entries()) {
    mkdirSync(dir);
    if (nth > 0) copyFileSync(credentialsFile(dirs[0] ?? ''), credentialsFile(dir));
    started.push(await startProcess(dir, { ...env, PSP_ROLES: nth < 2 ? 'api' : 'worker' }));
  }
  return started;
}

/** Connections of the test itself are not counted. */
const asTest = (): string => Object.assign(new URL(url), { search: 'application_name=test' }).href;
const sessions = `select count(*) from pg_stat_activity
  where datname = $1 and backend_type = 'client backend' and application_name <> 'test'`;
const nameOf = (): string => new URL(url).pathname.slice(1);

/** The largest number of server sessions during the work. */
async function mostDuring(work: Promise<unknown>): Promise<number> {
  let [most, isDone] = [0, false];
  const watch = async (): Promise<void> => {
    while (!isDone) {
      const [row] = await queryRows(admin, sessions, [nameOf()]);
      most = Math.max(most, Number(row?.['count']));
    }
  };
  await Promise.all([work.finally(() => (isDone = true)), watch()]);
  return most;
}

describe('behind PgBouncer', () => {
  it.each<[Mode, number, number]>([
    ['transaction', 4, 10],
    ['session', 60, 80],
  ])(`by %s, four processes complete ${rounds * 20} payouts`, async (mode, size, most) => {
    const processes = await startFour(settingsOf(await pooled(mode, size), mode));
    const [one, other] = processes as [ServiceProcess, ServiceProcess];
    const beneficiary = await speiBeneficiary(one);
    await fund(one, 'MXN', '100000.00');
    /** A busy machine answers 503 as without a pooler; repeated with the same key, as clients do. */
    const payOnce = async (at: number): Promise<void> => {
      const idempotencyKey = freshKey();
      await expect
        .poll(async () => {
          const answer = await (at % 2 === 0 ? one : other).post('/v1/payouts', mxnPayout(beneficiary), {
            idempotencyKey,
          });
          expect([200, 201, 503], answer.text).toContain(answer.status);
          return answer.status < 300;
        })
        .toBe(true);
    };
    const pay = async (): Promise<void> => {
      for (let nth = 0; nth < rounds; nth += 1) await allAtOnce(20, payOnce);
      const left = `select from ${schema}.payout where status <> 'completed'`;
      await expect.poll(() => queryRows(asTest(), left), { timeout: 120_000 }).toEqual([]);
    };
    expect(await mostDuring(pay())).toBeLessThanOrEqual(most);
    const [made] = await queryRows(url, `select count(*) from ${schema}.payout`);
    expect(made).toEqual({ count: String(rounds * 20) });
    const report = await checkInvariants(url);
    expect(report.violations, formatReport(report)).toEqual([]);
    const ends = await Promise.all(processes.map((each) => each.end('SIGTERM')));
    expect(ends.map(({ code, stderr }) => [code, stderr])).toEqual(processes.map(() => [0, '']));
    // Prepared statements missing or duplicated in a session, and what a pooler refuses.
    for (const { stdout } of ends) expect(stdout).not.toMatch(/"error_cause":"(26000|42P05|08P01)"/);
  });
});

describe('a start is refused', () => {
  const refusalOf = async (env: Record<string, string>): Promise<string> => {
    const { code, stderr } = await runProcess(join(home, 'refused'), env);
    expect(code).toBe(1);
    return stderr;
  };

  it('if the pooler keeps no session and was not declared', async () => {
    const env = settingsOf(await pooled('transaction', 4), 'session');
    expect(await refusalOf(env)).toContain(
      'DATABASE_URL goes through a pooler in transaction mode: set DATABASE_POOLER=transaction',
    );
    expect(
      await refusalOf({ ...env, DATABASE_DIRECT_URL: env.DATABASE_URL, DATABASE_POOLER: 'transaction' }),
    ).toContain(
      'DATABASE_DIRECT_URL goes through a pooler in transaction mode: it must be the address of PostgreSQL itself',
    );
  });

  it('at once if the pooler refuses, with its message', async () => {
    const address = `${await pooled('session', 10)}?options=-c%20jit%3Doff`;
    const began = performance.now();
    expect(await refusalOf(settingsOf(address, 'session'))).toContain(
      'refused the connection: unsupported startup parameter: options',
    );
    // A silent pooler is waited for, for one minute.
    expect(performance.now() - began).toBeLessThan(55_000);
  });

  it('if the pooler leads to another database', async () => {
    const env = settingsOf(await pooled('transaction', 4), 'transaction');
    const elsewhere = Object.assign(new URL(admin), { pathname: '/template1' }).href;
    expect(await refusalOf({ ...env, DATABASE_DIRECT_URL: elsewhere })).toContain('name different databases');
  });

  it('if pooler connections have other settings than `migrate` set', async () => {
    const env = settingsOf(
      await pooled('transaction', 4, `connect_query='set jit = on; set statement_timeout = 0'`),
      'transaction',
    );
    const { stderr, code } = await runCommand(['migrate'], { ...env, PSP_DATA_DIR: home });
    expect([code, stderr]).toEqual([0, '']);
    const [row] = await queryRows(
      url,
      `select array_to_string(setconfig, ' ') as kept from pg_db_role_setting where setrole = $1::regrole`,
      [nameOf()],
    );
    expect(row?.['kept']).toContain('statement_timeout=5000');
    expect(await refusalOf(env)).toContain(
      'jit is on and must be off, statement_timeout is 0 and must be 5000',
    );
    const beside = await runCommand(['migrate', '--beside'], { ...env, PSP_DATA_DIR: home });
    expect(beside.stderr).toContain('stop them first');
  });
});
