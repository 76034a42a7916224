import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { exact, zero } from '../../src/domain/money.js';
import type { Refund } from '../../src/domain/noun/refund.js';
import type { Withdrawal } from '../../src/domain/noun/withdrawal.js';
import type { End } from '../../src/domain/operation.js';
import {
  applyEvidence,
  applyInTurn,
  checkFits,
  paidOther,
  type Evidence,
} from '../../src/domain/operation-evidence.js';
import { asOperation } from '../../src/domain/payout-action.js';
import { refundSpec } from '../../src/domain/refund.js';
import { withdrawalSpec } from '../../src/domain/withdrawal.js';
import { moment, payoutIn, summaryOf } from '../setup/payout-state.js';
import { refundIn, withdrawalIn } from '../setup/sent-state.js';

// Other kinds, and sequences of evidence. Single evidence about payouts: operation.test.ts.

const exception = 'reconciliation.exception_created';
const captured = ['reserved > clearing:sandbox 100 MXN', 'reserved > fees 5 MXN'];
const released = ['reserved > available 105 MXN'];
const submittedAndPaid = ['withdrawal.submitted', 'withdrawal.completed'];

/** Supplement §3.5 and §9: each withdrawal is submitted before it completes, and no withdrawal can be returned. */
const withdrawals: [Withdrawal['status'], End, Withdrawal['status'], events: string[], moves: string[]][] = [
  ['processing', 'paid', 'completed', submittedAndPaid, captured],
  ['processing', 'not_executed', 'failed', ['withdrawal.failed'], released],
  ['processing', 'returned', 'completed', [...submittedAndPaid, exception], captured],
  ['verification_pending', 'paid', 'completed', submittedAndPaid, captured],
  ['verification_pending', 'not_executed', 'failed', ['withdrawal.failed'], released],
  ['submitted', 'paid', 'completed', ['withdrawal.completed'], captured],
  ['submitted', 'not_executed', 'failed', ['withdrawal.failed'], released],
  ['completed', 'paid', 'completed', [], []],
  ['completed', 'not_executed', 'completed', [exception], []],
  ['completed', 'returned', 'completed', [exception], []],
  ['failed', 'paid', 'failed', [exception], []],
  ['failed', 'not_executed', 'failed', [], []],
  ['failed', 'returned', 'failed', [exception], []],
  ['cancelled', 'paid', 'cancelled', [exception], []],
  ['cancelled', 'not_executed', 'cancelled', [], []],
];

const refunded = ['reserved > fx 12 USDT', 'fx > clearing:sandbox 40 PEN'];
const refundBack = ['reserved > available 12 USDT'];

/** Supplement §3.3 and §9: a refund completes from any open status, and no refund can be returned. */
const refunds: [Refund['status'], End, Refund['status'], events: string[], moves: string[]][] = [
  ['pending_review', 'paid', 'completed', ['refund.completed'], refunded],
  ['pending_review', 'not_executed', 'failed', ['refund.failed'], refundBack],
  ['processing', 'paid', 'completed', ['refund.completed'], refunded],
  ['processing', 'not_executed', 'failed', ['refund.failed'], refundBack],
  ['processing', 'returned', 'completed', ['refund.completed', exception], refunded],
  ['completed', 'paid', 'completed', [], []],
  ['completed', 'not_executed', 'completed', [exception], []],
  ['completed', 'returned', 'completed', [exception], []],
  ['failed', 'paid', 'failed', [exception], []],
  ['failed', 'not_executed', 'failed', [], []],
  ['failed', 'returned', 'failed', [exception], []],
];

