import {
  confirmApproval,
  declineApproval,
  dropApproval,
  expireApproval,
  giveApproval,
  postponeExpiry,
  type Approval,
  type ApprovalDecision,
} from '../domain/approval.js';
import { changed, decide, joined, type Change, type Decision, type Moment } from '../domain/decision.js';
import { isManager, type Member } from '../domain/member.js';
import { dismissPayout, releasePayout } from '../domain/payout-action.js';
import { holdBatch } from '../domain/payout-batch.js';
import { refuse } from '../domain/refusal.js';
import type { Ports } from '../ports/ports.js';
import type { Follow, KeyUse, Tx } from '../ports/store.js';
import { lockActive, memberOperator } from './member-operator.js';
import type { CreateResult } from './made.js';
import { once } from './once.js';
import { sendsFrom } from './operation.js';
import { findOwn } from './own.js';
import { changeOwners, lockOwnerChange } from './owner-change.js';
import { checkDeclinable } from './restored.js';

type Needs = Pick<Ports, 'store' | 'bank' | 'wake'>;

/** Delay before an overdue approval is checked again while the database is restored. */
const restoredWaitMs = 60_000;

/** A decision by a signed-in owner or admin. */
export interface ApprovalVerdict {
  readonly accountId: string;
  readonly id: string;
  readonly member: Pick<Member, 'id'>;
  readonly approve: boolean;
  readonly note?: string | undefined;
}

/**
 * A member approves or declines (supplement §11.9). After the last required approval the payout or batch continues, or
 * the policy applies. A declined payout fails and its money becomes available again.
 */
export async function judgeApproval(
  ports: Needs,
  { accountId, id, member, approve, note }: ApprovalVerdict,
  use?: KeyUse,
): Promise<CreateResult<Approval>> {
  const by = memberOperator(member);
  const verb = approve ? 'approve' : 'decline';
  const made = await once(ports, { noun: 'approval', use, by, verb }, async (tx) => {
    const found = await findOwn(tx, 'approval', { accountId, id });
    // Changes of members lock the account first as well.
    if (!isAboutMoney(found)) await tx.lock('account', [accountId]);
    checkMayDecide(found, await lockActive(tx, accountId, member));
    const { approval, subject } = await lockWithSubject(tx, found);
    if (!approve && isAboutMoney(approval)) await checkDeclinable(tx);
    const moment = await tx.moment();
    const decide = approve ? giveApproval : declineApproval;
    const { approval: row, ...decision } = decide(moment, approval, {
      memberId: member.id,
      note: note ?? null,
    });
    const effect = row.status === 'pending' ? [] : [effectOf(ports, moment, { approval: row, subject })];
    return { row, decision: joined([decision, ...effect]) };
  });
  wakeFor(ports, made.resource);
  return made;
}

const isAboutMoney = ({ resourceType }: Approval): boolean =>
  resourceType === 'payout' || resourceType === 'payout_batch';

/** Owners and admins decide about money; only owners decide about the policy and about owners. */
function checkMayDecide(approval: Approval, member: Member): void {
  if (!isManager(member))
    refuse('insufficient_role', 'Only an owner or an admin of the account can do this.');
  if (!isAboutMoney(approval) && member.role !== 'owner')
    refuse('insufficient_role', 'Only an owner decides about the approval policy and about owners.');
}

/**
 * Expires an approval that was not decided in time: what waited for it fails, and its money becomes available again.
 * In a restored database it waits until restored mode ends, because the bank may have paid it already.
 */
export async function expireOverdue(ports: Needs, { id }: Pick<Approval, 'id'>): Promise<void> {
  const expired = await ports.store.transaction(async (tx) => {
    const [found] = await tx.find('approval', { id, status: 'pending' });
    if (!found) return undefined;
    const { approval, subject } = await lockWithSubject(tx, found);
    const moment = await tx.moment();
    if (approval.status !== 'pending' || approval.expiresAt > moment.now) return undefined;
    if (isAboutMoney(approval) && (await tx.restoredAt()) !== null) {
      await tx.record([postponeExpiry(moment, approval, restoredWaitMs)]);
      return undefined;
    }
    const { approval: row, ...decision } = expireApproval(moment, approval);
    await tx.record([decision, effectOf(ports, moment, { approval: row, subject })]);
    return row;
  });
  if (expired) wakeFor(ports, expired);
}

