import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { advance } from '../setup/hand.js';
import { fundTreasury, pay, statusIs, typesOf } from '../setup/payout-journey.js';
import { freshKey, openService, type RunningService } from '../setup/running.js';
import {
  allAtOnce,
  balanceOf,
  countByStatus,
  fund,
  mxnPayout,
  refusal,
  speiBeneficiary,
} from '../setup/verbs.js';

let service: RunningService;
let rosa: string;
let maria: string;
beforeAll(async () => {
  service = await openService();
  await fundTreasury(service);
  await fund(service, 'MXN', '1000.00');
  rosa = await speiBeneficiary(service);
  const made = await service.post('/v1/beneficiaries', {
    method: 'pix',
    currency: 'BRL',
    details: { name: 'Maria Souza', pix_key: 'maria@example.com' },
  });
  maria = made.get('id');
});
afterAll(() => service.stop());

const rail = { method: 'spei', currency: 'MXN' };
const dollars = { source_currency: 'USDT', amount: '100', amount_side: 'source' };
const quoteFor = async (target: object, price: object = dollars) => {
  const quote = await service.post('/v1/quotes', { ...target, ...price });
  expect(quote.status, quote.text).toBe(201);
  return quote;
};
const byQuote = (quoteId: string, beneficiaryId = rosa, more: object = {}) => ({
  beneficiary_id: beneficiaryId,
  quote_id: quoteId,
  ...more,
});
const statusOf = async (quoteId: string) => (await service.get(`/v1/quotes/${quoteId}`)).at('status');

describe('a payout by a quote', () => {
  test.each([
    ['for its beneficiary', () => ({ beneficiary_id: rosa })],
    ['for a method and currency', () => rail],
  ])('%s has the quote’s figures and uses it up', async (_for, target) => {
    const quote = await quoteFor(target());
    const id = quote.get('id');
    const payout = await pay(service, byQuote(id));
    for (const name of ['source', 'destination', 'rate']) expect(payout.at(name)).toEqual(quote.at(name));
    expect(payout.at('quote_id')).toBe(id);
    const used = await service.get(`/v1/quotes/${id}`);
    expect(used.body).toEqual({ ...quote.body, status: 'used', used_by: payout.get('id') });
    const again = await service.post('/v1/payouts', byQuote(id));
    expect(refusal(again)).toEqual([409, 'quote_already_used']);
    await statusIs(service, payout.get('id'), 'completed');
  });

  test('that the balance cannot fund uses up the quote and the key', async () => {
    const before = await balanceOf(service, 'USDT');
    const quote = await quoteFor({ beneficiary_id: rosa }, { ...dollars, amount: '900000' });
    const key = { idempotencyKey: freshKey() };
    const body = byQuote(quote.get('id'));
    const failed = await service.post('/v1/payouts', body, key);
    expect([failed.status, failed.at('failure_code')]).toEqual([201, 'insufficient_funds']);
    expect(await typesOf(service, failed.get('id'))).toEqual(['payout.failed']);
    expect(await statusOf(quote.get('id'))).toBe('used');
    const again = await service.post('/v1/payouts', body);
    expect(refusal(again)).toEqual([409, 'quote_already_used']);
    expect((await service.post('/v1/payouts', body, key)).body).toEqual(failed.body);
    expect(await balanceOf(service, 'USDT')).toEqual(before);
  });

  test('requested many times at once is created once', async () => {
    const quote = await quoteFor(rail);
    const answers = await allAtOnce(12, () => service.post('/v1/payouts', byQuote(quote.get('id'))));
    expect(countByStatus(answers)).toEqual({ 201: 1, 409: 11 });
    const made = answers.find(({ status }) => status === 201);
    expect((await service.get(`/v1/quotes/${quote.get('id')}`)).at('used_by')).toBe(made?.get('id'));
  });

  test('that failed or was cancelled does not make the quote usable again', async () => {
    const quote = await quoteFor(rail);
    const payout = await pay(service, byQuote(quote.get('id'), rosa, { description: 'sim:fail' }));
    await statusIs(service, payout.get('id'), 'failed');
    expect(refusal(await service.post('/v1/payouts', byQuote(quote.get('id'))))).toEqual([
      409,
      'quote_already_used',
    ]);
  });

  test('refused by risk leaves the quote open', async () => {
    const quote = await quoteFor(rail);
    const blocked = byQuote(quote.get('id'), rosa, { description: 'sim:block' });
    expect(refusal(await service.post('/v1/payouts', blocked))).toEqual([422, 'risk_blocked']);
    expect(await statusOf(quote.get('id'))).toBe('open');
    expect((await pay(service, byQuote(quote.get('id')))).at('status')).toBe('processing');
  });
});

