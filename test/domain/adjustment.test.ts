import { describe, expect, it, test } from 'vitest';
import { adjust } from '../../src/domain/adjustment.js';
import { exact } from '../../src/domain/money.js';
import { before, moment, summaryOf } from '../setup/payout-state.js';

const exception = { id: moment.newId('exception', before), accountId: moment.newId('account', before) };
const change = (direction: 'credit' | 'debit', amount: string, available: string) =>
  adjust(moment, exception, {
    direction,
    amount: exact(amount),
    currency: 'PEN',
    available: exact(available),
  });

describe('an adjustment', () => {
  // Supplement §3.7 and §9: against the platform's own ledger of adjustments, without an event.
  test.each([
    ['credit', 'adjustment_credit', 'adjustments > available 10 PEN'],
    ['debit', 'adjustment_debit', 'available > adjustments 10 PEN'],
  ] as const)('by %s is a journal of purpose %s: %s', (direction, purpose, posted) => {
    const { adjustment, ...decision } = change(direction, '10', '10');
    expect(summaryOf(decision)).toMatchObject({
      rows: ['new adjustment'],
      events: [],
      purposes: [purpose],
      moves: [posted],
      limits: [],
    });
    expect(adjustment).toMatchObject({ accountId: exception.accountId, exceptionId: exception.id });
    expect(decision.journals[0]).toMatchObject({ originType: 'adjustment', originId: adjustment.id });
    expect(adjustment.id).toMatch(/^adj_/);
  });

  test.each([
    ['all that is available', '10', '10'],
    ['a part', '9.99', '10'],
  ])('takes %s', (_what, amount, available) => {
    expect(summaryOf(change('debit', amount, available)).moves).toEqual([
      `available > adjustments ${amount} PEN`,
    ]);
  });

  it('takes no unit more than is available', () => {
    const refusal = { code: 'insufficient_funds', param: 'adjustment.amount' };
    expect(() => change('debit', '10.01', '10')).toThrow(expect.objectContaining(refusal) as Error);
    expect(() => change('debit', '0.01', '0')).toThrow(expect.objectContaining(refusal) as Error);
  });

  it('credits any amount to an empty balance', () => {
    expect(summaryOf(change('credit', '1000000', '0')).moves).toEqual([
      'adjustments > available 1000000 PEN',
    ]);
  });
});
