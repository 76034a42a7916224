import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { unpackPackage } from './debian.js';
import { findProgram } from './program.js';
import { freePort } from '../../src/main/free-port.js';
import { queryRows } from './rows.js';

/** A PgBouncer of Debian's, a process of its own, in front of one database. */
export interface TestPooler {
  /** The database by the pooler. */
  readonly url: string;
  stop(): Promise<void>;
}

interface Ask {
  /** The database, by a role that signs in with a password. */
  readonly url: string;
  readonly mode: 'session' | 'transaction';
  /** Connections to the server. */
  readonly size: number;
  /** Further lines of the database's own. */
  readonly extra?: string;
}

const folder = join(import.meta.dirname, '../../node_modules/.cache');
const cache = join(folder, 'pgbouncer');
/** The libraries that it needs, of which a machine may lack some. */
const libraries = ['libc-ares2', 'libevent-2.1-7'];
const unpacked = join(cache, 'usr/sbin/pgbouncer');
const libraryPath = [...libraries, 'pgbouncer'].map((name) =>
  join(folder, name, 'usr/lib', process.arch === 'arm64' ? 'aarch64-linux-gnu' : 'x86_64-linux-gnu'),
);

// The guardian outlives us: when our end of its stdin closes, the pooler ends.
const guardian = `exec 3<&0; "$@" 3<&- </dev/null & pooler=$!; (cat <&3; kill "$pooler") & wait "$pooler"`;

export async function startPooler({ url, mode, size, extra = '' }: Ask): Promise<TestPooler> {
  const program = await findPooler();
  const dir = mkdtempSync(join(tmpdir(), 'psp-pgbouncer-'));
  chmodSync(dir, 0o755);
  const { hostname, port: serverPort, pathname, username, password } = new URL(url);
  const name = pathname.slice(1);
  const port = await freePort();
  writeFileSync(join(dir, 'users'), `"${username}" "${password}"\n`);
  writeFileSync(
    join(dir, 'ini'),
    `[databases]
${name} = host=${hostname} port=${serverPort} dbname=${name} ${extra}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = plain
auth_file = ${join(dir, 'users')}
pool_mode = ${mode}
default_pool_size = ${size}
max_client_conn = 500
${process.getuid?.() === 0 ? 'user = nobody' : ''}
`,
  );
  const child = spawn('sh', ['-c', guardian, 'psp-pgbouncer', program, join(dir, 'ini')], {
    stdio: ['pipe', 'ignore', 'pipe'],
    detached: true,
    env: { PATH: process.env['PATH'], LD_LIBRARY_PATH: libraryPath.join(':') },
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
  const ended = once(child, 'exit');
  const address = new URL(url);
  address.host = `127.0.0.1:${port}`;
  const stop = async (): Promise<void> => {
    child.stdin.end();
    await ended;
    await rm(dir, { recursive: true });
  };
  for (let attempt = 0; attempt < 200 && child.exitCode === null; attempt += 1) {
    if (await answers(address.href)) return { url: address.href, stop };
    await sleep(50);
  }
  await stop();
  throw new Error(`pgbouncer did not start: ${said}`);
}

const answers = (url: string): Promise<boolean> =>
  queryRows(url, 'select 1').then(
    () => true,
    () => false,
  );

const findPooler = async (): Promise<string> => {
  const program = await findProgram({
    names: ['pgbouncer'],
    variable: 'PSP_TEST_PGBOUNCER',
    unpacked,
    unpack: async () => {
      await Promise.all(libraries.map((name) => unpackPackage(name, join(folder, name))));
      await unpackPackage('pgbouncer', cache);
      return unpacked;
    },
    help: 'There is no pgbouncer: install it (Debian: apt-get install pgbouncer), or name one in PSP_TEST_PGBOUNCER.',
  });
  return program;
};
