import { describe, expect, it, test } from 'vitest';
import { exact } from '../../src/domain/money.js';
import {
  payoutFlow,
  showCancellation,
  showListedPayout,
  showPayout,
  type PayoutAction,
  type PayoutStatus,
} from '../../src/domain/payout.js';
import { act, carryOutCancel, decideReview } from '../../src/domain/operation.js';
import { asOperation, cancelRefusal, createPayout, requestCancel } from '../../src/domain/payout-action.js';
import { before, moment, payoutAfter, payoutIn, summaryOf } from '../setup/payout-state.js';

const statuses = Object.keys(payoutFlow) as PayoutStatus[];
const actions: PayoutAction[] = ['doubt', 'complete', 'fail', 'cancel', 'send_back', 'settle_return'];

/** Contract §3.3, restated by hand: where each action leads. Pairs not listed here must not happen. */
const steps: Record<string, PayoutStatus> = {
  'processing doubt': 'verification_pending',
  'processing complete': 'completed',
  'processing fail': 'failed',
  'processing cancel': 'cancelled',
  'verification_pending complete': 'completed',
  'verification_pending fail': 'failed',
  'completed send_back': 'returned',
  'returned settle_return': 'returned',
};

const captured = [
  'reserved > fx 10 USDT',
  'fx > clearing:sandbox 37 PEN',
  'reserved > fees 1 USDT',
  'reserved > earnings 0.5 USDT',
];
const effects = {
  doubt: { events: [], purposes: [], moves: [], limits: [], stamp: null },
  complete: {
    events: ['payout.completed'],
    purposes: ['payout_capture'],
    moves: captured,
    limits: [],
    stamp: 'completedAt',
  },
  fail: {
    events: ['payout.failed'],
    purposes: ['reversal'],
    moves: ['reserved > available 11.5 USDT'],
    limits: ['-37 -1'],
    stamp: 'failedAt',
  },
  cancel: {
    events: ['payout.cancelled'],
    purposes: ['reversal'],
    moves: ['reserved > available 11.5 USDT'],
    limits: ['-37 -1'],
    stamp: 'cancelledAt',
  },
  send_back: {
    events: ['payout.returned'],
    purposes: ['payout_return'],
    moves: ['fx > pending 10 USDT', 'clearing:sandbox > fx 37 PEN'],
    limits: [],
    stamp: 'returnedAt',
  },
  settle_return: {
    events: ['payout.return_settled'],
    purposes: ['payout_return_settled'],
    moves: ['pending > available 10 USDT'],
    limits: [],
    stamp: null,
  },
} as const;

const pairs = statuses.flatMap((status) => actions.map((action) => [status, action] as const));
const stepOf = (status: PayoutStatus, action: PayoutAction) => steps[`${status} ${action}`];

describe('a payout', () => {
  test.each(pairs.filter((pair) => stepOf(...pair) !== undefined))('%s may %s', (status, action) => {
    const decision = act(moment, asOperation(payoutIn(status)), action);
    const { stamp, ...effect } = effects[action];
    expect(summaryOf(decision)).toMatchObject(effect);
    const next = stepOf(status, action);
    const after = payoutAfter(decision);
    expect(after).toMatchObject({ status: next, updatedAt: moment.now, version: 4 });
    for (const name of ['completedAt', 'failedAt', 'cancelledAt', 'returnedAt'] as const) {
      expect(after?.[name], name).toEqual(name === stamp ? moment.now : null);
    }
    expect(summaryOf(decision).data.every((data) => data['status'] === next)).toBe(true);
  });

  test.each(pairs.filter((pair) => stepOf(...pair) === undefined))('%s never can %s', (status, action) => {
    expect(() => act(moment, asOperation(payoutIn(status)), action)).toThrow(
      `no step ${action} from ${status}`,
    );
  });
});

