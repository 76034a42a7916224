import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { resumeCapability, suspendCapability } from '../../src/usecases/capability.js';
import { createFundingAccount } from '../../src/usecases/funding-account.js';
import { changedCatalogue } from '../setup/catalogue.js';
import { advance, operator, withHand } from '../setup/hand.js';
import { freshKey, openService, type RunningService } from '../setup/running.js';
import { deposit, eventsOf, openFunding, refusal } from '../setup/verbs.js';

let service: RunningService;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.stop());

const path = (id: string) => `/v1/funding-accounts/${id}`;
const create = (body: object) => service.post('/v1/funding-accounts', body);
const ended = (answer: { at(name: string): unknown }) => answer.at('status') !== 'pending';
const pen = { method: 'bank_transfer', currency: 'PEN' };
const pix = { method: 'pix', currency: 'BRL' };
const spei = { method: 'spei', currency: 'MXN' };
const ach = { method: 'ach', currency: 'USD' };

describe('opening', () => {
  test('a new account is pending and shows no instructions yet', async () => {
    const made = await create({ ...pen, amount: '150' });
    expect(made.status, made.text).toBe(201);
    expect(made.body).toEqual({
      id: expect.stringMatching(/^fa_[0-9a-z]{26}$/),
      status: 'pending',
      ...pen,
      settlement_currency: 'USDT',
      amount: '150.00',
      metadata: {},
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    });
    const active = await service.until(path(made.get('id')), ended);
    expect(active.body).toEqual({
      ...made.body,
      status: 'active',
      instructions: {
        amount: '150.00',
        currency: 'PEN',
        bank_account: expect.stringMatching(/^[0-9]{20}$/),
        reference: expect.any(String),
        bank_name: 'Sandbox Bank',
        account_holder: 'Sandbox account holder',
        expires_at: new Date(Date.parse(made.get('created_at')) + 30 * 60_000).toISOString(),
      },
    });
    expect(await eventsOf(service, made.get('id'))).toEqual([['funding_account.active', active.body]]);
  });

  test.each([pen, spei, ach])('$method in $currency accepts any deposit and never expires', async (rail) => {
    const active = await openFunding(service, rail);
    expect(active.body).not.toHaveProperty('amount');
    expect(active.at('instructions')).toEqual({
      bank_account: expect.stringMatching(/^[0-9]+$/),
      reference: expect.any(String),
      bank_name: 'Sandbox Bank',
      account_holder: 'Sandbox account holder',
    });
  });

  test('a PIX charge comes with its code and a picture of it', async () => {
    const active = await openFunding(service, { ...pix, amount: '25.50' });
    expect(active.get('instructions.copy_paste_code')).toMatch(/^000201.*540525\.50.*6304[0-9A-F]{4}$/);
    const picture = Buffer.from(active.get('instructions.qr_code_image_base64'), 'base64');
    expect(picture.subarray(1, 4).toString()).toBe('PNG');
    expect(active.get('instructions.amount')).toBe('25.50');
  });

  test.each([
    ['100.91', 'provider_rejected'],
    ['100.92', 'provider_unavailable'],
    ['100.93', 'provider_amount_mismatch'],
    ['100.94', 'no_route'],
  ])('an amount of %s is accepted, then fails to open with %s', async (amount, code) => {
    for (const rail of [pen, pix]) {
      const made = await create({ ...rail, amount });
      expect([made.status, made.at('status')]).toEqual([201, 'pending']);
      const failed = await service.until(path(made.get('id')), ended);
      expect(failed.body).toEqual({ ...made.body, status: 'failed', failure_code: code });
      expect(await eventsOf(service, made.get('id'))).toEqual([['funding_account.failed', failed.body]]);
      const paid = await service.post('/v1/sandbox/deposits', { funding_account_id: made.get('id') });
      expect(refusal(paid)).toEqual([409, 'funding_account_not_active']);
    }
  });

  test('money is credited in USDT, or in its own currency if requested', async () => {
    expect((await create({ ...spei, settlement_currency: 'MXN' })).at('settlement_currency')).toBe('MXN');
    expect((await create({ ...spei, settlement_currency: 'USDT' })).at('settlement_currency')).toBe('USDT');
    for (const settlement_currency of ['PEN', 'USDC', 'nonsense']) {
      const refused = await create({ ...spei, settlement_currency });
      expect(refusal(refused)).toEqual([422, 'unsupported_method', 'settlement_currency']);
    }
  });
});

