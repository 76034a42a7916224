import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operatorOf, type Ask } from '../setup/graphql.js';
import { lastAudit, openOtherAccount } from '../setup/hand.js';
import { clientOf, openService, type Answer, type RunningService } from '../setup/running.js';
import { eventsOf, fund, mxnPayout, refusal, speiBeneficiary, walk } from '../setup/verbs.js';

let service: RunningService;
let beneficiaryId: string;
let ask: Ask;
beforeAll(async () => {
  service = await openService();
  await fund(service, 'MXN', '100000.00');
  beneficiaryId = await speiBeneficiary(service);
  ask = (await operatorOf(service, 'admin')).get;
});
afterAll(async () => {
  await service.check();
  await service.stop();
});

const pay = async (labels: object): Promise<Answer> => {
  const made = await service.post('/v1/payouts', { ...mxnPayout(beneficiaryId), ...labels });
  expect(made.status, made.text).toBe(201);
  return made;
};
const found = async (query: string): Promise<string[]> =>
  (await walk<{ id: string }>(service, `/v1/payouts?${query}`)).map(({ id }) => id);
const labels = { reference: 'Pedido 7/á', metadata: { order: '7', 'a.b-c_D': '', tier: 'gold' } };

describe('a payout', () => {
  test('shows its reference and metadata wherever it is shown', async () => {
    const made = await pay(labels);
    const id = made.get('id');
    expect(made.body).toMatchObject(labels);
    expect((await service.get(`/v1/payouts/${id}`)).body).toMatchObject(labels);
    expect(
      (await service.get(`/v1/payouts?reference=${encodeURIComponent(labels.reference)}`)).at('data'),
    ).toMatchObject([{ id, ...labels }]);
    for (const [, data] of await eventsOf(service, id)) expect(data).toMatchObject(labels);
    const { data } = await ask('query ($id: ID!) { payout(id: $id) { reference metadata } }', { id });
    expect(data).toEqual({ payout: labels });
  });

  test('without them has no reference and empty metadata', async () => {
    const { body } = await pay({});
    expect(body).toMatchObject({ metadata: {} });
    expect(body).not.toHaveProperty('reference');
  });
});

describe('a list of payouts', () => {
  test('has in the next request what bears a reference or pairs, and nothing else', async () => {
    const [first, second, third] = await Promise.all([
      pay({ reference: 'r1', metadata: { run: '1', nth: '1' } }),
      pay({ reference: 'r1', metadata: { run: '1', nth: '2' } }),
      pay({ reference: 'R1', metadata: { run: '10', nth: '1' } }),
    ]);
    const ids = (...made: Answer[]) =>
      made
        .map((each) => each.get('id'))
        .toSorted()
        .toReversed();
    expect(await found('reference=r1')).toEqual(ids(first, second));
    expect(await found('metadata[run]=1')).toEqual(ids(first, second));
    expect(await found('metadata%5Bnth%5D=1')).toEqual(ids(first, third));
    expect(await found('metadata[run]=1&metadata[nth]=2')).toEqual(ids(second));
    expect(await found('metadata[run]=1&reference=R1')).toEqual([]);
    expect(await found('metadata[run]=2')).toEqual([]);
    expect(await found(`metadata[run]=1&beneficiary_id=${beneficiaryId}&status=failed`)).toEqual([]);
    const filter = { metadata: [{ key: 'nth', value: '1' }], reference: 'R1' };
    const { data } = await ask(
      'query ($accountId: ID, $filter: PayoutFilter) { payouts(accountId: $accountId, filter: $filter) { nodes { id } } }',
      { accountId: service.accountId, filter },
    );
    expect(data).toEqual({ payouts: { nodes: [{ id: third.get('id') }] } });
    const everywhere = await ask(
      'query ($filter: PayoutFilter) { payouts(filter: $filter) { nodes { id } } }',
      { filter },
    );
    expect(everywhere.data).toEqual(data);
  });

  test('is walked in pages, each payout once and newest first', async () => {
    const made = [];
    for (let nth = 0; nth < 7; nth += 1)
      made.unshift((await pay({ metadata: { walk: 'w', nth: `${nth}` } })).get('id'));
    expect(await found('metadata[walk]=w&limit=2')).toEqual(made);
  });

  test('has nothing of another account', async () => {
    await pay({ reference: 'ours', metadata: { whose: 'ours' } });
    const { key } = await openOtherAccount(service);
    const other = clientOf(service.baseUrl, key);
    for (const query of ['reference=ours', 'metadata[whose]=ours'])
      expect((await other.get(`/v1/payouts?${query}`)).at('data')).toEqual([]);
  });

  test.each([
    ['metadata=1', 'metadata'],
    ['metadata[]=1', 'metadata[]'],
    ['metadata[a b]=1', 'metadata[a b]'],
    ['metadata[__proto__]=1', 'metadata[__proto__]'],
    ['metadata[a][b]=1', 'metadata[a][b]'],
    ['metadata[a]=1&metadata[a]=1', 'metadata[a]'],
    [`metadata[a]=${'x'.repeat(501)}`, 'metadata[a]'],
    [['a', 'b', 'c', 'd', 'e', 'f'].map((key) => `metadata[${key}]=1`).join('&'), 'metadata'],
    [`reference=${'x'.repeat(65)}`, 'reference'],
    ['reference=', 'reference'],
    ['status[a]=processing', 'status[a]'],
  ])('refuses %s', async (query, param) => {
    expect(refusal(await service.get(`/v1/payouts?${query}`))).toEqual([400, 'invalid_parameter', param]);
  });
});

