import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { imposePolicy } from '../../src/usecases/approval-policy.js';
import { inviteOwner } from '../../src/usecases/member.js';
import { advance, operator, withHand } from '../setup/hand.js';
import { fundTreasury } from '../setup/payout-journey.js';
import { openService, type Answer, type Client, type RunningService } from '../setup/running.js';
import { mailSettings, openMailbox, personOf } from '../setup/sign-in.js';
import { fund, mxnPayout, refusal, speiBeneficiary } from '../setup/verbs.js';

const mailbox = openMailbox();
let service: RunningService;
let owner: Client;
let other: Client;
let admin: Client;
let developer: Client;
let beneficiary: string;

beforeAll(async () => {
  service = await openService({ ...mailSettings }, mailbox);
  owner = await personOf(service, mailbox, 'owner@example.com');
  const { accountId } = service;
  const second = { accountId, address: 'second@example.com', language: 'en' } as const;
  await withHand(service, (ports) => inviteOwner(ports, operator, second));
  for (const role of ['admin', 'developer'] as const)
    expect((await owner.post('/v1/members', { email: `${role}@example.com`, role })).status).toBe(201);
  await allSignIn();
  await fund(service, 'MXN', '100000.00');
  beneficiary = await speiBeneficiary(service);
});
afterAll(async () => {
  await service.check();
  await service.stop();
});

/** Sessions expire when the clock moves, so everyone signs in again. */
async function allSignIn(): Promise<void> {
  owner = await personOf(service, mailbox, 'owner@example.com');
  other = await personOf(service, mailbox, 'second@example.com');
  admin = await personOf(service, mailbox, 'admin@example.com');
  developer = await personOf(service, mailbox, 'developer@example.com');
}

async function pass(seconds: number): Promise<void> {
  await advance(service, seconds);
  await allSignIn();
}

const above = (amount: string) => [{ currency: 'MXN', amount }];
const setPolicy = (policy: object, by: Client = owner): Promise<Answer> =>
  by.call('PUT', '/v1/approval-policy', { body: policy });

async function policyIs(policy: object): Promise<void> {
  const set = await setPolicy(policy);
  expect(set.status, set.text).toBe(200);
  const change = set.at('pending_change.id') as string | undefined;
  if (change !== undefined) {
    const approved = await other.post(`/v1/approvals/${change}/approve`, undefined);
    expect(approved.at('status'), approved.text).toBe('approved');
  }
}

const pay = (amount: string, by: Client = service, memo?: string): Promise<Answer> =>
  by.post('/v1/payouts', mxnPayout(beneficiary, amount, memo));
const approve = (id: string, by: Client, body?: object): Promise<Answer> =>
  by.post(`/v1/approvals/${id}/approve`, body);
const decline = (id: string, by: Client, body: object = {}): Promise<Answer> =>
  by.post(`/v1/approvals/${id}/decline`, body);
const payoutOf = (made: Answer): string => `/v1/payouts/${made.get('id')}`;
const ended = (path: string, status: string): Promise<Answer> =>
  service.until(path, (answer) => answer.at('status') === status);
const available = async (): Promise<string> =>
  (await service.get('/v1/balances')).at('data.0.available') as string;