describe('evidence', () => {
  test.each(withdrawals)('a withdrawal in %s, %s: %s', (status, outcome, after, events, moves) => {
    const applied = applyEvidence(moment, { spec: withdrawalSpec, row: withdrawalIn(status) }, { outcome });
    expect(applied.row.status).toBe(after);
    expect(summaryOf(applied)).toMatchObject({ events, moves });
    // Two steps of one decision write the row once.
    expect(applied.changes.filter(({ noun }) => noun === 'withdrawal')).toHaveLength(
      status === after ? 0 : 1,
    );
  });

  test.each(refunds)('a refund in %s, %s: %s', (status, outcome, after, events, moves) => {
    const applied = applyEvidence(moment, { spec: refundSpec, row: refundIn(status) }, { outcome });
    expect(applied.row.status).toBe(after);
    expect(summaryOf(applied)).toMatchObject({ events, moves });
  });

  it('about a withdrawal that waits for approval ends it and writes down the lost intent', () => {
    const row = withdrawalIn('pending_approval', { sending: 'unsent', attempts: 0 });
    const applied = applyEvidence(moment, { spec: withdrawalSpec, row }, { outcome: 'paid' });
    expect(summaryOf(applied)).toMatchObject({
      rows: ['new intent', 'changed withdrawal'],
      events: submittedAndPaid,
      moves: captured,
    });
    expect(applied.row).toMatchObject({ status: 'completed', attempts: 1 });
  });

  it('gives a failure code in lower case, or provider_error if the code does not fit', () => {
    const codeOf = (code: string) =>
      applyEvidence(moment, asOperation(payoutIn('processing')), { outcome: 'not_executed', code }).row
        .failureCode;
    expect(codeOf('AC04')).toBe('ac04');
    expect(codeOf('account closed')).toBe('provider_error');
  });
});

describe('the amount that a bank names', () => {
  const refundPaid = (money: Pick<Evidence, 'amount' | 'currency'>) =>
    summaryOf(
      applyEvidence(moment, { spec: refundSpec, row: refundIn('processing') }, { outcome: 'paid', ...money }),
    );

  // A refund of 12 USDT orders 40 PEN.
  test.each([
    ['the ordered amount', false, '40', undefined],
    ['the ordered amount and currency', false, '40.00', 'PEN'],
    ['one unit less', true, '39.99', undefined],
    ['one unit more', true, '40.01', 'PEN'],
    ['the ordered amount in another currency', true, '40', 'USD'],
    ['the amount in the currency of the balance', true, '12', 'USDT'],
  ])('%s is a mismatch: %s', (_what, isMismatch, amount, currency) => {
    const { events, moves, data } = refundPaid({ amount: exact(amount), currency });
    expect(events).toEqual(isMismatch ? ['refund.completed', exception] : ['refund.completed']);
    expect(moves).toEqual(refunded);
    if (isMismatch) {
      expect(data[1]).toMatchObject({
        type: 'provider_mismatch',
        expected: { amount: '40.00', currency: 'PEN' },
        actual: { currency: currency ?? 'PEN' },
      });
    }
  });

  test.each([
    ['paid', { amount: '37.00', currency: 'PEN' }],
    ['returned', { amount: '37.00', currency: 'PEN' }],
  ] as const)('defaults to the ordered amount in a late exception of %s', (outcome, actual) => {
    const late = summaryOf(applyEvidence(moment, asOperation(payoutIn('failed')), { outcome }));
    expect(late.data).toMatchObject([{ type: 'late_payment_evidence', actual }]);
  });

  it('is absent from a late exception about a non-execution', () => {
    const late = summaryOf(
      applyEvidence(moment, asOperation(payoutIn('completed')), { outcome: 'not_executed' }),
    );
    expect(late.data[0]).not.toHaveProperty('actual');
  });
});

describe('a provider that has not decided yet', () => {
  const inFlight = { outcome: 'in_flight' } as const;

  it('puts a payout that was not sent from here in verification_pending, and records the lost intent', () => {
    const row = payoutIn('processing', { sending: 'unsent', attempts: 0 });
    const applied = applyEvidence(moment, asOperation(row), inFlight);
    expect(summaryOf(applied)).toMatchObject({
      rows: ['new intent', 'changed payout'],
      events: [],
      moves: [],
    });
    expect(applied.row).toMatchObject({ status: 'verification_pending', sending: 'uncertain', attempts: 1 });
    expect(applied.row.nextStepAt).not.toBeNull();
  });

  it('leaves a refund that was not sent from here in processing, never to be sent', () => {
    const row = refundIn('processing', { sending: 'unsent', attempts: 0 });
    const applied = applyEvidence(moment, { spec: refundSpec, row }, inFlight);
    expect(applied.row).toMatchObject({ status: 'processing', sending: 'uncertain', attempts: 1 });
  });

  test.each(['processing', 'verification_pending', 'completed', 'failed', 'cancelled', 'returned'] as const)(
    'does not change a payout in %s',
    (status) => {
      const row = payoutIn(status);
      expect(applyEvidence(moment, asOperation(row), inFlight)).toMatchObject({ changes: [], row });
    },
  );
});

