import { chmodSync, mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it, vi, type MockInstance } from 'vitest';
import { readConfig } from '../../src/main/config.js';
import { runningDatabaseUrl } from '../../src/main/embedded.js';
import { createLog } from '../../src/main/log.js';
import { startService } from '../../src/main/run.js';
import { thenStop } from '../../src/main/stop.js';
import { buildCommandLine } from '../setup/cli.js';
import { startProcess } from '../setup/process.js';

let dataDir: string;
let lines: string[];

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'psp-stop-'));
  chmodSync(dataDir, 0o711);
  lines = [];
});

afterEach(async () => {
  vi.restoreAllMocks();
  await rm(dataDir, { recursive: true });
});

/** The whole service with its own PostgreSQL, in this process. */
function start(internalPort = 0) {
  const env = { PSP_DATA_DIR: dataDir, PORT: '0', INTERNAL_PORT: String(internalPort) };
  const log = createLog('error', { write: (line) => lines.push(line) });
  return startService(readConfig(env), log);
}

const logged = () =>
  lines.map((line) => {
    const { message, error_message: why } = JSON.parse(line) as Record<string, string>;
    return `${message}: ${why}`;
  });

const faults = { 'psp-simulator': 'bank', psp: 'pool' } as const;

/** Makes closing these connection pools fail. */
function failToLetGo(...names: readonly string[]): void {
  const end = Reflect.get(pg.Pool.prototype, 'end') as () => Promise<void>;
  const spy = vi.spyOn(pg.Pool.prototype, 'end') as unknown as MockInstance<() => Promise<void>>;
  spy.mockImplementation(async function (this: pg.Pool) {
    const name = this.options.application_name ?? '';
    if (names.includes(name)) throw new Error(faults[name as keyof typeof faults]);
    await end.call(this);
  });
}

describe('a part that does not stop', () => {
  it('does not prevent others from stopping: every fault is logged and the first is thrown', async () => {
    const service = await start();
    expect(runningDatabaseUrl(dataDir)).toBeDefined();
    failToLetGo('psp-simulator', 'psp');
    const stopped = await service.stop().then(
      () => undefined,
      (error: unknown) => error,
    );
    expect(runningDatabaseUrl(dataDir)).toBeUndefined();
    expect(stopped).toMatchObject({ message: 'Stopping a part failed: bank', cause: { message: 'bank' } });
    expect(logged()).toEqual(['stopping a part failed: bank', 'stopping a part failed: pool']);
  });

  it('does not hide why a start failed', async () => {
    const holder = createServer().listen(0, '127.0.0.1');
    await once(holder, 'listening');
    const { port } = holder.address() as AddressInfo;
    failToLetGo('psp-simulator');
    await expect(start(port)).rejects.toThrow(`Port ${port} (INTERNAL_PORT) is in use`);
    expect(runningDatabaseUrl(dataDir)).toBeUndefined();
    expect(logged()).toEqual(['stopping a part failed: bank']);
    holder.close();
  });

  it('changes neither the result nor the error of a command', async () => {
    const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    const stop = () => Promise.reject(new Error('bank'));
    expect(await thenStop(() => Promise.resolve('the secret'), stop)).toBe('the secret');
    await expect(thenStop(() => Promise.reject(new Error('no such account')), stop)).rejects.toThrow(
      'no such account',
    );
    expect(stderr.mock.calls).toEqual([['Error: bank\n'], ['Error: bank\n']]);
  });

  it('makes the process exit 1, after its database has stopped', async () => {
    await buildCommandLine();
    const failing = `const { Pool } = process.getBuiltinModule('module').createRequire('${import.meta.filename}')('pg');
      const { end } = Pool.prototype;
      Pool.prototype.end = function () {
        const isBank = this.options.application_name === 'psp-simulator';
        return isBank ? Promise.reject(new Error('bank')) : end.call(this);
      };`;
    const service = await startProcess(dataDir, {
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(failing)}`,
    });
    const { code, stdout } = await service.end('SIGTERM');
    expect(runningDatabaseUrl(dataDir)).toBeUndefined();
    expect(code).toBe(1);
    expect(stdout.match(/"stopping a part failed"/g)).toHaveLength(1);
  });
});
