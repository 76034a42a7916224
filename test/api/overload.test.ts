import request from 'supertest';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Answered } from '../../src/api/answered.js';
import { ok, type Route } from '../../src/api/rest/route.js';
import { operationsOf } from '../../src/api/rest/routes.js';
import { issueKey, openAccount } from '../../src/usecases/account.js';
import { openSandbox, type Sandbox } from './sandbox.js';

/** Concurrent requests of the service; one account alone may have half. */
const slots = 500;
const half = slots / 2;
const operator = { name: 'test', reason: 'test' };

let gate = Promise.withResolvers<void>();
/** A route that runs until the gate opens. */
const held: Route = {
  method: 'POST',
  path: '/v1/held',
  operationId: 'hold',
  tag: 'Test',
  summary: 'Hold',
  scope: 'read',
  idempotency: 'none',
  isBodyOptional: true,
  answers: { 200: null },
  errors: [],
  hasOwnTurn: true,
  run: () => gate.promise.then(() => ok({})),
};

const answers: Answered[] = [];
let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await openSandbox({
    operations: [...operationsOf('sandbox'), held],
    rateLimitPerSecond: 100_000,
    onAnswered: (answered) => answers.push(answered),
  });
});
afterEach(async () => {
  gate.resolve();
  await underWay(0);
  gate = Promise.withResolvers();
});
afterAll(() => sandbox.close());

const accounts = () => sandbox.api.admissions.accounts;
async function underWay(count: number): Promise<void> {
  await expect.poll(() => accounts().slots.underWay, { timeout: 60_000, interval: 20 }).toBe(count);
}

function call(method: 'get' | 'post', path: string, key: string) {
  return request(sandbox.api.server.server)[method](path).set('Authorization', `Bearer ${key}`);
}

async function hold(count: number, key: string): Promise<void> {
  const before = accounts().slots.underWay;
  for (let nth = 0; nth < count; nth += 1)
    void call('post', '/v1/held', key).then(
      () => undefined,
      () => undefined,
    );
  await underWay(before + count);
}

async function openKeys(count: number): Promise<string[]> {
  const keys: string[] = [];
  while (keys.length < count) {
    const name = `Account ${keys.length}`;
    const { secret } = await openAccount(sandbox.wired.ports, operator, { name, ownerEmail: null });
    // From now on the key is cached.
    expect((await call('get', '/v1/me', secret)).status).toBe(200);
    keys.push(secret);
  }
  return keys;
}

test('an account at its share gets 429 with any of its keys, and another is served', async () => {
  const { wired, accountId, key } = sandbox;
  const [other = ''] = await openKeys(1);
  await hold(half, key);
  const { refused } = accounts().slots;
  const before = refused.rate_limited;
  const over = await call('get', '/v1/balances', key).set('X-Correlation-Id', 'over-the-share');
  expect([over.status, over.body.error]).toMatchObject([429, { type: 'rate_limited', code: 'rate_limited' }]);
  expect(over.headers).toMatchObject({
    'retry-after': '1',
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'x-correlation-id': 'over-the-share',
  });
  expect(over.body.error.request_id).toMatch(/^req_[0-9a-z]{26}$/);
  expect(over.headers['x-request-id']).toBe(over.body.error.request_id);
  const spare = { accountId, scopes: ['read'], label: 'spare', expiresAt: null } as const;
  const { secret } = await issueKey(wired.ports, operator, spare);
  const fresh = await call('get', '/v1/balances', secret);
  expect([fresh.status, fresh.headers['ratelimit-policy']]).toEqual([429, '"key";q=200000;w=2']);
  expect(refused.rate_limited).toBe(before + 2);
  expect((await call('get', '/v1/balances', other)).status).toBe(200);
});

test("a wrong secret with a key's prefix counts against its client, never against the account", async () => {
  const { key } = sandbox;
  await hold(half, key);
  const before = { ...accounts().slots.refused };
  const wrong = `${key.slice(0, -64)}${'0'.repeat(64)}`;
  // More rejections than it takes until they are delayed.
  const statuses = await Promise.all(
    Array.from({ length: 100 }, async () => (await call('get', '/v1/balances', wrong)).status),
  );
  expect(statuses.filter((status) => status === 401).length).toBeGreaterThanOrEqual(20);
  expect(new Set(statuses)).toEqual(new Set([401, 429]));
  expect(accounts().slots.refused).toEqual(before);
  expect(accounts().slots.underWay).toBe(half);
  const began = performance.now();
  expect((await call('get', '/v1/balances', key)).status).toBe(429);
  expect(performance.now() - began).toBeLessThan(450);
});

test('competing accounts get smaller shares; a full service answers 503, and ended requests make room', async () => {
  const keys = await openKeys(10);
  let taken = 0;
  for (const key of keys.slice(0, 9)) {
    // The first account may have half, the next half of the rest, and so on to the last slot.
    const own = Math.ceil((slots - taken) / 2);
    await hold(own, key);
    taken += own;
    const over = await call('get', '/v1/balances', key);
    expect(over.status).toBe(taken === slots ? 503 : 429);
  }
  expect(taken).toBe(slots);
  const before = accounts().slots.refused.temporarily_unavailable;
  const full = await call('get', '/v1/me', keys[9] ?? '');
  expect([full.status, full.body.error]).toMatchObject([
    503,
    { type: 'unavailable', code: 'temporarily_unavailable' },
  ]);
  expect(full.headers['retry-after']).toBe('1');
  expect(accounts().slots.refused.temporarily_unavailable).toBe(before + 1);
  // A key that is not cached is refused later, where answers are counted.
  const { wired, accountId } = sandbox;
  const spare = { accountId, scopes: ['read'], label: 'new', expiresAt: null } as const;
  const { secret } = await issueKey(wired.ports, operator, spare);
  expect((await call('get', '/v1/me', secret)).status).toBe(503);
  expect(answers.at(-1)).toMatchObject({ status: 503, isShed: true, isSuspended: false });
  // People, documents and pages have their own slots.
  const server = sandbox.api.server.server;
  expect((await request(server).get('/v1/docs')).status).toBe(200);
  expect((await request(server).post('/dashboard/sign-in').send({ email: 'a@example.com' })).status).toBe(
    202,
  );
  gate.resolve();
  await underWay(0);
  expect((await call('get', '/v1/me', keys[9] ?? '')).status).toBe(200);
  expect(answers.at(-1)).toMatchObject({ status: 200, isShed: false });
});
