import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { stopPayouts } from '../../src/usecases/kill-switch.js';
import { advance, operator, withHand } from '../setup/hand.js';
import { freshKey, openService, type Answer, type RunningService } from '../setup/running.js';
import { fund, refusal, speiBeneficiary } from '../setup/verbs.js';

let service: RunningService;
beforeAll(async () => {
  service = await openService();
  await fund(service, 'PEN', '100000');
});
afterAll(() => service.stop());

const rail = { method: 'spei', currency: 'MXN' };
const ask = (more: object = {}) => ({
  ...rail,
  source_currency: 'PEN',
  amount: '100',
  amount_side: 'source',
  ...more,
});
const quote = (more: object = {}) => service.post('/v1/quotes', ask(more));
const pay = (beneficiary_id: string, quote_id: string) =>
  service.post('/v1/payouts', { beneficiary_id, quote_id });

describe('the price', () => {
  test('of a stated source: the principal is exact, the arriving amount is rounded down', async () => {
    // PEN → USDT → MXN: 0.295 × 18.25 = 5.38375.
    const made = await quote({ amount: '33.33' });
    expect(made.status, made.text).toBe(201);
    expect(made.body).toEqual({
      id: expect.stringMatching(/^quo_[0-9a-z]{26}$/),
      status: 'open',
      product: 'payout',
      method: 'spei',
      country: 'MX',
      source: {
        currency: 'PEN',
        principal: '33.33',
        platform_fee: '0.34',
        tenant_markup: '0.17',
        total: '33.84',
      },
      destination: { amount: '179.44', currency: 'MXN' },
      rate: '5.38375',
      expires_at: new Date(Date.parse(made.get('created_at')) + 300_000).toISOString(),
      created_at: expect.stringMatching(/\.\d{3}Z$/),
    });
    expect((await service.get(`/v1/quotes/${made.get('id')}`)).body).toEqual(made.body);
  });

  test('of a stated destination: the arriving amount is exact, the principal is rounded up', async () => {
    const made = await quote({ amount: '179.44', amount_side: 'destination' });
    expect(made.at('source')).toEqual({
      currency: 'PEN',
      principal: '33.33',
      platform_fee: '0.34',
      tenant_markup: '0.17',
      total: '33.84',
    });
    expect((await quote({ amount: '179.45', amount_side: 'destination' })).at('source.principal')).toBe(
      '33.34',
    );
  });

  test('is exact to the last unit, for any amount, side and pair', async () => {
    const pairs = [
      ['USDT', 6, 'pix', 'BRL', '5.32'],
      ['PEN', 2, 'mobile_payment', 'VES', '68.8825'],
      ['MXN', 2, 'ach', 'USD', '0.0543184'],
      ['USDC', 6, 'spei', 'MXN', '18.240875'],
    ] as const;
    let seed = 7;
    const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
    for (let i = 0; i < 60; i += 1) {
      const [source_currency, decimals, method, currency, rate] = pairs[i % pairs.length] ?? pairs[0];
      const amount_side = random(2) === 0 ? 'source' : 'destination';
      const decimalsOfSide = amount_side === 'source' ? decimals : 2;
      const units = BigInt(random(10 ** (2 + random(7))) + 10 ** decimalsOfSide);
      const amount = textOf(units, decimalsOfSide);
      const made = await service.post('/v1/quotes', {
        source_currency,
        method,
        currency,
        amount,
        amount_side,
      });
      expect(made.status, made.text).toBe(201);
      const expected = priced({ units, isSource: amount_side === 'source', decimals, rate });
      expect({ ...figures(made), rate: made.at('rate') }, amount).toEqual({ ...expected, rate });
    }
  });

  test('for a beneficiary is that of its method and currency, and bound to it', async () => {
    const beneficiary_id = await speiBeneficiary(service);
    const body = { beneficiary_id, source_currency: 'PEN', amount: '10', amount_side: 'source' };
    const made = await service.post('/v1/quotes', body);
    expect(made.body).toMatchObject({
      method: 'spei',
      country: 'MX',
      beneficiary_id,
      destination: { currency: 'MXN' },
    });
  });
});

