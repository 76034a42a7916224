import { afterAll, beforeAll, expect, test } from 'vitest';
import { pay, statusIs } from '../setup/payout-journey.js';
import { queryRows } from '../setup/rows.js';
import { openService, type RunningService } from '../setup/running.js';
import { fund, mxnPayout, speiBeneficiary } from '../setup/verbs.js';
import { decideHeld } from './kill/operator.js';

let service: RunningService;
beforeAll(async () => {
  service = await openService();
  await fund(service, 'MXN', '100.00');
});
afterAll(() => service.stop());

const lockFor8Seconds = `
  with locked as materialized (select id from payout where id = $1 for update)
  select pg_sleep(8) from locked`;

test('a payout locked for longer than the timeout is decided in a later call', async () => {
  const beneficiaryId = await speiBeneficiary(service);
  const held = await pay(service, mxnPayout(beneficiaryId, '10.00', 'sim:review'));
  const id = held.get('id');
  const locking = queryRows(service.databaseUrl, lockFor8Seconds, [id]);
  await expect.poll(() => queryRows(service.databaseUrl, sleeping)).toHaveLength(1);
  await decideHeld(service, () => true);
  const state = 'select status, risk_status from payout where id = $1';
  expect(await queryRows(service.databaseUrl, state, [id])).toEqual([
    { status: 'processing', risk_status: 'in_review' },
  ]);
  await locking;
  await decideHeld(service, () => true);
  await statusIs(service, id, 'completed');
});

const sleeping = `select pid from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`;
