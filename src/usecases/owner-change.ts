import { dropApproval, requestApproval, type Approval, type MemberChange } from '../domain/approval.js';
import { isInForce } from '../domain/approval-policy.js';
import { joined, type Decision, type Moment } from '../domain/decision.js';
import { changeMember, changesOwners, maySignIn, type Member } from '../domain/member.js';
import { refuse } from '../domain/refusal.js';
import type { Tx } from '../ports/store.js';
import { audited, type Operator } from './audit.js';
import { memberOperator } from './member-operator.js';

// While an approval policy is in force and the account has two owners, owners change only with two owners' consent.
// Otherwise one owner could remove the other, or add an accomplice, and loosen the policy alone.

interface OwnerChange {
  readonly actor: Member;
  readonly known: Member;
  readonly next: Member;
  readonly change: MemberChange;
}

/** Requests another owner's approval; undefined if one owner may decide alone. */
export async function askOtherOwner(
  tx: Tx,
  { actor, known, next, change }: OwnerChange,
): Promise<Approval | undefined> {
  const { accountId, id: resourceId } = known;
  if (!changesOwners(known, next)) return undefined;
  const expiresIn = await expiryOfTwo(tx, actor);
  if (expiresIn === undefined) return undefined;
  const dropped = await droppedChanges(tx, { accountId, resourceId });
  const moment = await tx.moment();
  const { approval, ...decision } = requestApproval(moment, moment.newId('approval', moment.now), {
    accountId,
    resourceType: 'member',
    resourceId,
    requestedBy: actor.id,
    required: 1,
    expiresIn,
    change,
  });
  const entry = audited(moment, memberOperator(actor), {
    action: 'member.request',
    accountId,
    subjectId: resourceId,
    before: { role: known.role, status: known.status },
    after: { role: next.role, status: next.status },
  });
  await tx.record([joined([...dropped, decision, entry])]);
  return approval;
}

/**
 * If two owners must agree, no one is invited as an owner: the person joins in another role, and two owners then
 * promote them. A pending owner's invitation may be sent again; that of an expired or disabled owner may not.
 */
export async function checkInvitesOwner(tx: Tx, actor: Member, known: Member | undefined): Promise<void> {
  const { now } = await tx.moment();
  if (known?.role === 'owner' && maySignIn(known, now)) return;
  if ((await expiryOfTwo(tx, actor)) === undefined) return;
  refuse(
    'insufficient_role',
    'While an approval policy is in force, two owners must agree to add an owner. Invite an admin, then change the role.',
  );
}

/** Seconds until an approval by another owner expires; undefined if one owner may decide alone. */
async function expiryOfTwo(tx: Tx, { accountId, id }: Member): Promise<number | undefined> {
  const [terms] = await tx.find('accountTerms', { accountId });
  const policy = terms?.approvalPolicy;
  return isInForce(policy) && (await hasOtherOwner(tx, accountId, id)) ? policy.expiresIn : undefined;
}

export async function hasOtherOwner(tx: Tx, accountId: string, memberId: string): Promise<boolean> {
  const owners = await tx.find('member', { accountId, role: 'owner', status: 'active' });
  return owners.some(({ id }) => id !== memberId);
}

/** Drops pending changes of a policy or member that a newer change replaces. */
export async function droppedChanges(
  tx: Tx,
  { accountId, resourceId }: { readonly accountId: string; readonly resourceId: string },
): Promise<Decision[]> {
  const approvals = await tx.lockFound('approval', { accountId, resourceId, status: 'pending' });
  const moment = await tx.moment();
  return approvals
    .filter(({ status }) => status === 'pending')
    .map((approval) => {
      const { approval: _, ...decision } = dropApproval(moment, approval);
      return decision;
    });
}

/** Locks the account and the member of an approval; also returns the number of owners. */
export async function lockOwnerChange(tx: Tx, { accountId, resourceId }: Approval) {
  await tx.lock('account', [accountId]);
  const [member] = await tx.lock('member', [resourceId], accountId);
  const owners = await tx.find('member', { accountId, role: 'owner', status: 'active' });
  return { member, owners: owners.length };
}

/** Makes the change that another owner has approved, as if both owners had requested it. */
export function changeOwners(
  moment: Moment,
  { change, decidedBy }: Approval,
  { member, owners }: { readonly member: Member; readonly owners: number },
): Decision {
  const { member: next, ...decision } = changeMember(moment, member, {
    ...change,
    status: change?.status,
    owners,
  });
  if (decision.changes.length === 0) return decision;
  const by: Operator = memberOperator({ id: decidedBy ?? '' });
  const entry = audited(moment, by, {
    action: 'member.change',
    accountId: member.accountId,
    subjectId: member.id,
    before: { role: member.role, status: member.status },
    after: { role: next.role, status: next.status },
  });
  return joined([decision, entry]);
}
