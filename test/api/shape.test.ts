import type { Response } from 'supertest';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { conforms } from './conform.js';
import { openSandbox, type Sandbox } from './sandbox.js';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await openSandbox();
  await sandbox.wired.startWorkers();
});
afterAll(() => sandbox.close());

let keys = 0;

async function get(operationId: string, path: string): Promise<Response> {
  const response = await sandbox.call('GET', path);
  conforms(response, operationId);
  return response;
}

async function post(operationId: string, path: string, body?: object): Promise<Response> {
  const key = `shape-key-${(keys += 1)}`;
  const send = () => {
    const call = sandbox.call('POST', path).set('Idempotency-Key', key);
    return body === undefined ? call : call.send(body);
  };
  const first = await send();
  conforms(first, operationId);
  if (first.status >= 400) return first;
  const again = await send();
  conforms(again, operationId);
  expect([again.status, again.headers['idempotent-replayed']]).toEqual([200, 'true']);
  expect(Object.keys(again.body as object)).toEqual(
    expect.arrayContaining(Object.keys(first.body as object)),
  );
  return first;
}

async function until(operationId: string, path: string, status: string): Promise<Response> {
  return expect
    .poll(async () => await get(operationId, path), { timeout: 60_000, interval: 20 })
    .toMatchObject({ body: { status } })
    .then(() => get(operationId, path));
}

async function deposited(): Promise<string> {
  const opened = await post('createFundingAccount', '/v1/funding-accounts', {
    method: 'spei',
    currency: 'MXN',
  });
  const id = opened.body.id as string;
  await until('getFundingAccount', `/v1/funding-accounts/${id}`, 'active');
  await get('listFundingAccounts', '/v1/funding-accounts?status=active');
  const deposit = { funding_account_id: id, amount: '18000.00' };
  const payin = await post('createSandboxDeposit', '/v1/sandbox/deposits', deposit);
  const done = await until('getPayin', `/v1/payins/${payin.body.id}`, 'completed');
  expect(done.body.refundable).toEqual({ amount: done.body.amount, currency: 'USDT' });
  expect(done.body.refunded).toEqual({ amount: '0.000000', currency: 'USDT' });
  const list = await get('listPayins', `/v1/payins?funding_account_id=${id}`);
  expect(list.body.data[0]).not.toHaveProperty('refundable');
  return done.body.amount as string;
}

async function beneficiary(body: object): Promise<string> {
  const made = await post('createBeneficiary', '/v1/beneficiaries', {
    method: 'pix',
    currency: 'BRL',
    ...body,
  });
  expect(JSON.stringify(made.body)).not.toMatch(/details|pix_key/);
  await get('getBeneficiary', `/v1/beneficiaries/${made.body.id}`);
  return made.body.id as string;
}

const priced = { source_currency: 'USDT', amount: '10', amount_side: 'source' };

it('money responses match the description, from deposit to payout', async () => {
  const account = await get('getAccount', '/v1/account');
  expect(sandbox.key.startsWith(account.body.credential.prefix as string)).toBe(true);
  await get('getMe', '/v1/me');
  const all = await get('listCapabilities', '/v1/capabilities');
  expect(all.body.data.length).toBeGreaterThan(10);
  const some = await get(
    'listCapabilities',
    '/v1/capabilities?product=payout&currency=BRL&country=BR&method=pix',
  );
  expect(some.body.data).toHaveLength(1);
});

it('cancellation and evidence responses match the description', async () => {
  const amount = await deposited();
  const balances = await get('listBalances', '/v1/balances');
  expect(balances.body.data).toMatchObject([
    { currency: 'USDT', primary: true, available: amount, total: amount },
  ]);

  const details = { name: 'Ana Paz', pix_key: 'ana@example.com' };
  const id = await beneficiary({ details, label: 'rent' });
  const quote = await post('createQuote', '/v1/quotes', { beneficiary_id: id, ...priced });
  const payout = await post('createPayout', '/v1/payouts', { beneficiary_id: id, quote_id: quote.body.id });
  expect((await get('getQuote', `/v1/quotes/${quote.body.id}`)).body).toMatchObject({ status: 'used' });
  const paid = await until('getPayout', `/v1/payouts/${payout.body.id}`, 'completed');
  expect(paid.body.beneficiary).toEqual({
    id,
    method: 'pix',
    country: 'BR',
    display_name: 'Ana Paz',
    account_hint: expect.any(String),
  });
  const listed = (await get('listPayouts', `/v1/payouts?beneficiary_id=${id}`)).body.data[0];
  expect(listed).toMatchObject({ beneficiary: { display_name: 'Ana Paz' } });
  expect(Object.keys(listed)).not.toEqual(expect.arrayContaining(['completed_at']));
  const entries = await get('listBalanceEntries', '/v1/balances/USDT/entries?limit=2');
  const rest = await get('listBalanceEntries', `/v1/balances/USDT/entries?after=${entries.body.data[1].id}`);
  const next = await get('listBalanceEntries', `/v1/balances/USDT/entries?after=${entries.body.next_cursor}`);
  expect(next.body).toEqual(rest.body);
  await get('listEvents', '/v1/events?type=payout.');
});