function wakeFor({ wake }: Pick<Ports, 'wake'>, { resourceType, status }: Approval): void {
  if (status === 'pending') return;
  if (resourceType === 'payout') wake('payout');
  if (resourceType === 'payout_batch') wake('payoutBatch');
}

type Subject = Awaited<ReturnType<typeof subjectOf>>;

/** Locks the approval after the row it concerns. Everyone who changes that row locks in this order. */
async function lockWithSubject(tx: Tx, found: Approval) {
  const subject = await subjectOf(tx, found);
  const [approval] = await tx.lock('approval', [found.id]);
  if (!approval) throw new Error(`${found.id} was there`);
  return { approval, subject };
}

async function subjectOf(tx: Tx, found: Approval) {
  const { resourceType, resourceId, accountId } = found;
  if (resourceType === 'payout') return { payout: (await tx.lock('payout', [resourceId]))[0] };
  if (resourceType === 'payout_batch') return { batch: (await tx.lock('payoutBatch', [resourceId]))[0] };
  if (resourceType === 'member') return { owner: await lockOwnerChange(tx, found) };
  await tx.lock('account', [accountId]);
  return { terms: (await tx.find('accountTerms', { accountId }))[0] };
}

/** What the decided approval does to the row it concerns. */
function effectOf(
  ports: Pick<Ports, 'bank'>,
  moment: Moment,
  { approval, subject }: { readonly approval: Approval; readonly subject: Subject },
): Decision {
  const { status, policy } = approval;
  if (status === 'pending') throw new Error('a pending approval has no effect');
  if ('payout' in subject && subject.payout) {
    const { payout } = subject;
    if (payout.approvalStatus !== 'pending') return decide({});
    const { row: _, ...decision } =
      status === 'approved'
        ? releasePayout(moment, payout, sendsFrom(ports, payout.createdAt, payout.description))
        : dismissPayout(moment, payout, status);
    return decision;
  }
  if ('owner' in subject && status === 'approved') {
    const { member, owners } = subject.owner;
    return member ? changeOwners(moment, approval, { member, owners }) : decide({});
  }
  if ('batch' in subject && subject.batch) return holdBatch(moment, subject.batch, status);
  if ('terms' in subject && subject.terms && status === 'approved')
    return decide({ changes: [changed('accountTerms', { ...subject.terms, approvalPolicy: policy })] });
  return decide({});
}

/** Closes approvals that are no longer needed because their payout or batch moved on, for example was cancelled. */
export const followEnded: Follow = async (tx, decisions) => {
  const changes = decisions.flatMap((decision) => decision.changes);
  const decided = new Set(changes.flatMap(({ noun, row }) => (noun === 'approval' ? row.id : [])));
  const over = new Set(changes.map(({ row }) => row.id));
  const sent = new Set(changes.flatMap(sentBefore));
  const ended = changes
    .flatMap((change) => endedWithout(change, sent) ?? [])
    .filter((id) => !decided.has(id));
  if (ended.length === 0) return [];
  const approvals = await tx.lock('approval', ended);
  const moment = await tx.moment();
  return (
    approvals
      // When one payout of a batch ends, the approval stays for the other payouts.
      .filter(({ status, resourceId }) => status === 'pending' && over.has(resourceId))
      .map((approval): Decision => {
        const end = sent.has(approval.resourceId) ? confirmApproval : dropApproval;
        const { approval: _, ...decision }: ApprovalDecision = end(moment, approval);
        return decision;
      })
  );
};

/** The id of an operation that a provider reported although it was not sent from here. */
const sentBefore = ({ noun, row, isNew }: Change): string[] =>
  noun === 'intent' && isNew && row.state === 'uncertain' ? [row.operationId] : [];

/** Id of the approval of a payout or batch that was declined, or that the bank has although no one decided. */
const endedWithout = ({ noun, row, isNew }: Change, sent: ReadonlySet<string>): string | null =>
  !isNew &&
  (noun === 'payout' || noun === 'payoutBatch') &&
  (row.approvalStatus === 'declined' || sent.has(row.id))
    ? row.approvalId
    : null;
