import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { blockCustomer, setCompliance } from '../../src/usecases/customer.js';
import { operator, withHand } from '../setup/hand.js';
import { freshKey, openService, type Answer, type RunningService } from '../setup/running.js';
import { customerFields as fields, wholeProfile as profile } from '../setup/sender.js';
import { eventsOf, refusal } from '../setup/verbs.js';

let service: RunningService;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.stop());

const create = (body: object) => service.post('/v1/customers', body);
const made = async (more: object = {}): Promise<string> => (await create(fields(more))).get('id');
const pathOf = (id: string) => `/v1/customers/${id}`;
const patch = (id: string, body: object) => service.call('PATCH', pathOf(id), { body });
const block = (id: string, action: 'block' | 'unblock') =>
  withHand(service, (ports) => blockCustomer(ports, operator, { id, action }));
const comply = (id: string, status: 'verified' | 'rejected' | 'review' | 'pending') =>
  withHand(service, (ports) => setCompliance(ports, operator, { id, status }));
const typesOf = async (id: string) => (await eventsOf(service, id)).map(([type]) => type);

/** Every use of a customer: a new beneficiary, and prices and payouts for its existing one. */
async function usesOf(customer_id: string): Promise<() => Promise<Answer>[]> {
  const register = () =>
    service.post('/v1/beneficiaries', {
      method: 'pix',
      currency: 'BRL',
      details: { name: 'Maria Souza', pix_key: 'maria@example.com' },
      customer_id,
    });
  const beneficiary_id = (await register()).get('id');
  const price = { beneficiary_id, source_currency: 'USDT', amount: '1', amount_side: 'source' };
  return () => [register(), service.post('/v1/quotes', price), service.post('/v1/payouts', price)];
}

const refusals = async (answers: readonly Promise<Answer>[]) => (await Promise.all(answers)).map(refusal);

