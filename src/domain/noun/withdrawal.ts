import type { Flow } from '../flow.js';
import { traced, traceFilters } from './bank-reference.js';
import {
  amount,
  declare,
  exampleTime,
  inConsole,
  money,
  nowhere,
  oneOf,
  ref,
  text,
  time,
  words,
  type RowOf,
} from './declare.js';
import { labelFilters, labels } from './label.js';
import { riskStatusOf, sent } from './sent.js';

const status = words(
  {
    pending_approval:
      'Above the threshold: its money is held, and nothing is sent until the platform decides.',
    processing: 'Its money is held; it is about to be sent.',
    submitted: 'The bank has accepted it.',
    verification_pending: 'The outcome is unknown; its money stays held.',
    completed: 'It was paid.',
    failed: 'Not paid; the held money is available again.',
    cancelled: 'The platform declined it; the held money is available again.',
  },
  { name: 'WithdrawalStatus', says: 'Status of a withdrawal.' },
);

const riskStatus = riskStatusOf('WithdrawalRiskStatus');

export type WithdrawalAction = 'approve' | 'authorize' | 'accept' | 'doubt' | 'complete' | 'fail' | 'cancel';

/**
 * Supplement §3.5. `approve`: by a risk reviewer. `authorize`: by the approver of amounts above the threshold. A
 * paid withdrawal passes through the submitted status. Withdrawals cannot be returned.
 */
export const withdrawalFlow: Flow<(typeof status.values)[number], WithdrawalAction> = {
  // The bank may have executed it before the database was restored: then it needs no approval any more.
  pending_approval: {
    approve: 'pending_approval',
    authorize: 'processing',
    cancel: 'cancelled',
    accept: 'submitted',
    doubt: 'verification_pending',
    fail: 'failed',
  },
  processing: { approve: 'processing', accept: 'submitted', doubt: 'verification_pending', fail: 'failed' },
  verification_pending: { accept: 'submitted', fail: 'failed' },
  submitted: { complete: 'completed', fail: 'failed' },
  completed: {},
  failed: {},
  cancelled: {},
};

/** Supplement §3.5, contract §4.9. */
export const withdrawal = declare('withdrawal', {
  called: ['withdrawal', 'withdrawals'],
  says: 'Money that an account sends from its balance to its own external account.',
  listedBy: 'account',
  flow: withdrawalFlow,
  draws: ['total', 'currency'],
  fields: {
    accountId: ref('account', 'Account that withdraws.', {
      as: 'account',
      fixed: true,
      shows: inConsole,
    }),
    status: oneOf(status, { example: 'completed' }),
    destinationId: ref('settlementDestination', 'Settlement destination that receives it.', {
      as: 'destination',
      children: ['withdrawals', 'Withdrawals to the destination, newest first.'],
      fixed: true,
    }),
    amount: amount('Amount that the destination receives.', {
      currency: 'currency',
      fixed: true,
      example: '1500.00',
    }),
    fee: amount("The platform's fee, as agreed at the time of the request.", {
      currency: 'currency',
      fixed: true,
      example: '10.00',
    }),
    total: amount('Amount that leaves the balance: the amount and the fee.', {
      currency: 'currency',
      fixed: true,
      example: '1510.00',
    }),
    currency: text('Currency of the destination and of the balance that pays.', {
      fixed: true,
      example: 'MXN',
      format: 'currency',
    }),
    description: text('Description by the account.', {
      optional: true,
      fixed: true,
      shows: ['list', 'detail', 'console'],
      example: 'November',
    }),
    failureCode: text(
      "Why it failed: insufficient_funds, destination_disabled, risk_rejected, no_route, not_submitted, resolved_not_executed, or the provider's own code; open set.",
      { optional: true },
    ),
    riskStatus: oneOf(riskStatus, { example: 'allowed' }),
    riskDecisionId: ref('riskDecision', 'Review that held it.', { as: 'riskDecision', optional: true }),
    ...labels,
    ...traced,
    createdAt: time('Time of the request.', { fixed: true }),
    updatedAt: time('Time of the last change.'),
    submittedAt: time('Time when the bank accepted it.', { optional: true, example: exampleTime }),
    completedAt: time('Time when it was paid.', { optional: true, example: exampleTime }),
    failedAt: time('Time when it failed.', { optional: true }),
    cancelledAt: time('Time when the platform declined it.', { optional: true }),
    approvalThreshold: money('Approval threshold agreed at the time of the request.', {
      optional: true,
      fixed: true,
      shows: inConsole,
    }),
    heldAt: time('Time when its money was held; empty if the balance could not fund it.', {
      optional: true,
      fixed: true,
      shows: nowhere,
    }),
    approvalAskedAt: time('Time when approval was requested.', {
      optional: true,
      fixed: true,
      shows: nowhere,
    }),
    approvedAt: time('Time when the platform approved it.', { optional: true, shows: inConsole }),
    madeBy: text('Operator who requested it for the account.', {
      optional: true,
      fixed: true,
      shows: nowhere,
    }),
    ...sent,
  },
  filters: {
    status: { says: 'Only with this status.', many: true },
    destinationId: { says: 'Only to this destination.' },
    ...labelFilters,
    ...traceFilters,
    riskStatus: { says: 'Only with this risk status.', many: true, inConsole: true },
    currency: { says: 'Only in this currency.', inConsole: true },
  },
  amounts: ['amount'],
  sums: ['amount', 'currency'],
  indexes: [
    { by: ['traceReference'] },
    { by: ['accountId', 'clientReference'] },
    { by: ['accountId', 'destinationId'] },
    { by: ['accountId', 'status'] },
    { by: ['accountId'] },
    { by: ['status'], only: ['pending_approval', 'verification_pending', 'failed', 'cancelled'] },
  ],
  events: {
    'withdrawal.created': { says: 'The withdrawal was accepted, and its money is held.', at: 'heldAt' },
    'withdrawal.pending_approval': {
      says: 'The withdrawal is above the threshold and waits for the platform.',
      at: 'approvalAskedAt',
      status: 'pending_approval',
    },
    'withdrawal.approved': {
      says: 'The platform approved the withdrawal.',
      at: 'approvedAt',
      status: 'processing',
    },
    'withdrawal.submitted': { says: 'The bank has accepted it.', at: 'submittedAt', status: 'submitted' },
    'withdrawal.completed': {
      says: 'It was paid.',
      at: 'completedAt',
      when: { status: ['completed'] },
      status: 'completed',
    },
    'withdrawal.failed': {
      says: 'The withdrawal was not paid; held money is available again. See failure_code.',
      at: 'failedAt',
      when: { status: ['failed'] },
      status: 'failed',
    },
    'withdrawal.cancelled': {
      says: 'The platform declined it; the held money is available again.',
      at: 'cancelledAt',
      when: { status: ['cancelled'] },
      status: 'cancelled',
    },
  },
});

export type Withdrawal = RowOf<typeof withdrawal>;