describe('what is refused', () => {
  test.each([
    ['an unknown method', { method: 'carrier_pigeon', currency: 'PEN' }, 422, 'unsupported_method'],
    ['a currency the method has not', { method: 'pix', currency: 'PEN' }, 422, 'unsupported_method'],
    ['an amount where any deposit is taken', { ...ach, amount: '10' }, 422, 'one_payment_unavailable'],
    ['no amount where one payment is taken', pix, 422, 'amount_required'],
    ['a payer without an amount', { ...pen, payer: { 'payer.name': 'Ana' } }, 400, 'invalid_parameter'],
    ['a currency that does not exist', { method: 'pix', currency: 'XXZ' }, 400, 'invalid_request'],
    ['a currency in lower case', { method: 'pix', currency: 'brl' }, 400, 'invalid_request'],
    ['no method', { currency: 'PEN' }, 400, 'invalid_parameter'],
    ['no currency', { method: 'pix' }, 400, 'invalid_parameter'],
    ['an amount sent as a number', { ...pen, amount: 10 }, 400, 'invalid_body'],
    ['a field that does not exist', { ...pen, note: 'x' }, 400, 'invalid_body'],
  ])('%s', async (_what, body, status, code) => {
    const refused = await create(body);
    expect([refused.status, refused.at('error.code')], refused.text).toEqual([status, code]);
  });

  test.each([
    '0',
    '0.00',
    '-1',
    '+1',
    '1.',
    '.5',
    '1e3',
    '0x1f',
    '1,5',
    ' 1',
    '',
    'NaN',
    '1.005',
    '1234567890123456789',
  ])('an amount of %j', async (amount) => {
    expect(refusal(await create({ ...pen, amount }))).toEqual([400, 'invalid_request', 'amount']);
  });

  test.each([
    ['an unknown datum', pen, { 'payer.shoe_size': '42' }],
    ['a datum that is nested', pen, { name: 'Ana' }],
    ['a name too short', pen, { 'payer.name': 'A' }],
    ['a document that fits no pattern', pen, { 'payer.document_number': '30123456789' }],
    ['a CPF with wrong check digits', pix, { 'payer.document': '52998224724' }],
  ])('a payer with %s', async (_what, rail, payer) => {
    const refused = await create({ ...rail, amount: '10', payer });
    expect(refusal(refused)).toEqual([400, 'invalid_parameter', 'payer']);
  });

  test('a missing required payer field is refused, also if payer is absent', async () => {
    const catalogue = await changedCatalogue(({ payins }) => {
      for (const each of payins)
        for (const field of each.paymentMethodFields ?? []) field.required = field.name === 'payer.name';
    });
    const asking = await openService({ PSP_CONFIG: catalogue.file });
    const ask = (body: object) => asking.post('/v1/funding-accounts', { ...pen, ...body });
    for (const payer of [undefined, {}])
      expect(refusal(await ask({ amount: '10', payer }))).toEqual([400, 'invalid_parameter', 'payer']);
    expect((await ask({ amount: '10', payer: { 'payer.name': 'Ana Paz' } })).status).toBe(201);
    expect((await ask({})).status).toBe(201);
    await asking.stop();
    await catalogue.remove();
  });

  test('a valid payer is accepted and never shown', async () => {
    const payer = { 'payer.name': 'Joaquim Nabuco', 'payer.document': '52998224725' };
    const active = await openFunding(service, { ...pix, amount: '10', payer });
    expect(active.text).not.toContain('Nabuco');
    expect(JSON.stringify(await eventsOf(service, active.get('id')))).not.toContain('52998224725');
  });

  test('a currency without a rate: pricing_unavailable', async () => {
    // Every catalogue that the service accepts has rates for all it offers, so the rates are removed here.
    const made = withHand(service, (ports) => {
      const catalogue = { ...ports.catalogue, rates: [] };
      const use = { accountId: service.accountId, key: freshKey(), fingerprint: 'any' };
      return createFundingAccount({ ...ports, catalogue }, { ...pen, accountId: service.accountId }, use);
    });
    await expect(made).rejects.toMatchObject({ code: 'pricing_unavailable' });
  });

  test('a suspended method, until it is resumed', async () => {
    const ask = { product: 'payin', ...spei, accountId: service.accountId };
    await withHand(service, (ports) => suspendCapability(ports, operator, ask));
    const idempotencyKey = freshKey();
    const refused = await service.post('/v1/funding-accounts', spei, { idempotencyKey });
    expect([...refusal(refused), refused.at('error.type')]).toEqual([
      503,
      'operation_suspended',
      'unavailable',
    ]);
    const unfit = await service.post('/v1/funding-accounts', { ...spei, amount: '9', payer: { x: 'y' } });
    expect(refusal(unfit), 'before what is asked of it').toEqual(refusal(refused));
    expect((await create(pen)).status).toBe(201);
    await withHand(service, (ports) => resumeCapability(ports, operator, ask));
    expect((await service.post('/v1/funding-accounts', spei, { idempotencyKey })).status).toBe(201);
  });
});

