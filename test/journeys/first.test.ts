import { afterAll, beforeAll, expect, test } from 'vitest';
import { openService, type RunningService } from '../setup/running.js';

let service: RunningService;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.stop());

test('a new user collects, reads the balance, pays out and reads all events', async () => {
  const opened = await service.post('/v1/funding-accounts', { method: 'spei', currency: 'MXN' });
  expect(opened.status).toBe(201);
  expect(opened.at('status')).toBe('pending');
  const fundingAccount = `/v1/funding-accounts/${opened.get('id')}`;
  await service.until(fundingAccount, (answer) => answer.at('status') === 'active');

  const deposit = await service.post('/v1/sandbox/deposits', {
    funding_account_id: opened.get('id'),
    amount: '5000.00',
  });
  expect(deposit.status).toBe(201);
  const payin = await service.until(
    `/v1/payins/${deposit.get('id')}`,
    (each) => each.at('status') === 'completed',
  );
  const balances = await service.get('/v1/balances');
  expect(balances.at('data.0.available')).toBe(payin.get('amount'));

  const beneficiary = await service.post('/v1/beneficiaries', {
    method: 'pix',
    currency: 'BRL',
    details: { name: 'Maria Souza', pix_key: 'maria@example.com' },
  });
  expect(beneficiary.status).toBe(201);
  const payout = await service.post('/v1/payouts', {
    beneficiary_id: beneficiary.get('id'),
    source_currency: 'USDT',
    amount: '100.00',
    amount_side: 'destination',
  });
  expect(payout.status, payout.text).toBe(201);
  expect(payout.at('status')).toBe('processing');
  await service.until(`/v1/payouts/${payout.get('id')}`, (each) => each.at('status') === 'completed');

  const events = await service.get('/v1/events');
  const types = (events.at('data') as { type: string }[]).map(({ type }) => type);
  expect(types).toEqual([
    'funding_account.active',
    'payin.completed',
    'beneficiary.created',
    'payout.created',
    'payout.completed',
  ]);
  await service.check();
});
