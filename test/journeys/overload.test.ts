import { once } from 'node:events';
import { Agent, request, type ClientRequest, type IncomingMessage } from 'node:http';
import { text as textOf } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { issueKey, openAccount } from '../../src/usecases/account.js';
import { operator, withHand } from '../setup/hand.js';
import { queryRows } from '../setup/rows.js';
import { clientOf, freshKey, openService, type RunningService } from '../setup/running.js';
import { allAtOnce, balanceOf, countByStatus, fund, mxnPayout, speiBeneficiary } from '../setup/verbs.js';

/** The number that the service takes at once; an account alone has half of it. */
const places = 500;
const half = places / 2;

let service: RunningService;
let beneficiary: string;
beforeAll(async () => {
  service = await openService();
  await fund(service, 'MXN', '100000.00');
  beneficiary = await speiBeneficiary(service);
});
afterEach(async () => {
  await underWay(0);
  await service.check();
});
afterAll(() => service.stop());

/** A payout whose body is not all there yet: it has its place and waits. */
class HeldPayout {
  readonly #request: ClientRequest;
  readonly #response: Promise<[IncomingMessage]>;
  readonly #body = JSON.stringify(mxnPayout(beneficiary, '1.00'));

  constructor(agent: Agent, apiKey: string) {
    this.#request = request(`${service.baseUrl}/v1/payouts`, {
      agent,
      method: 'POST',
      headers: {
        authorization: `Bearer ${apiKey}`,
        'content-type': 'application/json',
        'content-length': this.#body.length,
        'idempotency-key': freshKey(),
      },
    });
    this.#response = once(this.#request, 'response') as Promise<[IncomingMessage]>;
    this.#request.write(this.#body.slice(0, 1));
  }

  /** Sends the rest; the status of the answer. */
  async finish(): Promise<number | undefined> {
    this.#request.end(this.#body.slice(1));
    const [response] = await this.#response;
    await textOf(response);
    return response.statusCode;
  }

  /** Goes away without an answer. */
  async leave(): Promise<void> {
    this.#request.destroy();
    await expect(this.#response).rejects.toThrow('socket hang up');
  }
}

function hold(count: number, apiKey: string): HeldPayout[] {
  const agent = new Agent({ maxSockets: Number.POSITIVE_INFINITY });
  return Array.from({ length: count }, () => new HeldPayout(agent, apiKey));
}

async function metric(name: string): Promise<number> {
  const text = await (await fetch(`${service.internalUrl}/metrics`)).text();
  const line = text.split('\n').find((each) => each.startsWith(`${name} `));
  return Number(line?.slice(name.length + 1));
}

async function underWay(count: number): Promise<void> {
  const at = () => metric('psp_requests_under_way');
  await expect.poll(at, { timeout: 10_000, interval: 20 }).toBe(count);
}

async function openAccounts(count: number): Promise<string[]> {
  return withHand(service, async (ports) => {
    const keys: string[] = [];
    while (keys.length < count) {
      const name = `Account ${keys.length}`;
      keys.push((await openAccount(ports, operator, { name, ownerEmail: null })).secret);
    }
    return keys;
  });
}

const payoutCount = async (): Promise<number> =>
  (await queryRows(service.databaseUrl, 'select 1 from payout')).length;

