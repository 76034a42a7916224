import { afterAll, beforeAll, expect, test } from 'vitest';
import { machineClock } from '../../src/main/clock.js';
import { postgresReader } from '../../src/adapters/postgres/reader.js';
import type { Clock } from '../../src/ports/clock.js';
import { advanceClock } from '../../src/usecases/platform.js';
import { createEndpoint } from '../../src/usecases/webhook.js';
import {
  deposit,
  openAccount,
  openBeneficiary,
  openFixture,
  pay,
  vault,
  type Fixture,
} from '../setup/fixture.js';
import { recordingLog } from '../setup/bank.js';
import { operator } from '../setup/hand.js';
import { queryRows } from '../setup/rows.js';

const hourMs = 3_600_000;
const patience = { timeout: 60_000 };

let fixture: Fixture;
beforeAll(async () => {
  fixture = await openFixture();
  const { store } = fixture;
  const accountId = await openAccount(store);
  await deposit(store, { accountId, currency: 'PEN', amount: '100' });
  // A due payout without a worker, so an advance of the clock waits.
  await pay(store, { accountId, beneficiaryId: await openBeneficiary(store, accountId) });
});
afterAll(() => fixture.close());

function advance(clock = machineClock): Promise<Date> {
  const { orm, store } = fixture;
  const ports = {
    store,
    reader: postgresReader(orm),
    clock,
    environment: 'sandbox',
    bank: undefined,
    log: recordingLog(),
  } as const;
  return advanceClock(ports, operator, { ms: hourMs, onStep: () => undefined });
}

/** A clock whose machine time runs `speed` times as fast. */
function clockAt(speed: number): Clock {
  const start = Date.now();
  return { ...machineClock, machineNow: () => new Date(start + (Date.now() - start) * speed) };
}

const holders = () =>
  queryRows(
    fixture.url,
    `select l.pid, l.granted from pg_locks l join pg_stat_activity a using (pid)
       where a.application_name = 'psp clock' and a.datname = current_database() and l.locktype = 'advisory'
       order by l.granted desc`,
  );

test('an advance that lost its lock stops, because another one may run', async () => {
  const first = advance().then(String, (error: { code?: string }) => error.code);
  await expect.poll(holders, patience).toMatchObject([{ granted: 't' }]);
  const second = advance();
  await expect.poll(holders, patience).toMatchObject([{ granted: 't' }, { granted: 'f' }]);
  const [holder] = await holders();
  const before = await postgresReader(fixture.orm).now();
  await queryRows(fixture.url, 'select pg_terminate_backend($1)', [holder?.['pid']]);
  expect(await first).toBe('temporarily_unavailable');
  for (const table of ['payout', 'funding_account'])
    await queryRows(fixture.url, `update ${table} set next_step_at = next_step_at + interval '1 year'`);
  const reached = await second;
  expect(reached.getTime() - before.getTime()).toBeGreaterThanOrEqual(hourMs);
  expect(reached.getTime() - before.getTime()).toBeLessThan(1.5 * hourMs);
});

test('an advance waits for a slow endpoint, but not for work without a worker', async () => {
  const { store, url } = fixture;
  const accountId = await openAccount(store);
  const ports = { store, vault, allowInsecureWebhooks: true, wake: () => undefined };
  await createEndpoint(ports, { accountId, url: 'http://127.0.0.1/1' });
  const start = Date.now();
  const fast = clockAt(50);
  await queryRows(url, "update webhook_lane set due_at = now(), lease_until = now() + interval '1 s'");
  await expect(advance(fast)).rejects.toThrow('no worker is processing');
  expect(Date.now() - start).toBeGreaterThanOrEqual(1_000);
  await queryRows(url, 'update webhook_lane set due_at = null, lease_until = null');
  await advance(fast);
});

test('an advance gives up after ten minutes at one step', async () => {
  const { url } = fixture;
  await queryRows(url, "update webhook_lane set due_at = now(), lease_until = now() + interval '1 hour'");
  await expect(advance(clockAt(2_000))).rejects.toThrow('after ten minutes');
  await queryRows(url, 'update webhook_lane set due_at = null, lease_until = null');
});
