import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openAccount } from '../../src/usecases/account.js';
import { judgeBeneficiary } from '../../src/usecases/beneficiary.js';
import { resumeCapability, suspendCapability } from '../../src/usecases/capability.js';
import { operator, withHand } from '../setup/hand.js';
import { freshKey, openService, type RunningService } from '../setup/running.js';
import { eventsOf, refusal } from '../setup/verbs.js';

let service: RunningService;
let customerId: string;
beforeAll(async () => {
  service = await openService();
  customerId = await customer('sender');
});
afterAll(() => service.stop());

async function customer(external_id: string): Promise<string> {
  const body = { external_id, type: 'individual', country: 'PE', display_name: 'Ana Torres' };
  return (await service.post('/v1/customers', body)).get('id');
}

const create = (body: object) => service.post('/v1/beneficiaries', body);
const pathOf = (id: string) => `/v1/beneficiaries/${id}`;
const pix = (pix_key: string, more: object = {}) => ({
  method: 'pix',
  currency: 'BRL',
  details: { name: 'João da Silva', pix_key },
  ...more,
});
const person = { document_number: '12345678', first_name: 'Luz', last_name: 'Rojas' };
const holder = { document: { type: 'V', number: '12345678' } };
const rails = {
  pix: pix('52998224725'),
  pen: { method: 'bank_transfer', currency: 'PEN', details: { cci: '00219300123456789012', ...person } },
  mobile: {
    method: 'mobile_payment',
    currency: 'VES',
    details: { phone: '04141234567', bank_code: '0102', ...holder },
  },
  ves: {
    method: 'bank_transfer',
    currency: 'VES',
    details: { account_number: '01020123450123456789', bank_code: '0102', ...holder },
  },
  spei: { method: 'spei', currency: 'MXN', details: { name: 'José Pérez', clabe: '032180000118359719' } },
  ach: {
    method: 'ach',
    currency: 'USD',
    details: {
      name: 'Jane Doe',
      routing_number: '021000021',
      account_number: '000123456789',
      account_type: 'checking',
    },
  },
} as const;
type Rail = keyof typeof rails;
const countries = { pix: 'BR', pen: 'PE', mobile: 'VE', ves: 'VE', spei: 'MX', ach: 'US' };
const everyRail = Object.keys(rails) as Rail[];
const bodyOf = (rail: Rail) => ({ ...rails[rail], ...(rail === 'pen' && { customer_id: customerId }) });

describe('registering', () => {
  test.each(everyRail)('%s answers without a single detail of the account', async (rail) => {
    const more = { holder: 'Kept Secret', label: 'rent', metadata: { ref: '7' } };
    const made = await create({ ...bodyOf(rail), ...more });
    expect(made.status, made.text).toBe(201);
    const expected = {
      id: expect.stringMatching(/^ben_[0-9a-z]{26}$/),
      method: rails[rail].method,
      currency: rails[rail].currency,
      country: countries[rail],
      ...(rail === 'pen' && { customer_id: customerId }),
      label: 'rent',
      metadata: { ref: '7' },
      status: 'active',
      verification_status: 'unverified',
      created_at: expect.stringMatching(/\.\d{3}Z$/),
      updated_at: made.get('created_at'),
    };
    expect(made.body).toEqual({ ...expected, holder: 'Kept Secret' });
    expect((await service.get(pathOf(made.get('id')))).body).toEqual(made.body);
    expect((await service.get('/v1/beneficiaries?limit=1')).at('data')).toEqual([made.body]);
    expect(await eventsOf(service, made.get('id'))).toEqual([['beneficiary.created', expected]]);
  });

  test.each(everyRail)('registering the same %s account again returns the first with 200', async (rail) => {
    const first = await create(bodyOf(rail));
    const again = await create({ ...bodyOf(rail), holder: 'Another name', label: 'x', metadata: { b: '1' } });
    expect([again.status, again.body]).toEqual([200, first.body]);
    expect(again.headers.get('idempotent-replayed')).toBeNull();
    expect(await eventsOf(service, first.get('id'))).toHaveLength(1);
  });

  test('names and spelling do not distinguish accounts; numbers and the customer do', async () => {
    const first = (await create(pix('Ana.Lima@example.com'))).get('id');
    const same = {
      ...pix('ana.lima@EXAMPLE.com'),
      details: { name: 'A. Lima', pix_key: 'ana.lima@EXAMPLE.com' },
    };
    expect((await create(same)).get('id')).toBe(first);
    expect((await create(pix('ana.lima2@example.com'))).status).toBe(201);
    const ofCustomer = await create(pix('ana.lima@example.com', { customer_id: customerId }));
    expect([ofCustomer.status, ofCustomer.get('id') === first]).toEqual([201, false]);
    const other = await create(pix('ana.lima@example.com', { customer_id: await customer('other') }));
    expect(other.status).toBe(201);
    expect(
      (await create({ ...rails.ach, details: { ...rails.ach.details, account_type: 'savings' } })).status,
    ).toBe(201);
  });
});

