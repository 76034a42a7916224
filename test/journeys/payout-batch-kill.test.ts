import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { formatReport } from '../../src/adapters/postgres/check/report.js';
import { checkInvariants } from '../../src/adapters/postgres/check/run.js';
import { counted, ended, itemsOf, summaryOf } from '../setup/batch-journey.js';
import { repeatedCalls } from '../setup/payout-journey.js';
import { openHome, type Home, type ServiceProcess } from '../setup/process.js';
import { queryRows } from '../setup/rows.js';
import { sized } from '../setup/size.js';
import { freshKey } from '../setup/running.js';
import { fund, mxnPayout, speiBeneficiary } from '../setup/verbs.js';

vi.setConfig({ testTimeout: 600_000 });

// An intent whose process died is decided after the send window.
const settings = { PSP_SEND_WINDOW_MS: '2000' };

let home: Home;
let service: ServiceProcess;
beforeAll(async () => {
  home = await openHome();
  service = await home.start(settings);
});
afterAll(async () => {
  await service.end('SIGTERM');
  await home.discard();
  vi.resetConfig();
});

const kills = sized(2, 20);

test('killed at random during a batch of 1000: each item becomes one payout, in order, and none is sent twice', async () => {
  await fund(service, 'MXN', '2000.00');
  const beneficiaryId = await speiBeneficiary(service);
  const items = Array.from({ length: 1000 }, (_, index) => ({
    ...mxnPayout(beneficiaryId, '1.00', index % 97 === 0 ? 'sim:uncertain:paid' : undefined),
    reference: `item-${index}`,
  }));
  const idempotencyKey = freshKey();
  const create = () => service.post('/v1/payout-batches', { items }, { idempotencyKey });
  const id = (await create()).get('id');
  for (let count = 0; count < kills; count += 1) {
    await sleep(Math.random() * 250);
    await service.end('SIGKILL');
    service = await home.start(settings);
    const again = await create();
    expect([again.status, again.get('id')]).toEqual([200, id]);
    expect(counted(again)).toBe(1000);
  }
  const done = await ended(service, id, 120_000);
  const { completed = 0, failed = 0 } = summaryOf(done);
  expect(completed + failed, done.text).toBe(1000);
  const list = await itemsOf(service, id);
  expect(list.map(({ reference }) => reference)).toEqual(items.map(({ reference }) => reference));
  expect(new Set(list.map((each) => each.payout_id)).size).toBe(1000);
  // The process died before the bank was called: the bank's record proves that nothing was paid.
  const calls = await queryRows(
    service.databaseUrl,
    `select coalesce(failure_code, status) as outcome, c.calls, count(*) as payouts from payout p,
       lateral (select count(*) as calls from simulator.call where reference = p.reference) c
     where batch_id = $1 group by 1, 2 order by 1`,
    [id],
  );
  expect(calls).toEqual([
    { outcome: 'completed', calls: '1', payouts: String(completed) },
    ...(failed > 0 ? [{ outcome: 'not_submitted', calls: '0', payouts: String(failed) }] : []),
  ]);
  expect(await repeatedCalls(service)).toEqual([]);
  const report = await checkInvariants(service.databaseUrl);
  expect(report.violations, formatReport(report)).toEqual([]);
});
