import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { formatReport } from '../../src/adapters/postgres/check/report.js';
import { checkInvariants } from '../../src/adapters/postgres/check/run.js';
import { Random } from '../fuzz/random.js';
import { buildCommandLine } from '../setup/cli.js';
import { createDatabase, type TestDatabase } from '../setup/database.js';
import { startProcess, type ServiceProcess } from '../setup/process.js';
import { openReceiver, type Receiver } from '../setup/receiver.js';
import { queryRows } from '../setup/rows.js';
import { sized } from '../setup/size.js';
import { allAtOnce, fund, mxnPayout, speiBeneficiary } from '../setup/verbs.js';
import { openProxy, type Proxy } from './proxy.js';
import { newKeys } from '../setup/keys.js';

const count = 20;
const windowMs = 5_000;
/** Within the send window, and longer than the window plus the bank's settling time. */
const [shortMs, longMs] = [windowMs - 2_000, windowMs + 6_500];
const patience = { timeout: 60_000, interval: 100 };

let home: string;
let database: TestDatabase;
let proxy: Proxy;
let service: ServiceProcess;
let receiver: Receiver;
let beneficiary: string;

beforeAll(async () => {
  await buildCommandLine();
  home = mkdtempSync(join(tmpdir(), 'psp-skew-'));
  database = await createDatabase();
  proxy = await openProxy(database.url, new Random(1));
  receiver = await openReceiver();
  service = await startProcess(home, {
    DATABASE_URL: proxy.url,
    ...newKeys(),
    PSP_ALLOW_UNSAFE_DURABILITY: 'true',
    WEBHOOK_ALLOW_INSECURE_TARGETS: 'true',
    NODE_OPTIONS: `--import=${pathToFileURL(join(import.meta.dirname, '../setup/skew.ts')).href}`,
    SKEW_MS: '-12000',
    PSP_SEND_WINDOW_MS: String(windowMs),
  });
  await fund(service, 'MXN', '100000.00');
  beneficiary = await speiBeneficiary(service);
  const endpoint = await service.post('/v1/webhook-endpoints', {
    url: receiver.url,
    event_types: ['payout.created', 'payout.completed'],
  });
  expect(endpoint.status, endpoint.text).toBe(201);
});
afterEach(async () => {
  const report = await checkInvariants(database.url);
  expect(report.violations, formatReport(report)).toEqual([]);
});
afterAll(async () => {
  await service.end('SIGTERM');
  await proxy.close();
  await receiver.close();
  await database.drop();
  await rm(home, { recursive: true });
});

const setClock = (aheadMs: number): void => void service.child.stdin?.write(`${aheadMs}\n`);

async function pay(): Promise<string[]> {
  const made = await allAtOnce(count, () => service.post('/v1/payouts', mxnPayout(beneficiary)));
  return made.map((payout) => payout.get('id'));
}

/** Number of payouts by state, in our record and the bank's. */
const standing = (ids: readonly string[]) =>
  queryRows(
    database.url,
    `select status, failure_code, attempts, (select finding from simulator.operation b where b.reference = p.reference) as bank,
       count(*)::int as n from payout p where id = any($1) group by 1, 2, 3, 4`,
    [ids],
  );

const all = (status: string, attempts: string, bank: string | null, failure: string | null = null) => [
  { status, failure_code: failure, attempts, bank, n: `${count}` },
];

const completed = all('completed', '1', 'paid');

async function reportedSkew(): Promise<[status: string, seconds: number]> {
  const ready = await fetch(`${service.internalUrl}/readyz`);
  const { missing } = (await ready.json()) as { missing?: string[] };
  const metrics = await (await fetch(`${service.internalUrl}/metrics`)).text();
  const [, seconds] = /^psp_clock_skew_seconds (\S+)$/m.exec(metrics) ?? [];
  return [`${ready.status} ${missing?.find((each) => each.includes('clock'))}`, Number(seconds)];
}

test.each([
  [-12_000, 'behind'],
  [12_000, 'ahead of'],
])(
  'a process whose clock is %i ms ahead sends and signs nothing, reports it, and continues once right',
  async (aheadMs, side) => {
    setClock(aheadMs);
    await expect.poll(async () => (await reportedSkew())[1], patience).toBeCloseTo(aheadMs / 1000, 0);
    const before = receiver.received.length;
    const ids = await pay();
    await sleep(2_000);
    expect(await standing(ids)).toEqual(all('processing', '0', null));
    expect(receiver.received.length).toBe(before);
    expect((await reportedSkew())[0]).toMatch(
      new RegExp(`^200 this machine's clock is 1[12]\\.\\d s ${side} the database's`),
    );
    setClock(0);
    await expect.poll(() => standing(ids), patience).toEqual(completed);
    expect((await reportedSkew())[0]).toBe('200 undefined');
    const receivedCount = () =>
      receiver.received.slice(before).filter(({ event }) => ids.includes(event.data.id)).length;
    await expect.poll(receivedCount, patience).toBe(2 * count);
  },
);

test.each([-1_500, 1_500])('a clock that is %i ms ahead changes nothing', async (aheadMs) => {
  setClock(aheadMs);
  const ids = await pay();
  await expect.poll(() => standing(ids), patience).toEqual(completed);
});

const held: readonly [aheadMs: number, heldMs: number, end: object[]][] = [
  [12_000, shortMs, completed],
  [12_000, longMs, all('failed', '1', null, 'not_submitted')],
  [-12_000, shortMs, completed],
  [-12_000, longMs, all('failed', '1', null, 'not_submitted')],
];
test.each(held.slice(0, sized(2, held.length)))(
  'a clock that is set %i ms ahead while calls are held in the network for %i ms: the books say what the bank does',
  async (aheadMs, heldMs, end) => {
    setClock(1_500);
    const letGo = proxy.holdBack('record_calls');
    const ids = await pay();
    await expect.poll(() => standing(ids), patience).toEqual(all('processing', '1', null));
    setClock(aheadMs);
    await sleep(heldMs);
    letGo();
    setClock(0);
    await expect.poll(() => standing(ids), patience).toEqual(end);
  },
);