describe('a payout above the amount of the policy', () => {
  beforeAll(() => policyIs({ payouts: { above: above('1000') } }));

  test('is created with its money reserved, and sent once a member has approved', async () => {
    const before = await available();
    const made = await pay('1500.00');
    expect(made.status, made.text).toBe(201);
    expect(made.at('status')).toBe('processing');
    expect(made.at('approval')).toMatchObject({ status: 'pending', required: 1, given: [] });
    expect(Number(await available())).toBeLessThan(Number(before));
    const approvalId = String(made.at('approval.id'));
    const response = await service.get(`/v1/approvals/${approvalId}`);
    expect(response.body).toMatchObject({
      status: 'pending',
      resource_type: 'payout',
      resource_id: made.get('id'),
      requested_by: expect.stringMatching(/^key_/),
    });
    const list = await service.get(`/v1/approvals?status=pending&resource_id=${made.get('id')}`);
    expect(list.at('data.0.id')).toBe(approvalId);
    expect((await service.get('/v1/payouts?limit=1')).at('data.0.approval')).toEqual({
      id: approvalId,
      status: 'pending',
    });
    const approved = await approve(approvalId, admin, { note: 'Matches the contract.' });
    expect(approved.status, approved.text).toBe(200);
    expect(approved.body).toMatchObject({
      status: 'approved',
      given: [{ at: expect.any(String), note: 'Matches the contract.' }],
    });
    const paid = await ended(payoutOf(made), 'completed');
    expect(paid.at('approval.status')).toBe('approved');
  });

  test('is shown by the preview as needing approval', async () => {
    const preview = await service.post('/v1/payouts/preview', mxnPayout(beneficiary, '1500.00'));
    expect(preview.at('warnings'), preview.text).toEqual(['approval_required']);
  });

  test('is not sent while it waits, and a payout at the amount is', async () => {
    const held = await pay('1000.01');
    const free = await pay('1000.00');
    expect(free.at('approval')).toBeUndefined();
    await ended(payoutOf(free), 'completed');
    expect((await service.get(payoutOf(held))).at('status')).toBe('processing');
    await decline(String(held.at('approval.id')), admin);
  });

  test('fails when it is declined, and its money is available again', async () => {
    const before = await available();
    const made = await pay('2000.00');
    const declined = await decline(String(made.at('approval.id')), owner, { note: 'Paid in October.' });
    expect(declined.body).toMatchObject({ status: 'declined', note: 'Paid in October.' });
    const failed = await service.get(payoutOf(made));
    expect(failed.body).toMatchObject({ status: 'failed', failure_code: 'approval_declined' });
    expect(await available()).toBe(before);
    expect(refusal(await approve(String(made.at('approval.id')), admin))).toEqual([
      409,
      'approval_not_pending',
    ]);
  });

  test("is sent at its quote's price, even if the quote expired meanwhile", async () => {
    await fundTreasury(service);
    const price = { source_currency: 'USDT', amount: '100', amount_side: 'source' };
    const quote = await service.post('/v1/quotes', { method: 'spei', currency: 'MXN', ...price });
    const body = { beneficiary_id: beneficiary, quote_id: quote.get('id') };
    const made = await service.post('/v1/payouts', body);
    expect(made.at('approval.status'), made.text).toBe('pending');
    await pass(86_400);
    expect(new Date(quote.get('expires_at')).getTime()).toBeLessThan(Date.now() + 86_400_000);
    const waiting = await service.get(payoutOf(made));
    await approve(String(made.at('approval.id')), admin);
    const paid = await ended(payoutOf(made), 'completed');
    for (const name of ['source', 'destination', 'rate']) {
      expect(waiting.at(name)).toEqual(quote.at(name));
      expect(paid.at(name)).toEqual(quote.at(name));
    }
  });

  test('fails when its approval expires', async () => {
    const made = await pay('2000.00');
    await pass(7 * 86_400 + 60);
    const failed = await ended(payoutOf(made), 'failed');
    expect(failed.body).toMatchObject({ failure_code: 'approval_expired', approval: { status: 'expired' } });
  });

  test('needs no approval once it is cancelled', async () => {
    const made = await pay('2000.00');
    await service.post(`${payoutOf(made)}/cancel`, undefined);
    const cancelled = await ended(payoutOf(made), 'cancelled');
    expect(cancelled.at('approval.status')).toBe('declined');
  });

  test('also held by risk rules is sent after both decisions', async () => {
    const made = await pay('1500.00', service, 'sim:review');
    expect(made.at('risk_status')).toBe('in_review');
    await approve(String(made.at('approval.id')), admin);
    expect((await service.get(payoutOf(made))).at('status')).toBe('processing');
    expect((await service.get(payoutOf(made))).at('risk_status')).toBe('in_review');
  });

  test('publishes approval.requested and approval.decided', async () => {
    const made = await pay('1500.00');
    const id = String(made.at('approval.id'));
    await approve(id, admin);
    const events = await service.get(`/v1/events?resource_id=${id}`);
    const types = (events.at('data') as { type: string }[]).map(({ type }) => type);
    expect(types).toEqual(['approval.requested', 'approval.decided']);
  });

  test.each([
    ['the API key of the request', () => service, 'insufficient_role'],
    ['a developer', () => developer, 'insufficient_role'],
  ] as const)('is not approved by %s', async (_who, by, code) => {
    const made = await pay('1500.00');
    const id = String(made.at('approval.id'));
    expect(refusal(await approve(id, by()))).toEqual([403, code]);
    expect(refusal(await decline(id, by()))).toEqual([403, code]);
    await decline(id, admin);
  });

  test('cannot be approved by the requester, but by another member', async () => {
    const made = await pay('1500.00', admin);
    const id = String(made.at('approval.id'));
    expect(made.at('approval.requested_by')).toMatch(/^mem_/);
    expect(refusal(await approve(id, admin))).toEqual([403, 'insufficient_role']);
    expect((await approve(id, owner)).at('status')).toBe('approved');
    await ended(payoutOf(made), 'completed');
  });

  test('two concurrent decisions count once', async () => {
    const made = await pay('1500.00');
    const id = String(made.at('approval.id'));
    const answers = await Promise.all([approve(id, admin), decline(id, owner), approve(id, other)]);
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(1);
    const approval = await service.get(`/v1/approvals/${id}`);
    const isApproved = approval.at('status') === 'approved';
    await ended(payoutOf(made), isApproved ? 'completed' : 'failed');
  });
});