describe('details', () => {
  test.each([
    ['CPF', '39053344705'],
    ['CNPJ', '11222333000181'],
    ['phone', '+5511987654321'],
    ['e-mail', 'a@b.co'],
    ['random key', '123e4567-e89b-12d3-a456-426614174000'],
  ])('take a PIX key that is a %s', async (_kind, key) => {
    expect((await create(pix(key))).status).toBe(201);
  });

  test.each([
    '39053344704',
    '11222333000180',
    '11111111111',
    '390.533.447-05',
    '+15551234567',
    '5511987654321x',
    'ana@',
    '123e4567e89b12d3a456426614174000',
    ' 39053344705',
    '39053344705\n',
    '',
  ])('refuse the PIX key %j', async (key) => {
    expect(refusal(await create(pix(key)))).toEqual([400, 'invalid_parameter', 'details.pix_key']);
  });

  test.each<[Rail, object, string]>([
    ['pix', { name: 'J' }, 'name'],
    ['pix', { name: 'x'.repeat(141) }, 'name'],
    ['pen', { cci: '0021930012345678901' }, 'cci'],
    ['pen', { document_number: '1234567' }, 'document_number'],
    ['pen', { document_number: '30123456789' }, 'document_number'],
    ['pen', { first_name: undefined }, 'first_name'],
    ['pen', { last_name: '' }, 'last_name'],
    ['mobile', { phone: '04131234567' }, 'phone'],
    ['mobile', { bank_code: '102' }, 'bank_code'],
    ['mobile', { document: { type: 'X', number: '12345678' } }, 'document.type'],
    ['mobile', { document: { type: 'V' } }, 'document.number'],
    ['mobile', { document: undefined }, 'document.type'],
    ['ves', { account_number: '010201234501234567890' }, 'account_number'],
    ['ves', { document: { type: 'V', number: '1' } }, 'document.number'],
    ['ves', { document: { type: 'V', number: 'V12345678' } }, 'document.number'],
    ['mobile', { document: { type: 'J', number: '000029670' } }, 'document.number'],
    ['spei', { clabe: '03218000011835971' }, 'clabe'],
    ['ach', { routing_number: '02100002' }, 'routing_number'],
    ['ach', { account_number: '123' }, 'account_number'],
    ['ach', { account_type: 'current' }, 'account_type'],
  ])('of %s refuse %j', async (rail, change, field) => {
    const body = { ...bodyOf(rail), details: { ...rails[rail].details, ...change } };
    expect(refusal(await create(body))).toEqual([400, 'invalid_parameter', `details.${field}`]);
  });

  test.each<[Rail, object, string]>([
    ['pix', { iban: 'DE00' }, 'details.iban'],
    ['pix', { pix_key: 39053344705 }, 'details.pix_key'],
    ['pix', { name: null }, 'details.name'],
    ['mobile', { 'document.type': 'V' }, 'details.document.type'],
    ['mobile', { document: 'V12345678' }, 'details.document'],
    ['mobile', { document: { ...holder.document, colour: 'red' } }, 'details.document.colour'],
  ])('of %s find %j not even well-formed', async (rail, change, param) => {
    const body = { ...rails[rail], details: { ...rails[rail].details, ...change } };
    expect(refusal(await create(body))).toEqual([400, 'invalid_body', param]);
  });
});

test.each([
  [{ method: 'sepa' }, 422, 'unsupported_method'],
  [{ currency: 'PEN' }, 422, 'unsupported_method'],
  [{ currency: 'XXZ' }, 400, 'invalid_parameter', 'currency'],
  [{ country: 'PE' }, 400, 'invalid_parameter', 'country'],
  [{ country: 'ZZ' }, 400, 'invalid_parameter', 'country'],
  [{ details: undefined }, 400, 'invalid_parameter', 'details'],
  [{ details: [] }, 400, 'invalid_body', 'details'],
  [{ holder: 'x'.repeat(201) }, 400, 'invalid_parameter', 'holder'],
  [{ label: 'x'.repeat(101) }, 400, 'invalid_parameter', 'label'],
  [{ metadata: { 'no space': '1' } }, 400, 'invalid_parameter', 'metadata.no space'],
  [{ customer_id: 'cus_01k9zq3v5e8x7m2n4p6r8t0w1y' }, 404, 'not_found', 'customer_id'],
  [{ customer_id: 'ben_1' }, 400, 'invalid_parameter', 'customer_id'],
  [{ verification_status: 'verified' }, 400, 'invalid_body', 'verification_status'],
])('a beneficiary with %j is refused', async (change, ...expected) => {
  expect(refusal(await create({ ...rails.pix, ...change }))).toEqual(expected);
});