interface Priced {
  readonly units: bigint;
  readonly isSource: boolean;
  readonly decimals: number;
  readonly rate: string;
}

/** The figures computed with integers only, without the service's arithmetic. */
function priced({ units, isSource, decimals, rate }: Priced) {
  const [whole = '', fraction = ''] = rate.split('.');
  // One source unit is rate / 10^fraction destination units; both sides in smallest units.
  const up = BigInt(whole + fraction) * 100n;
  const down = 10n ** BigInt(fraction.length + decimals);
  const principal = isSource ? units : ceil(units * down, up);
  const arrives = isSource ? (units * up) / down : units;
  const [fee, markup] = [ceil(principal * 100n, 10_000n), ceil(principal * 50n, 10_000n)];
  return {
    principal: textOf(principal, decimals),
    platform_fee: textOf(fee, decimals),
    tenant_markup: textOf(markup, decimals),
    total: textOf(principal + fee + markup, decimals),
    arrives: textOf(arrives, 2),
  };
}

const ceil = (a: bigint, b: bigint) => (a + b - 1n) / b;

function textOf(units: bigint, decimals: number): string {
  const digits = units.toString().padStart(decimals + 1, '0');
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

function figures(answer: Answer) {
  const source = answer.at('source') as Record<string, string>;
  const { principal, platform_fee, tenant_markup, total } = source;
  return { principal, platform_fee, tenant_markup, total, arrives: answer.at('destination.amount') };
}

describe('a quote', () => {
  test('pays for one payout at its own figures, and then names it', async () => {
    const beneficiary = await speiBeneficiary(service);
    const made = await quote({ amount: '33.33' });
    const payout = await pay(beneficiary, made.get('id'));
    expect(payout.status, payout.text).toBe(201);
    expect(figures(payout)).toEqual(figures(made));
    expect([payout.at('quote_id'), payout.at('rate')]).toEqual([made.get('id'), '5.38375']);
    const used = await service.get(`/v1/quotes/${made.get('id')}`);
    expect(used.body).toEqual({ ...made.body, status: 'used', used_by: payout.get('id') });
    expect(refusal(await pay(beneficiary, made.get('id')))).toEqual([409, 'quote_already_used']);
  });

  test('expires after five minutes, unless it was used; a used one stays used', async () => {
    const beneficiary = await speiBeneficiary(service);
    const [open, used] = [await quote(), await quote()];
    const idempotencyKey = freshKey();
    const body = { beneficiary_id: beneficiary, quote_id: used.get('id') };
    const payout = await service.post('/v1/payouts', body, { idempotencyKey });
    await advance(service, 285);
    expect((await service.get(`/v1/quotes/${open.get('id')}`)).at('status')).toBe('open');
    await advance(service, 16);
    expect((await service.get(`/v1/quotes/${open.get('id')}`)).at('status')).toBe('expired');
    expect(refusal(await pay(beneficiary, open.get('id')))).toEqual([422, 'quote_expired']);
    expect((await service.get(`/v1/quotes/${used.get('id')}`)).at('status')).toBe('used');
    expect(refusal(await pay(beneficiary, used.get('id')))).toEqual([409, 'quote_already_used']);
    const again = await service.post('/v1/payouts', body, { idempotencyKey });
    expect([again.status, again.get('id')]).toEqual([200, payout.get('id')]);
  });

  test('fits its own beneficiary, or any with its method and currency', async () => {
    const [one, two] = [await speiBeneficiary(service), await speiBeneficiary(service, '032180000118359735')];
    const pixBeneficiary = await service.post('/v1/beneficiaries', {
      method: 'pix',
      currency: 'BRL',
      details: { name: 'Maria', pix_key: 'maria@example.com' },
    });
    const bound = await service.post('/v1/quotes', {
      beneficiary_id: one,
      source_currency: 'PEN',
      amount: '5',
      amount_side: 'source',
    });
    expect(refusal(await pay(two, bound.get('id')))).toEqual([422, 'quote_mismatch']);
    expect(refusal(await pay(pixBeneficiary.get('id'), (await quote()).get('id')))).toEqual([
      422,
      'quote_mismatch',
    ]);
    expect((await pay(one, bound.get('id'))).status).toBe(201);
    expect((await pay(two, (await quote()).get('id'))).status).toBe(201);
  });

  test('is replayed by its Idempotency-Key in its current state', async () => {
    const idempotencyKey = freshKey();
    const made = await service.post('/v1/quotes', ask(), { idempotencyKey });
    await pay(await speiBeneficiary(service), made.get('id'));
    const again = await service.post('/v1/quotes', ask(), { idempotencyKey });
    expect([again.status, again.headers.get('idempotent-replayed'), again.at('status')]).toEqual([
      200,
      'true',
      'used',
    ]);
  });

  test('of another account, or unknown, is not found', async () => {
    for (const id of ['quo_01k9zq3v5e8x7m2n4p6r8t0w1y', 'nonsense']) {
      expect(refusal(await service.get(`/v1/quotes/${id}`))).toEqual([404, 'not_found']);
    }
  });
});

test.each<[object, ...(string | number)[]]>([
  [{ source_currency: 'MXN' }, 422, 'same_currency'],
  [{ source_currency: 'EUR' }, 422, 'pricing_unavailable', 'source_currency'],
  [{ source_currency: 'XXZ' }, 400, 'invalid_parameter', 'source_currency'],
  [{ method: 'sepa' }, 422, 'unsupported_method'],
  [{ currency: 'BRL' }, 422, 'unsupported_method'],
  [{ country: 'PE' }, 422, 'unsupported_method'],
  [{ source_currency: 'VES', amount: '0.01' }, 422, 'amount_too_small', 'amount'],
  [{ amount: '19000000.01', amount_side: 'destination' }, 422, 'limit_exceeded', 'amount'],
  [{ amount: '0' }, 400, 'invalid_parameter', 'amount'],
  [{ amount: '1.001' }, 400, 'invalid_parameter', 'amount'],
  [{ amount: '1.001', amount_side: 'destination' }, 400, 'invalid_parameter', 'amount'],
  [{ amount: '1e3' }, 400, 'invalid_parameter', 'amount'],
  [{ amount: 100 }, 400, 'invalid_body', 'amount'],
  [{ amount: undefined }, 400, 'invalid_parameter', 'amount'],
  [{ amount_side: 'both' }, 400, 'invalid_parameter', 'amount_side'],
  [{ method: undefined }, 400, 'invalid_parameter', 'method'],
  [{ currency: undefined }, 400, 'invalid_parameter', 'currency'],
  [{ beneficiary_id: 'ben_01k9zq3v5e8x7m2n4p6r8t0w1y' }, 400, 'invalid_parameter', 'method'],
  [{ product: 'gift' }, 400, 'invalid_parameter', 'product'],
  [{ fee: '0' }, 400, 'invalid_body', 'fee'],
])('a quote with %j is refused', async (change, ...expected) => {
  expect(refusal(await quote(change))).toEqual(expected);
});

test('is refused for an unknown beneficiary, and while payouts are stopped', async () => {
  const absent = { beneficiary_id: 'ben_01k9zq3v5e8x7m2n4p6r8t0w1y', method: undefined, currency: undefined };
  expect(refusal(await quote(absent))).toEqual([404, 'not_found', 'beneficiary_id']);
  await withHand(service, (ports) => stopPayouts(ports, operator, true));
  expect(refusal(await quote())).toEqual([503, 'operation_suspended']);
  await withHand(service, (ports) => stopPayouts(ports, operator, false));
  expect((await quote()).status).toBe(201);
  await service.check();
});
