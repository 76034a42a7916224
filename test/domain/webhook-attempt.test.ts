import { assert, constant, constantFrom, double, integer, property, record } from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  afterAttempt,
  deliveryAttemptsMax,
  paceOf,
  retryWaits,
  type AttemptFacts,
  type LaneState,
  type TriedDelivery,
} from '../../src/domain/webhook-attempt.js';

/** Contract §6.4: the wait before the second attempt and each later one. */
const waitSeconds = [30, 120, 600, 1_800, 3_600, 7_200, 14_400, 28_800, 28_800];

const now = new Date('2026-11-20T14:00:00.000Z');
const later = (ms: number) => ({ now: new Date(now.getTime() + ms) });

const well: LaneState = { failures: 0, failingSince: null, nextTestAt: null };
const facts = (more: Partial<AttemptFacts> = {}): AttemptFacts => ({
  startedAt: now,
  endedAt: now,
  httpStatus: 500,
  error: null,
  durationMs: 12.7,
  random: 0.5,
  ...more,
});
const tried = (attempts: number, kind: TriedDelivery['kind'] = 'first'): TriedDelivery => ({
  kind,
  attempts,
  firstAttemptAt: attempts === 0 ? null : now,
});

describe('an attempt', () => {
  it.each([
    [200, 'delivered'],
    [204, 'delivered'],
    [299, 'delivered'],
    [199, 'pending'],
    [300, 'pending'],
    [302, 'pending'],
    [404, 'pending'],
    [500, 'pending'],
    [null, 'pending'],
  ])('answered %o leaves it %s', (httpStatus, status) => {
    const outcome = afterAttempt(tried(0), well, facts({ httpStatus }));
    expect(outcome.delivery.status).toBe(status);
    expect(outcome.delivery.deliveredAt).toEqual(status === 'delivered' ? now : null);
    expect(outcome.lane.failures).toBe(status === 'delivered' ? 0 : 1);
  });

  it('is retried after the waits of the table; the tenth is the last', () => {
    const waits = Array.from({ length: 10 }, (_, attempts) => {
      const { nextAttemptAt } = afterAttempt(
        { ...tried(attempts), firstAttemptAt: null },
        well,
        facts({ random: 0.5 }),
      ).delivery;
      return nextAttemptAt && (nextAttemptAt.getTime() - now.getTime()) / 1000;
    });
    // The middle of the jitter range, limited so that the tenth attempt stays within a day.
    const room = 15 * 60;
    const expected = waitSeconds.map((wait, nth) => {
      const planned = waitSeconds.slice(0, nth).reduce((sum, each) => sum + each, 0);
      return (0.8 * wait + wait + Math.min(0.2 * wait, room + planned)) / 2;
    });
    expect(waits).toEqual([...expected, null]);
    expect(afterAttempt(tried(9), well, facts()).delivery.status).toBe('failed');
    expect(afterAttempt(tried(9, 'redelivery'), well, facts()).delivery.status).toBe('failed');
  });

  it('varies each wait by a fifth at most, and all ten fit into a day', () => {
    const chance = double({ min: 0, max: 0.999_999, noNaN: true });
    const post = integer({ min: 0, max: 10_000 });
    assert(
      property(record({ random: chance, high: chance, post }), ({ random, high, post: postMs }) => {
        let endedAt = new Date(now.getTime() + postMs);
        waitSeconds.forEach((wait, attempts) => {
          const { nextAttemptAt } = afterAttempt(
            tried(attempts),
            well,
            facts({ endedAt, random: attempts % 2 === 0 ? random : Math.max(random, high) }),
          ).delivery;
          const ms = (nextAttemptAt?.getTime() ?? 0) - endedAt.getTime();
          expect(ms).toBeGreaterThanOrEqual(800 * wait);
          expect(ms).toBeLessThanOrEqual(1200 * wait);
          endedAt = new Date((nextAttemptAt?.getTime() ?? 0) + postMs);
        });
        expect(endedAt.getTime() - now.getTime()).toBeLessThan(24 * 3_600_000 - 30_000);
      }),
    );
  });

  it('of a ping or a test is the only one', () => {
    for (const kind of ['ping', 'test'] as const) {
      expect(afterAttempt(tried(0, kind), well, facts()).delivery).toMatchObject({
        status: 'failed',
        nextAttemptAt: null,
      });
    }
  });

  it('makes the endpoint failing when it is the tenth in a row to fail', () => {
    const nearly = { ...well, failures: 9 };
    expect(afterAttempt(tried(0), { ...well, failures: 8 }, facts()).lane).toEqual(nearly);
    const failing = { failures: 10, failingSince: now, nextTestAt: later(15 * 60_000).now };
    expect(afterAttempt(tried(0), nearly, facts()).lane).toEqual(failing);
    expect(afterAttempt(tried(0, 'ping'), nearly, facts()).lane).toEqual(failing);
    expect(afterAttempt(tried(0), nearly, facts({ httpStatus: 200 })).lane).toEqual(well);
    expect(afterAttempt(tried(0, 'test'), nearly, facts()).lane).toEqual(nearly);
    expect(afterAttempt(tried(0, 'test'), nearly, facts({ httpStatus: 200 })).lane).toEqual(nearly);
  });

  it('ends the failing state only if it is a test answered 2xx', () => {
    const failing = { failures: 10, failingSince: now, nextTestAt: later(900_000).now };
    const kinds = constantFrom('first', 'redelivery', 'ping', 'test' as const);
    const statuses = constantFrom(200, 500, null);
    assert(
      property(record({ kind: kinds, httpStatus: statuses, attempts: constant(0) }), (each) => {
        const { kind, httpStatus, attempts } = each as {
          kind: TriedDelivery['kind'];
          httpStatus: number | null;
          attempts: 0;
        };
        const { lane, recovered } = afterAttempt(tried(attempts, kind), failing, facts({ httpStatus }));
        expect(recovered).toBe(kind === 'test' && httpStatus === 200);
        expect(lane.failingSince).toEqual(recovered ? null : now);
        expect(lane.nextTestAt).toEqual(recovered ? null : failing.nextTestAt);
      }),
    );
  });

  it('stores the error as plain text on one line', () => {
    const said = (error: string) =>
      afterAttempt(tried(0), well, facts({ httpStatus: null, error })).attempt.error;
    expect(said('a\n\u0000\u202eb\tc')).toBe('a b c');
    expect(said('é'.repeat(500))).toBe('é'.repeat(200));
    expect(said('\n')).toBe('the attempt failed');
    expect(afterAttempt(tried(2), well, facts()).attempt).toEqual({
      number: 3,
      occurred_at: now.toISOString(),
      http_status: 500,
      duration_ms: 12,
    });
  });
});

it('has the ten attempts and the waits of the contract', () => {
  expect(retryWaits).toEqual(waitSeconds);
  expect(deliveryAttemptsMax).toBe(10);
});

test.each([
  [0, 0],
  [249, 0],
  [250, 1],
  [999, 1],
  [1_000, 2],
  [9_999, 10],
])('an answer after %i ms has the pace %i', (ms, pace) => {
  expect(paceOf(ms)).toBe(pace);
});
