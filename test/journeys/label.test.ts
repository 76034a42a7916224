import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operatorOf, type Ask } from '../setup/graphql.js';
import { lastAudit, openOtherAccount, withHand } from '../setup/hand.js';
import { enablePage, openSession, priceAndConfirm } from '../setup/hosted.js';
import { mobilePayee, remittanceQuote } from '../setup/remit.js';
import { clientOf, openService, type Answer, type RunningService } from '../setup/running.js';
import {
  deposit,
  eventsOf,
  fund,
  mxnPayout,
  openFunding,
  refusal,
  speiBeneficiary,
  speiDestination,
  walk,
} from '../setup/verbs.js';

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
  test('finds exactly the payouts with a reference or pairs, from the next request on', async () => {
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

  test('has pages that contain each payout once, newest first', async () => {
    const made = [];
    for (let nth = 0; nth < 7; nth += 1)
      made.unshift((await pay({ metadata: { walk: 'w', nth: `${nth}` } })).get('id'));
    expect(await found('metadata[walk]=w&limit=2')).toEqual(made);
  });

  test("never returns another account's rows", async () => {
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
  test('is replaced in any state, searchable at once, and changes nothing else', async () => {
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

  test('set before the bank has decided stays when the payout ends', async () => {
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

const own = { reference: 'own', metadata: { own: 'x' } };
const opened = async () =>
  (await openFunding(service, { method: 'bank_transfer', currency: 'PEN' })).get('id');

/** Request bodies per path, without labels. */
const created: Readonly<Record<string, () => Promise<object>>> = {
  'funding-accounts': async () => ({ method: 'spei', currency: 'MXN' }),
  'payout-batches': async () => ({ items: [mxnPayout(beneficiaryId)] }),
  refunds: async () => {
    const into = (await openFunding(service, { method: 'spei', currency: 'MXN' })).get('id');
    const payin = await deposit(service, { funding_account_id: into, amount: '100.00' });
    return { payin_id: payin.get('id'), amount: '1' };
  },
  withdrawals: async () => ({ destination_id: await speiDestination(service), amount: '1.00' }),
  remittances: async () => ({
    quote_id: (await remittanceQuote(service)).get('id'),
    beneficiary_id: await mobilePayee(service),
    source: { funding_account_id: await opened() },
  }),
  'hosted-sessions': async () => {
    await enablePage(service);
    return {};
  },
};

test.each(Object.keys(created))('%s have a reference and metadata, and are found by both', async (path) => {
  const made = await service.post(`/v1/${path}`, { ...(await created[path]?.()), ...own });
  expect(made.status, made.text).toBe(201);
  expect(made.body).toMatchObject(own);
  const id = made.get('id');
  expect((await service.get(`/v1/${path}/${id}`)).body).toMatchObject(own);
  const listed = async (query: string) => (await service.get(`/v1/${path}?${query}`)).at('data');
  expect(await listed('reference=own')).toMatchObject([{ id, ...own }]);
  expect(await listed('metadata[own]=x')).toMatchObject([{ id, ...own }]);
  expect(await listed('reference=other')).toEqual([]);
  const patched = await service.call('PATCH', `/v1/${path}/${id}`, { body: { metadata: { now: 'y' } } });
  expect(patched.body).toMatchObject({ id, reference: 'own', metadata: { now: 'y' } });
  expect(await listed('metadata[own]=x')).toEqual([]);
  expect(await listed('metadata[now]=y')).toMatchObject([{ id }]);
  for (const [, data] of await eventsOf(service, id)) expect(data).toMatchObject({ reference: 'own' });
});

test('a payout gets those of its remittance', async () => {
  const into = await opened();
  const body = {
    quote_id: (await remittanceQuote(service)).get('id'),
    beneficiary_id: await mobilePayee(service),
    source: { funding_account_id: into },
    reference: 'rent 5',
    metadata: { rent: '5' },
  };
  const made = await service.post('/v1/remittances', body);
  await deposit(service, { funding_account_id: into, amount: '101.50' });
  const path = `/v1/remittances/${made.get('id')}`;
  const funded = await service.until(path, (each) => each.at('payout_id') !== undefined);
  expect(await found('reference=rent%205&metadata[rent]=5')).toEqual([funded.get('payout_id')]);
});

test('a remittance gets those of its hosted session', async () => {
  await enablePage(service);
  const session = await openSession(service, { reference: 'cart 5', metadata: { cart: '5' } });
  await withHand(service, (ports) => priceAndConfirm(ports, session.get('id')));
  const response = await service.get(`/v1/hosted-sessions/${session.get('id')}`);
  const remittances = await service.get('/v1/remittances?reference=cart%205&metadata[cart]=5');
  expect(remittances.at('data')).toMatchObject([{ id: response.get('remittance_id') }]);
});

test.each([
  [{ reference: '' }, 'reference'],
  [{ reference: 'x'.repeat(65) }, 'reference'],
  [{ reference: 'a\nb' }, 'reference'],
  [{ metadata: Object.fromEntries(Array.from({ length: 21 }, (_, nth) => [`k${nth}`, 'x'])) }, 'metadata'],
])('a new payout with %j is refused', async (change, param) => {
  const made = await service.post('/v1/payouts', { ...mxnPayout(beneficiaryId), ...change });
  expect(refusal(made)).toEqual([400, 'invalid_parameter', param]);
});