describe('postings', () => {
  it('stay in one currency if nothing is converted', () => {
    const own = { sourceCurrency: 'PEN', destinationAmount: exact('10'), rate: '1' };
    expect(summaryOf(act(moment, asOperation(payoutIn('processing', own)), 'complete')).moves).toEqual([
      'reserved > clearing:sandbox 10 PEN',
      'reserved > fees 1 PEN',
      'reserved > earnings 0.5 PEN',
    ]);
    expect(summaryOf(act(moment, asOperation(payoutIn('completed', own)), 'send_back')).moves).toEqual([
      'clearing:sandbox > pending 10 PEN',
    ]);
  });

  it('leave out zero fee and markup', () => {
    const free = { platformFee: exact('0'), tenantMarkup: exact('0'), total: exact('10') };
    expect(summaryOf(act(moment, asOperation(payoutIn('processing', free)), 'complete')).moves).toEqual(
      captured.slice(0, 2),
    );
  });
});

describe('a new payout', () => {
  const fields = payoutIn('processing', { sending: 'unsent', attempts: 0 });
  const facts = { available: exact('11.5'), reviewReasons: [] };

  it('reserves exactly what is available', () => {
    const decision = createPayout(moment, fields, facts);
    expect(summaryOf(decision)).toMatchObject({
      rows: ['new payout'],
      events: ['payout.created'],
      purposes: ['payout_reserve'],
      moves: ['available > reserved 11.5 USDT'],
      limits: ['37 1'],
    });
    expect(decision.payout).toMatchObject({ status: 'processing', riskStatus: 'allowed', version: 1 });
  });

  it('fails if one unit is missing, and moves and counts nothing', () => {
    const decision = createPayout(moment, fields, { ...facts, available: exact('11.499999') });
    expect(summaryOf(decision)).toMatchObject({
      rows: ['new payout'],
      events: ['payout.failed'],
      purposes: [],
      limits: [],
    });
    const failed = { status: 'failed', failureCode: 'insufficient_funds', failedAt: moment.now };
    expect(decision.payout).toMatchObject({ ...failed, nextStepAt: null, dailyTotal: null });
  });

  it('held by risk keeps its money reserved and nothing is due', () => {
    const decision = createPayout(moment, fields, { ...facts, reviewReasons: ['velocity'] });
    expect(summaryOf(decision)).toMatchObject({
      rows: ['new payout', 'new riskDecision'],
      events: ['payout.created', 'risk.review_required'],
      purposes: ['payout_reserve'],
    });
    const ids = decision.events.map(({ id }) => id);
    expect(ids, 'in the order in which they are published').toEqual(ids.toSorted());
    expect(decision.payout).toMatchObject({
      status: 'processing',
      riskStatus: 'in_review',
      nextStepAt: null,
    });
  });
});

describe('a review', () => {
  const held = payoutIn('processing', { riskStatus: 'in_review', sending: 'unsent', nextStepAt: null });

  it('that approves lets the payout continue without an event', () => {
    const decision = decideReview(moment, asOperation(held), { approve: true });
    expect(summaryOf(decision)).toMatchObject({ events: [], purposes: [] });
    expect(decision.row).toMatchObject({ status: 'processing', riskStatus: 'approved' });
    expect(decision.row.nextStepAt).toEqual(moment.now);
  });

  it('that rejects gives the money back', () => {
    const decision = decideReview(moment, asOperation(held), { approve: false });
    expect(summaryOf(decision)).toMatchObject({ events: ['payout.failed'], purposes: ['reversal'] });
    expect(decision.row).toMatchObject({ failureCode: 'risk_rejected', riskStatus: 'rejected' });
  });
});

test.each([
  ['completed', true],
  ['completed', false],
  ['failed', true],
  ['failed', false],
] as const)(
  'a review of a payout that is %s already changes nothing more (approved: %s)',
  (status, approve) => {
    const decision = decideReview(moment, asOperation(payoutIn(status, { riskStatus: 'in_review' })), {
      approve,
    });
    expect(summaryOf(decision)).toMatchObject({ rows: ['changed payout'], events: [], purposes: [] });
    expect(decision.row).toMatchObject({
      status,
      riskStatus: approve ? 'approved' : 'rejected',
      nextStepAt: null,
    });
  },
);