describe('metadata', () => {
  test('is replaced in any state, found at once, and changes nothing else', async () => {
    const made = await pay({ metadata: { before: 'x', both: 'x' } });
    const path = `/v1/payouts/${made.get('id')}`;
    const ended = await service.until(path, (each) => each.at('status') === 'completed');
    const metadata = { both: 'x', after: 'x' };
    const patched = await service.call('PATCH', path, { body: { metadata } });
    expect(patched.body).toEqual({ ...(ended.body as object), metadata });
    expect((await service.get(path)).body).toEqual(patched.body);
    expect(await found('metadata[before]=x')).toEqual([]);
    expect(await found('metadata[after]=x')).toEqual([made.get('id')]);
    expect(await found('metadata[both]=x')).toEqual([made.get('id')]);
    expect(await eventsOf(service, made.get('id'))).toHaveLength(2);
    await service.call('PATCH', path, { body: { metadata: {} } });
    expect(await found('metadata[both]=x')).toEqual([]);
  });

  test('given before the bank has decided stays as it is when the payout ends', async () => {
    const made = await pay({ description: 'sim:hold', metadata: { held: '1' } });
    const path = `/v1/payouts/${made.get('id')}`;
    await service.call('PATCH', path, { body: { metadata: { held: '2' } } });
    await service.post(`/v1/sandbox/operations/${made.get('id')}/evidence`, { outcome: 'paid' });
    const ended = await service.until(path, (each) => each.at('status') === 'completed');
    expect(ended.at('metadata')).toEqual({ held: '2' });
    expect(await found('metadata[held]=2')).toEqual([made.get('id')]);
  });

  test('replaced by an operator has an audit entry', async () => {
    const made = await pay({});
    const { data } = await ask(
      `mutation ($accountId: ID!, $id: ID!) { updatePayoutMetadata(accountId: $accountId, id: $id,
        metadata: [{ key: "orderId", value: "9" }], reason: "asked for") { metadata } }`,
      { accountId: service.accountId, id: made.get('id') },
    );
    expect(data).toEqual({ updatePayoutMetadata: { metadata: { orderId: '9' } } });
    expect(await lastAudit(service, 'payout.update')).toMatchObject({ subject_id: made.get('id') });
  });

  test('of a payout of another account cannot be replaced', async () => {
    const made = await pay({});
    const { key } = await openOtherAccount(service);
    const patched = await clientOf(service.baseUrl, key).call('PATCH', `/v1/payouts/${made.get('id')}`, {
      body: { metadata: {} },
    });
    expect(refusal(patched)).toEqual([404, 'not_found']);
  });

  test.each([
    [{}, 'invalid_parameter', 'metadata'],
    [{ metadata: null }, 'invalid_body', 'metadata'],
    [{ metadata: { a: 1 } }, 'invalid_body', 'metadata.a'],
    [{ metadata: { 'a b': '1' } }, 'invalid_parameter', 'metadata.a b'],
    [{ metadata: {}, reference: 'x' }, 'invalid_body', 'reference'],
  ])('%j is refused', async (body, code, param) => {
    const made = await pay({});
    const patched = await service.call('PATCH', `/v1/payouts/${made.get('id')}`, { body });
    expect(refusal(patched)).toEqual([400, code, param]);
  });
});

test.each([
  [{ reference: '' }, 'reference'],
  [{ reference: 'x'.repeat(65) }, 'reference'],
  [{ reference: 'a\nb' }, 'reference'],
  [{ metadata: Object.fromEntries(Array.from({ length: 21 }, (_, nth) => [`k${nth}`, 'x'])) }, 'metadata'],
])('a new payout with %j is refused', async (given, param) => {
  const made = await service.post('/v1/payouts', { ...mxnPayout(beneficiaryId), ...given });
  expect(refusal(made)).toEqual([400, 'invalid_parameter', param]);
});
