import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { setImmediate as turnOfLoop } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Callers } from '../../src/api/caller.js';
import { issueKey, revokeKey } from '../../src/usecases/account.js';
import { operator } from '../setup/hand.js';
import { allAtOnce } from '../setup/verbs.js';
import { openSandbox, type Sandbox } from './sandbox.js';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await openSandbox();
});
afterAll(() => sandbox.close());

/** Callers with a manual clock, and the lookups they make. */
function callersAt(startMs: number) {
  const { ports } = sandbox.wired;
  const lookUps: Promise<unknown>[] = [];
  const at = { ms: startMs };
  const callers = new Callers(
    {
      ...ports,
      clock: { ...ports.clock, machineNow: () => new Date(at.ms) },
      reader: {
        ...ports.reader,
        keyHolder(prefix) {
          const lookUp = ports.reader.keyHolder(prefix);
          lookUps.push(lookUp);
          return lookUp;
        },
      },
    },
    'sandbox',
  );
  return { callers, lookUps, at };
}

test('a key revoked here is refused at once, without an announcement', async () => {
  const { accountId, wired, api } = sandbox;
  const ask = { accountId, scopes: ['read'] as const, label: null, expiresAt: null };
  const { apiKey, secret } = await issueKey(wired.ports, operator, ask);
  const status = async () => {
    const headers = { authorization: `Bearer ${secret}` };
    return (await api.server.inject({ url: '/v1/account', headers })).statusCode;
  };
  expect(await status()).toBe(200);
  await revokeKey(wired.ports, operator, apiKey.id);
  expect(await status()).toBe(401);
});

test('a key in use is refreshed before it expires, without delaying a request', async () => {
  const { callers, lookUps, at } = callersAt(Date.now());
  const use = () => callers.identify(`Bearer ${sandbox.key}`, 'here');
  await use();
  at.ms += 4_999;
  await use();
  expect(lookUps).toHaveLength(1);
  at.ms += 1;
  await Promise.all([use(), use()]);
  expect(lookUps).toHaveLength(2);
  await lookUps[1];
  await turnOfLoop();
  at.ms += 5_001;
  expect((await use()).account.id).toBe(sandbox.accountId);
  expect(lookUps).toHaveLength(3);
});

test('an unused key expires after ten seconds', async () => {
  const { callers, lookUps, at } = callersAt(Date.now());
  await callers.identify(`Bearer ${sandbox.key}`, 'here');
  at.ms += 10_000;
  await callers.identify(`Bearer ${sandbox.key}`, 'here');
  expect(lookUps).toHaveLength(2);
});

test('a revocation takes effect within ten seconds, even unannounced, however much the key is used', async () => {
  const { callers, at } = callersAt(Date.now());
  const use = () => callers.identify(`Bearer ${sandbox.readKey}`, 'here');
  const { id } = await use();
  await revokeKey(sandbox.wired.ports, operator, id);
  at.ms += 6_000;
  await use();
  at.ms += 4_000;
  await expect(use()).rejects.toMatchObject({ code: 'invalid_api_key' });
});

test('a cached key is compared by its whole secret, not by its prefix', async () => {
  const { callers } = callersAt(Date.now());
  const present = (key: string) => callers.present(`Bearer ${key}`)?.account.id;
  expect(present(sandbox.key)).toBeUndefined();
  await callers.identify(`Bearer ${sandbox.key}`, 'here');
  expect(present(sandbox.key)).toBe(sandbox.accountId);
  expect(present(`${sandbox.key.slice(0, -64)}${'0'.repeat(64)}`)).toBeUndefined();
  expect(present(sandbox.readKey)).toBeUndefined();
  expect(callers.present(undefined)).toBeUndefined();
});

test('a flood of unknown keys is rejected, and valid keys still get in', async () => {
  const { accountId, wired, api } = sandbox;
  const { port } = api.server.server.address() as AddressInfo;
  const ask = { accountId, scopes: ['read'] as const, label: null, expiresAt: null };
  const { secret } = await issueKey(wired.ports, operator, ask);
  await sandbox.call('GET', '/v1/account');
  const get = (key: string) => `GET /v1/account HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\n`;
  const randomKey = (): string => {
    const prefix = randomBytes(6).toString('hex');
    return `psp_test_${prefix}_${randomBytes(32).toString('hex')}`;
  };
  const holder = new pg.Client({ connectionString: sandbox.url });
  await holder.connect();
  await holder.query('begin');
  await holder.query('lock table api_key');
  let isOver = false;
  const flood = allAtOnce(60, async () => {
    const socket = connect(port, '127.0.0.1').setEncoding('utf8');
    const guesses = Array.from({ length: 49 }, () => `${get(randomKey())}\r\n`);
    socket.write(`${guesses.join('')}${get(randomKey())}Connection: close\r\n\r\n`);
    return (await socket.toArray()).join('');
  }).finally(() => (isOver = true));
  const statusWith = async (key: string): Promise<string | undefined> => {
    const socket = connect(port, '127.0.0.1').setEncoding('utf8');
    socket.write(`${get(key)}Connection: close\r\n\r\n`);
    return (await socket.toArray()).join('').split(' ')[1];
  };
  // No lookup runs, and all requests have arrived.
  await expect.poll(() => statusWith(secret), { timeout: 60_000 }).toBe('429');
  expect(await statusWith(sandbox.key)).toBe('200');
  await holder.end();
  const [known, firstUsed] = [new Set<unknown>(), new Set<unknown>()];
  while (!isOver || !firstUsed.has('200')) {
    known.add(await statusWith(sandbox.key));
    firstUsed.add(await statusWith(secret));
  }
  const answers = (await flood).join('').matchAll(/HTTP\/1.1 (\d+)/g);
  const counts = new Map<string, number>();
  for (const [, status = ''] of answers) counts.set(status, (counts.get(status) ?? 0) + 1);
  // On a slow machine some lookups took longer than a response may take.
  expect([...counts.keys()].filter((status) => status !== '503').toSorted()).toEqual(['401', '429']);
  expect(counts.get('429')).toBeGreaterThan(2_000);
  expect([...known]).toEqual(['200']);
  expect([...firstUsed].filter((status) => status !== '429')).toEqual(['200']);
});