describe('evidence by hand', () => {
  const inSandbox = { mayContradict: false, isLeaving: false, isRestored: false };
  const refused = expect.objectContaining({ code: 'operation_not_in_flight' }) as Error;

  // Supplement §3.10: a return fits a completed payout, and nothing else that is final.
  test.each(['paid', 'not_executed', 'returned'] as const)(
    '%s does not fit a completed withdrawal or refund',
    (outcome) => {
      const withdrawal = { spec: withdrawalSpec, row: withdrawalIn('completed') };
      const refund = { spec: refundSpec, row: refundIn('completed') };
      expect(() => checkFits(withdrawal, outcome, inSandbox)).toThrow(refused);
      expect(() => checkFits(refund, outcome, inSandbox)).toThrow(refused);
    },
  );

  it('does not fit a refund that waits for its review', () => {
    const row = refundIn('pending_review', { sending: 'unsent', attempts: 0 });
    expect(() => checkFits({ spec: refundSpec, row }, 'paid', inSandbox)).toThrow(refused);
  });
});

describe('evidence in turn', () => {
  const turn = (...evidence: (End | Evidence)[]) =>
    applyInTurn(
      moment,
      asOperation(payoutIn('processing')),
      evidence.map((each) => (typeof each === 'string' ? { outcome: each } : each)),
    );
  const other = { outcome: 'paid', amount: exact('36') } as const;

  test.each<[string, (End | Evidence)[], string, string[]]>([
    ['nothing', [], 'processing', []],
    ['paid twice', ['paid', 'paid'], 'completed', ['payout.completed']],
    ['paid, then returned', ['paid', 'returned'], 'returned', ['payout.completed', 'payout.returned']],
    ['returned, then paid', ['returned', 'paid'], 'returned', ['payout.completed', 'payout.returned']],
    [
      'paid, then twice not executed',
      ['paid', 'not_executed', 'not_executed'],
      'completed',
      ['payout.completed', exception],
    ],
    [
      'not executed, then twice paid, then returned',
      ['not_executed', 'paid', 'paid', 'returned'],
      'failed',
      ['payout.failed', exception, exception],
    ],
    ['twice another amount', [other, other], 'completed', ['payout.completed', exception]],
    [
      'another amount that an exception has already',
      [{ ...other, known: new Set([paidOther({ amount: exact('36'), currency: 'PEN' })]) }],
      'completed',
      ['payout.completed'],
    ],
    [
      'a late payment that an exception has already',
      ['not_executed', { outcome: 'paid', known: new Set(['paid']) }],
      'failed',
      ['payout.failed'],
    ],
  ])('%s', (_what, evidence, status, events) => {
    const applied = turn(...evidence);
    expect(applied.row.status).toBe(status);
    expect(summaryOf(applied).events).toEqual(events);
  });

  it("of any length leaves the payout's money in exactly one bucket", () => {
    const outcome = fc.constantFrom('paid', 'not_executed', 'returned', 'in_flight');
    const amount = fc.constantFrom(undefined, exact('37'), exact('36'), exact('37.01'));
    // Invariant 8: the sums of the buckets after 11.5 were reserved, a principal of 10 among them.
    const held: Record<string, Record<string, string>> = {
      processing: {},
      verification_pending: {},
      completed: { reserved: '-11.5' },
      failed: { reserved: '-11.5', available: '11.5' },
      returned: { reserved: '-11.5', pending: '10' },
    };
    fc.assert(
      fc.property(
        fc.array(fc.record({ outcome, amount }), { maxLength: 8 }),
        fc.boolean(),
        (list, isSent) => {
          const unsent = isSent ? {} : ({ sending: 'unsent', attempts: 0 } as const);
          const applied = applyInTurn(moment, asOperation(payoutIn('processing', unsent)), list);
          const sums: Record<string, string> = {};
          for (const bucket of ['available', 'pending', 'reserved'] as const) {
            const total = applied.journals
              .flatMap(({ postings }) => postings)
              .reduce(
                (at, each) =>
                  at
                    .plus(each.credit === bucket ? each.amount : zero)
                    .minus(each.debit === bucket ? each.amount : zero),
                zero,
              );
            if (!total.isZero()) sums[bucket] = total.toFixed();
          }
          expect(sums).toEqual(held[applied.row.status]);
          expect(applied.changes.filter(({ noun }) => noun === 'payout').length).toBeLessThanOrEqual(1);
          // Never sent twice: at most the one lost intent is recorded.
          expect(applied.changes.filter(({ noun }) => noun === 'intent').length).toBeLessThanOrEqual(1);
        },
      ),
    );
  });
});