test('a repeated request returns the account as it is now', async () => {
  const idempotencyKey = freshKey();
  const body = { ...pen, amount: '12.30' };
  const made = await service.post('/v1/funding-accounts', body, { idempotencyKey });
  const active = await service.until(path(made.get('id')), ended);
  const again = await service.post('/v1/funding-accounts', body, { idempotencyKey });
  expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([200, 'true']);
  expect(again.body).toEqual(active.body);
  // Bodies are compared as text, so this is another body.
  const other = await service.post('/v1/funding-accounts', { ...body, amount: '12.3' }, { idempotencyKey });
  expect(refusal(other)).toEqual([409, 'idempotency_key_reused', 'Idempotency-Key']);
});

test('accounts are listed newest first, filtered by status', async () => {
  const [first, second] = [await openFunding(service, pen), await create({ ...pen, amount: '1.91' })];
  await service.until(path(second.get('id')), ended);
  const listed = await service.get('/v1/funding-accounts?limit=2');
  expect([listed.at('data.0.id'), listed.at('data.1.id')]).toEqual([second.get('id'), first.get('id')]);
  const failed = await service.get('/v1/funding-accounts?status=failed&limit=1');
  expect(failed.at('data.0')).toEqual((await service.get(path(second.get('id')))).body);
  expect(refusal(await service.get('/v1/funding-accounts?status=open'))).toEqual([
    400,
    'invalid_parameter',
    'status',
  ]);
  expect(refusal(await service.get(path('fa_01k9zq3v5e8x7m2n4p6r8t0w1y')))).toEqual([404, 'not_found']);
  await service.check();
});

test('limits apply to one-payment accounts, each and per day, and never to deposits', async () => {
  const catalogue = await changedCatalogue(({ limits }) => {
    const limit = limits.find(({ currency }) => currency === 'PEN');
    Object.assign(limit ?? {}, { perOperation: '100.00', daily: '250.00' });
  });
  const limited = await openService({ PSP_CONFIG: catalogue.file });
  const ask = (amount: string) => limited.post('/v1/funding-accounts', { ...pen, amount });
  expect(refusal(await ask('100.01'))).toEqual([422, 'limit_exceeded', 'amount']);
  const failing = [await ask('100'), await ask('99.91')];
  expect(failing.map(({ status }) => status)).toEqual([201, 201]);
  await limited.until(path(failing[1]?.get('id') ?? ''), ended);
  // The account that failed to open gave back its 99.91: 150 of the daily limit are left.
  expect([(await ask('100')).status, (await ask('50')).status]).toEqual([201, 201]);
  expect(refusal(await ask('0.01'))).toEqual([422, 'limit_exceeded', 'amount']);
  const open = await openFunding(limited, pen);
  const paid = await deposit(limited, { funding_account_id: open.get('id'), amount: '5000' });
  expect(paid.at('status')).toBe('completed');
  // The three expire unpaid and give back the daily limit.
  await advance(limited, 31 * 60);
  const [first, other] = [await openFunding(limited, { ...pen, amount: '100' }), await ask('100')];
  expect(other.status).toBe(201);
  // A payment counts for 24 hours, and no longer.
  await deposit(limited, { funding_account_id: first.get('id') });
  await advance(limited, 24 * 3600 - 60);
  expect([(await ask('100')).status, (await ask('50')).status]).toEqual([201, 201]);
  expect(refusal(await ask('0.01'))).toEqual([422, 'limit_exceeded', 'amount']);
  await advance(limited, 60);
  expect((await ask('100')).status).toBe(201);
  await limited.check();
  await limited.stop();
  await catalogue.remove();
});
