import { describe, expect, it, test } from 'vitest';
import {
  addMember,
  beginSession,
  changeMember,
  checkManages,
  inviteMember,
  invitationMs,
  maySignIn,
  openedBy,
  renewInvitation,
  scopesOf,
  sessionMs,
  signIn,
  type Member,
  type Membership,
  type Role,
} from '../../src/domain/member.js';
import { vault } from '../setup/fixture.js';
import { before, moment } from '../setup/payout-state.js';

const id = moment.newId('member', before);
const fields = {
  id,
  accountId: moment.newId('account', before),
  email: vault.encrypt('ana@example.com', { noun: 'member', field: 'email', id }),
  emailHash: 'hash',
  role: 'developer' as Role,
};
const active = (patch: Partial<Member> = {}): Member => ({ ...addMember(moment, fields).member, ...patch });
const invited = (patch: Partial<Member> = {}): Member => ({
  ...inviteMember(moment, fields).member,
  ...patch,
});
const at = (ms: number) => new Date(moment.now.getTime() + ms);
const refusal = (code: string) => expect.objectContaining({ code }) as unknown;

test.each([
  ['owner', ['read', 'write']],
  ['admin', ['read', 'write']],
  ['developer', ['read', 'write']],
  ['viewer', ['read']],
] as const)('%s has the scopes %j (contract part 5)', (role, scopes) => {
  expect(scopesOf(role)).toEqual(scopes);
});

describe('managing members', () => {
  // Contract §4.9: owners and admins manage members, but not themselves; only owners manage or invite owners.
  const actors: [Role, Role[]][] = [
    ['owner', ['owner', 'admin', 'developer', 'viewer']],
    ['admin', ['admin', 'developer', 'viewer']],
    ['developer', []],
    ['viewer', []],
  ];
  const pairs = actors.flatMap(([role, managed]) =>
    (['owner', 'admin', 'developer', 'viewer'] as const).map(
      (target) => [role, target, managed.includes(target)] as const,
    ),
  );
  test.each(pairs)('%s of %s: %s', (role, target, may) => {
    const run = () => checkManages(active({ role }), { id: 'mem_other', roles: [target] });
    if (may) expect(run).not.toThrow();
    else expect(run).toThrow(refusal('insufficient_role'));
  });

  it('is refused for oneself and for inactive members', () => {
    const owner = active({ role: 'owner' });
    expect(() => checkManages(owner, { id: owner.id, roles: ['owner'] })).toThrow(
      refusal('insufficient_role'),
    );
    const disabled = active({ role: 'owner', status: 'disabled' });
    expect(() => checkManages(disabled, { roles: ['viewer'] })).toThrow(refusal('insufficient_role'));
  });

  it("checks the member's current role and the new one", () => {
    const admin = active({ role: 'admin' });
    expect(() => checkManages(admin, { id: 'mem_other', roles: ['viewer', 'owner'] })).toThrow(
      refusal('insufficient_role'),
    );
  });
});

describe('an invitation', () => {
  it('expires after seven days', () => {
    expect(invited()).toMatchObject({ status: 'invited', invitationExpiresAt: at(invitationMs) });
    expect(maySignIn(invited(), at(invitationMs - 1))).toBe(true);
    expect(maySignIn(invited(), at(invitationMs))).toBe(false);
  });

  it('is renewed with the new role, language and expiry', () => {
    const { member } = renewInvitation(moment, invited({ invitationExpiresAt: before }), {
      role: 'viewer',
      language: 'pt',
    });
    expect(member).toMatchObject({
      role: 'viewer',
      language: 'pt',
      status: 'invited',
      invitationExpiresAt: at(invitationMs),
    });
  });

  test.each([
    ['is active', active()],
    ['was disabled after signing in', active({ status: 'disabled', lastSignedInAt: before })],
  ])('is not renewed for a member that %s', (_what, known) => {
    expect(() => renewInvitation(moment, known, { role: 'viewer', language: null })).toThrow(
      refusal('member_exists'),
    );
  });

  it('becomes a membership by signing in, once', () => {
    const first = signIn(moment, invited(), undefined).member;
    expect(first).toMatchObject({ status: 'active', invitationExpiresAt: null, activeSince: moment.now });
    const later = signIn({ ...moment, now: at(1_000) }, first, undefined).member;
    expect(later).toMatchObject({ activeSince: moment.now, lastSignedInAt: at(1_000) });
  });
});

describe('a change of a member', () => {
  const owner = active({ role: 'owner', lastSignedInAt: before });

  test.each([
    ['loses the role', { role: 'admin' as const }],
    ['is disabled', { status: 'disabled' as const }],
  ])('is refused where the last active owner %s', (_what, change) => {
    expect(() => changeMember(moment, owner, { ...change, owners: 1 })).toThrow(refusal('last_owner'));
    expect(changeMember(moment, owner, { ...change, owners: 2 }).changes).toHaveLength(1);
  });

  it('changes nothing if nothing differs', () => {
    expect(changeMember(moment, owner, { role: 'owner', status: 'active', owners: 1 }).changes).toEqual([]);
  });

  it('does not enable a member that never signed in', () => {
    const never = invited({ status: 'disabled' });
    expect(() => changeMember(moment, never, { status: 'active', owners: 1 })).toThrow(
      expect.objectContaining({ code: 'invalid_parameter', param: 'status' }),
    );
  });
});

describe('a session', () => {
  const { session } = beginSession(moment, {
    emailHash: 'hash',
    fingerprint: 'print',
    passkeyMemberId: null,
    confirmedAt: null,
  });
  const account = {} as Membership['account'];
  const membership = (patch: Partial<Member>): Membership => ({
    member: active(patch),
    account,
    isPasskeyRequired: false,
    passkeyNames: [],
  });

  it('expires after twelve hours, or when signed out', () => {
    const open = [membership({})];
    expect(openedBy(session, open, at(sessionMs - 1))).toEqual(open);
    expect(openedBy(session, open, at(sessionMs))).toBeUndefined();
    expect(openedBy({ ...session, endedAt: moment.now }, open, moment.now)).toBeUndefined();
  });

  it('does not cover a membership that was disabled and enabled again since', () => {
    const again = membership({ activeSince: at(1) });
    const other = membership({ activeSince: before });
    expect(openedBy(session, [again], at(2))).toBeUndefined();
    expect(openedBy(session, [again, other], at(2))).toEqual([other]);
  });

  it('of a person without any membership is still a session', () => {
    expect(openedBy(session, [], moment.now)).toEqual([]);
  });
});
