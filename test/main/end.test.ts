import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, closeSync, existsSync, mkdtempSync, openSync, readdirSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { credentialsFile, readCredentials } from '../../src/main/credentials.js';
import { runningDatabaseUrl } from '../../src/main/embedded.js';
import { buildCommandLine, startBuilt } from '../setup/cli.js';
import { openHome, runProcess, startProcess, type ServiceProcess } from '../setup/process.js';

let dataDir: string;
beforeAll(buildCommandLine);
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'psp-end-'));
  chmodSync(dataDir, 0o711);
});
afterEach(() => rmSync(dataDir, { recursive: true }));

it('waits at most a second for the reader of its log', async () => {
  const home = await openHome();
  onTestFinished(home.discard);
  const unread = await home.start({ LOG_LEVEL: 'info' });
  await overfill(unread);
  const exit = once(unread.child, 'exit');
  unread.child.kill('SIGTERM');
  expect(await exit).toEqual([0, null]);
  unread.child.stdout?.resume();
});

/** As soon as the process can receive it. */
const atFirst = `const { on } = process;
  process.on = function (name, ...rest) {
    on.call(this, name, ...rest);
    if (name === 'SIGTERM') process.kill(process.pid, 'SIGTERM');
    return this;
  }`;

describe('a start that is stopped', () => {
  it('exits 0 before anything is created, if stopped at once', async () => {
    const settings = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(atFirst)}` };
    expect(await runProcess(dataDir, settings)).toMatchObject({ code: 0, signal: null, stderr: '' });
    expect(readdirSync(dataDir)).toEqual([]);
  });

  it.each([
    ['while its cluster is made', () => readdirSync(dataDir).length > 0],
    ['while its PostgreSQL starts', () => runningDatabaseUrl(dataDir) !== undefined],
  ])('exits 0 and leaves no PostgreSQL, %s', async (_when, hasCome) => {
    const env = { PSP_DATA_DIR: dataDir, PORT: '0', INTERNAL_PORT: '0' };
    const child = startBuilt('main/serve', [], env);
    const exit = once(child, 'exit');
    await expect.poll(hasCome, { timeout: 60_000, interval: 5 }).toBe(true);
    child.kill('SIGTERM');
    expect(await exit).toEqual([0, null]);
    expect(runningDatabaseUrl(dataDir)).toBeUndefined();
    expect(existsSync(credentialsFile(dataDir))).toBe(false);
  });

  it('exits 0 at once while it waits for its database', async () => {
    // A server that neither answers nor refuses.
    const silent = createServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    const key = Buffer.alloc(32, 1).toString('base64');
    const child = startBuilt('main/serve', [], {
      PSP_DATA_DIR: dataDir,
      DATABASE_URL: `postgres://psp@127.0.0.1:${port}/psp`,
      PSP_ENCRYPTION_KEYS: `k1:${key}`,
      PSP_HASH_KEY: key,
    });
    await once(silent, 'connection');
    const exit = once(child, 'exit');
    const began = performance.now();
    child.kill('SIGTERM');
    expect(await exit).toEqual([0, null]);
    expect(performance.now() - began).toBeLessThan(3_000);
    silent.close();
  });
});

it('exits after an uncaught exception, with a log line, whether or not it is read', async () => {
  const fault = `process.on('SIGUSR2',()=>{throw new TypeError('by hand')})`;
  const settings = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(fault)}` };
  const child = await startProcess(dataDir, settings);
  const { code, stdout, stderr } = await child.end('SIGUSR2');
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: 'Uncaught exception; exiting: TypeError \n',
  });
  expect(JSON.parse(stdout.split('\n').find((line) => line.startsWith('{')) ?? '')).toMatchObject({
    level: 'error',
    message: 'uncaught exception; exiting',
    error_name: 'TypeError',
    error_message: 'by hand',
  });
  const unread = await startProcess(dataDir, { ...settings, LOG_LEVEL: 'info' });
  await overfill(unread);
  const exit = once(unread.child, 'exit');
  unread.child.kill('SIGUSR2');
  expect(await exit).toEqual([1, null]);
  unread.child.stdout?.resume();
  const again = await startProcess(dataDir);
  expect(await again.end('SIGTERM')).toMatchObject({ code: 0 });
});

it('continues if its log cannot be written, counts lost lines, and stops in order', async () => {
  const full = openSync('/dev/full', 'w');
  const program = join(import.meta.dirname, '../../dist/main/serve.js');
  const env = {
    PATH: process.env['PATH'],
    PSP_DATA_DIR: dataDir,
    PORT: '0',
    INTERNAL_PORT: '0',
    DRAIN_SECONDS: '0',
    RATE_LIMIT_PER_SECOND: '100000',
  };
  const child = spawn(process.execPath, [program], { env, stdio: ['ignore', full, full] });
  closeSync(full);
  const exit = once(child, 'exit');
  await expect.poll(() => existsSync(credentialsFile(dataDir)), { timeout: 100_000 }).toBe(true);
  const { base_url: baseUrl, api_key: key, graphql_url: internal = '' } = readCredentials(dataDir);
  const headers = { authorization: `Bearer ${key}` };
  for (let attempt = 0; attempt < 400; attempt += 1) {
    expect((await fetch(`${baseUrl}/v1/account`, { headers })).status).toBe(200);
  }
  const metrics = await (await fetch(new URL('/metrics', internal))).text();
  expect(Number(/^psp_log_lines_lost_total (\d+)$/m.exec(metrics)?.[1])).toBeGreaterThan(0);
  child.kill('SIGTERM');
  expect(await exit).toEqual([0, null]);
});

/** Logs more lines than an unread pipe holds. */
async function overfill(service: ServiceProcess): Promise<void> {
  service.child.stdout?.pause();
  for (let turn = 0; turn < 40; turn += 1) {
    await Promise.all(Array.from({ length: 100 }, () => service.get('/v1/account')));
  }
}
