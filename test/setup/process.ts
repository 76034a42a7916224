import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { readCredentials } from '../../src/main/credentials.js';
import { runningDatabaseUrl } from '../../src/main/embedded.js';
import { buildCommandLine, startBuilt } from './cli.js';
import { createDatabase } from './database.js';
import { clientOf, environmentOf, type Client } from './running.js';

/** How a process ended. */
export interface Ending {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The built service as a process of its own, on the PostgreSQL of its data directory. */
export interface ServiceProcess extends Client {
  readonly baseUrl: string;
  readonly internalUrl: string;
  readonly databaseUrl: string;
  readonly apiKey: string;
  readonly banner: string;
  readonly child: ChildProcess;
  /** Resolves when it has ended, for whatever reason. */
  readonly ended: Promise<Ending>;
  /** Sends the signal and waits for the end. */
  end(signal: NodeJS.Signals): Promise<Ending>;
  /** Ends its PostgreSQL like a power cut. */
  crashDatabase(): void;
}

type Settings = Readonly<Record<string, string>>;

/** Starts the service and resolves once its banner is out; fails with what it said where it ends before. */
export async function startProcess(
  dataDir: string,
  settings: Settings = {},
  program = 'main/serve',
): Promise<ServiceProcess> {
  const { child, ended, said } = launch(dataDir, settings, program);
  const banner = await Promise.race([bannerOf(child, said), ended]);
  if (typeof banner !== 'string') throw new Error(`the service did not start: ${banner.stderr}`);
  const [, internalUrl = ''] = /Internal\s+(http\S+)/.exec(banner) ?? [];
  const { base_url: baseUrl = '', api_key: apiKey = '' } = readCredentials(dataDir);
  const end = (signal: NodeJS.Signals): Promise<Ending> => {
    child.kill(signal);
    return ended;
  };
  return {
    ...clientOf(baseUrl, apiKey),
    baseUrl,
    internalUrl,
    databaseUrl: settings['DATABASE_URL'] ?? runningDatabaseUrl(dataDir) ?? '',
    apiKey,
    banner,
    child,
    ended,
    end,
    crashDatabase: () => crashPostgres(dataDir),
  };
}

/** Where a service is started again and again: a database of the tests' own server outlives it. */
export interface Home {
  readonly dir: string;
  readonly start: (settings?: Settings) => Promise<ServiceProcess>;
  readonly discard: () => Promise<void>;
}

/** Without a cluster of its own a first start takes half the processor time, and a restart waits for no recovery. */
export async function openHome(): Promise<Home> {
  await buildCommandLine();
  const database = await createDatabase();
  const dir = await mkdtemp(join(tmpdir(), 'psp-home-'));
  const env = environmentOf(dir, database.url);
  return {
    dir,
    start: (settings) => startProcess(dir, { ...env, ...settings }),
    async discard() {
      await database.drop();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

/** Ends the embedded PostgreSQL of a directory like a power cut. */
export function crashPostgres(dir: string): void {
  const lock = readFileSync(join(dir, 'postgres', 'data', 'postmaster.pid'), 'utf8');
  process.kill(Number(lock.split('\n')[0]), 'SIGKILL');
}

/** Starts the service where it is expected to end by itself. */
export function runProcess(dataDir: string, settings: Settings = {}): Promise<Ending> {
  return launch(dataDir, settings, 'main/serve').ended;
}

function launch(dataDir: string, settings: Settings, program: string) {
  const child = startBuilt(program, [], {
    PSP_DATA_DIR: dataDir,
    PORT: '0',
    INTERNAL_PORT: '0',
    LOG_LEVEL: 'error',
    RATE_LIMIT_PER_SECOND: '100000',
    DRAIN_SECONDS: '0',
    ...settings,
  });
  const said = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.setEncoding('utf8').on('data', (text: string) => (said[name] += text));
  }
  const ended = (once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>).then(
    ([code, signal]): Ending => ({ code, signal, ...said }),
  );
  return { child, ended, said };
}

async function bannerOf(child: ChildProcess, said: { stdout: string }): Promise<string> {
  while (!said.stdout.includes('  Kept in ')) {
    if (child.stdout) await once(child.stdout, 'data');
  }
  return said.stdout;
}
