import type { Approval } from '../domain/approval.js';
import { joined, type Decision, type Moment } from '../domain/decision.js';
import { plainName } from '../domain/letter.js';
import type { Language } from '../domain/mail.js';
import {
  addMember,
  changeMember as decideChange,
  checkManages,
  invitations,
  inviteMember as decideInvite,
  renewInvitation,
  type Member,
  type Role,
} from '../domain/member.js';
import { refuse } from '../domain/refusal.js';
import type { Ports } from '../ports/ports.js';
import type { KeyUse, Tx } from '../ports/store.js';
import { audited, type Operator } from './audit.js';
import { mailed } from './mail.js';
import type { CreateResult } from './made.js';
import { memberOperator } from './member-operator.js';
import { once, type Outcome } from './once.js';
import { absent } from './own.js';
import { askOtherOwner, checkInvitesOwner } from './owner-change.js';
import { emailHashOf } from './sign-in.js';

type Needs = Pick<Ports, 'store' | 'vault' | 'wake' | 'environment'>;

/** `address` is normalised as in `domain/email.ts`. */
export interface InvitationAsk {
  readonly accountId: string;
  readonly address: string;
  readonly role: Role;
  /** Chosen by the inviter, or else of their request, if that names one. */
  readonly language?: Language | undefined;
}

/** An owner or admin invites a member: 201, or 200 if the address never signed in. */
export async function inviteMember(
  ports: Needs,
  { by, ask }: { readonly by: string; readonly ask: InvitationAsk },
  use?: KeyUse,
): Promise<CreateResult<Member>> {
  const made = await once(ports, { noun: 'member', use }, async (tx) => {
    await lockAccount(tx, ask.accountId);
    const actor = await lockActor(tx, ask.accountId, by);
    const known = await knownBy(ports, tx, ask);
    checkManages(actor, { roles: known ? [ask.role, known.role] : [ask.role] });
    if (ask.role === 'owner') await checkInvitesOwner(tx, actor, known);
    return invited(ports, tx, { ask, known, by: memberOperator(actor) });
  });
  if (made.how !== 'replayed') ports.wake('mail');
  return made;
}

/** The platform invites an owner; replaces an earlier invitation that never signed in. */
export async function inviteOwner(
  ports: Needs,
  operator: Operator,
  ask: Omit<InvitationAsk, 'role'>,
): Promise<Member> {
  const member = await ports.store.transaction(async (tx) => {
    await lockAccount(tx, ask.accountId);
    return (await addInvitation(ports, tx, { ask: { ...ask, role: 'owner' }, by: operator })).row;
  });
  ports.wake('mail');
  return member;
}

/** Call with the account locked or created in the same transaction. */
export async function addInvitation(
  ports: Needs,
  tx: Tx,
  { ask, by }: { readonly ask: InvitationAsk; readonly by: Operator },
): Promise<Outcome<Member>> {
  const known = await knownBy(ports, tx, ask);
  const outcome = await invited(ports, tx, { ask, known, by });
  await tx.record([outcome.decision]);
  return outcome;
}

/** Adds an owner who may sign in without an invitation, as the user of a sandbox does. */
export async function addOwner(
  ports: Needs,
  tx: Tx,
  {
    ask: { accountId, address },
    by,
  }: { readonly ask: Pick<InvitationAsk, 'accountId' | 'address'>; readonly by: Operator },
): Promise<void> {
  const moment = await tx.moment();
  const { member, ...decision } = addMember(
    moment,
    rowOf(ports, moment, { accountId, address, role: 'owner' }),
  );
  await tx.record([decision, entryOf(moment, { by, action: 'member.add', after: member })]);
}

/** Invites an owner for an account without members. */
export function giveFirstOwner(
  ports: Needs,
  by: Operator,
  ask: Pick<InvitationAsk, 'accountId' | 'address'>,
): Promise<void> {
  const { accountId } = ask;
  return ports.store.transaction(async (tx) => {
    const [account] = await tx.lock('account', [accountId]);
    const members = await tx.find('member', { accountId }, 1);
    if (account && members.length === 0) await addOwner(ports, tx, { ask, by });
  });
}

interface Invited {
  readonly ask: InvitationAsk;
  readonly known: Member | undefined;
  readonly by: Operator;
}

async function invited(ports: Needs, tx: Tx, { ask, known, by }: Invited): Promise<Outcome<Member>> {
  const moment = await tx.moment();
  const { member, ...decided } = known
    ? renewInvitation(moment, known, { role: ask.role, language: ask.language ?? known.language })
    : decideInvite(moment, rowOf(ports, moment, ask));
  await checkInvitations(tx, moment, {
    most: invitations[ports.environment],
    accountId: ask.accountId,
    known,
  });
  const [account] = await tx.find('account', { id: ask.accountId });
  const mail = mailed(ports.vault, moment, {
    kind: 'invitation',
    facts: { accountName: plainName(account?.name ?? ''), role: member.role, environment: ports.environment },
    expiresAt: member.invitationExpiresAt ?? moment.now,
    accountId: ask.accountId,
    memberId: member.id,
  });
  const action = known ? 'member.renew' : 'member.invite';
  const entry = entryOf(moment, { by, action, before: known, after: member });
  const decision = joined([decided, mail, entry]);
  return { row: member, decision, how: known ? 'existing' : 'created' };
}

