import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { reachDatabase } from '../../src/adapters/postgres/reach.js';
import { startReplicated, type Replicated } from '../setup/replica.js';
import { queryRows } from '../setup/rows.js';
import { freshKey, openService, type RunningService } from '../setup/running.js';
import { sized } from '../setup/size.js';
import { projectText } from '../setup/source.js';
import { fund, mxnPayout, speiBeneficiary } from '../setup/verbs.js';
import { startPaying } from '../setup/paying.js';

vi.setConfig({ testTimeout: sized(600_000, 600_000), hookTimeout: 600_000 });

/** More than twice the time that a connection may be silent. */
const awayMs = sized(9_000, 60_000);
const [, connectionsMax = ''] =
  /process keeps up to (\d+) connections/.exec(projectText('docs/running.md')) ?? [];
const payers = 12;

let servers: Replicated;
let service: RunningService;
let beneficiary: string;

beforeAll(async () => {
  servers = await startReplicated();
  service = await openService({
    DATABASE_URL: servers.url,
    PSP_ALLOW_UNSAFE_DURABILITY: 'false',
    RATE_LIMIT_PER_SECOND: '5000',
  });
  beneficiary = await speiBeneficiary(service);
  await fund(service, 'MXN', '1000000.00');
});
afterAll(() => servers.discard());
afterAll(() => service.stop());

const statusOfPay = async (idempotencyKey: string): Promise<number> =>
  (await service.post('/v1/payouts', mxnPayout(beneficiary), { idempotencyKey })).status;

async function hold(statuses: ReadonlyMap<string, number>): Promise<void> {
  expect(new Set(statuses.values())).toEqual(new Set([201, 503]));
  const again = await Promise.all([...statuses.keys()].map(statusOfPay));
  [...statuses.values()].forEach((status, nth) => {
    // An acknowledged request exists; any other is executed now, or was executed without a response.
    expect(status === 201 ? [200] : [200, 201]).toContain(again[nth]);
  });
  await service.check();
}

test('a start on a standby waits, says why, and continues after the promotion', async () => {
  const errors: unknown[] = [];
  const patience = { ms: 400, onWait: (error: unknown) => void errors.push(error) };
  await expect(reachDatabase(servers.standbyUrl, patience)).rejects.toThrow(
    'is read-only: it is a standby. Check that it runs and that DATABASE_URL is right',
  );
  expect(errors).toHaveLength(1);
});

test('commits waiting for a missing standby use no more connections than the service has', async () => {
  await servers.loseStandby();
  const stopPaying = startPaying(payers, statusOfPay);
  // Each is its own commit, while payouts would be batched.
  const body = { method: 'spei', currency: 'MXN' };
  const opened = new Set<number>();
  let isBack = false;
  const opening = Array.from({ length: 20 }, async () => {
    while (!isBack) opened.add((await service.post('/v1/funding-accounts', body)).status);
  });
  const counts: number[] = [];
  const began = performance.now();
  while (performance.now() - began < awayMs) {
    const [row] = await queryRows(
      servers.primaryUrl,
      `select count(*) as n from pg_stat_activity where application_name like 'psp%' and datname = 'psp'`,
    );
    counts.push(Number(row?.['n']));
    await sleep(100);
  }
  await servers.returnStandby();
  isBack = true;
  await Promise.all(opening);
  expect([...opened].filter((status) => ![201, 503].includes(status))).toEqual([]);
  await hold(await stopPaying());
  // A connection may be opened at the moment another one ends.
  expect(Number(connectionsMax)).toBeGreaterThan(0);
  expect(counts.filter((count) => count > Number(connectionsMax)).length).toBeLessThan(3);
});

test('promoting a standby under load loses nothing acknowledged and pays nothing twice', async () => {
  const promoted = reachDatabase(servers.standbyUrl, { ms: 60_000, onWait: () => undefined });
  const stopPaying = startPaying(payers, statusOfPay);
  await sleep(sized(1_000, 10_000));
  await servers.failOver();
  await promoted;
  await expect.poll(() => statusOfPay(freshKey()), { timeout: 60_000 }).toBe(201);
  await hold(await stopPaying());
  const calls = await queryRows(
    servers.standbyUrl,
    'select reference from simulator.call group by reference having count(*) > 1',
  );
  expect(calls).toEqual([]);
});
