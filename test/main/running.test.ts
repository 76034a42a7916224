import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startPostgres, type EmbeddedPostgres } from '../../src/main/embedded.js';
import { readConfig } from '../../src/main/config.js';
import { buildCommandLine } from '../setup/cli.js';
import { startBroker, type Broker } from '../setup/nats.js';
import { nextRelease } from '../setup/release.js';
import { queryRows } from '../setup/rows.js';
import { clientOf } from '../setup/running.js';
import { projectText } from '../setup/source.js';
import { fund, mxnPayout, speiBeneficiary } from '../setup/verbs.js';
import { freePort } from '../../src/main/free-port.js';

// Nine starts of the service, and the 7 seconds before a restored database sends again.
vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 });

const handbook = projectText('docs/running.md');
const connectors = projectText('docs/connector.md');
const patience = { timeout: 60_000, interval: 200 };

let home: string;
let dir: string;
let postgres: EmbeddedPostgres;
let broker: Broker;
/** The environment of a reader who follows the page. */
let env: Record<string, string>;
/** The page's ports are fixed; here they are replaced by free ones. */
const portOf = new Map<string, string>();
const running: { child: ChildProcess; said: () => string }[] = [];

/** All commands of a section in order, without comments. */
function commandsOf(section: string, page = handbook): string[] {
  const [, text = ''] = new RegExp(`\\n## ${section}\\n([^]*?)(?=\\n## |$)`).exec(page) ?? [];
  const blocks = [...text.matchAll(/```sh\n([^`]*)```/g)].map(([, block = '']) => block);
  return blocks
    .flatMap((block) => block.split('\n').map((line) => line.replace(/\s+#.*$/, '')))
    .filter(Boolean);
}

/** Replaced in one pass, because the digits of a free port may contain another port of the page. */
const withFreePorts = (line: string): string =>
  line.replaceAll(new RegExp([...portOf.keys()].join('|'), 'g'), (theirs) => portOf.get(theirs) ?? theirs);

function run(line: string): string {
  return execFileSync('sh', ['-ec', withFreePorts(line)], {
    cwd: dir,
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** Exports a variable for all later commands. */
function paste(line: string): void {
  const [, name = ''] = /^export (\w+)=/.exec(line) ?? [];
  env[name] = run(`${line}\nprintf %s "$${name}"`);
}

/** Starts a command that runs until stopped. */
function launch(line: string, over: Record<string, string> = {}) {
  const child = spawn('sh', ['-c', withFreePorts(line)], {
    cwd: dir,
    env: { ...env, ...over },
    detached: true,
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (part: string) => (text += part));
  }
  const launched = { child, said: () => text };
  running.push(launched);
  return launched;
}

async function stopAll(): Promise<void> {
  const ended = running.splice(0).map(async ({ child }) => {
    if (child.exitCode !== null || child.pid === undefined) return;
    const closed = once(child, 'close');
    process.kill(-child.pid, 'SIGTERM');
    await closed;
  });
  await Promise.all(ended);
}

const banner = async ({ said }: { said: () => string }): Promise<void> => {
  await expect.poll(said, patience).toContain('  Kept in ');
};

const credentials = (): Record<string, string> =>
  JSON.parse(readFileSync(join(dir, '.data/credentials.json'), 'utf8')) as Record<string, string>;

beforeAll(async () => {
  await buildCommandLine();
  home = mkdtempSync(join(tmpdir(), 'psp-page-'));
  chmodSync(home, 0o711);
  // A release without its sources; another test covers that `npm ci` builds one.
  dir = nextRelease(join(home, 'service'), { migrations: {}, functions: [] });
  [postgres, broker] = await Promise.all([
    startPostgres({ loopback: true, dir: join(home, 'server'), durable: true }),
    startBroker(),
  ]);
  // Its role is psp, as in the page.
  await queryRows(postgres.url, `create database psp owner psp encoding 'UTF8' template template0`);
  portOf.set('127.0.0.1:5432', new URL(postgres.url).host);
  portOf.set('127.0.0.1:4222', new URL(broker.url).host);
  for (const port of ['3001', '3002', '4001', '4002', '4003', '5100'])
    portOf.set(port, String(await freePort()));
  env = {
    PATH: process.env['PATH'] ?? '',
    HOME: home,
    PORT: '0',
    INTERNAL_PORT: '0',
    LOG_LEVEL: 'error',
    PSP_SEND_WINDOW_MS: '2000',
    POSTGRES_PASSWORD: decodeURIComponent(new URL(postgres.url).password),
    NATS_PASSWORD: 'kept',
  };
});
afterAll(async () => {
  await stopAll();
  await Promise.all([postgres.stop(), broker.discard()]);
  await rm(home, { recursive: true });
});

test('one process', async () => {
  const [line = '', ...more] = commandsOf('Deploy one process');
  expect(more).toEqual([]);
  const [install, start = ''] = line.split(' && ');
  expect(install).toBe('npm ci');
  await banner(launch(start));
  const { base_url: url = '', api_key: key = '' } = credentials();
  expect((await clientOf(url, key).get('/v1/account')).status).toBe(200);
  await stopAll();
  await rm(join(dir, '.data'), { recursive: true });
});

test('on a PostgreSQL of your own', async () => {
  const lines = commandsOf('Deploy on your own PostgreSQL');
  expect(lines.filter((line) => !line.startsWith('export '))).toEqual(['npm start']);
  for (const line of lines.slice(0, -1)) paste(line);
  await banner(launch('npm start'));
  const { base_url: url = '', api_key: key = '' } = credentials();
  const client = clientOf(url, key);
  const beneficiary = await speiBeneficiary(client);
  await fund(client, 'MXN', '100.00');
  expect((await client.post('/v1/payouts', mxnPayout(beneficiary))).status).toBe(201);
  expect(existsSync(join(dir, '.data/postgres'))).toBe(false);
  await stopAll();
});

test('several processes', async () => {
  const [install, nats = '', ...serves] = commandsOf('Deploy several processes');
  expect(install).toBe('npm ci');
  paste(nats);
  expect(serves).toHaveLength(3);
  for (const serve of serves) launch(serve);
  for (const port of ['4001', '4002', '4003']) {
    const ready = async () =>
      (await fetch(`http://127.0.0.1:${withFreePorts(port)}/readyz`).catch(() => ({ status: 0 }))).status;
    await expect.poll(ready, patience).toBe(200);
  }
  const { api_key: key = '' } = credentials();
  const client = clientOf(`http://127.0.0.1:${withFreePorts('3002')}`, key);
  const made = await client.post('/v1/payouts', mxnPayout(await speiBeneficiary(client)));
  expect(made.status, made.text).toBe(201);
  await client.until(
    `/v1/payouts/${made.get('id')}`,
    (answer) => answer.at('status') === 'completed',
    60_000,
  );
  await stopAll();
});

