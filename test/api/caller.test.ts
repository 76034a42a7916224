import { afterAll, beforeAll, expect, test } from 'vitest';
import { Callers } from '../../src/api/caller.js';
import { issueKey, revokeKey } from '../../src/usecases/account.js';
import { operator } from '../setup/hand.js';
import { openSandbox, type Sandbox } from './sandbox.js';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await openSandbox();
});
afterAll(() => sandbox.close());

/** Callers on a clock that stands until it is moved, with the look-ups they make. */
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

test('a key that was revoked here is refused from then on, though nobody tells of it', async () => {
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

test('a key in use is looked up anew before it is forgotten, and nobody waits for that', async () => {
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
  at.ms += 5_001;
  expect((await use()).account.id).toBe(sandbox.accountId);
  expect(lookUps).toHaveLength(3);
});

test('a key that rests is forgotten after ten seconds', async () => {
  const { callers, lookUps, at } = callersAt(Date.now());
  await callers.identify(`Bearer ${sandbox.key}`, 'here');
  at.ms += 10_000;
  await callers.identify(`Bearer ${sandbox.key}`, 'here');
  expect(lookUps).toHaveLength(2);
});

test('a revocation is seen ten seconds later at the latest, even unannounced, however much the key is used', async () => {
  const { callers, at } = callersAt(Date.now());
  const use = () => callers.identify(`Bearer ${sandbox.readKey}`, 'here');
  const { key } = await use();
  await revokeKey(sandbox.wired.ports, operator, key.id);
  at.ms += 6_000;
  await use();
  at.ms += 4_000;
  await expect(use()).rejects.toMatchObject({ code: 'invalid_api_key' });
});

test('only what a key in use claims to be is told of it', async () => {
  const { callers } = callersAt(Date.now());
  const claimed = (key: string) => callers.claimed(`Bearer ${key}`)?.account.id;
  expect(claimed(sandbox.key)).toBeUndefined();
  await callers.identify(`Bearer ${sandbox.key}`, 'here');
  expect(claimed(sandbox.key)).toBe(sandbox.accountId);
  expect(claimed(sandbox.readKey)).toBeUndefined();
  expect(callers.claimed(undefined)).toBeUndefined();
});
