import { expect, it } from 'vitest';
import type { LoggedRequest } from '../../src/domain/noun/request.js';
import { Refusal } from '../../src/domain/refusal.js';
import { RequestLogWriter } from '../../src/workers/request-log.js';
import { loggedRequest } from '../setup/logged.js';

const lineOf = (accountId: string, errorCode: string | null = null): LoggedRequest =>
  loggedRequest(accountId, { errorCode });

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** A log whose sleeps end on command, or when it is stopped. */
function open(write: (lines: readonly LoggedRequest[]) => Promise<void>) {
  const sleeps: (() => void)[] = [];
  const sleep = (_ms: number, signal?: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      sleeps.push(resolve);
      if (signal?.aborted) resolve();
      else signal?.addEventListener('abort', () => resolve(), { once: true });
    });
  const logging = new RequestLogWriter({ requestLog: { write }, clock: { sleep }, log });
  const turn = async (): Promise<void> => {
    sleeps.splice(0).forEach((end) => end());
    for (let i = 0; i < 20; i += 1) await Promise.resolve();
  };
  return { logging, turn };
}

it('lines are written in order, in sets of up to five hundred, and the rest at shutdown', async () => {
  const sets: (readonly LoggedRequest[])[] = [];
  const { logging, turn } = open(async (lines) => void sets.push(lines));
  const lines = Array.from({ length: 1_200 }, (_, nth) => lineOf(`acct_${nth}`));
  lines.forEach(logging.take);
  await turn();
  expect(sets.map(({ length }) => length)).toEqual([500, 500]);
  lines.push(lineOf('acct_late'));
  logging.take(lines.at(-1) as LoggedRequest);
  await turn();
  expect(sets.map(({ length }) => length)).toEqual([500, 500, 201]);
  expect(sets.flat()).toEqual(lines);
  logging.take(lineOf('acct_1'));
  await logging.stop();
  expect(logging.counts).toEqual({ written: 1_202, dropped: 0 });
});

it('lines beyond the limits per account and in total are dropped and counted, and no caller waits', async () => {
  const { logging } = open(() => new Promise(() => undefined));
  for (let nth = 0; nth < 3_000; nth += 1) logging.take(lineOf('acct_one'));
  expect(logging.counts.dropped).toBe(1_000);
  for (let nth = 0; nth < 9_000; nth += 1) logging.take(lineOf(`acct_${nth}`));
  expect(logging.counts.dropped).toBe(1_000 + 6_000);
});

it('while the database is unreachable lines wait, and only a set that it rejects is lost', async () => {
  const faults: unknown[] = [
    new Refusal('temporarily_unavailable', 'away'),
    new Refusal('temporarily_unavailable', 'away'),
    new Error('a fault'),
  ];
  const sizes: number[] = [];
  const { logging, turn } = open(async (lines) => {
    sizes.push(lines.length);
    const fault = faults.shift();
    if (fault !== undefined) throw fault;
  });
  for (let nth = 0; nth < 400; nth += 1) logging.take(lineOf(`acct_${nth}`));
  await turn();
  for (let nth = 400; nth < 500; nth += 1) logging.take(lineOf(`acct_${nth}`));
  for (let nth = 0; nth < 4; nth += 1) await turn();
  // A set that may have been written already is retried unchanged.
  expect(sizes).toEqual([400, 400, 400, 100]);
  expect(logging.counts).toEqual({ written: 100, dropped: 400 });
  logging.take(lineOf('acct_1'));
  await turn();
  expect(logging.counts.written).toBe(101);
});

it('a rate-limited flood has one line per set', () => {
  const { logging } = open(() => new Promise(() => undefined));
  for (let nth = 0; nth < 100; nth += 1) logging.take(lineOf('acct_one', 'rate_limited'));
  expect(logging.counts.dropped).toBe(99);
});
