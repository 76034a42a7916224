import { describe, expect, it } from 'vitest';
import type { Moment } from '../../src/domain/decision.js';
import { Refusal } from '../../src/domain/refusal.js';
import { checkWebhookUrl } from '../../src/domain/webhook-url.js';
import {
  createEndpoint,
  pingEndpoint,
  rotateSecret,
  showEndpoint,
  takesEvent,
  testEndpoint,
  updateEndpoint,
} from '../../src/domain/webhook.js';
import { newId, vault } from '../setup/fixture.js';

const now = new Date('2026-11-20T14:00:00.000Z');
const moment: Moment = { now, newId, livemode: false };
const later = (ms: number): Moment => ({ ...moment, now: new Date(now.getTime() + ms) });
const id = newId('webhookEndpoint', now);
const sealed = (field: 'url' | 'secret' | 'previousSecret', plain: string) =>
  vault.encrypt(plain, { noun: 'webhookEndpoint', field, id });
const fields = {
  id,
  accountId: 'acct_1',
  url: sealed('url', 'https://example.com/first'),
  description: 'orders',
  eventTypes: [],
  secret: sealed('secret', 'first'),
};
const { endpoint } = createEndpoint(moment, fields, 0);
const url = 'https://example.com/hook';

/** Code and Retry-After seconds of the refusal thrown by the work. */
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
  ])('restarts with %s: %o', (_what, update, restarts) => {
    expect(updateEndpoint(moment, endpoint, update).restarts).toBe(restarts);
  });

  it('restarts when resumed, and keeps the time of its first pause', () => {
    const { endpoint: paused } = updateEndpoint(later(5), endpoint, { active: false });
    const { endpoint: again } = updateEndpoint(later(9), paused, { active: false });
    expect(again.pausedAt).toEqual(later(5).now);
    expect(updateEndpoint(later(9), paused, { url: 'other' }).endpoint.pausedAt).toEqual(later(5).now);
    const resumed = updateEndpoint(later(9), paused, { active: true });
    expect([resumed.restarts, resumed.endpoint.pausedAt]).toEqual([true, null]);
  });

  it('keeps the newest two secrets', () => {
    const secrets = (newest: string, previous: string) => ({
      secret: sealed('secret', newest),
      previousSecret: sealed('previousSecret', previous),
    });
    const { endpoint: second } = rotateSecret(moment, endpoint, secrets('second', 'first'));
    const newest = secrets('third', 'second');
    const { endpoint: third } = rotateSecret(later(1_000), second, newest);
    expect([third.secret, third.previousSecret]).toEqual([newest.secret, newest.previousSecret]);
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
  it('contains the endpoint without description and secrets', () => {
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
