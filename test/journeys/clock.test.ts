import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { changedCatalogue } from '../setup/catalogue.js';
import { advance } from '../setup/hand.js';
import { queryRows } from '../setup/rows.js';
import { openService, type RunningService } from '../setup/running.js';
import { eventsOf, fund, mxnPayout, openFundingAccount, speiBeneficiary } from '../setup/verbs.js';

const minute = 60;
const hour = 60 * minute;

let service: RunningService;
let removeCatalogue: () => Promise<void>;
beforeAll(async () => {
  const { file, remove } = await changedCatalogue((catalogue) => {
    const limits = catalogue.limits.map((limit) =>
      limit.currency === 'BRL' ? { ...limit, perOperation: '100.00', daily: '100.00' } : limit,
    );
    Object.assign(catalogue, { limits });
  });
  removeCatalogue = remove;
  service = await openService({ PSP_CONFIG: file });
  await fund(service, 'MXN', '10000.00');
});
afterEach(() => service.check());
afterAll(async () => {
  await service.stop();
  await removeCatalogue();
});

/** Business time, read from a new resource. */
async function businessNow(): Promise<number> {
  const body = {
    external_id: `clock-${Math.random()}`,
    type: 'individual',
    country: 'MX',
    display_name: 'Eva',
  };
  const made = await service.post('/v1/customers', body);
  return Date.parse(made.get('created_at'));
}

async function fundUsdt(): Promise<void> {
  const id = await openFundingAccount(service, 'USD', 'USDT');
  const deposit = await service.post('/v1/sandbox/deposits', { funding_account_id: id, amount: '100.00' });
  await service.until(`/v1/payins/${deposit.get('id')}`, (payin) => payin.at('status') === 'completed');
}

test('an advance returns at its target, and time continues from there', async () => {
  const before = await businessNow();
  const began = Date.now();
  const reached = await advance(service, 3 * hour);
  const took = Date.now() - began;
  expect(reached.getTime() - before).toBeGreaterThanOrEqual(3 * hour * 1000);
  expect(reached.getTime() - before).toBeLessThanOrEqual(3 * hour * 1000 + took + 1000);
  const after = await businessNow();
  expect(after).toBeGreaterThanOrEqual(reached.getTime());
  expect(await businessNow()).toBeGreaterThanOrEqual(after);
});

test('a quote can be used until it expires', async () => {
  await fundUsdt();
  const beneficiary = await speiBeneficiary(service);
  const ask = {
    beneficiary_id: beneficiary,
    source_currency: 'USDT',
    amount: '5',
    amount_side: 'source',
  };
  const [used, late] = [await service.post('/v1/quotes', ask), await service.post('/v1/quotes', ask)];
  expect(Date.parse(used.get('expires_at')) - Date.parse(used.get('created_at'))).toBe(300_000);
  await advance(service, 4 * minute);
  const paid = await service.post('/v1/payouts', { beneficiary_id: beneficiary, quote_id: used.get('id') });
  expect(paid.status, paid.text).toBe(201);
  await advance(service, minute);
  const refused = await service.post('/v1/payouts', {
    beneficiary_id: beneficiary,
    quote_id: late.get('id'),
  });
  expect([refused.status, refused.at('error.code')]).toEqual([422, 'quote_expired']);
  expect((await service.get(`/v1/quotes/${used.get('id')}`)).at('status')).toBe('used');
  expect((await service.get(`/v1/quotes/${late.get('id')}`)).at('status')).toBe('expired');
});

