import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changedCatalogue } from '../setup/catalogue.js';
import { disable, openOtherAccount } from '../setup/hand.js';
import { moved, pay, repeatedCalls, standingOf, statusIs, typesOf } from '../setup/payout-journey.js';
import { openService, type RunningService } from '../setup/running.js';
import { balanceOf, fund, mxnPayout, refusal } from '../setup/verbs.js';

type Capability = Record<string, unknown>;

let service: RunningService;
let remove: () => Promise<void>;
beforeAll(async () => {
  // No provider executes USD payouts here.
  const catalogue = await changedCatalogue(({ payouts }) => {
    for (const payout of payouts) if (payout.method === 'ach') delete payout.provider;
  });
  remove = catalogue.remove;
  service = await openService({ PSP_CONFIG: catalogue.file });
  await fund(service, 'USD', '10000.00');
});
afterAll(async () => {
  await service.stop();
  await remove();
});

const capabilities = async (query = '', key = service.apiKey): Promise<Capability[]> => {
  const list = await service.get(`/v1/capabilities?${query}`, { key });
  expect(list.status, list.text).toBe(200);
  expect(list.at('has_more')).toBe(false);
  return list.at('data') as Capability[];
};
const railsOf = (list: Capability[]) =>
  list.map(
    (each) => `${each['product'] as string} ${each['method'] as string} ${each['currency'] as string}`,
  );
/** Every field name, at any depth. */
const namesIn = (value: unknown): Set<string> => {
  if (typeof value !== 'object' || value === null) return new Set();
  const names = Array.isArray(value) ? [] : Object.keys(value);
  return new Set([...names, ...Object.values(value).flatMap((each) => [...namesIn(each)])]);
};

describe('the list', () => {
  test('is the whole catalogue', async () => {
    const rails = railsOf(await capabilities());
    expect(rails.filter((rail) => rail.startsWith('payin'))).toEqual([
      'payin bank_transfer PEN',
      'payin pix BRL',
      'payin spei MXN',
      'payin ach USD',
    ]);
    expect(rails.filter((rail) => rail.startsWith('payout'))).toEqual([
      'payout bank_transfer PEN',
      'payout pix BRL',
      'payout mobile_payment VES',
      'payout bank_transfer VES',
      'payout spei MXN',
      'payout ach USD',
    ]);
    expect(rails.filter((rail) => rail.startsWith('remittance')).length).toBe(17);
  });

  test('shows what each product needs and no internal fields', async () => {
    const [payout] = await capabilities('product=payout&method=pix');
    expect(payout).toEqual({
      product: 'payout',
      operation: 'payout',
      arrives_within_seconds: 60,
      method: 'pix',
      currency: 'BRL',
      country: 'BR',
      available: true,
      limits: [{ currency: 'BRL', per_operation: '5500000.00', daily: '110000000.00' }],
      beneficiary_fields: expect.any(Array) as unknown,
    });
    const [payin] = await capabilities('product=payin&method=spei');
    expect(payin).toMatchObject({
      operation: 'payin',
      collection: ['account', 'payment'],
      payment_currency: 'MXN',
      settlement_asset: 'USDT',
      settlement_currencies: ['USDT', 'MXN'],
      features: ['refund', 'partial_refund'],
    });
    const [remittance] = await capabilities('product=remittance&method=spei&country=MX');
    expect(remittance).not.toHaveProperty('operation');
    expect(remittance).toMatchObject({
      country: 'MX',
      source_country: 'PE',
      source_currency: 'PEN',
      source_method: 'bank_transfer',
      payment_currency: 'PEN',
      settlement_asset: 'USDT',
    });
    const ours = ['provider', 'identity', 'hint', 'rule', 'customerType', 'words'];
    const offered = namesIn(await capabilities());
    expect(offered).toContain('example');
    expect(ours.filter((name) => offered.has(name))).toEqual([]);
  });

  test('shows which sender data a country requires', async () => {
    const [pen] = await capabilities('product=payout&currency=PEN');
    const fields = pen?.['customer_fields'] as { name: string; required: boolean }[];
    expect(fields.filter((field) => field.required).map((field) => field.name)).toEqual([
      'first_name',
      'last_name',
      'identity_document_type',
      'identity_document',
    ]);
    const optional = fields.find((field) => !field.required);
    expect(optional).toMatchObject({ name: 'address.country', note: 'Some banks still ask for it' });
  });

  test.each([
    ['product=payout&currency=VES', ['payout mobile_payment VES', 'payout bank_transfer VES']],
    ['method=ach', ['payin ach USD', 'payout ach USD']],
    ['country=BR&product=payin', ['payin pix BRL']],
    ['product=payin&method=pix&currency=MXN', []],
    ['country=FR', []],
    ['currency=EUR', []],
  ])('filtered by %s', async (query, expected) => {
    expect(railsOf(await capabilities(query))).toEqual(expected);
  });

  test.each([
    ['product=loan', 'product'],
    ['currency=pesos', 'currency'],
    ['country=Peru', 'country'],
    ['limit=5', 'limit'],
    ['method=', 'method'],
    ['method=carrier_pigeon', 'method'],
  ])('refuses %s by its name', async (query, param) => {
    const refused = await service.get(`/v1/capabilities?${query}`);
    expect(refusal(refused)).toEqual([400, 'invalid_parameter', param]);
  });
});

