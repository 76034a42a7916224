import type { Flow } from '../flow.js';
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
    submitted: 'The bank has it.',
    verification_pending: 'Nobody knows yet whether it was paid; its money stays held.',
    completed: 'It was paid.',
    failed: 'It was not paid; what it held is available again.',
    cancelled: 'The platform declined it; what it held is available again.',
  },
  { name: 'WithdrawalStatus', says: 'How far it has come.' },
);

const riskStatus = riskStatusOf('WithdrawalRiskStatus');

export type WithdrawalAction = 'approve' | 'authorize' | 'accept' | 'doubt' | 'complete' | 'fail' | 'cancel';

/**
 * Supplement §3.5: `approve` is the word of who reviews for the risk rules, `authorize` that of who approves what is
 * above the threshold. One that was paid was submitted, and passes through that. None comes back.
 */
export const withdrawalFlow: Flow<(typeof status.values)[number], WithdrawalAction> = {
  // The bank may have had it before its database was restored: then nobody need approve it any more.
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
  says: 'Money that an account takes out of its balance, to an account of its own elsewhere.',
  listedBy: 'account',
  flow: withdrawalFlow,
  draws: ['total', 'currency'],
  fields: {
    accountId: ref('account', 'The account that takes it out.', {
      as: 'account',
      fixed: true,
      shows: inConsole,
    }),
    status: oneOf(status, { example: 'completed' }),
    destinationId: ref('settlementDestination', 'The settlement destination that it goes to.', {
      as: 'destination',
      children: ['withdrawals', 'What was sent to it, or is to be, newest first.'],
      fixed: true,
    }),
    amount: amount('What the destination receives.', {
      currency: 'currency',
      fixed: true,
      example: '1500.00',
    }),
    fee: amount('What the platform takes for it, as agreed when it was asked for.', {
      currency: 'currency',
      fixed: true,
      example: '10.00',
    }),
    total: amount('What leaves the balance: the amount and the fee.', {
      currency: 'currency',
      fixed: true,
      example: '1510.00',
    }),
    currency: text("The destination's currency, and that of the balance that pays.", {
      fixed: true,
      example: 'MXN',
      format: 'currency',
    }),
    description: text('What it is for, in the words of the account.', {
      optional: true,
      fixed: true,
      shows: ['list', 'detail', 'console'],
      example: 'November',
    }),
    failureCode: text(
      "Why it failed: insufficient_funds, destination_disabled, risk_rejected, no_route, not_submitted, resolved_not_executed, or the provider's own; open set.",
      { optional: true },
    ),
    riskStatus: oneOf(riskStatus, { example: 'allowed' }),
    riskDecisionId: ref('riskDecision', 'The review that held it.', { as: 'riskDecision', optional: true }),
    ...labels,
    createdAt: time('When it was asked for.', { fixed: true }),
    updatedAt: time('When it last changed.'),
    submittedAt: time('When the bank had it.', { optional: true, example: exampleTime }),
    completedAt: time('When it was paid.', { optional: true, example: exampleTime }),
    failedAt: time('When it failed.', { optional: true }),
    cancelledAt: time('When the platform declined it.', { optional: true }),
    approvalThreshold: money(
      'The threshold that was agreed when it was asked for: above it the platform has to approve.',
      { optional: true, fixed: true, shows: inConsole },
    ),
    heldAt: time('When its money was held; never, where the balance could not fund it.', {
      optional: true,
      fixed: true,
      shows: nowhere,
    }),
    approvalAskedAt: time('When the platform was asked to approve it.', {
      optional: true,
      fixed: true,
      shows: nowhere,
    }),
    approvedAt: time('When the platform approved it.', { optional: true, shows: inConsole }),
    madeBy: text("The operator who asked for it in the account's stead.", {
      optional: true,
      fixed: true,
      shows: nowhere,
    }),
    ...sent,
  },
  filters: {
    status: { says: 'With this status.', many: true },
    destinationId: { says: 'To this destination.' },
    ...labelFilters,
    riskStatus: { says: 'With this risk status.', many: true, inConsole: true },
    currency: { says: 'In this currency.', inConsole: true },
  },
  indexes: [
    { by: ['accountId', 'clientReference'] },
    { by: ['accountId', 'destinationId'] },
    { by: ['accountId', 'status'] },
    { by: ['accountId'] },
    { by: ['status'], only: ['pending_approval', 'verification_pending', 'failed', 'cancelled'] },
  ],
  events: {
    'withdrawal.created': { says: 'It was accepted, and its money is held.', at: 'heldAt' },
    'withdrawal.pending_approval': {
      says: 'It is above the threshold, and waits for the platform.',
      at: 'approvalAskedAt',
      tells: 'pending_approval',
    },
    'withdrawal.approved': {
      says: 'The platform approves it.',
      at: 'approvedAt',
      tells: 'processing',
    },
    'withdrawal.submitted': { says: 'The bank has it.', at: 'submittedAt', tells: 'submitted' },
    'withdrawal.completed': {
      says: 'It was paid.',
      at: 'completedAt',
      when: { status: ['completed'] },
      tells: 'completed',
    },
    'withdrawal.failed': {
      says: 'It was not paid; what it held, if anything, is available again. See failure_code.',
      at: 'failedAt',
      when: { status: ['failed'] },
      tells: 'failed',
    },
    'withdrawal.cancelled': {
      says: 'The platform declined it; what it held is available again.',
      at: 'cancelledAt',
      when: { status: ['cancelled'] },
      tells: 'cancelled',
    },
  },
});

export type Withdrawal = RowOf<typeof withdrawal>;