describe('creating', () => {
  test('returns the customer; only retrieve has the profile, and events have no personal data', async () => {
    const listed = fields({ metadata: { tier: 'gold' } });
    const answer = await create({ ...listed, profile });
    expect(answer.status, answer.text).toBe(201);
    expect(answer.body).toEqual({
      ...listed,
      id: expect.stringMatching(/^cus_[0-9a-z]{26}$/),
      status: 'active',
      compliance_status: 'unverified',
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      updated_at: answer.get('created_at'),
    });
    expect((await service.get(pathOf(answer.get('id')))).body).toEqual({ ...answer.body, profile });
    const list = await service.get(`/v1/customers?external_id=${listed.external_id}`);
    expect(list.body).toEqual({ data: [answer.body], has_more: false });
    const { display_name: _name, ...data } = answer.body;
    expect(await eventsOf(service, answer.get('id'))).toEqual([['customer.created', data]]);
  });

  test('with the same identity returns the existing customer with 200; metadata is not compared', async () => {
    const body = fields({ profile, metadata: { tier: 'gold' } });
    const first = await create(body);
    const again = await create({ ...body, metadata: { tier: 'tin' } });
    expect([again.status, again.body]).toEqual([200, first.body]);
    expect(again.headers.get('idempotent-replayed')).toBeNull();
    const reordered = { ...body, profile: Object.fromEntries(Object.entries(profile).reverse()) };
    expect((await create(reordered)).status).toBe(200);
    expect(await typesOf(first.get('id'))).toEqual(['customer.created']);
  });

  test.each([
    ['type', { type: 'business' }],
    ['country', { country: 'BR' }],
    ['display name', { display_name: 'Ana T.' }],
    ['profile', { profile: { ...profile, phone: '+51987654322' } }],
    ['no profile', { profile: undefined }],
  ])('with another %s is a conflict', async (what, change) => {
    const plain = what === 'type' ? fields() : fields({ profile });
    expect((await create(plain)).status).toBe(201);
    expect(refusal(await create({ ...plain, ...change }))).toEqual([
      409,
      'external_id_conflict',
      'external_id',
    ]);
  });

  test('accepts the longest values, counted in code points', async () => {
    const metadata = Object.fromEntries(
      Array.from({ length: 20 }, (_, i) => [`k.${i}_-${'x'.repeat(30)}`, '🎈'.repeat(500)]),
    );
    const body = fields({ external_id: '🎈'.repeat(128), display_name: '🎈'.repeat(200), metadata });
    const answer = await create(body);
    expect(answer.status, answer.text).toBe(201);
    expect(answer.body).toMatchObject(body);
  });

  test.each([
    [{ external_id: 'x'.repeat(129) }, 'external_id'],
    [{ external_id: '' }, 'external_id'],
    [{ external_id: undefined }, 'external_id'],
    [{ type: 'robot' }, 'type'],
    [{ country: 'XX' }, 'country'],
    [{ country: 'pe' }, 'country'],
    [{ display_name: 'x'.repeat(201) }, 'display_name'],
    [{ display_name: undefined }, 'display_name'],
    [{ metadata: { 'a b': 'x' } }, 'metadata.a b'],
    [{ metadata: { [`k${'x'.repeat(40)}`]: 'x' } }, `metadata.k${'x'.repeat(40)}`],
    [{ metadata: { k: 'x'.repeat(501) } }, 'metadata.k'],
    [{ metadata: Object.fromEntries(Array.from({ length: 21 }, (_, i) => [`k${i}`, ''])) }, 'metadata'],
  ])('refuses %j', async (change, param) => {
    expect(refusal(await create(fields(change)))).toEqual([400, 'invalid_parameter', param]);
  });

  test.each([
    [{ metadata: { k: 1 } }, 'metadata.k'],
    [{ metadata: null }, 'metadata'],
    [{ status: 'closed' }, 'status'],
    [{ profile: { nickname: 'A' } }, 'profile.nickname'],
    [{ profile: { address: { planet: 'Mars' } } }, 'profile.address.planet'],
    [{ profile: [] }, 'profile'],
  ])('refuses %j as malformed', async (change, param) => {
    expect(refusal(await create(fields(change)))).toEqual([400, 'invalid_body', param]);
  });
});

describe('changing', () => {
  test('replaces the whole metadata and publishes each change once', async () => {
    const id = await made({ metadata: { tier: 'gold', since: '2020' } });
    const changed = await patch(id, { metadata: { tier: 'tin' } });
    expect([changed.status, changed.at('metadata')]).toEqual([200, { tier: 'tin' }]);
    expect((await patch(id, { metadata: { tier: 'tin' } })).body).toEqual(changed.body);
    expect((await patch(id, {})).body).toEqual(changed.body);
    expect((await patch(id, { status: 'active' })).body).toEqual(changed.body);
    const events = await eventsOf(service, id);
    expect(events.map(([type]) => type)).toEqual(['customer.created', 'customer.updated']);
    expect(events[1]?.[1]).toMatchObject({
      metadata: { tier: 'tin' },
      updated_at: changed.get('updated_at'),
    });
  });

  test('closes permanently', async () => {
    const id = await made();
    const uses = await usesOf(id);
    const closed = await patch(id, { status: 'closed', metadata: { why: 'moved' } });
    expect([closed.status, closed.at('status'), closed.at('metadata')]).toEqual([
      200,
      'closed',
      { why: 'moved' },
    ]);
    for (const body of [{ status: 'active' }, { status: 'closed' }, { metadata: {} }]) {
      expect(refusal(await patch(id, body))).toEqual([409, 'customer_closed']);
    }
    expect(await refusals(uses())).toEqual([
      [409, 'customer_closed', 'customer_id'],
      [409, 'customer_closed'],
      [409, 'customer_closed'],
    ]);
    expect(await typesOf(id)).toEqual(['customer.created', 'customer.updated', 'customer.status_changed']);
    expect((await service.get(pathOf(id))).at('status')).toBe('closed');
  });

  test('accepts no other field and no other status', async () => {
    const id = await made();
    expect(refusal(await patch(id, { status: 'blocked' }))).toEqual([400, 'invalid_parameter', 'status']);
    expect(refusal(await patch(id, { display_name: 'B' }))).toEqual([400, 'invalid_body', 'display_name']);
    expect(refusal(await patch(id, { status: null }))).toEqual([400, 'invalid_body', 'status']);
    expect(refusal(await patch('cus_01k9zq3v5e8x7m2n4p6r8t0w1y', {}))).toEqual([404, 'not_found']);
    expect(refusal(await patch('nonsense', {}))).toEqual([404, 'not_found']);
  });
});