test('hundreds of requests with one new key are all accepted', async () => {
  const { callers, lookUps } = callersAt(Date.now());
  const use = () => callers.identify(`Bearer ${sandbox.key}`, 'here');
  const taken = await Promise.all(Array.from({ length: 500 }, use));
  expect(new Set(taken.map(({ account }) => account.id))).toEqual(new Set([sandbox.accountId]));
  expect(lookUps).toHaveLength(1);
});

test('a caller that disconnects during the lookup leaves no slot taken', async () => {
  const { api } = sandbox;
  const { port } = api.server.server.address() as AddressInfo;
  const holder = new pg.Client({ connectionString: sandbox.url });
  await holder.connect();
  await holder.query('begin');
  await holder.query('lock table api_key');
  api.forgetKeys();
  const socket = connect(port, '127.0.0.1');
  socket.write(`GET /v1/account HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${sandbox.key}\r\n\r\n`);
  const waiting = `select 1 from pg_locks join pg_database d on d.oid = database
    where not granted and relation = 'api_key'::regclass and datname = current_database()`;
  await expect.poll(async () => (await holder.query(waiting)).rowCount, { timeout: 60_000 }).toBe(1);
  socket.destroy();
  await once(socket, 'close');
  await holder.end();
  await sandbox.call('GET', '/v1/account');
  const { accounts } = api.admissions;
  await expect.poll(() => [accounts.arriving, accounts.slots.underWay], { timeout: 60_000 }).toEqual([0, 0]);
});

test('all cached keys of one address work after the cache was dropped', async () => {
  const { callers } = callersAt(Date.now());
  const { accountId, wired } = sandbox;
  const ask = { accountId, scopes: ['read'] as const, label: null, expiresAt: null };
  const issued: Awaited<ReturnType<typeof issueKey>>[] = [];
  while (issued.length < 210)
    issued.push(...(await allAtOnce(10, () => issueKey(wired.ports, operator, ask))));
  const use = ({ secret }: { secret: string }) => callers.identify(`Bearer ${secret}`, 'here');
  for (const each of issued) await use(each);
  callers.forget();
  const ids = (await Promise.all(issued.map(use))).map(({ id }) => id);
  expect(ids).toEqual(issued.map(({ apiKey }) => apiKey.id));
});

test('a previously known caller waits for the database without a slot after the cache was dropped, and is counted', async () => {
  const { accounts } = sandbox.api.admissions;
  const { api } = sandbox;
  const { port } = api.server.server.address() as AddressInfo;
  await sandbox.call('GET', '/v1/account');
  await expect.poll(() => accounts.slots.underWay).toBe(0);
  const holder = new pg.Client({ connectionString: sandbox.url });
  await holder.connect();
  await holder.query('begin');
  await holder.query('lock table api_key');
  api.forgetKeys();
  const sockets = Array.from({ length: 20 }, () => {
    const socket = connect(port, '127.0.0.1');
    socket.write(`GET /v1/account HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${sandbox.key}\r\n\r\n`);
    return socket;
  });
  await expect.poll(() => accounts.arriving, { timeout: 60_000 }).toBe(20);
  expect(accounts.slots.underWay).toBe(0);
  for (const socket of sockets) socket.destroy();
  await holder.end();
  await expect.poll(() => accounts.arriving).toBe(0);
});

test('a wrong secret with a known prefix costs the lookup of an unknown key', async () => {
  const { callers, lookUps } = callersAt(Date.now());
  const refused = async (key: string): Promise<number> => {
    const before = lookUps.length;
    await expect(callers.identify(`Bearer ${key}`, 'there')).rejects.toMatchObject({
      code: 'invalid_api_key',
    });
    return lookUps.length - before;
  };
  const wrong = (start: string) => `${start}_${randomBytes(32).toString('hex')}`;
  const known = sandbox.key.slice(0, -65);
  const takes = [await refused(wrong('psp_test_000000000000')), await refused(wrong(known))];
  await callers.identify(`Bearer ${sandbox.key}`, 'here');
  takes.push(await refused(wrong(known)), await refused(wrong('psp_test_000000000000')));
  expect(takes).toEqual([1, 1, 1, 1]);
});
