import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { imposePolicy } from '../../src/usecases/approval-policy.js';
import { inviteOwner } from '../../src/usecases/member.js';
import { operator, withHand } from '../setup/hand.js';
import { queryRows } from '../setup/rows.js';
import { openService, type Answer, type Client, type RunningService } from '../setup/running.js';
import { mailSettings, openMailbox, personOf } from '../setup/sign-in.js';
import { refusal } from '../setup/verbs.js';

// One owner alone can neither remove the other nor add an accomplice, to loosen the policy alone.
const mailbox = openMailbox();
let service: RunningService;
let owner: Client;
let other: Client;
let otherId: string;
let adminId: string;
beforeAll(async () => {
  service = await openService({ ...mailSettings }, mailbox);
  owner = await personOf(service, mailbox, 'owner@example.com');
  const { accountId } = service;
  const second = { accountId, address: 'second@example.com', language: 'en' } as const;
  await withHand(service, (ports) => inviteOwner(ports, operator, second));
  other = await personOf(service, mailbox, 'second@example.com');
  await owner.post('/v1/members', { email: 'admin@example.com', role: 'admin' });
  await personOf(service, mailbox, 'admin@example.com');
  const members = (await owner.get('/v1/members')).at('data') as { id: string; email: string }[];
  const idOf = (email: string) => String(members.find((each) => each.email === email)?.id);
  [otherId, adminId] = [idOf('second@example.com'), idOf('admin@example.com')];
});
afterAll(async () => {
  await service.check();
  await service.stop();
});

const impose = (payoutsAbove: { amount: string; currency: string } | null) =>
  withHand(service, (ports) => imposePolicy(ports, operator, { accountId: service.accountId, payoutsAbove }));
const change = (id: string, patch: object, by: Client = owner): Promise<Answer> =>
  by.call('PATCH', `/v1/members/${id}`, { body: patch });
const judge = (id: string, verb: 'approve' | 'decline', by: Client) =>
  by.post(`/v1/approvals/${id}/${verb}`, undefined);
const statusOf = async (id: string) => {
  const members = (await service.get('/v1/members')).at('data') as Record<string, string>[];
  const { role, status } = members.find((each) => each['id'] === id) ?? {};
  return [role, status];
};

describe('while an approval policy is in force', () => {
  beforeEach(() => impose({ amount: '10.00', currency: 'MXN' }));

  test.each([
    ['disabled', { status: 'disabled' }],
    ['made an admin', { role: 'admin' }],
  ])('an owner is not %s by the other owner alone, and the policy stays', async (_what, patch) => {
    const response = await change(otherId, patch);
    expect(response.body).toMatchObject({
      role: 'owner',
      status: 'active',
      pending_change: { status: 'pending', resource_type: 'member', resource_id: otherId, change: patch },
    });
    const id = String(response.at('pending_change.id'));
    expect(refusal(await judge(id, 'approve', owner))).toEqual([403, 'insufficient_role']);
    const looser = await owner.call('PUT', '/v1/approval-policy', { body: {} });
    expect(looser.at('pending_change.status'), looser.text).toBe('pending');
    expect((await judge(id, 'decline', other)).at('status')).toBe('declined');
    expect(await statusOf(otherId)).toEqual(['owner', 'active']);
  });

  test('an owner is added with the approval of another owner', async () => {
    const response = await change(adminId, { role: 'owner' });
    expect(await statusOf(adminId)).toEqual(['admin', 'active']);
    const approved = await judge(String(response.at('pending_change.id')), 'approve', other);
    expect(approved.at('status'), approved.text).toBe('approved');
    expect(await statusOf(adminId)).toEqual(['owner', 'active']);
    const back = await change(adminId, { role: 'admin' });
    await judge(String(back.at('pending_change.id')), 'approve', other);
    expect(await statusOf(adminId)).toEqual(['admin', 'active']);
  });

  test('a second request replaces the first', async () => {
    const first = String((await change(otherId, { status: 'disabled' })).at('pending_change.id'));
    const second = String((await change(otherId, { role: 'viewer' })).at('pending_change.id'));
    expect((await service.get(`/v1/approvals/${first}`)).at('status')).toBe('declined');
    await judge(second, 'decline', other);
  });

  test('one owner alone cannot invite an owner', async () => {
    const response = await owner.post('/v1/members', { email: 'self@example.com', role: 'owner' });
    expect(refusal(response)).toEqual([403, 'insufficient_role']);
    expect((await owner.post('/v1/members', { email: 'new@example.com', role: 'admin' })).status).toBe(201);
  });

  test("one owner alone can resend an open owner's invitation, but not renew an expired one", async () => {
    const ask = { email: 'third@example.com', role: 'owner' };
    const third = { accountId: service.accountId, address: ask.email, language: 'en' } as const;
    const { id } = await withHand(service, (ports) => inviteOwner(ports, operator, third));
    expect((await owner.post('/v1/members', ask)).status).toBe(200);
    expect((await change(id, { status: 'disabled' })).at('status')).toBe('disabled');
    expect(refusal(await owner.post('/v1/members', ask))).toEqual([403, 'insufficient_role']);
    await withHand(service, (ports) => inviteOwner(ports, operator, third));
    await queryRows(service.databaseUrl, 'update member set invitation_expires_at = now() where id = $1', [
      id,
    ]);
    expect(refusal(await owner.post('/v1/members', ask))).toEqual([403, 'insufficient_role']);
  });

  test('other changes of members need no second owner', async () => {
    const changed = await change(adminId, { role: 'developer' });
    expect([changed.at('role'), changed.at('pending_change')]).toEqual(['developer', undefined]);
    await change(adminId, { role: 'admin' });
  });
});

test('an owner is disabled with consent, and the last owner then decides alone', async () => {
  await impose({ amount: '10.00', currency: 'MXN' });
  const response = await change(otherId, { status: 'disabled' });
  const approved = await judge(String(response.at('pending_change.id')), 'approve', other);
  expect(approved.at('status'), approved.text).toBe('approved');
  expect(await statusOf(otherId)).toEqual(['owner', 'disabled']);
  const looser = await owner.call('PUT', '/v1/approval-policy', { body: {} });
  expect(looser.at('pending_change'), looser.text).toBeUndefined();
});

test('without a policy one owner changes owners at once', async () => {
  await impose(null);
  const changed = await change(otherId, { status: 'active' });
  expect([changed.at('status'), changed.at('pending_change')]).toEqual(['active', undefined]);
});
