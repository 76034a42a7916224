import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operatorOf, withoutErrors, type Ask } from '../../setup/graphql.js';
import { freshKey, openService, type RunningService } from '../../setup/running.js';
import { fund, mxnPayout, speiBeneficiary } from '../../setup/verbs.js';

let service: RunningService;
let ask: Ask;

beforeAll(async () => {
  service = await openService();
  ({ ask } = await operatorOf(service, 'admin'));
  await fund(service, 'MXN', '1000.00');
});
afterAll(async () => {
  await service.check();
  await service.stop();
});

const absentKey = `key_${'0'.repeat(26)}`;
const secret = /^psp_test_[0-9a-z]{12}_[0-9a-f]{64}$/;
const works = async (key: unknown): Promise<number> =>
  (await service.get('/v1/account', { key: String(key) })).status;

describe('a secret that is shown only once', () => {
  it('is returned even if another mutation of the document is refused', async () => {
    const response = await ask(
      `mutation ($account: ID!, $absent: ID!) {
        new: issueApiKey(accountId: $account, reason: "r") { secret apiKey { prefix } }
        old: revokeApiKey(id: $absent, reason: "r") { id }
      }`,
      { account: service.accountId, absent: absentKey },
    );
    expect(response.errors).toMatchObject([{ path: ['old'], extensions: { code: 'not_found' } }]);
    expect(response.data).toEqual({
      new: { secret: expect.stringMatching(secret), apiKey: { prefix: expect.any(String) } },
      old: null,
    });
    expect(await works(response.at('new.secret'))).toBe(200);
  });

  it('is returned even if a field next to it fails', async () => {
    const response = await ask(
      'mutation { openAccount(name: "Acme", reason: "r") { secret account { webhookEndpoints(first: 0) { id } } } }',
    );
    expect(response.codes()).toEqual(['invalid_parameter first']);
    expect(response.data).toEqual({ openAccount: { secret: expect.stringMatching(secret), account: null } });
    expect(await works(response.at('openAccount.secret'))).toBe(200);
    const issued = await ask(
      'mutation ($account: ID!) { issueApiKey(accountId: $account, reason: "r") { secret apiKey { account { webhookEndpoints(first: 0) { id } } } } }',
      { account: service.accountId },
    );
    expect(issued.data).toEqual({ issueApiKey: { secret: expect.stringMatching(secret), apiKey: null } });
  });
});

describe('each of several mutations returns its own result', () => {
  it('in events and journals', async () => {
    const beneficiaryId = await speiBeneficiary(service);
    const made = await service.post('/v1/payouts', mxnPayout(beneficiaryId, '10.00', 'sim:uncertain'));
    const id = made.get('id');
    await service.until(`/v1/payouts/${id}`, (each) => each.at('status') === 'verification_pending');
    const selection = '{ ... on Payout { status events { type } journals { purpose } } }';
    const response = await withoutErrors(ask)(
      `mutation ($id: ID!) {
        a: recordEvidence(resourceId: $id, outcome: paid, reason: "r") ${selection}
        b: recordEvidence(resourceId: $id, outcome: returned, reason: "r") ${selection}
      }`,
      { id },
    );
    const last = (path: string) => (response.at(path) as object[]).at(-1);
    expect([response.at('a.status'), last('a.events'), last('a.journals')]).toEqual([
      'completed',
      { type: 'payout.completed' },
      { purpose: 'payout_capture' },
    ]);
    // A worker may have settled the return by then.
    expect([response.at('b.status'), response.at('b.events'), response.at('b.journals')]).toEqual([
      'returned',
      expect.arrayContaining([{ type: 'payout.returned' }]),
      expect.arrayContaining([{ purpose: 'payout_return' }]),
    ]);
  });

  it('in related rows', async () => {
    const person = { external_id: freshKey(), type: 'individual', country: 'PE', display_name: 'Ana' };
    const customerId = (await service.post('/v1/customers', person)).get('id');
    const body = { method: 'spei', currency: 'MXN', customer_id: customerId };
    const details = { name: 'Rosa Campos', clabe: '032180000118359719' };
    expect((await service.post('/v1/beneficiaries', { ...body, details })).status).toBe(201);
    const selection = '{ status beneficiaries { customer { status } } }';
    const response = await withoutErrors(ask)(
      `mutation ($id: ID!) { a: blockCustomer(id: $id, reason: "r") ${selection} b: unblockCustomer(id: $id, reason: "r") ${selection} }`,
      { id: customerId },
    );
    const left = (status: string) => ({ status, beneficiaries: [{ customer: { status } }] });
    expect(response.data).toEqual({ a: left('blocked'), b: left('active') });
  });

  it('at the time of its own result', async () => {
    const quote =
      'createQuote(accountId: $account, idempotencyKey: $key, input: { method: "spei", currency: "MXN", sourceCurrency: "USDT", amount: "10", amountSide: source }, reason: "r") { id status }';
    const response = await withoutErrors(ask)(
      `mutation ($account: ID!, $key: String!) { a: ${quote} advanceClock(seconds: 600, reason: "r") { now } b: ${quote} }`,
      { account: service.accountId, key: freshKey() },
    );
    expect(response.at('b.id')).toBe(response.at('a.id'));
    expect([response.at('a.status'), response.at('b.status')]).toEqual(['open', 'expired']);
  });
});