test('a one-payment account expires at its own time, also in the middle of a long advance', async () => {
  const opened = await service.post('/v1/funding-accounts', {
    method: 'bank_transfer',
    currency: 'PEN',
    amount: '40.00',
  });
  const path = `/v1/funding-accounts/${opened.get('id')}`;
  const active = await service.until(path, (account) => account.at('status') === 'active');
  const expiresAt = Date.parse(active.get('instructions.expires_at'));
  expect(expiresAt - Date.parse(opened.get('created_at'))).toBe(30 * minute * 1000);
  await advance(service, 29 * minute);
  expect((await service.get(path)).at('status')).toBe('active');
  await advance(service, 12 * hour);
  expect((await service.get(path)).at('status')).toBe('closed');
  const payins = await service.get(`/v1/payins?funding_account_id=${opened.get('id')}`);
  expect(payins.at('data.0.failure_code')).toBe('expired');
  const log = await service.get(`/v1/events?resource_id=${payins.get('data.0.id')}`);
  expect(log.at('data.0.type')).toBe('payin.failed');
  const failedAt = Date.parse(log.get('data.0.occurred_at'));
  expect(failedAt).toBeGreaterThanOrEqual(expiresAt);
  expect(failedAt - expiresAt).toBeLessThan(minute * 1000);
});

test('an uncertain payout stays uncertain through a day of look-ups at growing intervals, and is never sent again', async () => {
  const beneficiary = await speiBeneficiary(service);
  const payout = await service.post('/v1/payouts', mxnPayout(beneficiary, '10.00', 'sim:uncertain'));
  const path = `/v1/payouts/${payout.get('id')}`;
  await service.until(path, (each) => each.at('status') === 'verification_pending');
  await advance(service, 24 * hour);
  const after = await service.get(path);
  expect(after.at('status')).toBe('verification_pending');
  expect((await eventsOf(service, payout.get('id'))).map(([type]) => type)).toEqual(['payout.created']);
  const [row] = await queryRows(
    service.databaseUrl,
    `select look_ups, next_step_at > business_now() as waits, next_step_at - business_now() < '61 minutes' as soon,
       (select count(*) from simulator.call c where c.reference = p.reference) as calls
     from payout p where id = $1`,
    [payout.get('id')],
  );
  // The waits double from a second to an hour. An advance does not stop for each of them.
  expect(Number(row?.['look_ups'])).toBeGreaterThanOrEqual(10);
  expect(Number(row?.['look_ups'])).toBeLessThanOrEqual(25);
  expect(row).toMatchObject({ waits: 't', soon: 't', calls: '1' });
  const evidence = await service.post(`/v1/sandbox/operations/${payout.get('id')}/evidence`, {
    outcome: 'paid',
  });
  expect(evidence.at('status')).toBe('completed');
});

test('a daily limit covers the moving last 24 hours', async () => {
  await fundUsdt();
  const made = await service.post('/v1/beneficiaries', {
    method: 'pix',
    currency: 'BRL',
    details: { name: 'Maria Souza', pix_key: 'maria@example.com' },
  });
  const pay = async (amount: string) => {
    const answer = await service.post('/v1/payouts', {
      beneficiary_id: made.get('id'),
      source_currency: 'USDT',
      amount,
      amount_side: 'destination',
    });
    return answer.at('error.code') ?? answer.at('status');
  };
  expect(await pay('60.00')).toBe('processing');
  await advance(service, 12 * hour);
  expect(await pay('30.00')).toBe('processing');
  expect(await pay('11.00')).toBe('limit_exceeded');
  await advance(service, 12 * hour - minute);
  expect(await pay('11.00')).toBe('limit_exceeded');
  await advance(service, minute);
  expect(await pay('71.00')).toBe('limit_exceeded');
  expect(await pay('70.00')).toBe('processing');
});

test('the send window is machine time: moving business time by a day changes nothing', async () => {
  const beneficiary = await speiBeneficiary(service);
  const payout = await service.post('/v1/payouts', mxnPayout(beneficiary, '10.00', 'sim:slow:2500'));
  const path = `/v1/payouts/${payout.get('id')}`;
  const intents = () =>
    queryRows(
      service.databaseUrl,
      `select state, send_by between clock_timestamp() - interval '1 minute' and clock_timestamp() + interval '10 s'
         as within from intent where operation_id = $1`,
      [payout.get('id')],
    );
  while ((await intents()).length === 0) await service.get(path);
  await advance(service, 24 * hour);
  const end = await service.until(path, (each) => each.at('status') !== 'processing');
  expect(end.at('status'), end.text).toBe('completed');
  expect(await intents()).toEqual([{ state: 'accepted', within: 't' }]);
});