test('an account that has its share under way hears 429, another is served, and what was refused is done later', async () => {
  const refusedBefore = await metric('psp_requests_refused_total{code="rate_limited"}');
  const held = hold(half, service.apiKey);
  await underWay(half);
  const madeBefore = await payoutCount();

  const idempotencyKey = freshKey();
  const headers = { 'x-correlation-id': 'over-the-share' };
  const pay = () => service.post('/v1/payouts', mxnPayout(beneficiary, '1.00'), { idempotencyKey, headers });
  const refused = await pay();
  expect([refused.status, refused.at('error.type'), refused.at('error.code')]).toEqual([
    429,
    'rate_limited',
    'rate_limited',
  ]);
  expect(refused.headers.get('retry-after')).toBe('1');
  expect(refused.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(refused.headers.get('cache-control')).toBe('no-store');
  expect(refused.headers.get('x-correlation-id')).toBe('over-the-share');
  expect(refused.get('error.request_id')).toMatch(/^req_[0-9a-z]{26}$/);
  expect(refused.headers.get('x-request-id')).toBe(refused.get('error.request_id'));
  expect((await service.get('/v1/balances')).status).toBe(429);
  const spare = { accountId: service.accountId, scopes: ['read'], label: 'spare', expiresAt: null } as const;
  const { secret: key } = await withHand(service, (ports) => issueKey(ports, operator, spare));
  const known = await service.get('/v1/balances', { key });
  expect([known.status, known.headers.get('ratelimit-policy')]).toEqual([429, '"key";q=200000;w=2']);
  expect(await metric('psp_requests_refused_total{code="rate_limited"}')).toBe(refusedBefore + 3);
  expect(await payoutCount()).toBe(madeBefore);

  const [otherKey = ''] = await openAccounts(1);
  const other = clientOf(service.baseUrl, otherKey);
  await fund(other, 'MXN', '100.00');
  const paid = await other.post('/v1/payouts', mxnPayout(await speiBeneficiary(other), '1.00'));
  expect(paid.status, paid.text).toBe(201);
  await other.until(`/v1/payouts/${paid.get('id')}`, (each) => each.at('status') === 'completed');

  const statuses = await Promise.all(held.map((each) => each.finish()));
  expect(new Set(statuses)).toEqual(new Set([201]));
  const [made, replayed] = [await pay(), await pay()];
  expect([made.status, replayed.status, replayed.at('id')]).toEqual([201, 200, made.at('id')]);
  expect(await payoutCount()).toBe(madeBefore + half + 2);
});

test('accounts that press in have ever less each; a full service says 503, and who leaves makes room', async () => {
  const madeBefore = await payoutCount();
  const keys = await openAccounts(10);
  const held: HeldPayout[] = [];
  for (const key of keys.slice(0, 9)) {
    // The first may have half, the next one half of what is left, and so on to the last place.
    held.push(...hold(Math.ceil((places - held.length) / 2), key));
    await underWay(held.length);
    const over = await service.get('/v1/balances', { key });
    expect(over.status).toBe(held.length === places ? 503 : 429);
  }
  expect(held).toHaveLength(places);

  for (const key of [...keys.slice(-1), null]) {
    const full = await service.get('/v1/me', { key });
    expect([full.status, full.at('error.type'), full.at('error.code')]).toEqual([
      503,
      'unavailable',
      'temporarily_unavailable',
    ]);
    expect(full.headers.get('retry-after')).toBe('1');
  }
  expect(await metric('psp_requests_refused_total{code="temporarily_unavailable"}')).toBe(3);

  await Promise.all(held.map((each) => each.leave()));
  await underWay(0);
  expect((await service.get('/v1/me', { key: keys[9] ?? '' })).status).toBe(200);
  expect(await payoutCount()).toBe(madeBefore);
});

test('a burst that is partly refused: who comes back with the same keys gets every payout once', async () => {
  const before = await balanceOf(service, 'MXN');
  const madeBefore = await payoutCount();
  const keys = Array.from({ length: 120 }, freshKey);
  const pay = (idempotencyKey: string) =>
    service.post('/v1/payouts', mxnPayout(beneficiary, '1.00'), { idempotencyKey });
  // While these hold their places there is no room for the whole burst.
  const held = hold(half - 10, service.apiKey);
  await underWay(half - 10);
  const answers = await allAtOnce(keys.length, (index) => pay(keys[index] ?? ''));
  const { 201: made = 0, 429: refused = 0 } = countByStatus(answers);
  expect(made + refused).toBe(keys.length);
  expect(made).toBeGreaterThan(0);
  expect(refused).toBeGreaterThan(0);
  expect(await payoutCount()).toBe(madeBefore + made);
  await Promise.all(held.map((each) => each.finish()));
  const again = await allAtOnce(keys.length, (index) => pay(keys[index] ?? ''));
  for (const [index, answer] of answers.entries()) {
    expect(again[index]?.status).toBe(answer.status === 201 ? 200 : 201);
    if (answer.status === 201) expect(again[index]?.at('id')).toBe(answer.at('id'));
  }
  const count = keys.length + held.length;
  expect(await payoutCount()).toBe(madeBefore + count);
  const idle = '/v1/payouts?status=processing';
  await service.until(idle, (page) => (page.at('data') as unknown[]).length === 0);
  const after = await balanceOf(service, 'MXN');
  expect(Number(before['available']) - Number(after['available'])).toBeCloseTo(count * 1.02, 2);
});
