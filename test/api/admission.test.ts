import { expect, test } from 'vitest';
import { Admission, type Stay } from '../../src/api/admission.js';

/** Takes places for the account until it is refused. */
function fill(admission: Admission, accountId: string): { stays: Stay[]; refused: unknown } {
  const stays: Stay[] = [];
  for (;;) {
    try {
      const stay = admission.enter();
      stays.push(stay);
      stay.belongTo(accountId);
    } catch (refused) {
      return { stays, refused };
    }
  }
}

test('an account alone has half of the places, each next one half of what is left, and the last is taken', () => {
  const admission = new Admission(10);
  const taken = ['a', 'b', 'c', 'd'].map((account) => {
    const { stays, refused } = fill(admission, account);
    const code = (refused as { code: string }).code;
    // The last stay was refused when it was known whose it is.
    if (code === 'rate_limited') stays.pop()?.end();
    return [stays.length, code];
  });
  expect(taken).toEqual([
    [5, 'rate_limited'],
    [3, 'rate_limited'],
    [1, 'rate_limited'],
    [1, 'temporarily_unavailable'],
  ]);
  expect(admission.refused).toEqual({ rate_limited: 3, temporarily_unavailable: 1 });
  expect(admission.refusal()).toMatchObject({ code: 'temporarily_unavailable' });
});

test('when another presses in, an account that has more than its part gets no more until it has less', () => {
  const admission = new Admission(10);
  const a = fill(admission, 'a').stays;
  a.pop()?.end();
  const b = fill(admission, 'b').stays;
  b.pop()?.end();
  expect([a.length, b.length]).toEqual([5, 3]);
  a.pop()?.end();
  expect(admission.refusal('a')).toMatchObject({ code: 'rate_limited', retryAfterSeconds: 1 });
  a.pop()?.end();
  expect(admission.refusal('a')).toBeUndefined();
  expect(admission.underWay).toBe(6);
});

test('a place is taken until both the answer and the work behind it have ended', async () => {
  const admission = new Admission(1);
  const stay = admission.enter();
  stay.belongTo('a');
  const { promise, resolve } = Promise.withResolvers<void>();
  stay.lastUntil(promise);
  stay.end();
  expect([admission.underWay, admission.refusal('b')?.code]).toEqual([1, 'temporarily_unavailable']);
  resolve();
  await promise;
  await Promise.resolve();
  expect([admission.underWay, admission.refusal('a')]).toEqual([0, undefined]);
});

test('work that fails after its answer gives its place back too', async () => {
  const admission = new Admission(1);
  const stay = admission.enter();
  stay.belongTo('a');
  const work = Promise.reject(new Error('too late'));
  stay.lastUntil(work);
  stay.end();
  await expect(work).rejects.toThrow('too late');
  expect(admission.underWay).toBe(0);
});
