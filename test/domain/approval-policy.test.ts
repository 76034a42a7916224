import { describe, expect, test } from 'vitest';
import {
  catchesBatch,
  catchesPayout,
  checkedPolicy,
  isAbove,
  isLooser,
  noPolicy,
  type ApprovalPolicy,
} from '../../src/domain/approval-policy.js';
import { exact } from '../../src/domain/money.js';

const money = (amount: string, currency = 'USD') => ({ amount: exact(amount), currency });
/** Two USD are one EUR; no other rate is known. */
const rateOf = (from: string, to: string) => (from === 'EUR' && to === 'USD' ? '2' : undefined);
const usd = (amount: string) => ({ currency: 'USD', amount });
const now = new Date('2026-11-20T12:00:00.000Z');
const policyOf = (patch: Partial<ApprovalPolicy>): ApprovalPolicy => ({ ...noPolicy, ...patch });
const payouts = (amount: string, newBeneficiaryDays: number | null = null) =>
  policyOf({ payouts: { above: [usd(amount)], newBeneficiaryDays } });

describe('money is above an amount', () => {
  test.each([
    [[usd('100')], money('100'), false],
    [[usd('100')], money('100.01'), true],
    [[usd('100')], money('50', 'EUR'), false],
    [[usd('100')], money('50.01', 'EUR'), true],
    [[usd('100')], money('1', 'BRL'), true],
    [[usd('1000'), usd('100')], money('500'), true],
    [[], money('1000000'), false],
  ])('%j and %j: %s', (above, amount, expected) => {
    expect(isAbove(above, amount, rateOf)).toBe(expected);
  });
});

describe('a policy applies to a payout', () => {
  const day = 86_400_000;
  test.each([
    ['none', noPolicy, '1000000', 0, false],
    ['at the amount', payouts('100'), '100', 0, false],
    ['above the amount', payouts('100'), '100.01', 0, true],
    ['to a beneficiary of one day', payouts('100', 2), '1', day, true],
    ['to a beneficiary of two days', payouts('100', 2), '1', 2 * day, false],
  ] as const)('%s', (_name, policy, amount, ageMs, expected) => {
    const facts = { principal: money(amount), beneficiarySince: new Date(now.getTime() - ageMs) };
    expect(catchesPayout(policy, facts, { now, rateOf })).toBe(expected);
  });

  test.each([
    ['none', noPolicy, [money('1000000')], false],
    ['below', policyOf({ batches: { above: [usd('100')] } }), [money('60'), money('20', 'EUR')], false],
    [
      'above in one currency',
      policyOf({ batches: { above: [usd('100')] } }),
      [money('60'), money('51', 'EUR')],
      true,
    ],
  ] as const)('a policy applies to a batch: %s', (_name, policy, totals, expected) => {
    expect(catchesBatch(policy, totals, rateOf)).toBe(expected);
  });
});

describe('a policy is looser', () => {
  const strict = policyOf({
    payouts: { above: [usd('100')], newBeneficiaryDays: 3 },
    batches: { above: [usd('1000')] },
    approvals: 2,
    payeeCheck: 'warn',
  });
  test.each([
    ['the same', strict, false],
    ['a lower amount', { ...strict, payouts: { above: [usd('50')], newBeneficiaryDays: 3 } }, false],
    ['a higher amount', { ...strict, payouts: { above: [usd('101')], newBeneficiaryDays: 3 } }, true],
    [
      'another amount besides',
      { ...strict, batches: { above: [usd('1000'), { currency: 'EUR', amount: '9' }] } },
      false,
    ],
    [
      'the amount of another currency',
      { ...strict, batches: { above: [{ currency: 'EUR', amount: '9' }] } },
      true,
    ],
    ['no rule for batches', { ...strict, batches: null }, true],
    ['more days', { ...strict, payouts: { above: [usd('100')], newBeneficiaryDays: 4 } }, false],
    ['fewer days', { ...strict, payouts: { above: [usd('100')], newBeneficiaryDays: 2 } }, true],
    ['one approval', { ...strict, approvals: 1 }, true],
    ['a required payee check', { ...strict, payeeCheck: 'require' }, false],
    ['no payee check', { ...strict, payeeCheck: 'off' }, true],
    ['none at all', noPolicy, true],
  ] as const)('%s', (_name, next, expected) => {
    expect(isLooser(next, strict)).toBe(expected);
  });

  test('any policy is stricter than none', () => {
    expect(isLooser(strict, noPolicy)).toBe(false);
  });
});

test('amounts are written in the decimals of their currencies', () => {
  expect(checkedPolicy(payouts('100')).payouts?.above).toEqual([usd('100.00')]);
});
