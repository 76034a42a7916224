import type { Flow } from '../flow.js';
import type { ApprovalPolicy } from '../approval-policy.js';
import {
  anyId,
  declare,
  inConsole,
  json,
  made,
  nowhere,
  oneOf,
  ref,
  text,
  time,
  whole,
  words,
  type RowOf,
} from './declare.js';
import type { Member } from './member.js';

const status = words(
  {
    pending: 'Members have to decide.',
    approved: 'Enough members approved it, or the bank already has it.',
    declined: 'A member declined it, or it ended without a decision.',
    expired: 'No member decided in time.',
  },
  { name: 'ApprovalStatus', says: 'Status of an approval.' },
);
export type ApprovalStatus = (typeof status.values)[number];

export const approvalFlow: Flow<ApprovalStatus, 'approve' | 'decline' | 'expire'> = {
  pending: { approve: 'approved', decline: 'declined', expire: 'expired' },
  approved: {},
  declined: {},
  expired: {},
};

const resourceType = words(
  {
    payout: 'A payout.',
    payout_batch: 'A payout batch, with its payouts.',
    account: "A change that loosens the account's approval policy.",
    member: 'A change of who is an owner of the account.',
  },
  { name: 'ApprovalResource', says: 'Kind of resource to approve.' },
);

/** A member's approval. */
export interface MemberApproval {
  readonly member_id: string;
  readonly at: string;
  /** Why. All members of the account can read it. */
  readonly note?: string;
}

/** The fields that a change of a member sets. */
export interface MemberChange {
  readonly role?: Member['role'];
  readonly status?: 'active' | 'disabled';
}

/** A request that waits until members of the account approve it (supplement §11.9). */
export const approval = declare('approval', {
  called: ['approval', 'approvals'],
  says: 'A payout, a payout batch or a change of policy or owners that members of the account have to approve.',
  listedBy: 'account',
  flow: approvalFlow,
  fields: {
    accountId: ref('account', 'The account.', { as: 'account', fixed: true, shows: inConsole }),
    status: oneOf(status),
    resourceType: oneOf(resourceType, { fixed: true }),
    resourceId: anyId('Id of the resource to approve.', {
      fixed: true,
      example: 'pout_01k9zq3v5e8x7m2n4p6r8t0w1y',
    }),
    required: whole('How many members have to approve.', { fixed: true, example: 1 }),
    given: json<readonly MemberApproval[]>()('Who approved, when, and with what note.', { example: [] }),
    requestedBy: anyId('The API key, member or operator that asked, who cannot approve.', {
      fixed: true,
      example: 'key_01k9zq3v5e8x7m2n4p6r8t0w1y',
    }),
    decidedBy: anyId('The member who declined it, or gave the last approval.', { optional: true }),
    note: text('Why it was declined.', { optional: true }),
    policy: json<ApprovalPolicy>()('The policy that comes into force once it is approved.', {
      optional: true,
      shows: nowhere,
    }),
    change: json<MemberChange>()('What a change of a member sets once it is approved.', {
      optional: true,
      fixed: true,
    }),
    expiresAt: time('When it expires unless it is decided.', {
      fixed: true,
      example: '2026-11-27T14:03:07.512Z',
    }),
    createdAt: time('When it was requested.', { fixed: true }),
    updatedAt: time('When it last changed.'),
    decidedAt: time('When it was decided.', { optional: true }),
    nextStepAt: time('When it expires, while it is pending.', { optional: true, shows: nowhere }),
  },
  filters: {
    status: { says: 'With this status.', many: true },
    resourceId: { says: 'Of this resource.' },
  },
  indexes: [{ by: ['accountId', 'status'] }, { by: ['accountId', 'resourceId'] }, { by: ['accountId'] }],
  events: {
    'approval.requested': { says: 'Members have to approve something.', at: 'createdAt', status: 'pending' },
    'approval.decided': {
      says: 'It was approved, declined, or expired; see status.',
      at: 'decidedAt',
      when: { status: ['approved', 'declined', 'expired'] },
    },
  },
});

/** The approval fields of payouts and batches. */
export const approvalOf = {
  approvalId: ref('approval', 'The approval that it needs, if any.', {
    as: 'approval',
    optional: true,
    shows: inConsole,
  }),
  approvalStatus: oneOf(status, { optional: true, shows: nowhere }),
  approval: made('The approval that it needs, if any. Lists and events show its id and status alone.', {
    optional: true,
    shows: ['list', 'detail', 'event'],
  }),
} as const;

export type Approval = RowOf<typeof approval>;