test('connectors', async () => {
  const [serve = '', start = '', check = '', ...more] = commandsOf('Try one', connectors);
  expect(more).toEqual([]);
  const bank = launch(`${serve} --port 5100`);
  await expect.poll(bank.said, patience).toContain('PSP_CONNECTORS');
  await banner(launch(start));
  expect(run(check)).toMatch(/\b\d\d cases/);
  await stopAll();
});

test('restore', async () => {
  const [check = '', restored = '', start = '', end = '', ...more] = commandsOf('Restore');
  expect(more).toEqual([]);
  run(check);
  run(restored);
  await banner(launch(start));
  const ends = (): string => {
    try {
      return run(end) && 'it has ended';
    } catch (error) {
      return (error as { stderr: string }).stderr;
    }
  };
  await expect.poll(ends, { timeout: 60_000, interval: 2_000 }).toBe('it has ended');
  await stopAll();
});

test('rotate the encryption keys', async () => {
  const [put = '', inDirectory, rotate = '', ...more] = commandsOf('Rotate the encryption keys');
  expect(more).toEqual([]);
  // That is for the embedded sandbox, and is covered by test/docs.test.ts.
  expect(inDirectory).toMatch(/^sed -i .*\.data\/keys\.json$/);
  paste(put);
  await banner(launch('npm start'));
  run(rotate);
  await stopAll();
  const [, last = ''] = /^([^,]+),/.exec(env['PSP_ENCRYPTION_KEYS'] ?? '') ?? [];
  env['PSP_ENCRYPTION_KEYS'] = last;
  await banner(launch('npm start'));
});

test.each(['Upgrade', 'Stop all payouts', 'Debug'])('%s', (section) => {
  const lines = commandsOf(section);
  expect(lines.length).toBeGreaterThan(1);
  for (const line of lines) run(line);
});

test('Use a pooler', () => {
  const exports = commandsOf('Use a pooler').map((line) => /^export (\w+)=(\S+)/.exec(line)?.slice(1) ?? []);
  const key = Buffer.alloc(32, 1).toString('base64');
  const { pooler, databaseUrl, directUrl } = readConfig({
    ...(Object.fromEntries(exports) as Record<string, string>),
    PSP_ENCRYPTION_KEYS: `k1:${key}`,
    PSP_HASH_KEY: key,
  });
  expect(pooler).toBe('transaction');
  expect(URL.parse(databaseUrl ?? '')?.host).toBe('pooler:6432');
  expect(URL.parse(directUrl ?? '')?.host).toBe('db:5432');
});

test('the handbook has no untested commands', () => {
  const followed = [
    'Deploy one process',
    'Deploy on your own PostgreSQL',
    'Deploy several processes',
    'Use a pooler',
    'Upgrade',
    'Restore',
    'Rotate the encryption keys',
    'Stop all payouts',
    'Debug',
  ];
  const all = [...handbook.matchAll(/```sh\n([^`]*)```/g)].flatMap(([, block = '']) =>
    block.trim().split('\n'),
  );
  expect(followed.flatMap((section) => commandsOf(section))).toHaveLength(all.length);
});
