import { describe, expect, it, test } from 'vitest';
import type { RiskDecision } from '../../src/domain/noun/risk-decision.js';
import { closeReview, holdForReview } from '../../src/domain/risk.js';
import { before, moment, summaryOf } from '../setup/payout-state.js';

const id = moment.newId('riskDecision', before);
const accountId = moment.newId('account', before);
const hold = holdForReview(
  moment,
  { accountId, kind: 'withdrawal', id: 'wdr_1' },
  { id, reasons: ['amount', 'velocity'] },
);
const reviewIn = (status: RiskDecision['status']): RiskDecision => {
  const [change] = hold.changes;
  if (change?.noun !== 'riskDecision') throw new Error('the decision is about no review');
  return { ...change.row, status };
};

describe('a review', () => {
  // Supplement §4: the data of risk.review_required.
  it('is published with its reasons and what it holds, and moves no money', () => {
    expect(summaryOf(hold)).toMatchObject({
      rows: ['new riskDecision'],
      events: ['risk.review_required'],
      moves: [],
    });
    expect(summaryOf(hold).data).toEqual([
      {
        id,
        status: 'in_review',
        reasons: ['amount', 'velocity'],
        resource: { type: 'withdrawal', id: 'wdr_1' },
        created_at: moment.now.toISOString(),
      },
    ]);
  });

  test.each([
    [true, 'approved'],
    [false, 'rejected'],
  ])('that is decided with %s is %s', (approve, status) => {
    expect(closeReview(moment, reviewIn('in_review'), approve)).toMatchObject({
      isNew: false,
      row: { status, decidedAt: moment.now, reasons: ['amount', 'velocity'], version: 2 },
    });
  });

  test.each(['approved', 'rejected'] as const)('that is %s is never decided again', (status) => {
    for (const approve of [true, false]) {
      expect(() => closeReview(moment, reviewIn(status), approve)).toThrow(
        expect.objectContaining({ code: 'invalid_request' }) as Error,
      );
    }
  });
});