describe('without a provider', () => {
  test('a capability shows no_provider; a payout is accepted, then fails with no_route', async () => {
    expect(await standingOf(service, 'product=payout&method=ach')).toEqual([[false, 'no_provider']]);
    expect(await standingOf(service, 'product=payin&method=ach')).toEqual([[true, undefined]]);
    const jane = await service.post('/v1/beneficiaries', {
      method: 'ach',
      currency: 'USD',
      details: {
        name: 'Jane Doe',
        routing_number: '021000021',
        account_number: '000123456789',
        account_type: 'checking',
      },
    });
    const before = await balanceOf(service, 'USD');
    const body = { ...mxnPayout(jane.get('id'), '100.00'), source_currency: 'USD' };
    const payout = await pay(service, body);
    expect(payout.at('status')).toBe('processing');
    const failed = await statusIs(service, payout.get('id'), 'failed');
    expect(failed.at('failure_code')).toBe('no_route');
    expect(await typesOf(service, payout.get('id'))).toEqual(['payout.created', 'payout.failed']);
    expect(moved(before, await balanceOf(service, 'USD'))).toEqual({});
  });

  test('a method that the catalogue does not have is not supported', async () => {
    const body = { method: 'sepa', currency: 'EUR', details: { iban: 'x' } };
    expect(refusal(await service.post('/v1/beneficiaries', body)).slice(0, 2)).toEqual([
      422,
      'unsupported_method',
    ]);
    const quote = {
      method: 'pix',
      currency: 'MXN',
      source_currency: 'USDT',
      amount: '1',
      amount_side: 'source',
    };
    expect(refusal(await service.post('/v1/quotes', quote)).slice(0, 2)).toEqual([422, 'unsupported_method']);
  });
});

test('a method disabled by the account’s terms is not_enabled and not supported', async () => {
  const other = await openOtherAccount(service);
  const body = { method: 'spei', currency: 'MXN', details: { name: 'Rosa', clabe: '032180000118359719' } };
  const before = await service.post('/v1/beneficiaries', body, { key: other.key });
  await disable(service, other.id, { product: 'payout', method: 'spei', currency: 'MXN' });
  expect(await standingOf(service, 'product=payout&method=spei', other.key)).toEqual([
    [false, 'not_enabled'],
  ]);
  expect(await standingOf(service, 'product=payout&method=spei')).toEqual([[true, undefined]]);
  const refused = await service.post('/v1/beneficiaries', body, { key: other.key });
  expect(refusal(refused).slice(0, 2)).toEqual([422, 'unsupported_method']);
  const payout = await service.post('/v1/payouts', mxnPayout(before.get('id')), { key: other.key });
  expect(refusal(payout)).toEqual([422, 'unsupported_method']);
});

test('the bank was called at most once for every payout, and every invariant holds', async () => {
  expect(await repeatedCalls(service)).toEqual([]);
  await service.check();
});