test('needs two different members if two approvals are required', async () => {
  await policyIs({ payouts: { above: above('1000') }, approvals: 2 });
  const made = await pay('1500.00');
  const id = String(made.at('approval.id'));
  expect((await approve(id, admin)).at('status')).toBe('pending');
  expect((await approve(id, admin)).at('given.1')).toBeUndefined();
  expect((await service.get(payoutOf(made))).at('status')).toBe('processing');
  expect((await approve(id, owner)).at('status')).toBe('approved');
  await ended(payoutOf(made), 'completed');
  await policyIs({});
});

test('a payout to a new beneficiary needs approval, for any amount', async () => {
  await policyIs({ payouts: { above: [], new_beneficiary_days: 3 } });
  const id = await speiBeneficiary(service, '002010077777777771');
  const body = mxnPayout(id, '1.00');
  const held = await service.post('/v1/payouts', body);
  expect(held.at('approval.status'), held.text).toBe('pending');
  await decline(String(held.at('approval.id')), owner);
  await pass(3 * 86_400);
  const free = await service.post('/v1/payouts', body);
  expect(free.at('approval')).toBeUndefined();
  await policyIs({});
});

describe('a batch above the amount of the policy', () => {
  beforeAll(() => policyIs({ batches: { above: above('100') } }));
  afterAll(() => policyIs({}));

  const batch = async (): Promise<Answer> => {
    const items = ['60.00', '70.00', '80.00'].map((amount) => mxnPayout(beneficiary, amount));
    const made = await service.post('/v1/payout-batches', { items });
    expect(made.status, made.text).toBe(201);
    expect(made.at('approval')).toMatchObject({ status: 'pending', required: 1 });
    return made;
  };
  const summary = async (made: Answer) =>
    (await service.get(`/v1/payout-batches/${made.get('id')}`)).at('summary') as Record<string, number>;

  test('reserves the money of its payouts, and sends none before it is approved', async () => {
    const made = await batch();
    await expect.poll(async () => (await summary(made))['processing']).toBe(3);
    expect((await service.get('/v1/payouts?limit=1')).at('data.0.approval.status')).toBe('pending');
    await approve(String(made.at('approval.id')), admin);
    const done = await ended(`/v1/payout-batches/${made.get('id')}`, 'completed');
    expect(done.at('approval.status')).toBe('approved');
  });

  test('returns its money when it is declined', async () => {
    const before = await available();
    const made = await batch();
    await decline(String(made.at('approval.id')), owner);
    const done = await ended(`/v1/payout-batches/${made.get('id')}`, 'completed_with_failures');
    const { failed = 0, refused = 0 } = done.at('summary') as Record<string, number>;
    expect(failed + refused).toBe(3);
    expect(await available()).toBe(before);
  });

  test('needs no approval once it is cancelled', async () => {
    const made = await batch();
    await service.post(`/v1/payout-batches/${made.get('id')}/cancel`, undefined);
    const done = await ended(`/v1/payout-batches/${made.get('id')}`, 'cancelled');
    expect(done.at('approval.status')).toBe('declined');
  });
});

