import { added, changed, decide, type Decision, type Moment } from './decision.js';
import { eventOf } from './event.js';
import { step } from './flow.js';
import { timeText } from './moment.js';
import {
  approval as declaration,
  approvalFlow,
  type Approval,
  type ApprovalStatus,
  type MemberChange,
} from './noun/approval.js';
import { shownAt } from './noun/show.js';
import type { ApprovalPolicy } from './approval-policy.js';
import { refuse } from './refusal.js';

export type { Approval, ApprovalStatus, MemberChange } from './noun/approval.js';

export type ApprovalDecision = Decision & { readonly approval: Approval };

export interface ApprovalRequest extends Pick<Approval, 'accountId' | 'resourceType' | 'resourceId'> {
  /** The API key, member or operator that asked. */
  readonly requestedBy: string;
  readonly required: number;
  /** Seconds until it expires. */
  readonly expiresIn: number;
  /** The proposed policy, for an approval of a policy. */
  readonly policy?: ApprovalPolicy;
  /** The proposed change of a member, for an approval of that change. */
  readonly change?: MemberChange;
}

const showApproval = shownAt(declaration, 'event', {});

/** The approval as shown in a payout or batch, in lists and events. */
export const showHold = ({
  approvalId: id,
  approvalStatus: status,
}: {
  readonly approvalId: string | null;
  readonly approvalStatus: ApprovalStatus | null;
}) => (id === null || status === null ? undefined : { id, status });

/** Requests an approval from the members of an account. */
export function requestApproval(
  moment: Moment,
  id: string,
  { expiresIn, policy, change, ...request }: ApprovalRequest,
): ApprovalDecision {
  const expiresAt = new Date(moment.now.getTime() + expiresIn * 1000);
  const approval: Approval = {
    ...request,
    id,
    status: 'pending',
    given: [],
    decidedBy: null,
    note: null,
    policy: policy ?? null,
    change: change ?? null,
    expiresAt,
    createdAt: moment.now,
    updatedAt: moment.now,
    decidedAt: null,
    nextStepAt: expiresAt,
    version: 1,
  };
  const events = [
    eventOf(moment, {
      accountId: approval.accountId,
      type: 'approval.requested',
      data: showApproval(approval),
    }),
  ];
  return { ...decide({ changes: [added('approval', approval)], events }), approval };
}

/** The member who decides, and their note. */
interface Verdict {
  readonly memberId: string;
  readonly note: string | null;
}

/** Approves. Approving twice changes nothing; the requester cannot approve. */
export function giveApproval(
  moment: Moment,
  approval: Approval,
  { memberId, note }: Verdict,
): ApprovalDecision {
  checkPending(moment, approval);
  if (approval.requestedBy === memberId)
    refuse('insufficient_role', 'You requested this, so another member must approve it.');
  if (approval.given.some(({ member_id: id }) => id === memberId)) return { ...decide({}), approval };
  const approvalEntry = { member_id: memberId, at: timeText(moment.now), ...(note !== null && { note }) };
  const approvals = [...approval.given, approvalEntry];
  const next: Approval = { ...approval, given: approvals, updatedAt: moment.now };
  if (approvals.length >= approval.required)
    return decided(moment, { ...next, decidedBy: memberId }, 'approve');
  return { ...decide({ changes: [changed('approval', next)] }), approval: next };
}

/** Declines. The requester may decline too. */
export function declineApproval(
  moment: Moment,
  approval: Approval,
  { memberId, note }: Verdict,
): ApprovalDecision {
  checkPending(moment, approval);
  return decided(moment, { ...approval, decidedBy: memberId, note }, 'decline');
}

/** Closes an approval whose subject ended otherwise, such as a cancelled payout. */
export const dropApproval = (moment: Moment, approval: Approval): ApprovalDecision =>
  decided(moment, approval, 'decline');

/** Approves because the bank has already executed the payout: it was approved before the database was restored. */
export const confirmApproval = (moment: Moment, approval: Approval): ApprovalDecision =>
  decided(moment, approval, 'approve');

export const expireApproval = (moment: Moment, approval: Approval): ApprovalDecision =>
  decided(moment, approval, 'expire');

/** Postpones the expiry of an overdue approval by `waitMs`. */
export const postponeExpiry = (moment: Moment, approval: Approval, waitMs: number): Decision =>
  decide({
    changes: [changed('approval', { ...approval, nextStepAt: new Date(moment.now.getTime() + waitMs) })],
  });

function decided(
  moment: Moment,
  approval: Approval,
  action: 'approve' | 'decline' | 'expire',
): ApprovalDecision {
  const next: Approval = {
    ...approval,
    status: step(approvalFlow, approval.status, action),
    updatedAt: moment.now,
    decidedAt: moment.now,
    nextStepAt: null,
  };
  const { accountId } = next;
  const events = [eventOf(moment, { accountId, type: 'approval.decided', data: showApproval(next) })];
  return { ...decide({ changes: [changed('approval', next)], events }), approval: next };
}

/** In a restored database the expiry of overdue approvals is postponed, and they can still be approved. */
function checkPending(moment: Moment, { status, expiresAt, nextStepAt }: Approval): void {
  if (status === 'pending' && moment.now < (nextStepAt ?? expiresAt)) return;
  const why = status === 'pending' ? 'expired' : status;
  refuse('approval_not_pending', `The approval is no longer pending: it is ${why}.`);
}
