import { describe, expect, test } from 'vitest';
import { planOf } from '../../src/adapters/providers/simulator/plan.js';
import { overview } from '../../src/api/rest/overview.js';
import { exact } from '../../src/domain/money.js';
import { aSubmission } from '../ports/provider-suite.js';

describe('plans', () => {
  const soon = { inMs: 300, announced: true };
  test.each([
    [undefined, 'paid', 0, 'paid', undefined],
    ['sim:unknown sim:hold', 'accepted', 0, 'in_flight', undefined],
    ['sim:hold sim:fail', 'accepted', 0, 'in_flight', undefined],
    ['sim:fail:late', 'refused', 0, 'not_executed', { to: 'paid', ...soon }],
    ['sim:uncertain:paid', 'uncertain', 0, 'unknown', { to: 'paid', ...soon }],
    ['sim:uncertain:fail', 'uncertain', 0, 'unknown', { to: 'not_executed', ...soon }],
    ['sim:uncertain:other', 'uncertain', 0, 'unknown', undefined],
    ['sim:return', 'paid', 0, 'paid', { to: 'returned', ...soon }],
    ['sim:slow:70', 'paid', 70, 'in_flight', { to: 'paid', inMs: 70, announced: false }],
    ['sim:slow:70 sim:fail', 'refused', 70, 'in_flight', { to: 'not_executed', inMs: 70, announced: false }],
    ['sim:slow:70 sim:return', 'paid', 70, 'in_flight', { to: 'returned', inMs: 370, announced: true }],
    ['sim:slow:70 sim:fail:late', 'refused', 70, 'in_flight', { to: 'paid', inMs: 370, announced: true }],
    ['sim:slow:70 sim:uncertain:paid', 'uncertain', 70, 'unknown', { to: 'paid', ...soon }],
    ['sim:slow:70 sim:hold', 'accepted', 70, 'in_flight', undefined],
    ['sim:slow', 'paid', 0, 'paid', undefined],
    ['sim:slow:soon', 'paid', 0, 'paid', undefined],
    ['sim:unsent', 'not_sent', 0, 'unknown', undefined],
  ])('memo %s', (memo, answer, answersInMs, finding, turn) => {
    const { amount, ...plan } = planOf(aSubmission(memo));
    expect(plan).toMatchObject({ answer, answersInMs, finding });
    expect(plan.turn).toEqual(turn);
    expect(amount.toFixed()).toBe('120.5');
  });

  test.each(['sim:return', 'sim:fail', 'sim:uncertain:paid', 'sim:hold', 'sim:slow:70'])(
    'sim:mismatch changes nothing but the amount of %s',
    (memo) => {
      const plan = { ...planOf(aSubmission(memo)), amount: exact('120.51') };
      expect(planOf(aSubmission(`sim:mismatch ${memo}`))).toEqual(plan);
      expect(planOf(aSubmission(`${memo} sim:mismatch`))).toEqual(plan);
    },
  );

  test.each([
    ['PEN', '120.51'],
    ['USDT', '120.500001'],
  ])('sim:mismatch is one smallest unit of %s more', (currency, amount) => {
    expect(planOf(aSubmission('sim:mismatch', { currency })).amount.toFixed()).toBe(amount);
  });
});

test.each([
  ['sim:fail', planOf(aSubmission('sim:fail')).answerCode],
  ['sim:uncertain:fail', planOf(aSubmission('sim:uncertain:fail')).findingCode],
  ['sim:slow:<ms>', String(planOf(aSubmission('sim:slow:10000000 sim:slow:9999999')).answersInMs)],
])('the API description says of %s: %s', (tag, said) => {
  const row = overview.split('\n').find((line) => line.startsWith('| ') && line.includes(`\`${tag}\``));
  expect(row).toContain(said);
});