describe('the platform', () => {
  test('blocks a customer, who then can neither send nor receive, and only the platform unblocks', async () => {
    const id = await made();
    const uses = await usesOf(id);
    await block(id, 'block');
    expect((await service.get(pathOf(id))).at('status')).toBe('blocked');
    expect(await refusals(uses())).toEqual([
      [409, 'customer_blocked', 'customer_id'],
      [409, 'customer_blocked'],
      [409, 'customer_blocked'],
    ]);
    for (const status of ['active', 'closed']) {
      expect(refusal(await patch(id, { status }))).toEqual([409, 'customer_blocked']);
    }
    await block(id, 'unblock');
    for (const use of uses()) expect((await use).status).toBeLessThan(300);
    expect(await typesOf(id)).toEqual([
      'customer.created',
      'customer.status_changed',
      'customer.status_changed',
    ]);
  });

  test('checks a customer; a rejected customer is not active', async () => {
    const id = await made();
    const uses = await usesOf(id);
    await comply(id, 'rejected');
    expect((await service.get(pathOf(id))).body).toMatchObject({
      status: 'active',
      compliance_status: 'rejected',
    });
    expect(await refusals(uses())).toEqual([
      [422, 'customer_not_active', 'customer_id'],
      [422, 'customer_not_active'],
      [422, 'customer_not_active'],
    ]);
    for (const status of ['pending', 'review', 'verified'] as const) {
      await comply(id, status);
      for (const use of uses()) expect((await use).status).toBeLessThan(300);
    }
    expect((await typesOf(id)).slice(0, 3)).toEqual([
      'customer.created',
      'customer.updated',
      'customer.updated',
    ]);
  });
});

test('lists are filtered by status, type and country, and refuse other values', async () => {
  const first = await made({ type: 'business', country: 'VE' });
  const second = await made({ type: 'business', country: 'VE' });
  await patch(first, { status: 'closed' });
  const ids = async (query: string) =>
    ((await service.get(`/v1/customers?${query}`)).at('data') as { id: string }[]).map(({ id }) => id);
  expect(await ids('country=VE')).toEqual([second, first]);
  expect(await ids('country=VE&type=business&status=closed')).toEqual([first]);
  expect(await ids('country=VE&type=individual')).toEqual([]);
  for (const query of [
    'status=open',
    'type=robot',
    'country=Peru',
    'external_id=',
    'compliance_status=review',
  ]) {
    const [param = ''] = query.split('=');
    expect(refusal(await service.get(`/v1/customers?${query}`))).toEqual([400, 'invalid_parameter', param]);
  }
});

test('an Idempotency-Key is honoured although it is optional', async () => {
  const idempotencyKey = freshKey();
  const body = fields();
  const first = await service.post('/v1/customers', body, { idempotencyKey });
  await patch(first.get('id'), { metadata: { a: 'b' } });
  const again = await service.post('/v1/customers', body, { idempotencyKey });
  expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([200, 'true']);
  expect(again.at('metadata')).toEqual({ a: 'b' });
  const other = await service.post('/v1/customers', fields(), { idempotencyKey });
  expect([other.status, other.at('error.code')]).toEqual([409, 'idempotency_key_reused']);
  expect((await service.call('POST', '/v1/customers', { body: fields() })).status).toBe(201);
  await service.check();
});