describe('the policy', () => {
  test('is set and read by owners only', async () => {
    for (const by of [service, admin, developer]) {
      expect(refusal(await setPolicy({}, by))).toEqual([403, 'insufficient_role']);
      expect(refusal(await by.get('/v1/approval-policy'))).toEqual([403, 'insufficient_role']);
    }
    const response = await owner.get('/v1/approval-policy');
    expect(response.body).toEqual({ approvals: 1, expires_in: 604_800, payee_check: 'off' });
  });

  test("applies at once if stricter, and after another owner's approval if looser", async () => {
    const strict = await setPolicy({ payouts: { above: above('100') } });
    expect(strict.at('pending_change')).toBeUndefined();
    const looser = await setPolicy({ payouts: { above: above('200') } });
    expect(looser.at('payouts.above')).toEqual([{ currency: 'MXN', amount: '100.00' }]);
    const id = String(looser.at('pending_change.id'));
    expect(refusal(await approve(id, owner))).toEqual([403, 'insufficient_role']);
    expect(refusal(await approve(id, admin))).toEqual([403, 'insufficient_role']);
    expect((await approve(id, other)).at('status')).toBe('approved');
    const response = await owner.get('/v1/approval-policy');
    expect(response.at('payouts.above')).toEqual([{ currency: 'MXN', amount: '200.00' }]);
  });

  test.each([
    ['an owner', () => setPolicy({ payouts: { above: above('50') } })],
    [
      'the platform',
      () => {
        const payoutsAbove = { currency: 'MXN', amount: '50.00' };
        const { accountId } = service;
        return withHand(service, (ports) => imposePolicy(ports, operator, { accountId, payoutsAbove }));
      },
    ],
  ])('a new policy by %s replaces one that waits', async (_who, replacePolicy) => {
    await policyIs({ payouts: { above: above('100') } });
    const looser = await setPolicy({});
    const id = String(looser.at('pending_change.id'));
    await replacePolicy();
    expect((await owner.get(`/v1/approvals/${id}`)).at('status')).toBe('declined');
    expect(refusal(await approve(id, other))).toEqual([409, 'approval_not_pending']);
    await policyIs({});
  });

  test.each([
    [{ payouts: { above: [{ currency: 'XXX', amount: '1' }] } }, 'payouts.above[0].currency'],
    [{ payouts: { above: [{ currency: 'MXN', amount: '1.001' }] } }, 'payouts.above[0].amount'],
    [{ batches: { above: [...above('1'), ...above('2')] } }, 'batches.above[1].currency'],
    [{ approvals: 3 }, 'approvals'],
    [{ expires_in: 1 }, 'expires_in'],
    [{ payee_check: 'always' }, 'payee_check'],
  ])('%j is refused', async (policy, param) => {
    const refused = await setPolicy(policy);
    expect([refused.status, refused.at('error.param')], refused.text).toEqual([400, param]);
  });

  test('payee_check: warn adds a warning to previews', async () => {
    await policyIs({ payee_check: 'warn' });
    const preview = await service.post('/v1/payouts/preview', mxnPayout(beneficiary, '1.00'));
    expect(preview.at('warnings'), preview.text).toEqual(['beneficiary_not_verified']);
    await policyIs({});
  });

  test('payee_check: require needs a matching payee check for each payout', async () => {
    await policyIs({ payee_check: 'require' });
    const unchecked = await pay('1.00');
    expect(refusal(unchecked)).toEqual([422, 'beneficiary_not_verified', 'beneficiary_id']);
    await service.post(`/v1/beneficiaries/${beneficiary}/verification`, undefined);
    const free = await pay('1.00');
    expect(free.status, free.text).toBe(201);
    await pass(31 * 86_400);
    expect(refusal(await pay('1.00'))).toEqual([422, 'beneficiary_not_verified', 'beneficiary_id']);
    await policyIs({});
  });
});
