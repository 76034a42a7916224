import { assert, constant, constantFrom, double, integer, property, record } from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Moment } from '../../src/domain/decision.js';
import { Refusal } from '../../src/domain/refusal.js';
import { checkWebhookUrl } from '../../src/domain/webhook-url.js';
import {
  afterAttempt,
  retryWaits,
  type AttemptFacts,
  type LaneState,
  type Tried,
} from '../../src/domain/webhook-attempt.js';
import {
  createEndpoint,
  pingEndpoint,
  rotateSecret,
  showEndpoint,
  takesEvent,
  testEndpoint,
  updateEndpoint,
} from '../../src/domain/webhook.js';
import { newId } from '../setup/fixture.js';

const now = new Date('2026-11-20T14:00:00.000Z');
const moment: Moment = { now, newId, livemode: false };
const later = (ms: number): Moment => ({ ...moment, now: new Date(now.getTime() + ms) });
const fields = {
  id: newId('webhookEndpoint', now),
  accountId: 'acct_1',
  url: 'sealed-url',
  description: 'orders',
  eventTypes: [],
  secret: 'sealed-1',
};
const { endpoint } = createEndpoint(moment, fields, 0);
const url = 'https://example.com/hook';

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
const tried = (attempts: number, kind: Tried['kind'] = 'first'): Tried => ({
  kind,
  attempts,
  firstAttemptAt: attempts === 0 ? null : now,
});

/** Code and seconds of the refusal that the work ends in. */
function refusalOf(work: () => unknown): unknown[] {
  try {
    work();
  } catch (error) {
    if (error instanceof Refusal) return [error.code, error.retryAfterSeconds];
    throw error;
  }
  return [];
}

describe('an endpoint', () => {
  it('is one of ten at most', () => {
    expect(createEndpoint(moment, fields, 9).changes).toHaveLength(1);
    expect(refusalOf(() => createEndpoint(moment, fields, 10))[0]).toBe('too_many_endpoints');
  });

  it.each([
    ['nothing', {}, false],
    ['a pause', { active: false }, false],
    ['a description', { description: null }, false],
    ['the same types', { eventTypes: [] }, false],
    ['other types', { eventTypes: ['payout.failed'] }, true],
  ])('begins anew with %s: %o', (_what, update, restarts) => {
    expect(updateEndpoint(moment, endpoint, update).restarts).toBe(restarts);
  });

  it('begins anew when it is resumed, and stays paused since the first pause', () => {
    const { endpoint: paused } = updateEndpoint(later(5), endpoint, { active: false });
    const { endpoint: again } = updateEndpoint(later(9), paused, { active: false });
    expect(again.pausedAt).toEqual(later(5).now);
    expect(updateEndpoint(later(9), paused, { url: 'other' }).endpoint.pausedAt).toEqual(later(5).now);
    const resumed = updateEndpoint(later(9), paused, { active: true });
    expect([resumed.restarts, resumed.endpoint.pausedAt]).toEqual([true, null]);
  });

  it('keeps the newest two secrets', () => {
    const { endpoint: second } = rotateSecret(moment, endpoint, {
      secret: 'sealed-2',
      previousSecret: 'sealed-1 again',
    });
    const { endpoint: third } = rotateSecret(later(1_000), second, {
      secret: 'sealed-3',
      previousSecret: 'sealed-2 again',
    });
    expect([third.secret, third.previousSecret]).toEqual(['sealed-3', 'sealed-2 again']);
    expect(third.previousSecretExpiresAt).toEqual(later(1_000 + 24 * 3_600_000).now);
  });

  it.each([
    ['payout.failed', [], true],
    ['payout.failed', ['payout.failed'], true],
    ['payout.failed', ['payout.completed'], false],
    ['webhook.ping', [], false],
  ])('takes %s among %o: %o', (type, eventTypes, expected) => {
    expect(takesEvent({ ...endpoint, eventTypes }, { type, resourceId: 'pout_1' })).toBe(expected);
    expect(takesEvent(endpoint, { type: 'webhook.ping', resourceId: endpoint.id })).toBe(true);
  });
});

describe('a ping', () => {
  it('tells of the endpoint without description and secrets', () => {
    const { events, delivery } = pingEndpoint(moment, { row: endpoint, url }, []);
    const { description: _, ...data } = showEndpoint(endpoint, { url, now: moment.now });
    expect(JSON.parse(events[0]?.body ?? '')).toMatchObject({ type: 'webhook.ping', data });
    expect(events[0]?.body).not.toMatch(/orders|sealed/);
    expect(delivery).toMatchObject({
      kind: 'ping',
      eventId: events[0]?.id,
      position: null,
      status: 'pending',
    });
  });

  it.each([
    [[], []],
    [[1, 2, 3, 4], []],
    [
      [1, 2, 3, 4, 5],
      ['rate_limited', 55],
    ],
    [
      [1, 2, 3, 4, 59.2],
      ['rate_limited', 1],
    ],
    [[1, 2, 3, 4, 60], []],
  ])('after pings %o seconds ago: %o', (ago, refused) => {
    const earlier = ago.map((seconds) => new Date(now.getTime() - seconds * 1000));
    expect(refusalOf(() => pingEndpoint(moment, { row: endpoint, url }, earlier))).toEqual(refused);
  });

  it('is also how a failing endpoint is tested, every 15 minutes', () => {
    const { delivery, nextTestAt } = testEndpoint(moment, { row: endpoint, url });
    expect([delivery.kind, nextTestAt]).toEqual(['test', later(15 * 60_000).now]);
  });
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

  it('is tried again after the waits of the table, and the tenth is the last', () => {
    const waits = Array.from({ length: 10 }, (_, attempts) => {
      const { nextAttemptAt } = afterAttempt(
        { ...tried(attempts), firstAttemptAt: null },
        well,
        facts({ random: 0.5 }),
      ).delivery;
      return nextAttemptAt && (nextAttemptAt.getTime() - now.getTime()) / 1000;
    });
    const room = 15 * 60;
    const expected = retryWaits.map((wait, nth) => {
      const planned = retryWaits.slice(0, nth).reduce((sum, each) => sum + each, 0);
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
        retryWaits.forEach((wait, attempts) => {
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

  it('ends the failing where it is a test that was answered 2xx, and nothing else does', () => {
    const failing = { failures: 10, failingSince: now, nextTestAt: later(900_000).now };
    const kinds = constantFrom('first', 'redelivery', 'ping', 'test' as const);
    const statuses = constantFrom(200, 500, null);
    assert(
      property(record({ kind: kinds, httpStatus: statuses, attempts: constant(0) }), (each) => {
        const { kind, httpStatus, attempts } = each as {
          kind: Tried['kind'];
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

  it('tells what happened in plain text of one line', () => {
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

describe('a url', () => {
  it.each(['https://example.com', 'https://example.com:443/a?b=c', url])('may be %s', (text) => {
    expect(refusalOf(() => checkWebhookUrl(text, { allowInsecure: false }))).toEqual([]);
  });

  it.each([
    'http://example.com',
    'https://example.com:444',
    'https://a@example.com',
    'https://a.com#',
    'nothing',
  ])('may not be %s', (text) => {
    expect(refusalOf(() => checkWebhookUrl(text, { allowInsecure: false }))[0]).toBe('invalid_parameter');
  });
});
