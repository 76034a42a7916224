import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openAccount } from '../../src/usecases/account.js';
import { canonical } from '../../src/usecases/canonical.js';
import { operator, withHand } from '../setup/hand.js';
import { freshKey, openService, type CallOptions, type RunningService } from '../setup/running.js';
import { queryRows } from '../setup/rows.js';
import { fund, mxnPayout, refusal, speiBeneficiary, walk } from '../setup/verbs.js';

let service: RunningService;
beforeAll(async () => {
  service = await openService();
  await fund(service, 'MXN', '1000');
});
afterAll(() => service.stop());

const path = '/v1/funding-accounts';
const body = { method: 'spei', currency: 'MXN', settlement_currency: 'MXN' };
const post = (options: CallOptions) => service.call('POST', path, { body, ...options });
const replayed = (answer: { headers: Headers }) => answer.headers.get('idempotent-replayed');
const fundingAccounts = () => walk(service, `${path}?limit=100`);

test.each([path, '/v1/payouts', '/v1/payouts/pout_01k9zq3v5e8x7m2n4p6r8t0w1y/cancel'])(
  'POST %s needs a key, before its body is read',
  async (needy) => {
    const answer = await service.call('POST', needy, { body: '{' });
    expect(refusal(answer)).toEqual([400, 'idempotency_key_required', 'Idempotency-Key']);
  },
);

test.each(['seven77', 'x'.repeat(129), 'with space', 'slash/slash', 'ümlaut-88', ''])(
  'the key %j is refused',
  async (idempotencyKey) => {
    expect(refusal(await post({ idempotencyKey }))).toEqual([400, 'invalid_parameter', 'Idempotency-Key']);
    const optional = await service.call('POST', '/v1/customers', { body: '{', idempotencyKey });
    expect(refusal(optional)).toEqual([400, 'invalid_parameter', 'Idempotency-Key']);
  },
);

test.each(['eight.88', 'A:b_C-9.', 'k'.repeat(128)])('the key %s is taken', async (idempotencyKey) => {
  expect((await post({ idempotencyKey })).status).toBe(201);
});

test('the same request again returns the same resource, marked as a replay', async () => {
  const idempotencyKey = freshKey();
  const first = await post({ idempotencyKey });
  expect([first.status, replayed(first)]).toEqual([201, null]);
  const before = await fundingAccounts();
  const texts = [
    JSON.stringify(body),
    JSON.stringify(Object.fromEntries(Object.entries(body).reverse())),
    `\n ${JSON.stringify(body, null, 2)} `,
    JSON.stringify(body).replace('spei', '\\u0073pei'),
  ];
  for (const text of texts) {
    const again = await post({ idempotencyKey, body: text });
    expect([again.status, replayed(again), again.at('id')], text).toEqual([200, 'true', first.get('id')]);
  }
  expect(await fundingAccounts()).toHaveLength(before.length);
});

test('another request with the key returns 409, on any operation', async () => {
  const idempotencyKey = freshKey();
  await post({ idempotencyKey });
  const conflict = [409, 'idempotency_key_reused', 'Idempotency-Key'];
  expect(refusal(await post({ idempotencyKey, body: { ...body, settlement_currency: 'USDT' } }))).toEqual(
    conflict,
  );
  const { settlement_currency: _settled, ...less } = body;
  expect(refusal(await post({ idempotencyKey, body: less }))).toEqual(conflict);
  const elsewhere = await service.post('/v1/payouts', mxnPayout(await speiBeneficiary(service)), {
    idempotencyKey,
  });
  expect(refusal(elsewhere)).toEqual(conflict);
  expect((await post({ idempotencyKey })).status).toBe(200);
});

test('a refused request binds nothing: the key accepts a corrected body', async () => {
  const idempotencyKey = freshKey();
  for (const wrong of [{}, { ...body, method: 'pix' }, { ...body, amount: '0' }, { ...body, x: 1 }]) {
    expect((await post({ idempotencyKey, body: wrong })).status).toBeGreaterThanOrEqual(400);
  }
  expect((await post({ idempotencyKey })).status).toBe(201);
});

test('a payout failed for insufficient funds uses up its key', async () => {
  const idempotencyKey = freshKey();
  const dear = mxnPayout(await speiBeneficiary(service), '99999');
  const failed = await service.post('/v1/payouts', dear, { idempotencyKey });
  expect([failed.status, failed.at('status')]).toEqual([201, 'failed']);
  await fund(service, 'MXN', '200000');
  const again = await service.post('/v1/payouts', dear, { idempotencyKey });
  expect([again.status, replayed(again), again.at('status')]).toEqual([200, 'true', 'failed']);
});

test('a bad body is refused before the key is looked up', async () => {
  const idempotencyKey = freshKey();
  await post({ idempotencyKey });
  expect(refusal(await post({ idempotencyKey, body: { ...body, x: 1 } }))).toEqual([
    400,
    'invalid_body',
    'x',
  ]);
});

