import { describe, expect, it, test } from 'vitest';
import { untraced } from '../../src/domain/noun/bank-reference.js';
import { exact } from '../../src/domain/money.js';
import type { Payin } from '../../src/domain/payin.js';
import { applyInOrder, applyPaymentEvidence, type PaymentEvidence } from '../../src/domain/payin-evidence.js';
import type { Exception } from '../../src/domain/reconciliation.js';
import { before, moment, summaryOf } from '../setup/payout-state.js';

const paid = { amount: exact('100'), currency: 'PEN' };

/** A pay-in of 100 PEN, credited in USDT, in the given status. */
function payinIn(status: Payin['status']): Payin {
  return {
    id: moment.newId('payin', before),
    accountId: moment.newId('account', before),
    fundingAccountId: moment.newId('fundingAccount', before),
    status,
    amount: exact('29.5'),
    currency: 'USDT',
    paidAmount: paid.amount,
    paidCurrency: paid.currency,
    provider: 'sandbox',
    bankReference: 'bank-7',
    ...untraced,
    paymentReference: 'pay-7',
    failureCode: status === 'failed' ? 'not_confirmed' : null,
    attempts: 0,
    nextStepAt: status === 'processing' ? before : null,
    createdAt: before,
    completedAt: status === 'completed' ? before : null,
    version: 2,
  };
}

const evidenceOf = (outcome: PaymentEvidence['outcome']): PaymentEvidence =>
  outcome === 'completed' ? { outcome, ...paid } : { outcome };

const apply = (payin: Payin, evidence: PaymentEvidence, known: readonly Exception[] = []) =>
  applyPaymentEvidence(moment, payin, { evidence, known });

/** Changed rows, type and amounts of the exception raised by the evidence; '-' if nothing changes. */
const becomes = (payin: Payin, evidence: PaymentEvidence): string => {
  const { rows, data } = summaryOf(apply(payin, evidence));
  const [{ type, expected, actual } = {}] = data as { type?: string; expected?: object; actual?: object }[];
  if (type === undefined) return rows.join() || '-';
  return [type, expected && 'expected', actual && 'actual'].filter(Boolean).join(' ');
};

describe('evidence about a pay-in', () => {
  // Supplement §9: late evidence is an exception and moves nothing; a reversal is payin_reversed.
  const table = {
    processing: { seen: '-', settled: 'changed payin', completed: '-', failed: '-' },
    completed: { seen: '-', settled: 'changed payin', completed: '-', failed: 'late_payment_evidence' },
    failed: {
      seen: 'changed payin',
      settled: 'changed payin',
      completed: 'late_payment_evidence actual',
      failed: '-',
    },
  } as const;

  test.each(
    Object.entries(table).flatMap(([status, outcomes]) =>
      Object.entries({ ...outcomes, reversed: 'payin_reversed expected' }).map(
        ([outcome, result]) => [status, outcome, result] as const,
      ),
    ),
  )('%s, then %s: %s', (status, outcome, result) => {
    const payin = payinIn(status as Payin['status']);
    const evidence = evidenceOf(outcome as PaymentEvidence['outcome']);
    expect(becomes(payin, evidence)).toBe(result);
    const { journals, limitUses } = apply(payin, evidence);
    expect([journals, limitUses]).toEqual([[], []]);
  });

  test.each(['completed', 'failed', 'reversed'] as const)(
    '%s against a final state raises one exception, however often it is reported',
    (outcome) => {
      const payin = payinIn(outcome === 'completed' ? 'failed' : 'completed');
      const evidence = evidenceOf(outcome);
      const { exception } = apply(payin, evidence);
      if (!exception) throw new Error('the contradiction made no exception');
      const again = apply(payin, evidence, [exception]);
      expect(again.exception).toBe(exception);
      expect(summaryOf(again)).toMatchObject({ rows: [], events: [] });
      const thrice = applyInOrder(moment, payin, { evidence: [evidence, evidence, evidence], known: [] });
      expect(summaryOf(thrice).rows).toEqual(['new exception']);
    },
  );

  it('states the amount that the bank received, which an operator may credit', () => {
    expect(summaryOf(apply(payinIn('failed'), evidenceOf('completed'))).data).toMatchObject([
      { actual: { amount: '100.00', currency: 'PEN' }, resource: { type: 'payin' } },
    ]);
  });

  it.each(['completed', 'failed'] as const)(
    'of another amount is a provider_mismatch of a pay-in that is %s, once for each amount',
    (status) => {
      const payin = payinIn(status);
      const confirmed = (amount: string): PaymentEvidence => ({
        outcome: 'completed',
        ...paid,
        amount: exact(amount),
      });
      expect(becomes(payin, confirmed('8'))).toBe('provider_mismatch expected actual');
      const evidence = [confirmed('8'), confirmed('7'), confirmed('8.00')];
      expect(summaryOf(applyInOrder(moment, payin, { evidence, known: [] })).rows).toEqual([
        'new exception',
        'new exception',
      ]);
    },
  );

  it('makes a pay-in due for one confirmation, regardless of other reports', () => {
    const evidence = (['settled', 'reversed', 'settled'] as const).map(evidenceOf);
    const decision = applyInOrder(moment, payinIn('completed'), { evidence, known: [] });
    expect(summaryOf(decision).rows.toSorted()).toEqual(['changed payin', 'new exception']);
    expect(decision.changes.find(({ noun }) => noun === 'payin')?.row).toMatchObject({
      status: 'completed',
      nextStepAt: moment.now,
    });
  });
});
