import type { Account, Scope } from './account.js';
import { added, changed, decide, type Decision, type Moment } from './decision.js';
import type { Member } from './noun/member.js';
import type { Session } from './noun/session.js';
import { refuse } from './refusal.js';

export type { Member, Session };
export type Role = Member['role'];

const dayMs = 86_400_000;
export const invitationMs = 7 * dayMs;
export const sessionMs = 12 * 3_600_000;
/** The open invitations of an account, and the mails of invitations that it may send within a day. */
export const invitations = {
  live: { openMost: 50, aDayMost: 20 },
  sandbox: { openMost: 1_000, aDayMost: 1_000 },
  withinMs: dayMs,
} as const;

/** Contract part 5: what a role may do on /v1. */
export function scopesOf(role: Role): readonly Scope[] {
  return role === 'viewer' ? ['read'] : ['read', 'write'];
}

/** A member of an account and the account, as both stood at one moment. */
export interface Membership {
  readonly member: Member;
  readonly account: Account;
  /** The account wants passkeys of members who have one. */
  readonly isPasskeyRequired: boolean;
  /** Names of the sites for which the member has passkeys. */
  readonly passkeyNames: readonly string[];
}

export const isManager = ({ role }: Pick<Member, 'role'>): boolean => role === 'owner' || role === 'admin';

/** Nobody manages his own membership; an owner's, present or to be, is for owners alone (contract §4.9). */
export function checkManages(
  actor: Member,
  target: { readonly id?: string; readonly roles: readonly Role[] },
): void {
  if (actor.status !== 'active' || !isManager(actor))
    refuse('insufficient_role', 'Only an owner or an admin can manage members.');
  if (target.id === actor.id)
    refuse('insufficient_role', 'You cannot change your own membership. Ask another owner.');
  if (actor.role !== 'owner' && target.roles.includes('owner'))
    refuse('insufficient_role', 'Only an owner can invite or manage an owner.');
}

type NewMember = Pick<Member, 'id' | 'accountId' | 'email' | 'emailHash' | 'role'>;

export function inviteMember({ now }: Moment, fields: NewMember): Decision & { member: Member } {
  const member: Member = {
    ...fields,
    status: 'invited',
    invitedAt: now,
    invitationExpiresAt: new Date(now.getTime() + invitationMs),
    lastSignedInAt: null,
    activeSince: null,
    createdAt: now,
    updatedAt: now,
    version: 1,
  };
  return { ...decide({ changes: [added('member', member)] }), member };
}

/** One who may act from the start: for the account that a sandbox opens for its user. */
export function addMember(moment: Moment, fields: NewMember): Decision & { member: Member } {
  const { member: invited } = inviteMember(moment, fields);
  const member: Member = { ...invited, status: 'active', invitationExpiresAt: null, activeSince: moment.now };
  return { ...decide({ changes: [added('member', member)] }), member };
}

/** Who never signed in is invited anew, with the role and the end of this invitation alone. */
export function renewInvitation(moment: Moment, known: Member, role: Role): Decision & { member: Member } {
  if (known.status === 'active' || known.lastSignedInAt !== null)
    refuse('member_exists', 'email: already belongs to a member; change that member instead.', {
      param: 'email',
    });
  const { now } = moment;
  return rewritten(moment, {
    ...known,
    role,
    status: 'invited',
    invitedAt: now,
    invitationExpiresAt: new Date(now.getTime() + invitationMs),
  });
}

/** PATCH of a member. `owners`: how many active ones the account has. */
export function changeMember(
  moment: Moment,
  known: Member,
  {
    role = known.role,
    status,
    owners,
  }: { role?: Role | undefined; status?: 'active' | 'disabled' | undefined; owners: number },
): Decision & { member: Member } {
  if (status === 'active' && known.status !== 'active' && known.lastSignedInAt === null) {
    refuse('invalid_parameter', 'status: the member has never signed in; send a new invitation instead.', {
      param: 'status',
    });
  }
  const next: Member = { ...known, role, status: status ?? known.status };
  if (isActiveOwner(known) && !isActiveOwner(next) && owners < 2)
    refuse('last_owner', 'The account needs an active owner; make another member an owner first.');
  if (next.role === known.role && next.status === known.status) return { ...decide({}), member: known };
  if (known.status === next.status) return rewritten(moment, next);
  const isActive = next.status === 'active';
  return rewritten(moment, { ...next, invitationExpiresAt: null, activeSince: isActive ? moment.now : null });
}

/** Whether a change of a member is one of who is an owner. */
export const changesOwners = (before: Member, after: Member): boolean =>
  isActiveOwner(before) !== isActiveOwner(after) || (before.role === 'owner') !== (after.role === 'owner');

const isActiveOwner = ({ role, status }: Member): boolean => role === 'owner' && status === 'active';

/** Whether somebody may sign in by this membership: an invitation that has ended is none. */
export function maySignIn({ status, invitationExpiresAt }: Member, now: Date): boolean {
  return (
    status === 'active' || (status === 'invited' && invitationExpiresAt !== null && invitationExpiresAt > now)
  );
}

/** Signing in makes a membership of an invitation. */
export function signIn(moment: Moment, known: Member): Decision & { member: Member } {
  const { now } = moment;
  const activeSince = known.activeSince ?? now;
  return rewritten(moment, {
    ...known,
    status: 'active',
    invitationExpiresAt: null,
    lastSignedInAt: now,
    activeSince,
  });
}

function rewritten({ now }: Moment, row: Member): Decision & { member: Member } {
  const member: Member = { ...row, updatedAt: now };
  return { ...decide({ changes: [changed('member', member)] }), member };
}

/** The person's session that begins now. */
export function beginSession(
  { now, newId }: Moment,
  fields: Pick<Session, 'emailHash' | 'fingerprint' | 'passkeyMemberId' | 'confirmedAt'>,
): Decision & { session: Session } {
  const session: Session = {
    ...fields,
    id: newId('session', now),
    createdAt: now,
    expiresAt: new Date(now.getTime() + sessionMs),
    endedAt: null,
    version: 1,
  };
  return { ...decide({ changes: [added('session', session)] }), session };
}

/**
 * The memberships that a session opens, of those that are active in active accounts; undefined where the session is
 * over. A membership that was disabled since the session began opens only to a session of after that.
 */
export function openedBy(
  session: Session,
  active: readonly Membership[],
  now: Date,
): readonly Membership[] | undefined {
  if (session.endedAt !== null || session.expiresAt <= now) return undefined;
  const opened = active.filter(
    ({ member: { activeSince } }) => activeSince !== null && activeSince <= session.createdAt,
  );
  return active.length > 0 && opened.length === 0 ? undefined : opened;
}
