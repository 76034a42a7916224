import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, openSync, closeSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { buildCommandLine } from '../setup/cli.js';
import { startProcess, type ServiceProcess } from '../setup/process.js';

// A process of its own takes a moment on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

let dataDir: string;
beforeAll(buildCommandLine);
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'psp-end-'));
  chmodSync(dataDir, 0o711);
});
afterEach(() => rmSync(dataDir, { recursive: true }));

it('waits a second, and no longer, for whoever reads its log', async () => {
  const unread = await startProcess(dataDir, { LOG_LEVEL: 'info' });
  await overfill(unread);
  const exit = once(unread.child, 'exit');
  unread.child.kill('SIGTERM');
  expect(await exit).toEqual([0, null]);
  unread.child.stdout?.resume();
});

it('ends at a fault that nothing caught, with a line in its log and whether or not that is read', async () => {
  const fault = `process.on('SIGUSR2',()=>{throw new TypeError('by hand')})`;
  const settings = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(fault)}` };
  const told = await startProcess(dataDir, settings);
  const { code, stdout, stderr } = await told.end('SIGUSR2');
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: 'The process ends: nothing caught this fault: TypeError \n',
  });
  expect(JSON.parse(stdout.split('\n').find((line) => line.startsWith('{')) ?? '')).toMatchObject({
    level: 'error',
    message: 'the process ends: nothing caught this fault',
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

it('ends at once, and says why, where its log cannot be written', async () => {
  const full = openSync('/dev/full', 'w');
  const program = join(import.meta.dirname, '../../dist/main/serve.js');
  const env = { PATH: process.env['PATH'], PSP_DATA_DIR: dataDir, PORT: '0', INTERNAL_PORT: '0' };
  const child = spawn(process.execPath, [program], { env, stdio: ['ignore', full, 'pipe'] });
  closeSync(full);
  const [said, [code]] = await Promise.all([
    child.stderr?.setEncoding('utf8').toArray(),
    once(child, 'close'),
  ]);
  expect([said?.join(''), code]).toEqual(['The process ends: nothing caught this fault: Error ENOSPC\n', 1]);
  const again = await startProcess(dataDir);
  expect(await again.end('SIGTERM')).toMatchObject({ code: 0 });
});

/** Makes more lines than a pipe holds, which nobody reads. */
async function overfill(service: ServiceProcess): Promise<void> {
  service.child.stdout?.pause();
  for (let turn = 0; turn < 40; turn += 1) {
    await Promise.all(Array.from({ length: 100 }, () => service.get('/v1/account')));
  }
}
