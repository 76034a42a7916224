import type { Account, Scope } from './account.js';
import { added, changed, decide, type Decision, type Moment } from './decision.js';
import type { Language } from './noun/mail.js';
import type { Member } from './noun/member.js';
import type { Session } from './noun/session.js';
import { refuse } from './refusal.js';

export type { Member, Session };
export type Role = Member['role'];

const dayMs = 86_400_000;
export const invitationMs = 7 * dayMs;
export const sessionMs = 12 * 3_600_000;
/** Limits per account: open invitations, and invitation mails per day. */
export const invitations = {
  live: { openMost: 50, aDayMost: 20 },
  sandbox: { openMost: 1_000, aDayMost: 1_000 },
  withinMs: dayMs,
} as const;

/** Contract part 5: what a role may do on /v1. */
export function scopesOf(role: Role): readonly Scope[] {
  return role === 'viewer' ? ['read'] : ['read', 'write'];
}

/** A member and the account, read at the same moment. */
export interface Membership {
  readonly member: Member;
  readonly account: Account;
  /** The account wants passkeys of members who have one. */
  readonly isPasskeyRequired: boolean;
  /** Names of the sites for which the member has passkeys. */
  readonly passkeyNames: readonly string[];
}

export const isManager = ({ role }: Pick<Member, 'role'>): boolean => role === 'owner' || role === 'admin';

/** You cannot change your own membership, and only owners manage owners, current or proposed (contract §4.9). */
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

type NewMember = Pick<Member, 'id' | 'accountId' | 'email' | 'emailHash' | 'role'> &
  Partial<Pick<Member, 'language'>>;

export function inviteMember({ now }: Moment, fields: NewMember): Decision & { member: Member } {
  const member: Member = {
    language: null,
    ...fields,
    status: 'invited',
    invitedAt: now,
    invitationExpiresAt: new Date(now.getTime() + invitationMs),
    lastSignedInAt: null,
    mailRefusedAt: null,
    activeSince: null,
    createdAt: now,
    updatedAt: now,
    version: 1,
  };
  return { ...decide({ changes: [added('member', member)] }), member };
}

/** Adds an active member: the user that a sandbox opens an account for. */
export function addMember(moment: Moment, fields: NewMember): Decision & { member: Member } {
  const { member: invited } = inviteMember(moment, fields);
  const member: Member = { ...invited, status: 'active', invitationExpiresAt: null, activeSince: moment.now };
  return { ...decide({ changes: [added('member', member)] }), member };
}

/** Renews the invitation of a person who never signed in, with the role, language and expiry of the new invitation. */
export function renewInvitation(
  moment: Moment,
  known: Member,
  { role, language }: Pick<Member, 'role' | 'language'>,
): Decision & { member: Member } {
  if (known.status === 'active' || known.lastSignedInAt !== null)
    refuse('member_exists', 'email: already belongs to a member; change that member instead.', {
      param: 'email',
    });
  const { now } = moment;
  return rewritten(moment, {
    ...known,
    role,
    language,
    status: 'invited',
    invitedAt: now,
    invitationExpiresAt: new Date(now.getTime() + invitationMs),
  });
}

/** PATCH of a member. `owners`: number of active owners of the account. */
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

/** Whether a change affects who is an owner. */
export const changesOwners = (before: Member, after: Member): boolean =>
  isActiveOwner(before) !== isActiveOwner(after) || (before.role === 'owner') !== (after.role === 'owner');

const isActiveOwner = ({ role, status }: Member): boolean => role === 'owner' && status === 'active';

/** Whether the membership allows signing in; an expired invitation does not. */
export function maySignIn({ status, invitationExpiresAt }: Member, now: Date): boolean {
  return (
    status === 'active' || (status === 'invited' && invitationExpiresAt !== null && invitationExpiresAt > now)
  );
}

/**
 * The first sign-in accepts the invitation. It also decides the language, if the person's is known by then: the one in the
 * invitation was somebody else's guess.
 */
export function signIn(
  moment: Moment,
  known: Member,
  spoken: Language | undefined,
): Decision & { member: Member } {
  const { now } = moment;
  const activeSince = known.activeSince ?? now;
  const isLearning = known.lastSignedInAt === null || known.language === null;
  return rewritten(moment, {
    ...known,
    language: (isLearning ? spoken : undefined) ?? known.language,
    status: 'active',
    invitationExpiresAt: null,
    lastSignedInAt: now,
    activeSince,
  });
}

/** The person chooses the language of their mails. */
export function setLanguage(moment: Moment, known: Member, language: Language): Decision {
  return known.language === language ? decide({}) : rewritten(moment, { ...known, language });
}

function rewritten({ now }: Moment, row: Member): Decision & { member: Member } {
  const member: Member = { ...row, updatedAt: now };
  return { ...decide({ changes: [changed('member', member)] }), member };
}

/** Starts a session. */
export function beginSession(
  { now, newId }: Moment,
  fields: Pick<Session, 'emailHash' | 'fingerprint' | 'passkeyMemberId' | 'confirmedAt'> &
    Partial<Pick<Session, 'passkeyAt' | 'stepUp' | 'browser' | 'system'>>,
): Decision & { session: Session } {
  const session: Session = {
    passkeyAt: null,
    stepUp: false,
    browser: null,
    system: null,
    ...fields,
    id: newId('session', now),
    createdAt: now,
    lastUsedAt: null,
    expiresAt: new Date(now.getTime() + sessionMs),
    endedAt: null,
    version: 1,
  };
  return { ...decide({ changes: [added('session', session)] }), session };
}

/**
 * The memberships that a session may use, out of active ones in active accounts; undefined if the session is over. A
 * membership that was disabled after the session started needs a newer session.
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

/** What the mail server said of the last mail to a member's address; nothing changes where it said the same before. */
export function noteMail(
  { now }: Pick<Moment, 'now'>,
  member: Member,
  { isRefused }: { readonly isRefused: boolean },
): Decision {
  if (isRefused === (member.mailRefusedAt !== null)) return decide({});
  const mailRefusedAt = isRefused ? now : null;
  return decide({ changes: [changed('member', { ...member, mailRefusedAt, updatedAt: now })] });
}
