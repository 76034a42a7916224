import { describe, expect, it, test } from 'vitest';
import { exact } from '../../src/domain/money.js';
import {
  differenceOf,
  knownAgain,
  nextStepOf,
  otherSum,
  raiseException,
  resolveException,
  reversalOf,
  isAbout,
  unknownOrder,
  type Discrepancy,
  type Exception,
  type ExceptionType,
} from '../../src/domain/reconciliation.js';
import { before, moment, summaryOf } from '../setup/payout-state.js';

const money = (amount: string, currency = 'PEN') => ({ amount: exact(amount), currency });
const found: Discrepancy = {
  accountId: moment.newId('account', before),
  type: 'amount_mismatch',
  resourceType: 'funding_account',
  resourceId: moment.newId('fundingAccount', before),
  expected: money('100'),
  actual: money('99.99'),
  cause: 'bank-7',
  paymentReference: 'pay-7',
};
const exceptionOf = (patch: Partial<Discrepancy> = {}): Exception =>
  raiseException(moment, { ...found, ...patch }).exception;

const types: ExceptionType[] = [
  'amount_mismatch',
  'payin_reversed',
  'unmatched_deposit',
  'duplicate_deposit',
  'late_payment_evidence',
  'provider_mismatch',
];

describe('a new exception', () => {
  // Supplement §3.7; invariant 18: one event.
  test.each(types)('of type %s is open, publishes one event and moves no money', (type) => {
    const { exception, ...decision } = raiseException(moment, { ...found, type });
    expect(summaryOf(decision)).toMatchObject({
      rows: ['new exception'],
      events: ['reconciliation.exception_created'],
      moves: [],
      limits: [],
    });
    expect(summaryOf(decision).data).toEqual([
      {
        id: exception.id,
        type,
        status: 'open',
        resource: { type: 'funding_account', id: found.resourceId },
        expected: { amount: '100.00', currency: 'PEN' },
        actual: { amount: '99.99', currency: 'PEN' },
        created_at: moment.now.toISOString(),
      },
    ]);
  });

  it('leaves out unknown amounts', () => {
    const [data] = summaryOf(
      raiseException(moment, { ...found, expected: undefined, actual: undefined }),
    ).data;
    expect(data).not.toHaveProperty('expected');
    expect(data).not.toHaveProperty('actual');
  });
});

describe('resolving an exception', () => {
  it('stores the note, publishes one event and moves no money', () => {
    const { exception, ...decision } = resolveException(moment, exceptionOf(), 'The payer sent the rest.');
    expect(exception).toMatchObject({ status: 'resolved', resolvedAt: moment.now });
    expect(summaryOf(decision)).toMatchObject({
      rows: ['changed exception'],
      events: ['reconciliation.exception_resolved'],
      moves: [],
      data: [
        {
          status: 'resolved',
          note: 'The payer sent the rest.',
          resolved_at: moment.now.toISOString(),
        },
      ],
    });
  });

  it('is final', () => {
    const { exception } = resolveException(moment, exceptionOf(), 'done');
    expect(() => resolveException(moment, exception, 'again')).toThrow(
      expect.objectContaining({ code: 'invalid_request' }) as Error,
    );
  });

  it('happens automatically when a repeated request has the unknown order', () => {
    const decision = knownAgain(moment, exceptionOf(), 'pout_7');
    expect(summaryOf(decision)).toMatchObject({ events: ['reconciliation.exception_resolved'] });
    expect(summaryOf(decision).data[0]?.['note']).toContain('pout_7');
  });
});

test.each<[string, string | undefined, Partial<Discrepancy>]>([
  ['one unit less', '-0.01 PEN', {}],
  ['one unit more', '0.01 PEN', { actual: money('100.01') }],
  ['the same', '0 PEN', { actual: money('100.00') }],
  ['another currency', undefined, { actual: money('99.99', 'USD') }],
  ['nothing expected', undefined, { expected: undefined }],
  ['nothing reported', undefined, { actual: undefined }],
])('the difference of %s is %s', (_what, expected, patch) => {
  const difference = differenceOf(exceptionOf(patch));
  expect(difference && `${difference.amount.toFixed()} ${difference.currency}`).toBe(expected);
});

describe('a sum of a statement', () => {
  const sums = (actual: string, currency = 'PEN') => ({
    currency,
    expected: exact('-100'),
    actual: exact(actual),
  });
  const about = {
    accountId: found.accountId,
    resourceType: 'payout',
    resourceId: moment.newId('payout', before),
  } as const;

  it('that differs raises an exception with both absolute amounts', () => {
    const raised = otherSum(about, sums('-99.99'));
    expect(raised).toMatchObject({ ...about, type: 'provider_mismatch', cause: 'statement -99.99 PEN' });
    expect([raised.expected?.amount.toFixed(), raised.actual?.amount.toFixed()]).toEqual(['100', '99.99']);
  });

  test.each<[ExceptionType, Discrepancy['actual'], actual: string, isReported: boolean]>([
    ['provider_mismatch', money('99.99'), '-99.99', true],
    ['provider_mismatch', money('99.99'), '99.99', true],
    ['provider_mismatch', money('99.99'), '-99.98', false],
    ['provider_mismatch', money('99.99', 'USD'), '-99.99', false],
    ['provider_mismatch', undefined, '-99.99', false],
    ['payin_reversed', undefined, '0', true],
    ['payin_reversed', undefined, '99.99', false],
    ['late_payment_evidence', undefined, '1', true],
    ['amount_mismatch', money('99.99'), '1', true],
    ['unmatched_deposit', money('99.99'), '1', true],
    ['duplicate_deposit', money('99.99'), '1', true],
  ])('%s about %j reports %s: %s', (type, actual, sum, isReported) => {
    expect(isAbout(exceptionOf({ type, actual }), sums(sum))).toBe(isReported);
  });
});

describe('an exception of its own', () => {
  it('reports an order that is unknown here', () => {
    const { accountId } = found;
    expect(unknownOrder({ accountId, reference: 'ref-9', moved: money('37') })).toEqual({
      accountId,
      type: 'provider_mismatch',
      resourceType: 'account',
      resourceId: accountId,
      actual: money('37'),
      cause: 'order ref-9',
      paymentReference: 'ref-9',
    });
  });

  test.each<[ExceptionType, cause: string]>([
    ['unmatched_deposit', 'reversed bank-7'],
    ['duplicate_deposit', 'reversed bank-7'],
    // Two amounts with one bank reference are distinguished by their payment references.
    ['provider_mismatch', 'reversed bank-7 pay-7'],
  ])('reports that the bank reversed a payment that was %s', (type, cause) => {
    const reversal = reversalOf(exceptionOf({ type }));
    expect(reversal).toMatchObject({ type: 'payin_reversed', resourceId: found.resourceId, cause });
    expect(reversal.expected).toEqual(money('99.99'));
    expect(reversal.actual).toBeUndefined();
  });
});

describe('the next step', () => {
  test.each(types)('of an exception of type %s is shown while it is open', (type) => {
    const open = exceptionOf({ type });
    expect(nextStepOf(open)?.length).toBeGreaterThan(20);
    expect(nextStepOf(resolveException(moment, open, 'done').exception)).toBeUndefined();
  });

  it('differs between a contradicted pay-in and a payout', () => {
    const late = (resourceType: Discrepancy['resourceType']) =>
      nextStepOf(exceptionOf({ type: 'late_payment_evidence', resourceType }));
    expect(late('payin')).not.toBe(late('payout'));
  });
});
