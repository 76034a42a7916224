import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Scope } from '../../src/domain/account.js';
import { issueKey, openAccount, revokeKey } from '../../src/usecases/account.js';
import { advance, operator, withHand } from '../setup/hand.js';
import { openService, type RunningService } from '../setup/running.js';
import { refusal } from '../setup/verbs.js';

let service: RunningService;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.stop());

interface Wanted {
  readonly scopes?: readonly Scope[];
  readonly expiresAt?: Date;
  readonly accountId?: string;
}

const issue = ({ scopes = ['read', 'write'], expiresAt, accountId = service.accountId }: Wanted = {}) =>
  withHand(service, (ports) =>
    issueKey(ports, operator, { accountId, scopes, label: 'spare', expiresAt: expiresAt ?? null }),
  );
const account = (key: string | null, headers: Record<string, string> = {}) =>
  service.get('/v1/account', { key, headers });
const denied = [401, 'invalid_api_key'];
const customer = { external_id: 'c', type: 'business', country: 'BR', display_name: 'Maria' };

describe('the key', () => {
  test('shows its public start and never its secret', async () => {
    const { secret, apiKey } = await issue({ scopes: ['read'], expiresAt: new Date('2100-01-01T00:00:00Z') });
    const answer = await account(secret);
    expect(answer.body).toEqual({
      id: service.accountId,
      name: 'Demo account',
      status: 'active',
      environment: 'sandbox',
      primary_treasury_asset: 'USDT',
      created_at: expect.stringMatching(/\.\d{3}Z$/),
      credential: {
        type: 'api_key',
        id: apiKey.id,
        prefix: secret.slice(0, 'psp_test_'.length + 12),
        label: 'spare',
        scopes: ['read'],
        created_at: expect.stringMatching(/\.\d{3}Z$/),
        expires_at: '2100-01-01T00:00:00.000Z',
      },
    });
    expect((await account(service.apiKey)).at('credential')).not.toHaveProperty('expires_at');
    const me = await service.get('/v1/me', { key: secret });
    expect(me.body).toEqual({
      kind: 'api_key',
      environment: 'sandbox',
      account: { id: service.accountId, name: 'Demo account', status: 'active' },
      api_key: { id: apiKey.id, prefix: secret.slice(0, 21), label: 'spare' },
    });
  });

  test('is refused when it is missing, unknown, changed, or of the other environment', async () => {
    const [start, secret] = [service.apiKey.slice(0, 22), service.apiKey.slice(22)];
    const wrong = [
      null,
      '',
      'nonsense',
      service.apiKey.replace('psp_test_', 'psp_live_'),
      service.apiKey.toUpperCase(),
      `${start}${'0'.repeat(64)}`,
      `${start}${secret.slice(1)}`,
      `${service.apiKey}0`,
      `psp_test_${'z'.repeat(12)}_${randomBytes(32).toString('hex')}`,
    ];
    for (const key of wrong) {
      const answer = await account(key);
      expect([...refusal(answer), answer.at('error.type')], String(key)).toEqual([
        ...denied,
        'authentication_error',
      ]);
    }
    const basic = await service.get('/v1/account', {
      key: null,
      headers: { authorization: `Basic ${Buffer.from(`${service.apiKey}:`).toString('base64')}` },
    });
    expect(refusal(basic)).toEqual(denied);
  });

  test('is refused once revoked or expired', async () => {
    const now = await withHand(service, (ports) => ports.reader.now());
    const [revoked, expiring] = [await issue(), await issue({ expiresAt: new Date(now.getTime() + 60_000) })];
    for (const { secret } of [revoked, expiring]) expect((await account(secret)).status).toBe(200);
    await withHand(service, (ports) => revokeKey(ports, operator, revoked.apiKey.id));
    await expectDenied(revoked.secret);
    expect((await account(expiring.secret)).status).toBe(200);
    await advance(service, 61);
    await expectDenied(expiring.secret);
    expect((await account(service.apiKey)).status).toBe(200);
  });

  test('of an account that is not active is refused like an invalid one', async () => {
    const opened = await withHand(service, (ports) =>
      openAccount(ports, operator, { name: 'Other', ownerEmail: null }),
    );
    expect((await account(opened.secret)).status).toBe(200);
    for (const status of ['suspended', 'closed']) {
      await setStatus(opened.account.id, status);
      await expectDenied(opened.secret);
    }
    await setStatus(opened.account.id, 'active');
    await expectStatus(opened.secret, 200);
  });
});

/** Another process made the change; this one learns of it a moment later. */
async function expectStatus(key: string, status: number): Promise<void> {
  await expect.poll(async () => (await account(key)).status, { timeout: 3_000 }).toBe(status);
}

async function expectDenied(key: string): Promise<void> {
  await expectStatus(key, 401);
  expect(refusal(await account(key))).toEqual(denied);
}

async function setStatus(id: string, status: string): Promise<void> {
  const database = new pg.Client({ connectionString: service.databaseUrl });
  await database.connect();
  await database.query('update account set status = $2 where id = $1', [id, status]);
  await database.end();
}

