import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { unpackPackage } from './debian.js';
import { findProgram } from './program.js';
import type { Site } from './site.js';
import { freePort } from '../../src/main/free-port.js';

/** A nats-server with file storage, a process of its own. */
export interface Broker {
  readonly url: string;
  /** Ends it in good order; what it has stored is there when it starts again. */
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Ends it like a power cut. */
  crash(): Promise<void>;
  /** Removes everything it has stored; it must be stopped. */
  wipe(): Promise<void>;
  /** Ends it for good and removes its directory. */
  discard(): Promise<void>;
}

const cache = join(import.meta.dirname, '../../node_modules/.cache/nats-server');
const unpacked = join(cache, 'usr/sbin/nats-server');

// The guardian outlives us: when our end of its stdin closes, the server ends and its directory goes.
// SIGINT is the server's clean end: SIGTERM would make it exit with 1.
const GUARDIAN = `
exec 3<&0
store=$1; shift
"$@" 3<&- </dev/null >/dev/null 2>&1 &
server=$!
echo $server
(cat <&3; trap '' TERM; kill -INT "$server" || exit; while kill -0 "$server"; do sleep 0.1; done; rm -rf "$store") >/dev/null 2>&1 &
watch=$!
wait "$server"
kill "$watch" 2>/dev/null
`;

const here = { host: '127.0.0.1', prefix: [] };

/** Starts a server on a free port, with these arguments besides. */
export async function startBroker(
  extraArgs: readonly string[] = [],
  { host, prefix }: Pick<Site, 'host' | 'prefix'> = here,
): Promise<Broker> {
  const program = await natsServer();
  const dir = mkdtempSync(join(tmpdir(), 'psp-nats-'));
  const port = await freePort();
  let running = await launch({ program, dir, host, prefix, port, extraArgs });
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    process.kill(running.pid, signal);
    await running.ended;
  };
  let isUp = true;
  return {
    url: `nats://${host}:${port}`,
    async start() {
      running = await launch({ program, dir, host, prefix, port, extraArgs });
      isUp = true;
    },
    async stop() {
      isUp = false;
      await end('SIGINT');
    },
    async crash() {
      isUp = false;
      await end('SIGKILL');
    },
    wipe: () => rm(dir, { recursive: true }),
    async discard() {
      if (isUp) await end('SIGINT');
      await rm(dir, { recursive: true, force: true });
    },
  };
}

interface Launch extends Pick<Site, 'host' | 'prefix'> {
  readonly program: string;
  readonly dir: string;
  readonly port: number;
  readonly extraArgs: readonly string[];
}

async function launch({
  program,
  dir,
  host,
  prefix,
  port,
  extraArgs,
}: Launch): Promise<{ pid: number; ended: Promise<void> }> {
  const args = ['-a', host, '-p', String(port), '-js', '-sd', dir, ...extraArgs];
  const guardian = spawn('sh', ['-c', GUARDIAN, 'psp-nats', dir, ...prefix, program, ...args], {
    stdio: ['pipe', 'pipe', 'ignore'],
    detached: true,
    env: { PATH: process.env['PATH'] },
  });
  const ended = once(guardian, 'exit').then(() => void guardian.stdin.end());
  const [pid] = (await once(guardian.stdout.setEncoding('utf8'), 'data')) as [string];
  for (let attempt = 0; attempt < 200; attempt += 1) {
    if (await answers(host, port)) return { pid: Number(pid), ended };
    await sleep(25);
  }
  guardian.stdin.end();
  throw new Error(`${program} did not start on port ${port}`);
}

function answers(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host });
    socket.once('data', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

const natsServer = (): Promise<string> =>
  findProgram({
    names: ['nats-server'],
    variable: 'PSP_TEST_NATS',
    unpacked,
    unpack: async () => {
      await unpackPackage('nats-server', cache);
      return unpacked;
    },
    help: 'There is no nats-server: install it (Debian: apt-get install nats-server), or name one of 2.9 or later in PSP_TEST_NATS.',
  });
