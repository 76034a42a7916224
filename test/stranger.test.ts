import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { readCredentials } from '../src/main/credentials.js';
import { buildCommandLine } from './setup/cli.js';
import { codeBlocks } from './setup/markdown.js';
import { clientOf, type Client } from './setup/running.js';
import { sized } from './setup/size.js';

// A clone is installed and built, a cluster of PostgreSQL is made, and the service starts.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

const run = promisify(execFile);
const root = join(import.meta.dirname, '..');
/** Nothing of the npm that runs the tests, nor of what it has installed. */
const bare: NodeJS.ProcessEnv = {
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(npm_|NODE_|VITEST)/.test(name))),
  PATH: (process.env['PATH'] ?? '')
    .split(delimiter)
    .filter((each) => !each.includes('node_modules'))
    .join(delimiter),
};
const children: ChildProcess[] = [];
let dir: string;
let clone: string;

/** The words of the child, once it has said these. */
async function said(child: ChildProcess, words: RegExp): Promise<string> {
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (each: string) => (text += each));
  while (!words.test(text)) {
    if (child.exitCode !== null) throw new Error(`it ended: ${text}`);
    await Promise.race([once(child.stdout ?? child, 'data'), once(child, 'close')]);
  }
  return text;
}

function begin(
  command: string,
  args: string[],
  options: { cwd: string; env: NodeJS.ProcessEnv },
): ChildProcess {
  const child = spawn(command, args, { ...options, detached: true });
  children.push(child);
  return child;
}

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'psp-stranger-'));
  clone = join(dir, 'service');
});
afterAll(async () => {
  for (const child of children.reverse()) {
    if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) continue;
    process.kill(-child.pid, 'SIGTERM');
    await once(child, 'close');
  }
  await rm(dir, { recursive: true });
});

it('a stranger makes a first payment and verifies a first webhook with the SDK, by following the READMEs', async () => {
  const began = performance.now();
  const secondsSince = (from: number): number => Math.round((performance.now() - from) / 1000);
  await run('git', ['clone', '--quiet', '--depth', '1', `file://${root}`, clone]);
  await sized(takeOver, install)();
  const installing = secondsSince(began);
  const env = {
    ...bare,
    PORT: '0',
    INTERNAL_PORT: '0',
    DRAIN_SECONDS: '0',
    WEBHOOK_ALLOW_INSECURE_TARGETS: 'true',
    PSP_ALLOW_UNSAFE_DURABILITY: 'true',
  };
  const banner = await said(begin('npm', ['start'], { cwd: clone, env }), /A first call to try/);
  expect(banner).toContain('/v1/docs');

  const readme = await run('cat', ['README.md'], { cwd: clone });
  const payment = codeBlocks(readme.stdout, 'sh').find((each) => each.includes('/payouts'));
  const { stdout } = await run('bash', ['-c', payment ?? 'exit 1'], { cwd: clone });
  expect(stdout).toMatch(/"type":"payout\.created"[^]*"type":"payout\.completed"/);

  const { api_key: key = '', base_url: base = '' } = readCredentials(join(clone, '.data'));
  expect(await verified(clientOf(base, key))).toMatch(/^webhook\.ping evt_\w+$/m);
  console.log(
    `from nothing to the first webhook that is verified: ${secondsSince(began)} s, of which clone and npm ci took ${installing} s`,
  );
});

/** The machine has just installed the same to run the tests: npm keeps what it brought. */
async function install(): Promise<void> {
  const { stdout, stderr } = await run('npm', ['ci', '--prefer-offline'], { cwd: clone, env: bare });
  checkCalm(`${stdout}${stderr}`);
}

/** Whoever runs the check has just seen `npm ci` work, and install.test.ts builds a clone: both are taken from here. */
async function takeOver(): Promise<void> {
  await buildCommandLine();
  await symlink(join(root, 'node_modules'), join(clone, 'node_modules'));
  await cp(join(root, 'dist'), join(clone, 'dist'), { recursive: true });
}

/** Nothing that npm said looks like failure, whatever the Node of the machine. */
function checkCalm(said: string): void {
  expect(said).not.toMatch(/\b(warn|error|failed|unsupported|deprecated)/i);
  expect(said).toMatch(/^added \d+ packages/m);
}

/** The words of the receiver in the README of the SDK, to which the service sends a first event. */
async function verified(client: Client): Promise<string> {
  const packed = await run('npm', ['pack', '--json', '--pack-destination', dir], {
    cwd: join(clone, 'sdk/typescript'),
  });
  const [{ filename }] = JSON.parse(packed.stdout.slice(packed.stdout.indexOf('['))) as [
    { filename: string },
  ];
  const app = join(dir, 'app');
  const home = join(app, 'node_modules/@payments-service/sdk');
  await mkdir(home, { recursive: true });
  await run('tar', ['-xzf', join(dir, filename), '-C', home, '--strip-components=1']);
  const pages = await run('cat', [join(home, 'README.md')]);
  const receiver = codeBlocks(pages.stdout, 'js').find((each) => each.includes('webhooks.verify')) ?? '';
  // Any free port in the place of the one on the page.
  const code = receiver.replace(
    "listen(3001, '127.0.0.1')",
    "listen(0, '127.0.0.1', function () { console.log(`port ${this.address().port}`); })",
  );
  await writeFile(join(app, 'receiver.mjs'), code);

  const endpoint = await client.post('/v1/webhook-endpoints', { url: 'http://127.0.0.1:1/' });
  const child = begin(process.execPath, ['receiver.mjs'], {
    cwd: app,
    env: { WEBHOOK_SECRET: endpoint.get('secret') },
  });
  const [, port] = /port (\d+)/.exec(await said(child, /port \d+/)) ?? [];
  const path = `/v1/webhook-endpoints/${endpoint.get('id')}`;
  await client.call('PATCH', path, { body: { url: `http://127.0.0.1:${port}/webhooks` } });
  const received = said(child, /webhook\.ping|: /);
  await client.post(`${path}/ping`);
  return received;
}
