import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { changedCatalogue } from '../setup/catalogue.js';
import { advance } from '../setup/hand.js';
import { fundTreasury, pathOf, pay, repeatedCalls, statusIs } from '../setup/payout-journey.js';
import { freshKey, openService, type RunningService } from '../setup/running.js';
import { fund, mxnPayout, refusal, speiBeneficiary } from '../setup/verbs.js';

let service: RunningService;
let beneficiaryId: string;
let remove: () => Promise<void>;
beforeAll(async () => {
  const catalogue = await changedCatalogue(({ limits, payouts }) => {
    for (const payout of payouts) if (payout.method === 'spei') delete payout.country;
    for (const limit of limits) {
      if (limit.currency === 'MXN') Object.assign(limit, { perOperation: '1000', daily: '2500' });
    }
  });
  remove = catalogue.remove;
  service = await openService({ PSP_CONFIG: catalogue.file });
  await fund(service, 'MXN', '100000.00');
  await fundTreasury(service);
  beneficiaryId = await speiBeneficiary(service);
});
// Gives each test a day of its own.
beforeEach(() => advance(service, 24 * 3600));
afterAll(async () => {
  await service.stop();
  await remove();
});

const request = (amount: string, description?: string) =>
  service.post('/v1/payouts', mxnPayout(beneficiaryId, amount, description));
const accepted = async (amount: string, description?: string) =>
  (await pay(service, mxnPayout(beneficiaryId, amount, description))).get('id');
const exceeded = [422, 'limit_exceeded', 'amount'];

test("a payout by a method without a country has its beneficiary's", async () => {
  const details = { name: 'Rosa Campos', clabe: '032180000118359719' };
  const body = { method: 'spei', currency: 'MXN', country: 'GT', details };
  const beneficiary = await service.post('/v1/beneficiaries', body);
  const payout = await pay(service, mxnPayout(beneficiary.get('id'), '10.00'));
  expect((await service.get(pathOf(payout.get('id')))).at('country')).toBe('GT');
});

describe('the limit of one operation', () => {
  test('is itself allowed, one unit more is not', async () => {
    await accepted('1000.00');
    expect(refusal(await request('1000.01'))).toEqual(exceeded);
  });

  test('counts the received amount, for any paying balance', async () => {
    const dollars = (amount: string, amount_side: string) =>
      service.post('/v1/payouts', {
        ...mxnPayout(beneficiaryId, amount),
        source_currency: 'USDT',
        amount_side,
      });
    // 54.8 × 18.25 = 1000.10
    expect(refusal(await dollars('54.8', 'source'))).toEqual(exceeded);
    expect(refusal(await dollars('1000.01', 'destination'))).toEqual(exceeded);
    expect((await dollars('1000', 'destination')).status).toBe(201);
  });

  test('applies to quotes too', async () => {
    const quote = (amount: string) =>
      service.post('/v1/quotes', {
        beneficiary_id: beneficiaryId,
        source_currency: 'USDT',
        amount,
        amount_side: 'destination',
      });
    expect(refusal(await quote('1000.01'))).toEqual(exceeded);
    expect((await quote('1000.00')).status).toBe(201);
  });

  test('is the one shown in capabilities', async () => {
    const list = await service.get('/v1/capabilities?product=payout&method=spei');
    const limits = [{ currency: 'MXN', per_operation: '1000.00', daily: '2500.00' }];
    expect(list.at('data.0.limits')).toEqual(limits);
  });
});

