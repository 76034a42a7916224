import { chmodSync, mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { Refusal } from '../../src/domain/refusal.js';
import { Unreachable } from '../../src/adapters/postgres/reach.js';
import { freePort } from '../../src/main/free-port.js';
import { readConfig } from '../../src/main/config.js';
import { DatabaseLost, startedDespiteLoss } from '../../src/main/database-lost.js';
import { startPostgres, type EmbeddedPostgres } from '../../src/main/embedded.js';
import { createLog } from '../../src/main/log.js';
import { startService } from '../../src/main/run.js';
import { newKeys } from '../setup/keys.js';
import { crashPostgres } from '../setup/process.js';

const coded = (code: string, more: object = {}) => Object.assign(new Error(code), { code, ...more });
const behind = (cause: unknown) =>
  Object.assign(new Refusal('temporarily_unavailable', 'The service is momentarily unavailable.'), { cause });
const never = new AbortController().signal;

it.each<[string, unknown, boolean]>([
  ['the server is shut down', coded('57P01'), true],
  ['the server starts', coded('57P03'), true],
  ['the socket is gone', coded('ENOENT', { syscall: 'connect', address: '/run/.s.PGSQL.5432' }), true],
  ['the server takes no connection', coded('ECONNREFUSED'), true],
  ['a connection broke', new Error('Connection terminated unexpectedly'), true],
  ['the store says that it is unreachable', behind(coded('08006')), true],
  ['the embedded server ended', new DatabaseLost(), true],
  ['no answer came for a minute', new Unreachable('psp gives no answer: timeout expired.'), false],
  ['a table is not there', coded('42P01'), false],
  ['a password is wrong', coded('28P01'), false],
  ['a folder cannot be made', coded('EACCES', { syscall: 'mkdir', path: '/data' }), false],
  ['a port is taken', new Error('Port 3000 (PORT) is in use'), false],
  ['a rule refuses', new Refusal('not_found', 'This account does not exist.'), false],
])('a start that meets this fault, %s, runs again: %j', async (_, error, runsAgain) => {
  let starts = 0;
  const lost: unknown[] = [];
  const start = () => {
    starts += 1;
    return starts === 1 ? Promise.reject(error as Error) : Promise.resolve('started');
  };
  const started = startedDespiteLoss(start, { signal: never, onLoss: (each) => lost.push(each) });
  if (runsAgain) expect(await started).toBe('started');
  else await expect(started).rejects.toBe(error);
  expect([starts, lost]).toEqual(runsAgain ? [2, [error]] : [1, []]);
});

it('a start that waits for its database can be stopped', async () => {
  const ending = new AbortController();
  const started = startedDespiteLoss(() => Promise.reject(new DatabaseLost()), {
    signal: ending.signal,
    onLoss: () => ending.abort('SIGTERM'),
  });
  await expect(started).rejects.toBe('SIGTERM');
});

function directory(): string {
  const dir = mkdtempSync(join(tmpdir(), 'psp-lost-'));
  chmodSync(dir, 0o711);
  onTestFinished(() => rm(dir, { recursive: true }));
  return dir;
}

/** Starts the service; `onMigrated` is called once, when the first start has migrated the database. */
async function startAndLose(env: Readonly<Record<string, string>>, onMigrated: () => void) {
  const messages: string[] = [];
  const write = (line: string): void => {
    const { message } = JSON.parse(line) as { message: string };
    messages.push(message);
    if (
      message === 'migrations applied' &&
      messages.filter((each) => each === 'migrations applied').length === 1
    )
      onMigrated();
  };
  const config = readConfig({ PORT: '0', INTERNAL_PORT: '0', ...env });
  const service = await startService(config, createLog('info', { write }));
  try {
    return { messages, readiness: (await fetch(`${service.internalUrl}/readyz`)).status };
  } finally {
    await service.stop();
  }
}

const startsAgain = {
  readiness: 200,
  messages: expect.arrayContaining(['database lost during the start; starting again']) as unknown,
};

it('a start whose embedded PostgreSQL is killed is repeated', async () => {
  const dir = directory();
  const started = await startAndLose({ PSP_DATA_DIR: dir }, () => crashPostgres(dir));
  expect(started).toEqual(startsAgain);
  expect(started.messages.join()).not.toContain('embedded PostgreSQL exited');
});

it('a start whose external PostgreSQL is killed waits until it is back', async () => {
  const [dir, dataDir] = [directory(), directory()];
  const port = await freePort();
  const open = () => startPostgres({ dir, durable: true, loopback: true, port });
  const servers: EmbeddedPostgres[] = [await open()];
  onTestFinished(async () => {
    for (const each of servers) await each.stop();
  });
  const [first] = servers;
  const env = { PSP_DATA_DIR: dataDir, DATABASE_URL: first?.url ?? '', ...newKeys() };
  let back: Promise<unknown> = Promise.resolve();
  const started = await startAndLose(env, () => {
    crashPostgres(dir);
    back = (first?.exited ?? Promise.resolve()).then(async () => servers.push(await open()));
  });
  expect(started).toEqual(startsAgain);
  await back;
});
