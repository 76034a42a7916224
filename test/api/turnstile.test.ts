import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { turnstile } from '../../src/api/turnstile.js';

/** Work that ends when it is told to. */
function held() {
  const begun: string[] = [];
  const ends = new Map<string, (error?: Error) => void>();
  const work = (name: string) => () => {
    begun.push(name);
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    ends.set(name, (error) => (error ? reject(error) : resolve(name)));
    return promise;
  };
  const end = async (name: string, error?: Error): Promise<void> => {
    ends.get(name)?.(error);
    await pause(0);
  };
  return { begun, work, end };
}

test('lets so much run at once; whose turn it is goes by account, not by who came first', async () => {
  const { begun, work, end } = held();
  const inTurn = turnstile({ atOnce: 2, ofOneKey: 2, waitMsMax: 10_000 });
  const names = ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1'];
  const all = names.map((name) => inTurn(name.slice(0, 1), work(name)));
  await pause(0);
  for (const name of ['a1', 'a2', 'a3', 'b1', 'c1', 'a4', 'b2']) await end(name);
  expect(begun).toEqual(['a1', 'a2', 'a3', 'b1', 'c1', 'a4', 'b2']);
  expect(await Promise.all(all)).toEqual(names);
});

test('one key leaves room for another, however much of its work hangs', async () => {
  const { begun, work, end } = held();
  const inTurn = turnstile({ atOnce: 3, ofOneKey: 2, waitMsMax: 10_000 });
  const names = ['a1', 'a2', 'a3', 'b1', 'b2'];
  const all = names.map((name) => inTurn(name.slice(0, 1), work(name)));
  await pause(0);
  expect(begun).toEqual(['a1', 'a2', 'b1']);
  for (const name of ['b1', 'b2']) await end(name);
  expect(begun).toEqual(['a1', 'a2', 'b1', 'b2']);
  for (const name of names) await end(name);
  expect(await Promise.all(all)).toEqual(names);
});

test('work that fails makes room for the next', async () => {
  const { begun, work, end } = held();
  const inTurn = turnstile({ atOnce: 1, ofOneKey: 1, waitMsMax: 10_000 });
  const [first, second] = [inTurn('a', work('a1')), inTurn('a', work('a2'))];
  await pause(0);
  const [failed] = await Promise.all([Promise.allSettled([first]), end('a1', new Error('no'))]);
  expect(failed).toMatchObject([{ status: 'rejected', reason: { message: 'no' } }]);
  expect(begun).toEqual(['a1', 'a2']);
  await end('a2');
  expect(await second).toBe('a2');
});

test('what waits too long is refused at once, never begun, and takes no room', async () => {
  const { begun, work, end } = held();
  const inTurn = turnstile({ atOnce: 1, ofOneKey: 1, waitMsMax: 20 });
  const first = inTurn('a', work('a1'));
  await expect(inTurn('b', work('b1'))).rejects.toMatchObject({ code: 'temporarily_unavailable' });
  await end('a1');
  await first;
  const last = inTurn('b', work('b2'));
  await pause(0);
  await end('b2');
  expect(await last).toBe('b2');
  expect(begun).toEqual(['a1', 'b2']);
});