test('needs scope read for reading and write for everything else', async () => {
  const { secret: reader } = await issue({ scopes: ['read'] });
  const { secret: writer } = await issue({ scopes: ['write'] });
  const lacks = [403, 'insufficient_scope'];
  for (const path of [
    '/v1/account',
    '/v1/me',
    '/v1/balances',
    '/v1/events',
    '/v1/payouts',
    '/v1/capabilities',
  ]) {
    expect((await service.get(path, { key: reader })).status).toBe(200);
    const refused = await service.get(path, { key: writer });
    expect([...refusal(refused), refused.at('error.type')]).toEqual([...lacks, 'permission_error']);
  }
  for (const path of [
    '/v1/customers',
    '/v1/payouts',
    '/v1/funding-accounts',
    '/v1/quotes',
    '/v1/sandbox/deposits',
  ]) {
    expect(refusal(await service.post(path, {}, { key: reader }))).toEqual(lacks);
    expect((await service.post(path, {}, { key: writer })).status).toBe(400);
  }
  const patch = { key: reader, body: {} };
  expect(refusal(await service.call('PATCH', '/v1/customers/cus_1', patch))).toEqual(lacks);
  expect((await service.post('/v1/customers', customer, { key: writer })).status).toBe(201);
});

test('Platform-Account may only name the key’s own account', async () => {
  const other = await withHand(service, (ports) =>
    openAccount(ports, operator, { name: 'Other', ownerEmail: null }),
  );
  expect((await account(service.apiKey, { 'platform-account': service.accountId })).status).toBe(200);
  for (const id of [other.account.id, 'acct_01k9zq3v5e8x7m2n4p6r8t0w1y', 'nonsense']) {
    const refused = await account(service.apiKey, { 'platform-account': id });
    expect([refused.status, refused.at('error.code')]).toEqual([403, 'no_membership']);
  }
});

test('one account cannot see or use anything of another', async () => {
  const { secret } = await withHand(service, (ports) =>
    openAccount(ports, operator, { name: 'Other', ownerEmail: null }),
  );
  const made = await service.post('/v1/funding-accounts', { method: 'spei', currency: 'MXN' });
  const path = `/v1/funding-accounts/${made.get('id')}`;
  await service.until(path, (each) => each.at('status') === 'active');
  expect(refusal(await service.get(path, { key: secret }))).toEqual([404, 'not_found']);
  for (const list of ['funding-accounts', 'customers', 'payins', 'events']) {
    expect((await service.get(`/v1/${list}`, { key: secret })).at('data')).toEqual([]);
  }
  const deposit = { funding_account_id: made.get('id'), amount: '1' };
  const refused = await service.post('/v1/sandbox/deposits', deposit, { key: secret });
  expect(refusal(refused)).toEqual([404, 'not_found', 'funding_account_id']);
  await service.check();
});

describe('rate limits', () => {
  test('a key has its burst, then waits exactly as long as Retry-After says', async () => {
    // This process's share is one request in two seconds.
    const slow = await openService({ RATE_LIMIT_PER_SECOND: '1', PSP_API_PROCESSES: '2' });
    const first = await slow.get('/v1/me');
    const limitOf = ({ headers }: typeof first) => [
      headers.get('ratelimit-policy'),
      headers.get('ratelimit'),
    ];
    expect([first.status, limitOf(first)]).toEqual([200, ['"key";q=1;w=2', '"key";r=0;t=2']]);
    const refused = await slow.get('/v1/me');
    expect(limitOf(refused)).toEqual(['"key";q=1;w=2', expect.stringMatching(/^"key";r=0;t=[12]$/)]);
    expect([...refusal(refused), refused.at('error.type')]).toEqual([429, 'rate_limited', 'rate_limited']);
    expect(refused.headers.get('retry-after')).toMatch(/^[12]$/);
    const invalid = await slow.call('POST', '/v1/customers', { body: '{' });
    expect(invalid.status).toBe(429);
    const retryAfterMs = Number(invalid.headers.get('retry-after')) * 1000;
    await new Promise((resolve) => setTimeout(resolve, retryAfterMs));
    expect((await slow.get('/v1/me')).status).toBe(200);
    expect((await slow.get('/v1/openapi.json', { key: null })).status).toBe(200);
    await slow.stop();
  });

  test('each key has its own limit; a burst is two seconds’ worth', async () => {
    const slow = await openService({ RATE_LIMIT_PER_SECOND: '10' });
    const { secret } = await withHand(slow, (ports) =>
      issueKey(ports, operator, {
        accountId: slow.accountId,
        scopes: ['read'],
        label: null,
        expiresAt: null,
      }),
    );
    const absent = await slow.get('/v1/customers/cus_1');
    expect(absent.headers.get('ratelimit'), 'of an error too').toBe('"key";r=19;t=1');
    const answers = await Promise.all(Array.from({ length: 60 }, () => slow.get('/v1/me')));
    const taken = answers.filter(({ status }) => status === 200).length;
    expect(answers.every(({ status }) => status === 200 || status === 429)).toBe(true);
    expect(taken).toBeGreaterThanOrEqual(19);
    expect(taken).toBeLessThan(60);
    expect((await slow.get('/v1/me', { key: secret })).status).toBe(200);
    await slow.stop();
  });

  test('failed authentications are limited by address, valid keys are not', async () => {
    const other = await openService();
    const answers = await Promise.all(
      Array.from({ length: 200 }, () => other.get('/v1/me', { key: 'guess' })),
    );
    expect(answers.filter(({ status }) => status === 401).length).toBeGreaterThanOrEqual(20);
    const limited = answers.find(({ status }) => status === 429);
    expect(limited?.headers.get('retry-after')).toBe('1');
    expect((await other.get('/v1/me')).status).toBe(200);
    await other.stop();
  });
});