test('a malformed body is refused before the key is looked up, with any amount', async () => {
  const beneficiary = await speiBeneficiary(service);
  const quote = { method: 'pix', currency: 'BRL', source_currency: 'USDT', amount_side: 'source' };
  const requests = [
    ['/v1/payouts', { ...mxnPayout(beneficiary), source_currency: 'USDT' }, 'invalid_parameter', '0.1234567'],
    ['/v1/quotes', { ...quote, amount: '10' }, 'invalid_parameter', '0.1234567'],
    [path, { method: 'bank_transfer', currency: 'PEN', amount: '10' }, 'invalid_request', '0.001'],
  ] as const;
  for (const [where, what, code, fine] of requests) {
    const idempotencyKey = freshKey();
    expect((await service.post(where, what, { idempotencyKey })).status, where).toBe(201);
    for (const amount of ['0', '0.00', '1'.repeat(19), fine]) {
      const answer = await service.post(where, { ...what, amount }, { idempotencyKey });
      expect(refusal(answer), `${where} ${amount}`).toEqual([400, code, 'amount']);
    }
    const other = await service.post(where, { ...what, amount: '11' }, { idempotencyKey });
    expect(refusal(other), where).toEqual([409, 'idempotency_key_reused', 'Idempotency-Key']);
  }
  const idempotencyKey = freshKey();
  await post({ idempotencyKey });
  const payer = await post({ idempotencyKey, body: { ...body, payer: {} } });
  expect(refusal(payer)).toEqual([400, 'invalid_parameter', 'payer']);
});

test('keys belong to one account: another account may use the same key', async () => {
  const { secret } = await withHand(service, (ports) =>
    openAccount(ports, operator, { name: 'Other', ownerEmail: null }),
  );
  const idempotencyKey = freshKey();
  const mine = await post({ idempotencyKey });
  const theirs = await post({ idempotencyKey, key: secret });
  expect([theirs.status, theirs.get('id') === mine.get('id')]).toEqual([201, false]);
});

test('a key is honoured where it is optional', async () => {
  const beneficiary = {
    method: 'pix',
    currency: 'BRL',
    details: { name: 'Maria', pix_key: 'maria@example.com' },
  };
  const customer = { external_id: 'c', type: 'business', country: 'BR', display_name: 'Maria' };
  const quote = {
    method: 'pix',
    currency: 'BRL',
    source_currency: 'USDT',
    amount: '1',
    amount_side: 'source',
  };
  for (const [where, what] of [
    ['/v1/customers', customer],
    ['/v1/beneficiaries', beneficiary],
    ['/v1/quotes', quote],
  ] as const) {
    const idempotencyKey = freshKey();
    const first = await service.post(where, what, { idempotencyKey });
    const again = await service.post(where, what, { idempotencyKey });
    expect([first.status, again.status, replayed(again)], where).toEqual([201, 200, 'true']);
    expect(again.get('id')).toBe(first.get('id'));
    const reused = await post({ idempotencyKey });
    expect(reused.at('error.code')).toBe('idempotency_key_reused');
  }
  const id = (await service.post('/v1/beneficiaries', beneficiary)).get('id');
  const idempotencyKey = freshKey();
  const archive = () => service.post(`/v1/beneficiaries/${id}/archive`, undefined, { idempotencyKey });
  expect([replayed(await archive()), replayed(await archive())]).toEqual([null, 'true']);
  await service.check();
});

/** The unkeyed hash, which anyone who guesses a request can compute. */
const bareHash = (where: string, what: object) =>
  createHash('sha256')
    .update(`POST ${where}\n${canonical(what)}`)
    .digest('hex');

const person = {
  external_id: 'guessed',
  type: 'individual',
  country: 'PE',
  display_name: 'Maria',
  profile: { identity_document_type: 'DNI', identity_document: '46219838' },
};

test('a stored fingerprint cannot be confirmed by guessing the request', async () => {
  const requests = [
    ['/v1/customers', person],
    ['/v1/payouts', mxnPayout(await speiBeneficiary(service))],
  ] as const;
  for (const [where, what] of requests) {
    expect((await service.post(where, what)).status, where).toBe(201);
    const statement = 'select k::text as row from idempotency_key k where strpos(k::text, $1) > 0';
    expect(await queryRows(service.databaseUrl, statement, [bareHash(where, what)])).toEqual([]);
  }
});

test('a key bound before fingerprints were keyed is still replayed, and only for its request', async () => {
  const requests = [
    ['/v1/customers', { ...person, external_id: 'before' }],
    ['/v1/payouts', mxnPayout(await speiBeneficiary(service))],
  ] as const;
  for (const [where, what] of requests) {
    const idempotencyKey = freshKey();
    const first = await service.post(where, what, { idempotencyKey });
    const [row] = await queryRows(
      service.databaseUrl,
      'update idempotency_key set fingerprint = $2 where key = $1 returning resource_id',
      [idempotencyKey, bareHash(where, what)],
    );
    expect(row).toEqual({ resource_id: first.get('id') });
    const again = await service.post(where, what, { idempotencyKey });
    expect([again.status, replayed(again), again.at('id')], where).toEqual([200, 'true', first.get('id')]);
    const changed = 'amount' in what ? { ...what, amount: '11.00' } : { ...what, display_name: 'Ana' };
    const reused = await service.post(where, changed, { idempotencyKey });
    expect(refusal(reused), where).toEqual([409, 'idempotency_key_reused', 'Idempotency-Key']);
  }
  await service.check();
});
