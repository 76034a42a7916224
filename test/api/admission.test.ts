import { describe, expect, test } from 'vitest';
import { Admission, Slots, type Slot } from '../../src/api/admission.js';

/** Takes slots for the account until one is refused. */
function fill(slots: Slots, accountId: string): { taken: Slot[]; code: string } {
  const taken: Slot[] = [];
  for (;;) {
    try {
      taken.push(slots.enter(accountId));
    } catch (refused) {
      return { taken, code: (refused as { code: string }).code };
    }
  }
}

describe('slots', () => {
  test('one account may have half, each next one half of the rest, until the last is taken', () => {
    const slots = new Slots(10, 'account');
    const counts = ['a', 'b', 'c', 'd'].map((account) => {
      const { taken, code } = fill(slots, account);
      return [taken.length, code];
    });
    expect(counts).toEqual([
      [5, 'rate_limited'],
      [3, 'rate_limited'],
      [1, 'rate_limited'],
      [1, 'temporarily_unavailable'],
    ]);
    expect(slots.refused).toEqual({ rate_limited: 3, temporarily_unavailable: 1 });
    expect(slots.refusal('e')).toMatchObject({ code: 'temporarily_unavailable' });
  });

  test('an account above its share gets no more while another one waits', () => {
    const slots = new Slots(10, 'account');
    const [a, b] = [fill(slots, 'a').taken, fill(slots, 'b').taken];
    expect([a.length, b.length]).toEqual([5, 3]);
    a.pop()?.end();
    expect(slots.refusal('a')).toMatchObject({ code: 'rate_limited', retryAfterSeconds: 1 });
    a.pop()?.end();
    expect(slots.refusal('a')).toBeUndefined();
    expect(slots.underWay).toBe(6);
  });

  test('no owner is refused while more than half of the slots are free', () => {
    const slots = new Slots(10, 'account');
    const pressed: boolean[] = [];
    const refused: boolean[] = [];
    for (let nth = 0; nth < 6; nth += 1) {
      pressed.push(slots.isPressed);
      refused.push(slots.refusal('a') !== undefined);
      if (refused.at(-1) === false) slots.enter('a');
    }
    expect(pressed).toEqual([false, false, false, false, false, true]);
    expect(refused).toEqual([false, false, false, false, false, true]);
  });

  test.each(['succeeds', 'fails'])(
    'a slot stays taken until work that %s after the response has ended',
    async (how) => {
      const slots = new Slots(1, 'account');
      const slot = slots.enter('a');
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      slot.lastUntil(promise);
      slot.end();
      slot.end();
      expect([slots.underWay, slots.refusal('b')?.code]).toEqual([1, 'temporarily_unavailable']);
      if (how === 'succeeds') resolve();
      else reject(new Error('too late'));
      await Promise.allSettled([promise]);
      await Promise.resolve();
      expect([slots.underWay, slots.refusal('a')]).toEqual([0, undefined]);
    },
  );
});

describe('a request', () => {
  const admission = () => new Admission(new Slots(4, 'address'), 2);

  test('takes no slot until it is complete', () => {
    const limiter = new Admission(new Slots(4, 'address'), 100);
    const arriving = Array.from({ length: 100 }, () => limiter.arrive('stranger'));
    expect([limiter.arriving, limiter.slots.underWay]).toEqual([100, 0]);
    expect(limiter.arrive('caller').start()).toBeUndefined();
    expect([limiter.arriving, limiter.slots.underWay]).toEqual([100, 1]);
    for (const each of arriving) each.end();
    expect(limiter.arriving).toBe(0);
  });

  test('is refused if its owner has too many arriving, which costs other owners nothing', () => {
    const limiter = admission();
    const [first] = [limiter.arrive('a'), limiter.arrive('a')];
    expect(() => limiter.arrive('a')).toThrow('are incomplete');
    expect(limiter.slots.refused).toEqual({ rate_limited: 1, temporarily_unavailable: 0 });
    limiter.arrive('b');
    first.start();
    limiter.arrive('a');
  });

  test('is refused if its owner holds its share, and releases what it holds', () => {
    const limiter = admission();
    const taken = [limiter.arrive('a'), limiter.arrive('a')];
    expect(taken.map((each) => each.start())).toEqual([undefined, undefined]);
    const next = limiter.arrive('a');
    expect(next.start()).toMatchObject({ code: 'rate_limited' });
    next.end();
    next.end();
    expect([limiter.arriving, limiter.slots.underWay]).toEqual([0, 2]);
    for (const each of taken) each.end();
    expect([limiter.arriving, limiter.slots.underWay]).toEqual([0, 0]);
  });

  test('counts for its client until it has authenticated, then for its account', () => {
    const limiter = admission();
    const requests = [limiter.arrive('client'), limiter.arrive('client')];
    for (const each of requests) each.belongTo('account');
    limiter.arrive('client').end();
    expect(() => limiter.arrive('account')).toThrow('are incomplete');
    expect(() => limiter.arrive('client').belongTo('account')).toThrow('are incomplete');
  });

  test('takes nothing after its caller disconnected', () => {
    const limiter = admission();
    const left = limiter.arrive('a');
    left.end();
    expect(() => left.belongTo('b')).toThrow('The caller disconnected.');
    expect(left.start()).toMatchObject({ code: 'temporarily_unavailable' });
    expect([limiter.arriving, limiter.slots.underWay]).toEqual([0, 0]);
  });
});
