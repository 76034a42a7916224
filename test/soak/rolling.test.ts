import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { formatReport } from '../../src/adapters/postgres/check/report.js';
import { checkInvariants } from '../../src/adapters/postgres/check/run.js';
import { readCredentials } from '../../src/main/credentials.js';
import { Balancer, type BalancedRequest } from '../setup/balancer.js';
import { buildCommandLine } from '../setup/cli.js';
import { createDatabase, type TestDatabase } from '../setup/database.js';
import { startProcess, type ServiceProcess } from '../setup/process.js';
import { freshKey } from '../setup/running.js';
import { progressOf, sized } from '../setup/size.js';
import { enter } from '../setup/socket.js';
import { fund, mxnPayout, speiBeneficiary } from '../setup/verbs.js';
import { newKeys } from '../setup/keys.js';

vi.setConfig({ testTimeout: sized(600_000, 900_000), hookTimeout: 600_000 });

const stops = sized(2, 24);
const askers = 24;
const askEveryMs = sized(5, 0);
const patience = { timeout: 60_000 };
const progress = progressOf('rolling stops');

let home: string;
let database: TestDatabase;
let env: Record<string, string>;
const running: ServiceProcess[] = [];
const balancer = new Balancer();

async function start(): Promise<ServiceProcess> {
  const started = await startProcess(home, env);
  running.push(started);
  balancer.add(started);
  return started;
}

beforeAll(async () => {
  await buildCommandLine();
  home = mkdtempSync(join(tmpdir(), 'psp-rolling-'));
  database = await createDatabase();
  env = {
    DATABASE_URL: database.url,
    ...newKeys(),
    PSP_ALLOW_UNSAFE_DURABILITY: 'true',
    // Longer than the balancer takes to see the 503, even on a busy machine.
    DRAIN_SECONDS: '5',
  };
  await start();
  await start();
});

afterAll(async () => {
  for (const each of running) balancer.remove(each);
  await Promise.all(running.map((each) => each.end('SIGTERM')));
  await database.drop();
  await rm(home, { recursive: true });
});

test('a rolling stop behind a balancer causes no reset or refusal on kept-alive connections', async () => {
  const [first] = running;
  if (first === undefined) throw new Error('nothing runs');
  const beneficiary = await speiBeneficiary(first);
  await fund(first, 'MXN', '1000000.00');
  await expect.poll(() => balancer.ready, patience).toBe(2);
  let isOver = false;
  const statuses = new Set<number | undefined>();
  const asking = Array.from({ length: askers }, async (_, nth) => {
    const ask = requestOf(nth, beneficiary);
    while (!isOver) {
      statuses.add(await balancer.ask(ask()));
      await sleep(askEveryMs);
    }
  });
  for (let stop = 0; stop < stops; stop += 1) {
    const [leaving] = running;
    if (leaving === undefined) throw new Error('nothing runs');
    const socket = await enter(leaving.internalUrl, operatorToken());
    const ended = leaving.end('SIGTERM');
    expect(await stoppingState(leaving)).toEqual([503, 'close', 'close']);
    expect(await socket.closed).toMatchObject({ code: 1001 });
    expect(await ended).toMatchObject({ code: 0, signal: null, stderr: '' });
    balancer.remove(leaving);
    running.shift();
    if (stop + 1 < stops) {
      await start();
      await expect.poll(() => balancer.ready, patience).toBe(2);
    }
    progress(`${stop + 1} of ${stops}, ${balancer.answered} answers`);
  }
  isOver = true;
  await Promise.all(asking);
  expect(balancer.broken).toEqual([]);
  expect(statuses).toEqual(new Set([200, 201]));
  expect(balancer.answered).toBeGreaterThan(100 * stops);
  const report = await checkInvariants(database.url);
  expect(report.violations, formatReport(report)).toEqual([]);
});

const operatorToken = (): string => readCredentials(home).operator_token ?? '';

/** Readiness of a stopping process, and whether both listeners close connections after each response. */
async function stoppingState({ internalUrl, baseUrl }: ServiceProcess): Promise<unknown[]> {
  let ready: Response;
  do ready = await fetch(`${internalUrl}/readyz`);
  while (ready.status === 200);
  const answered = await fetch(`${baseUrl}/v1/openapi.json`);
  return [ready.status, ready.headers.get('connection'), answered.headers.get('connection')];
}

/** Reads, payouts and internal requests in turns. */
function requestOf(nth: number, beneficiary: string): () => BalancedRequest {
  const { api_key: key = '' } = readCredentials(home);
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  if (nth % 3 === 0) return () => ({ to: 'baseUrl', method: 'GET', path: '/v1/balances', headers });
  if (nth % 3 === 1) {
    return () => ({
      to: 'baseUrl',
      method: 'POST',
      path: '/v1/payouts',
      headers: { ...headers, 'idempotency-key': freshKey() },
      body: JSON.stringify(mxnPayout(beneficiary)),
    });
  }
  return () => ({
    to: 'internalUrl',
    method: 'POST',
    path: '/graphql',
    headers: { ...headers, authorization: `Bearer ${operatorToken()}` },
    body: JSON.stringify({ query: '{ payouts(first: 1) { nodes { id } } }' }),
  });
}