describe('a cancellation', () => {
  const unsent = { sending: 'unsent', attempts: 0 } as const;
  test.each([unsent, { sending: 'unsent', attempts: 3 }, { ...unsent, riskStatus: 'approved' }] as const)(
    'of a payout that is processing and %j is recorded',
    (patch) => {
      const payout = payoutIn('processing', patch);
      expect(cancelRefusal(payout)).toBeUndefined();
      const decision = requestCancel(moment, payout);
      expect(decision.row).toMatchObject({ cancelRequestedAt: moment.now, nextStepAt: moment.now });
      expect(summaryOf(decision)).toMatchObject({ events: [], purposes: [] });
    },
  );

  // Supplement §9: final states first, then in_review, outcome_uncertain, submitted.
  test.each([
    ['processing', { ...unsent, riskStatus: 'in_review' }, 'in_review'],
    ['processing', { sending: 'open' }, 'submitted'],
    ['processing', { sending: 'accepted' }, 'submitted'],
    ['verification_pending', {}, 'outcome_uncertain'],
    ['completed', {}, 'already_completed'],
    ['failed', {}, 'already_failed'],
    ['failed', { riskStatus: 'in_review' }, 'already_failed'],
    ['returned', {}, 'already_returned'],
  ] as const)('of a payout that is %s and %j is refused with %s', (status, patch, reason) => {
    const payout = payoutIn(status, patch);
    expect(cancelRefusal(payout)).toBe(reason);
    const refusal = { code: 'payout_not_cancellable', reasons: [reason] };
    expect(() => requestCancel(moment, payout)).toThrow(expect.objectContaining(refusal) as Error);
  });

  it('is refused again after it was refused', () => {
    const refused = payoutIn('completed', { cancelRequestedAt: before, cancelDecidedAt: before });
    const refusal = { code: 'payout_not_cancellable', reasons: ['already_completed'] };
    expect(() => requestCancel(moment, refused)).toThrow(expect.objectContaining(refusal) as Error);
  });

  it('repeated changes nothing', () => {
    const cancelling = payoutIn('processing', { ...unsent, cancelRequestedAt: before });
    expect(requestCancel(moment, cancelling)).toMatchObject({ changes: [], row: cancelling });
    const cancelled = payoutIn('cancelled');
    expect(requestCancel(moment, cancelled)).toMatchObject({ changes: [], row: cancelled });
  });

  it('that was carried out has a decision time', () => {
    const { row: payout } = carryOutCancel(
      moment,
      asOperation(payoutIn('processing', { ...unsent, cancelRequestedAt: before })),
    );
    expect(payout).toMatchObject({ status: 'cancelled', failureCode: 'cancelled_before_submission' });
    expect(showCancellation(payout)).toEqual({
      status: 'requested',
      requested_at: before.toISOString(),
      requested_via: 'api',
      decided_at: moment.now.toISOString(),
    });
    expect(showCancellation(payoutIn('processing'))).toBeNull();
  });
});

describe('the shapes', () => {
  const base = {
    status: 'completed',
    method: 'bank_transfer',
    source: {
      currency: 'USDT',
      principal: '10.000000',
      platform_fee: '1.000000',
      tenant_markup: '0.500000',
      total: '11.500000',
    },
    destination: { amount: '37.00', currency: 'PEN' },
    rate: '3.7',
    risk_status: 'allowed',
    metadata: {},
    created_at: before.toISOString(),
    updated_at: before.toISOString(),
  };

  it('have times and country only in detail, and never the description', () => {
    const payout = payoutIn('completed', { completedAt: before });
    const ids = { id: payout.id, beneficiary_id: payout.beneficiaryId };
    expect(showListedPayout(payout)).toEqual({ ...base, ...ids });
    expect(showPayout(payout)).toEqual({
      ...base,
      ...ids,
      country: 'PE',
      completed_at: before.toISOString(),
    });
  });

  it('show the returned amount', () => {
    expect(showListedPayout(payoutIn('returned'))['refund']).toEqual({
      amount: '10.000000',
      currency: 'USDT',
      status: 'pending',
    });
  });
});