it('customer responses match the description', async () => {
  const id = await beneficiary({ details: { name: 'Bo', pix_key: 'bo@example.com' }, holder: 'Bo Li' });
  const pay = async (description: string): Promise<string> => {
    const made = await post('createPayout', '/v1/payouts', { beneficiary_id: id, ...priced, description });
    return `/v1/payouts/${made.body.id}`;
  };
  const queued = await pay('sim:queue:60000');
  const cancel = await post('cancelPayout', `${queued}/cancel`);
  expect([cancel.status, cancel.body.cancellation.status]).toEqual([202, 'requested']);
  const cancelled = await until('getPayout', queued, 'cancelled');
  expect(cancelled.body).toMatchObject({
    description: 'sim:queue:60000',
    cancellation: { requested_via: 'api' },
  });
  expect((await post('cancelPayout', `${queued}/cancel`)).status).toBe(200);

  const held = await pay('sim:hold');
  const evidence = held.replace('payouts', 'sandbox/operations') + '/evidence';
  const failed = await post('createSandboxEvidence', evidence, { outcome: 'not_executed', code: 'closed' });
  expect([failed.status, failed.body.failure_code]).toEqual([200, 'closed']);
  const late = await post('createSandboxEvidence', evidence, { outcome: 'paid' });
  expect([late.status, late.body.error.code]).toEqual([409, 'operation_not_in_flight']);
  const refused = await post('cancelPayout', `${held}/cancel`);
  expect(refused.body.error).toMatchObject({ code: 'payout_not_cancellable', reasons: ['already_failed'] });
  expect((await get('getPayout', held)).body.beneficiary.display_name).toBe('Bo Li');
  const checked = await post('checkPayee', `/v1/beneficiaries/${id}/verification`);
  expect([checked.status, checked.body.result, checked.body.holder_hint]).toEqual([200, 'match', 'B*']);
  const archived = await post('archiveBeneficiary', `/v1/beneficiaries/${id}/archive`);
  expect([archived.status, archived.body.status, archived.body.holder]).toEqual([200, 'archived', 'Bo Li']);
  await get('listBeneficiaries', '/v1/beneficiaries?status=archived');
});

it('answers about customers as described', async () => {
  const profile = { first_name: 'Ana', last_name: 'Paz' };
  const body = { external_id: 'c', type: 'individual', country: 'BR', display_name: 'Ana Paz', profile };
  const made = await post('createCustomer', '/v1/customers', body);
  const path = `/v1/customers/${made.body.id}`;
  expect((await get('getCustomer', path)).body).toMatchObject({ profile, display_name: 'Ana Paz' });
  const list = await get('listCustomers', '/v1/customers?external_id=c');
  expect(list.body.data[0]).not.toHaveProperty('profile');
  const changed = await sandbox.call('PATCH', path).send({ metadata: { a: 'b' } });
  conforms(changed, 'updateCustomer');
  const closed = await sandbox.call('PATCH', path).send({ status: 'closed' });
  expect(closed.body).toMatchObject({ status: 'closed', metadata: { a: 'b' } });
  const reopened = await sandbox.call('PATCH', path).send({ status: 'active' });
  conforms(reopened, 'updateCustomer');
  expect(reopened.body.error.code).toBe('customer_closed');
  const other = { ...body, display_name: 'Else' };
  conforms(await sandbox.call('POST', '/v1/customers').send(other), 'createCustomer');
});

it('the same key with another request is 409, and another spelling of the body is a replay', async () => {
  const call = (text: string) =>
    sandbox.call('POST', '/v1/customers').set('Idempotency-Key', 'same-key-1').type('json').send(text);
  const made = await call('{"external_id":"k","type":"business","country":"PE","display_name":"K"}');
  const again = await call(
    '{ "country":"PE", "display_name":"\\u004b","type":"business","external_id":"k" }',
  );
  expect([made.status, again.status, again.headers['idempotent-replayed']]).toEqual([201, 200, 'true']);
  const other = await call('{"external_id":"k","type":"business","country":"PE","display_name":"L"}');
  expect([other.status, other.body.error.code]).toEqual([409, 'idempotency_key_reused']);
});
