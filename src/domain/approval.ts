import { added, changed, decide, type Decision, type Moment } from './decision.js';
import { eventOf } from './event.js';
import { step } from './flow.js';
import { written } from './moment.js';
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

export type Approved = Decision & { readonly approval: Approval };

export interface ApprovalRequest extends Pick<Approval, 'accountId' | 'resourceType' | 'resourceId'> {
  /** The API key, member or operator that asked. */
  readonly requestedBy: string;
  readonly required: number;
  /** Seconds until it expires. */
  readonly expiresIn: number;
  /** The policy that it is about. */
  readonly policy?: ApprovalPolicy;
  /** The change of a member that it is about. */
  readonly change?: MemberChange;
}

const told = shownAt(declaration, 'event', {});

/** What a payout or a batch shows of its approval in lists and events. */
export const showHold = ({
  approvalId: id,
  approvalStatus: status,
}: {
  readonly approvalId: string | null;
  readonly approvalStatus: ApprovalStatus | null;
}) => (id === null || status === null ? undefined : { id, status });

/** Asks the members of an account for their approval. */
export function requestApproval(
  moment: Moment,
  id: string,
  { expiresIn, policy, change, ...asked }: ApprovalRequest,
): Approved {
  const expiresAt = new Date(moment.now.getTime() + expiresIn * 1000);
  const approval: Approval = {
    ...asked,
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
    eventOf(moment, { accountId: approval.accountId, type: 'approval.requested', data: told(approval) }),
  ];
  return { ...decide({ changes: [added('approval', approval)], events }), approval };
}

/** A member approves. Approving twice changes nothing; whoever asked cannot approve. */
export function giveApproval(moment: Moment, approval: Approval, memberId: string): Approved {
  checkPending(moment, approval);
  if (approval.requestedBy === memberId)
    refuse('insufficient_role', 'You asked for it, so another member has to approve it.');
  if (approval.given.some(({ member_id: id }) => id === memberId)) return { ...decide({}), approval };
  const given = [...approval.given, { member_id: memberId, at: written(moment.now) }];
  const next: Approval = { ...approval, given, updatedAt: moment.now };
  if (given.length >= approval.required) return decided(moment, { ...next, decidedBy: memberId }, 'approve');
  return { ...decide({ changes: [changed('approval', next)] }), approval: next };
}

/** A member declines it, whoever asked. */
export function declineApproval(
  moment: Moment,
  approval: Approval,
  { memberId, note }: { readonly memberId: string; readonly note: string | null },
): Approved {
  checkPending(moment, approval);
  return decided(moment, { ...approval, decidedBy: memberId, note }, 'decline');
}

/** What it was about has ended by itself, such as a cancelled payout. */
export const dropApproval = (moment: Moment, approval: Approval): Approved =>
  decided(moment, approval, 'decline');

/** The bank has what it was about: it was approved before the database was restored. */
export const confirmApproval = (moment: Moment, approval: Approval): Approved =>
  decided(moment, approval, 'approve');

export const expireApproval = (moment: Moment, approval: Approval): Approved =>
  decided(moment, approval, 'expire');

/** It is overdue, and is looked at again after so many milliseconds. */
export const postponeExpiry = (moment: Moment, approval: Approval, waitMs: number): Decision =>
  decide({
    changes: [changed('approval', { ...approval, nextStepAt: new Date(moment.now.getTime() + waitMs) })],
  });

function decided(moment: Moment, approval: Approval, action: 'approve' | 'decline' | 'expire'): Approved {
  const next: Approval = {
    ...approval,
    status: step(approvalFlow, approval.status, action),
    updatedAt: moment.now,
    decidedAt: moment.now,
    nextStepAt: null,
  };
  const { accountId } = next;
  const events = [eventOf(moment, { accountId, type: 'approval.decided', data: told(next) })];
  return { ...decide({ changes: [changed('approval', next)], events }), approval: next };
}

/** In a restored database the next step of what is overdue is postponed, and it can still be approved. */
function checkPending(moment: Moment, { status, expiresAt, nextStepAt }: Approval): void {
  if (status === 'pending' && moment.now < (nextStepAt ?? expiresAt)) return;
  const why = status === 'pending' ? 'expired' : status;
  refuse('approval_not_pending', `The approval is no longer pending: it is ${why}.`);
}