test('a country with sender data needs a customer, whose data is checked only when paying', async () => {
  expect(refusal(await create(rails.pen))).toEqual([400, 'invalid_parameter', 'customer_id']);
  expect((await create({ ...rails.pen, customer_id: await customer('no profile') })).status).toBe(201);
});

test('registering works while the method is suspended', async () => {
  const ask = { product: 'payout', method: 'spei', currency: 'MXN', accountId: null };
  await withHand(service, (ports) => suspendCapability(ports, operator, ask));
  const made = await create({ ...rails.spei, details: { name: 'Rosa', clabe: '032180000118359722' } });
  await withHand(service, (ports) => resumeCapability(ports, operator, ask));
  expect(made.status, made.text).toBe(201);
});

test('an archived beneficiary cannot be paid, and its account may be registered again', async () => {
  const body = pix('bye@example.com');
  const id = (await create(body)).get('id');
  const archived = await service.post(`${pathOf(id)}/archive`);
  expect([archived.status, archived.at('status')]).toEqual([200, 'archived']);
  const again = await service.call('POST', `${pathOf(id)}/archive`);
  expect([again.status, again.body]).toEqual([200, archived.body]);
  const price = { beneficiary_id: id, source_currency: 'USDT', amount: '1', amount_side: 'source' };
  expect(refusal(await service.post('/v1/quotes', price))).toEqual([409, 'beneficiary_archived']);
  expect(refusal(await service.post('/v1/payouts', price))).toEqual([409, 'beneficiary_archived']);
  const anew = await create(body);
  expect([anew.status, anew.get('id') === id]).toEqual([201, false]);
  expect(await eventsOf(service, id)).toHaveLength(1);
  const absent = await service.post(`${pathOf('ben_01k9zq3v5e8x7m2n4p6r8t0w1y')}/archive`);
  expect(refusal(absent)).toEqual([404, 'not_found']);
});

test('verification by the platform is final and published once', async () => {
  const id = (await create(pix('verified@example.com'))).get('id');
  const verify = () =>
    withHand(service, (ports) => judgeBeneficiary(ports, operator, { id, action: 'verify' }));
  await verify();
  await verify();
  const verified = await service.get(pathOf(id));
  expect(verified.body).toMatchObject({
    verification_status: 'verified',
    verified_at: expect.stringMatching(/Z$/),
    updated_at: verified.get('verified_at'),
  });
  const events = await eventsOf(service, id);
  expect(events.map(([type]) => type)).toEqual(['beneficiary.created', 'beneficiary.verified']);
  expect(events[1]?.[1]).toEqual(verified.body);
});

test('lists are filtered by status, customer, method and currency', async () => {
  const owner = await customer('owner');
  const one = (await create({ ...rails.mobile, customer_id: owner })).get('id');
  const two = (await create({ ...rails.ves, customer_id: owner })).get('id');
  await service.post(`${pathOf(one)}/archive`);
  const ids = async (query: string) =>
    (
      (await service.get(`/v1/beneficiaries?customer_id=${owner}${query}`)).at('data') as { id: string }[]
    ).map(({ id }) => id);
  expect(await ids('')).toEqual([two, one]);
  expect(await ids('&status=archived')).toEqual([one]);
  expect(await ids('&method=bank_transfer&currency=VES')).toEqual([two]);
  expect(await ids('&currency=PEN')).toEqual([]);
  for (const query of [
    'customer_id=x',
    'status=closed',
    'currency=XXZ',
    'method=',
    'method=carrier_pigeon',
  ]) {
    const [param = ''] = query.split('=');
    const wrong = await service.get(`/v1/beneficiaries?${query}`);
    expect(refusal(wrong)).toEqual([400, 'invalid_parameter', param]);
  }
});

test('a beneficiary and its Idempotency-Key belong to one account', async () => {
  const { secret } = await withHand(service, (ports) =>
    openAccount(ports, operator, { name: 'Other', ownerEmail: null }),
  );
  const idempotencyKey = freshKey();
  const own = await service.post('/v1/beneficiaries', rails.pix, { idempotencyKey });
  const other = { key: secret, idempotencyKey };
  const foreign = await service.post('/v1/beneficiaries', rails.pix, other);
  expect([foreign.status, foreign.get('id') === own.get('id')]).toEqual([201, false]);
  expect(refusal(await service.get(pathOf(own.get('id')), { key: secret }))).toEqual([404, 'not_found']);
  expect(refusal(await service.post(`${pathOf(own.get('id'))}/archive`, {}, { key: secret }))).toEqual([
    404,
    'not_found',
  ]);
  const theirCustomer = pix('x@example.com', { customer_id: customerId });
  const refused = await service.post('/v1/beneficiaries', theirCustomer, { key: secret });
  expect(refusal(refused)).toEqual([404, 'not_found', 'customer_id']);
  expect(
    (await service.get(`/v1/beneficiaries?customer_id=${customerId}`, { key: secret })).at('data'),
  ).toEqual([]);
  await service.check();
});
