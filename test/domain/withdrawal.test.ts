import { describe, expect, it, test } from 'vitest';
import { exact } from '../../src/domain/money.js';
import type { Withdrawal, WithdrawalAction } from '../../src/domain/noun/withdrawal.js';
import { decideReview } from '../../src/domain/operation.js';
import {
  asOperation,
  createWithdrawal,
  decideApproval,
  needsApproval,
  verdictOn,
  withdrawalSpec,
  type WithdrawalFacts,
} from '../../src/domain/withdrawal.js';
import { testFlow } from '../setup/flow-table.js';
import { before, moment, summaryOf } from '../setup/payout-state.js';

/** 100 MXN and a fee of 5. */
const fields = {
  accountId: moment.newId('account', before),
  destinationId: moment.newId('settlementDestination', before),
  amount: exact('100'),
  fee: exact('5'),
  currency: 'MXN',
  description: null,
  approvalThresholdAmount: null,
  approvalThresholdCurrency: null,
  madeBy: null,
  reference: 'ref-7',
  provider: 'sandbox',
  nextStepAt: moment.now,
};
const facts: WithdrawalFacts = { available: exact('105'), needsApproval: false, reviewReasons: [] };
const rowIn = (status: Withdrawal['status'], patch: Partial<Withdrawal> = {}): Withdrawal => ({
  ...createWithdrawal(moment, fields, facts).withdrawal,
  status,
  ...patch,
});

describe('a new withdrawal', () => {
  test.each([
    [
      'is on its way',
      {},
      { status: 'processing', nextStepAt: moment.now, failureCode: null },
      { events: ['withdrawal.created'], moves: ['available > reserved 105 MXN'] },
    ],
    [
      'waits for its approval',
      { needsApproval: true },
      { status: 'pending_approval', nextStepAt: null, approvalAskedAt: moment.now },
      {
        events: ['withdrawal.created', 'withdrawal.pending_approval'],
        moves: ['available > reserved 105 MXN'],
      },
    ],
    [
      'waits where risk rules hold it',
      { reviewReasons: ['amount'] },
      { status: 'processing', nextStepAt: null, riskStatus: 'in_review' },
      { events: ['withdrawal.created', 'risk.review_required'], moves: ['available > reserved 105 MXN'] },
    ],
    [
      'fails where the balance covers the amount and not the fee, and holds nothing',
      { available: exact('104.99'), needsApproval: true, reviewReasons: ['amount'] },
      { status: 'failed', failureCode: 'insufficient_funds', nextStepAt: null, riskStatus: 'allowed' },
      { events: ['withdrawal.failed'], moves: [] },
    ],
  ])('%s', (_what, patch, row, effect) => {
    const decision = createWithdrawal(moment, fields, { ...facts, ...patch });
    expect(decision.withdrawal).toMatchObject({ ...row, total: exact('105') });
    expect(summaryOf(decision)).toMatchObject(effect);
  });
});

test.each([
  ['there is no threshold', undefined, false],
  ['it is the threshold', { amount: exact('50'), rate: '0.5' }, false],
  ['it is more than the threshold, at the present rate', { amount: exact('49.99'), rate: '0.5' }, true],
  ['there is no rate to compare it by', { amount: exact('1000'), rate: undefined }, true],
])('whether approval is needed if %s (%#)', (_when, threshold, needed) => {
  expect(needsApproval(exact('100'), threshold)).toBe(needed);
});

/**
 * Supplement §3.5, restated by hand: a withdrawal is submitted before it completes; in a restored database the bank
 * may have executed one that waits for approval. Pairs not listed here must not happen.
 */
const steps: Record<string, Withdrawal['status']> = {
  'pending_approval approve': 'pending_approval',
  'pending_approval authorize': 'processing',
  'pending_approval cancel': 'cancelled',
  'pending_approval accept': 'submitted',
  'pending_approval doubt': 'verification_pending',
  'pending_approval fail': 'failed',
  'processing approve': 'processing',
  'processing accept': 'submitted',
  'processing doubt': 'verification_pending',
  'processing fail': 'failed',
  'verification_pending accept': 'submitted',
  'verification_pending fail': 'failed',
  'submitted complete': 'completed',
  'submitted fail': 'failed',
};
const effects: Record<WithdrawalAction, { events: string[]; moves: string[] }> = {
  approve: { events: [], moves: [] },
  authorize: { events: ['withdrawal.approved'], moves: [] },
  accept: { events: ['withdrawal.submitted'], moves: [] },
  doubt: { events: [], moves: [] },
  complete: {
    events: ['withdrawal.completed'],
    moves: ['reserved > clearing:sandbox 100 MXN', 'reserved > fees 5 MXN'],
  },
  fail: { events: ['withdrawal.failed'], moves: ['reserved > available 105 MXN'] },
  cancel: { events: ['withdrawal.cancelled'], moves: ['reserved > available 105 MXN'] },
};
describe('a withdrawal', () => {
  testFlow({ spec: withdrawalSpec, rowIn, steps, effects });
});

describe('the decision about a withdrawal that waits for approval', () => {
  const waiting = rowIn('pending_approval', { nextStepAt: null });
  const later = new Date(moment.now.getTime() + 5_000);

  test.each([
    ['at once', before, moment.now],
    ['not before that time', later, later],
  ])('releases it %s', (_when, notBefore, nextStepAt) => {
    const { row } = decideApproval(moment, waiting, { approve: true, notBefore });
    expect(row).toMatchObject({ status: 'processing', nextStepAt, approvedAt: moment.now });
    expect(verdictOn(row)).toBe('approved');
  });

  it('leaves it held by risk rules, until both have approved, in either order', () => {
    const held = { ...waiting, riskStatus: 'in_review' } as const;
    const approved = decideApproval(moment, held, { approve: true, notBefore: before }).row;
    expect(approved.nextStepAt).toBeNull();
    const released = decideReview(moment, asOperation(approved), { approve: true });
    expect(released.row).toMatchObject({ status: 'processing', nextStepAt: moment.now });
    const reviewed = decideReview(moment, asOperation(held), { approve: true });
    expect(reviewed.row).toMatchObject({ status: 'pending_approval', nextStepAt: null });
  });

  it('returns the money if it is declined', () => {
    const decision = decideApproval(moment, waiting, { approve: false, notBefore: before });
    expect(summaryOf(decision)).toMatchObject({
      events: ['withdrawal.cancelled'],
      moves: ['reserved > available 105 MXN'],
    });
    expect(verdictOn(decision.row)).toBe('declined');
    expect(verdictOn(waiting)).toBe('undecided');
  });
});