describe('the limit of 24 hours', () => {
  test('is itself allowed, one unit more is not, and the refused key may be used again', async () => {
    for (const amount of ['1000.00', '1000.00', '499.99']) await accepted(amount);
    const key = { idempotencyKey: freshKey() };
    const refused = await service.post('/v1/payouts', mxnPayout(beneficiaryId, '0.02'), key);
    expect(refusal(refused)).toEqual(exceeded);
    const corrected = await service.post('/v1/payouts', mxnPayout(beneficiaryId, '0.01'), key);
    expect(corrected.status, corrected.text).toBe(201);
    expect(refusal(await request('0.01'))).toEqual(exceeded);
  });

  test('applies to a payout with a quote', async () => {
    const quote = await service.post('/v1/quotes', {
      beneficiary_id: beneficiaryId,
      source_currency: 'USDT',
      amount: '1000',
      amount_side: 'destination',
    });
    for (const amount of ['1000.00', '500.01']) await accepted(amount);
    const byQuote = { beneficiary_id: beneficiaryId, quote_id: quote.get('id') };
    const refused = await service.post('/v1/payouts', byQuote);
    expect(refusal(refused)).toEqual([422, 'limit_exceeded', 'quote_id']);
    expect((await service.get(`/v1/quotes/${quote.get('id')}`)).at('status')).toBe('open');
  });

  test('gets back failed, rejected and cancelled payouts; returned ones still count', async () => {
    const failed = await accepted('1000.00', 'sim:fail');
    await statusIs(service, failed, 'failed');
    const cancelled = await accepted('1000.00', 'sim:queue:600000');
    await service.post(`${pathOf(cancelled)}/cancel`);
    await statusIs(service, cancelled, 'cancelled');
    const returned = await accepted('1000.00', 'sim:return');
    await service.until(pathOf(returned), (each) => each.at('refund.status') === 'settled');
    const doubted = await accepted('1000.00', 'sim:uncertain');
    await accepted('500.00', 'sim:review');
    expect(refusal(await request('0.01'))).toEqual(exceeded);
    const evidence = { outcome: 'not_executed' };
    await service.post(`/v1/sandbox/operations/${doubted}/evidence`, evidence);
    await accepted('1000.00');
    expect(refusal(await request('0.01'))).toEqual(exceeded);
  });

  test('does not count payouts that the balance could not fund', async () => {
    const soles = {
      ...mxnPayout(beneficiaryId, '1000.00'),
      source_currency: 'PEN',
      amount_side: 'destination',
    };
    for (let n = 0; n < 4; n += 1) {
      expect((await pay(service, soles)).at('failure_code')).toBe('insufficient_funds');
    }
    for (const amount of ['1000.00', '1000.00', '500.00']) await accepted(amount);
  });

  test('is a moving window: each payout counts for 24 hours, not for a calendar day', async () => {
    await accepted('1000.00');
    await advance(service, 12 * 3600);
    for (const amount of ['1000.00', '500.00']) await accepted(amount);
    await advance(service, 12 * 3600 - 60);
    expect(refusal(await request('0.01'))).toEqual(exceeded);
    await advance(service, 60);
    await accepted('1000.00');
    expect(refusal(await request('0.01'))).toEqual(exceeded);
    await advance(service, 12 * 3600);
    await accepted('1000.00');
    await accepted('500.00');
    expect(refusal(await request('0.01'))).toEqual(exceeded);
  });

  test('is never exceeded by concurrent payouts', async () => {
    const answers = await Promise.all(Array.from({ length: 30 }, () => request('100.00')));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 201).length).toBe(25);
    expect(statuses.filter((status) => status === 422).length).toBe(5);
  });

  test('frees exactly the amounts older than a day, for concurrent payouts too', async () => {
    for (const amount of ['700.00', '300.00', '1000.00']) await accepted(amount);
    await advance(service, 3600);
    await accepted('500.00');
    await advance(service, 23 * 3600);
    const answers = await Promise.all(Array.from({ length: 30 }, () => request('100.00')));
    expect(answers.filter(({ status }) => status === 201).length).toBe(20);
  });

  test('is separate for each method', async () => {
    for (const amount of ['1000.00', '1000.00', '500.00']) await accepted(amount);
    const maria = await service.post('/v1/beneficiaries', {
      method: 'pix',
      currency: 'BRL',
      details: { name: 'Maria Souza', pix_key: 'maria@example.com' },
    });
    const other = { ...mxnPayout(maria.get('id'), '1500.00'), source_currency: 'USDT' };
    expect((await pay(service, other)).at('status')).toBe('processing');
  });
});

test('the bank was called at most once for every payout, and every invariant holds', async () => {
  expect(await repeatedCalls(service)).toEqual([]);
  await service.check();
});