/** A member after a change, and the approval by another owner that the change waits for. */
export interface MemberChanged {
  readonly member: Member;
  readonly change?: Approval | undefined;
}

/** Changes a member (PATCH), as an owner or admin of the account. */
export function changeMember(
  ports: Pick<Ports, 'store'>,
  asker: Pick<Member, 'id' | 'role'>,
  ask: {
    readonly accountId: string;
    readonly id: string;
    readonly role?: Role | undefined;
    readonly status?: 'active' | 'disabled' | undefined;
  },
): Promise<MemberChanged> {
  return ports.store.transaction(async (tx) => {
    const { accountId, id, role, status } = ask;
    await lockAccount(tx, accountId);
    const locked = await tx.lock('member', [asker.id, id], accountId);
    const known = locked.find((each) => each.id === id) ?? absent('member');
    const actor = locked.find((each) => each.id === asker.id) ?? absent('member');
    const owners = (await tx.find('member', { accountId, role: 'owner', status: 'active' })).length;
    const moment = await tx.moment();
    const decide = () => decideChange(moment, known, { role, status, owners });
    // If two owners demote each other, the second is no longer an owner. Decide first, so that the refusal gives the
    // useful reason.
    if (asker.role === 'owner' && known.id !== actor.id) decide();
    checkManages(actor, { id, roles: [known.role, role ?? known.role] });
    const { member, ...decision } = decide();
    if (decision.changes.length === 0) return { member };
    const wanted = { ...(role && { role }), ...(status && { status }) };
    const change = await askOtherOwner(tx, { actor, known, next: member, change: wanted });
    if (change) return { member: known, change };
    await tx.record([
      decision,
      entryOf(moment, { by: memberOperator(actor), action: 'member.change', before: known, after: member }),
    ]);
    return { member };
  });
}

async function lockAccount(tx: Tx, accountId: string): Promise<void> {
  const [account] = await tx.lock('account', [accountId]);
  if (!account) absent('account', 'accountId');
}

async function lockActor(tx: Tx, accountId: string, id: string): Promise<Member> {
  const [actor] = await tx.lock('member', [id], accountId);
  return actor ?? refuse('insufficient_role', 'Only an owner or an admin can manage members.');
}

async function knownBy(
  { vault }: Pick<Needs, 'vault'>,
  tx: Tx,
  { accountId, address }: Pick<InvitationAsk, 'accountId' | 'address'>,
): Promise<Member | undefined> {
  const [known] = await tx.lockFound('member', { accountId, emailHash: emailHashOf(vault, address) });
  return known;
}

/** Invitations are mails to strangers, so open invitations and mails per day are limited. */
async function checkInvitations(
  tx: Tx,
  { now }: Moment,
  {
    most: { openMost, aDayMost },
    accountId,
    known,
  }: {
    readonly most: (typeof invitations)['live' | 'sandbox'];
    readonly accountId: string;
    readonly known: Member | undefined;
  },
): Promise<void> {
  const since = new Date(now.getTime() - invitations.withinMs);
  const { open, mailed: sent } = await tx.signIns.invitationsOf(accountId, since);
  const isOpen = known?.status === 'invited' && (known.invitationExpiresAt ?? now) > now;
  if (open >= openMost && !isOpen)
    refuse('limit_exceeded', `email: ${openMost} invitations are already open; disable one first.`, {
      param: 'email',
    });
  if (sent >= aDayMost)
    refuse('rate_limited', `${aDayMost} invitations were sent in a day; send more tomorrow.`, {
      retryAfterSeconds: invitations.withinMs / 1_000,
    });
}

function rowOf(
  { vault }: Pick<Needs, 'vault'>,
  { newId, now }: Moment,
  { accountId, address, role, language }: InvitationAsk,
) {
  const id = newId('member', now);
  const email = vault.encrypt(address, { noun: 'member', field: 'email', id });
  return { id, accountId, email, emailHash: emailHashOf(vault, address), role, language: language ?? null };
}

interface Change {
  readonly by: Operator;
  readonly action: string;
  readonly before?: Member | undefined;
  readonly after: Member;
}

function entryOf(moment: Moment, { by, action, before, after }: Change): Decision {
  const stateOf = ({ role, status }: Member) => ({ role, status });
  return audited(moment, by, {
    action,
    accountId: after.accountId,
    subjectId: after.id,
    before: before ? stateOf(before) : null,
    after: stateOf(after),
  });
}
