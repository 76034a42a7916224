import { describe, expect, test } from 'vitest';
import { gather } from '../../src/adapters/providers/simulator/gather.js';
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
  ])('for the memo %s', (memo, answer, answersInMs, finding, turn) => {
    const { amount, ...plan } = planOf(aSubmission(memo));
    expect(plan).toMatchObject({ answer, answersInMs, finding });
    expect(plan.turn).toEqual(turn);
    expect(amount.toFixed()).toBe('120.5');
  });

  test.each(['sim:return', 'sim:fail', 'sim:uncertain:paid', 'sim:hold', 'sim:slow:70'])(
    'of sim:mismatch change only the amount of %s',
    (memo) => {
      const plan = { ...planOf(aSubmission(memo)), amount: exact('120.51') };
      expect(planOf(aSubmission(`sim:mismatch ${memo}`))).toEqual(plan);
      expect(planOf(aSubmission(`${memo} sim:mismatch`))).toEqual(plan);
    },
  );

  test.each([
    ['PEN', '120.51'],
    ['USDT', '120.500001'],
  ])('of sim:mismatch add one smallest unit of %s', (currency, amount) => {
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

describe('gathering', () => {
  test('combines what arrives in one turn, in order, and queues what arrives meanwhile', async () => {
    const runs: number[][] = [];
    const double = gather<number, number>(async (items) => {
      runs.push([...items]);
      await new Promise((resolve) => setImmediate(resolve));
      return items.map((item) => item * 2);
    }, 3);
    const first = [1, 2, 3, 4, 5].map(double);
    await expect(first[0]).resolves.toBe(2);
    const later = [6, 7].map(double);
    expect(await Promise.all([...first, ...later])).toEqual([2, 4, 6, 8, 10, 12, 14]);
    expect(runs).toEqual([
      [1, 2, 3],
      [4, 5],
      [6, 7],
    ]);
  });

  test('rejects only the items of a failed run', async () => {
    const work = gather<number, number>(async (items) => {
      if (items.includes(1)) throw new Error('one');
      return items;
    }, 10);
    const outcome = (item: number): Promise<string> =>
      work(item).then(
        () => 'done',
        () => 'rejected',
      );
    const failing = outcome(1);
    await new Promise((resolve) => setImmediate(resolve));
    expect(await Promise.all([failing, outcome(2)])).toEqual(['rejected', 'done']);
  });

  test('throws if the work leaves an item out', async () => {
    const work = gather<number, number>(async () => [], 10);
    await expect(work(1)).rejects.toThrow('unanswered');
  });
});