describe('a quote that does not fit', () => {
  test('has another method or currency than the beneficiary, or another beneficiary', async () => {
    const toMexico = (await quoteFor(rail)).get('id');
    expect(refusal(await service.post('/v1/payouts', byQuote(toMexico, maria)))).toEqual([
      422,
      'quote_mismatch',
    ]);
    const toRosa = (await quoteFor({ beneficiary_id: rosa })).get('id');
    const other = await speiBeneficiary(service, '032180000118359706');
    expect(refusal(await service.post('/v1/payouts', byQuote(toRosa, other)))).toEqual([
      422,
      'quote_mismatch',
    ]);
    expect([await statusOf(toMexico), await statusOf(toRosa)]).toEqual(['open', 'open']);
  });

  test('has expired after five minutes; a used one stays used, and its payout replays', async () => {
    const unused = (await quoteFor(rail)).get('id');
    const used = await quoteFor(rail);
    const lifetime = Date.parse(used.get('expires_at')) - Date.parse(used.get('created_at'));
    expect(lifetime).toBe(300_000);
    const key = { idempotencyKey: freshKey() };
    const payout = await service.post('/v1/payouts', byQuote(used.get('id')), key);
    await advance(service, 290);
    expect(await statusOf(unused)).toBe('open');
    await advance(service, 11);
    expect(await statusOf(unused)).toBe('expired');
    expect(refusal(await service.post('/v1/payouts', byQuote(unused)))).toEqual([422, 'quote_expired']);
    expect(await statusOf(used.get('id'))).toBe('used');
    expect(refusal(await service.post('/v1/payouts', byQuote(used.get('id'))))).toEqual([
      409,
      'quote_already_used',
    ]);
    const replay = await service.post('/v1/payouts', byQuote(used.get('id')), key);
    expect([replay.status, replay.at('id')]).toEqual([200, payout.get('id')]);
  });

  test('does not exist', async () => {
    const absent = byQuote('quo_01k9zq3v5e8x7m2n4p6r8t0w1y');
    expect(refusal(await service.post('/v1/payouts', absent))).toEqual([404, 'not_found', 'quote_id']);
  });
});

describe('a price', () => {
  test('is unavailable for a currency without a rate', async () => {
    const euros = { ...mxnPayout(rosa, '10.00'), source_currency: 'EUR' };
    expect(refusal(await service.post('/v1/payouts', euros)).slice(0, 2)).toEqual([
      422,
      'pricing_unavailable',
    ]);
    const quote = await service.post('/v1/quotes', { ...rail, ...dollars, source_currency: 'EUR' });
    expect(refusal(quote).slice(0, 2)).toEqual([422, 'pricing_unavailable']);
  });

  test('below the beneficiary currency’s smallest unit is too small', async () => {
    // 0.000547 × 18.25 = 0.00998…
    const little = (amount: string) => ({ ...mxnPayout(rosa, amount), source_currency: 'USDT' });
    expect(refusal(await service.post('/v1/payouts', little('0.000547')))).toEqual([
      422,
      'amount_too_small',
      'amount',
    ]);
    const least = await pay(service, little('0.000548'));
    expect(least.at('destination.amount')).toBe('0.01');
    expect(least.at('source')).toEqual({
      currency: 'USDT',
      principal: '0.000548',
      platform_fee: '0.000006',
      tenant_markup: '0.000003',
      total: '0.000557',
    });
  });

  test('without conversion has rate "1" for a payout, and no quote is possible', async () => {
    const own = await pay(service, mxnPayout(rosa, '10'));
    expect(own.body).toMatchObject({ rate: '1', destination: { amount: '10.00', currency: 'MXN' } });
    const quote = await service.post('/v1/quotes', { ...rail, ...dollars, source_currency: 'MXN' });
    expect(refusal(quote).slice(0, 2)).toEqual([422, 'same_currency']);
  });
});

describe('the body', () => {
  const whole = () => mxnPayout(rosa, '10.00');
  test.each([
    ['neither a quote nor a price', { beneficiary_id: 'ROSA' }, 'source_currency'],
    ['a price without its side', { amount_side: undefined }, 'amount_side'],
    ['a price without its currency', { source_currency: undefined }, 'source_currency'],
    ['a price without its amount', { amount: undefined }, 'amount'],
    ['both', { quote_id: 'quo_01k9zq3v5e8x7m2n4p6r8t0w1y' }, 'quote_id'],
    ['an amount of nothing', { amount: '0.00' }, 'amount'],
    ['an amount too fine', { amount: '1.001' }, 'amount'],
    ['an amount too long', { amount: '1234567890123456789' }, 'amount'],
    ['an amount that is no decimal', { amount: '1e3' }, 'amount'],
    ['an unknown side', { amount_side: 'both' }, 'amount_side'],
    ['an unknown currency', { source_currency: 'XXZ' }, 'source_currency'],
    ['another kind of id', { beneficiary_id: 'cus_01k9zq3v5e8x7m2n4p6r8t0w1y' }, 'beneficiary_id'],
    ['no beneficiary', { beneficiary_id: undefined }, 'beneficiary_id'],
    ['a long description', { description: 'x'.repeat(501) }, 'description'],
  ])('with %s is refused', async (_what, more, param) => {
    const body =
      'beneficiary_id' in more && more.beneficiary_id === 'ROSA'
        ? { beneficiary_id: rosa }
        : { ...whole(), ...more };
    expect(refusal(await service.post('/v1/payouts', body))).toEqual([400, 'invalid_parameter', param]);
  });

  test('of the wrong shape is refused', async () => {
    for (const more of [{ amount: 10 }, { colour: 'red' }, { description: null }]) {
      const refused = await service.post('/v1/payouts', { ...whole(), ...more });
      expect(refusal(refused)).toEqual([400, 'invalid_body', Object.keys(more)[0]]);
    }
    const body = whole();
    const unkeyed = await service.call('POST', '/v1/payouts', { body });
    expect(refusal(unkeyed).slice(0, 2)).toEqual([400, 'idempotency_key_required']);
  });
});

test('every invariant holds', () => service.check());
