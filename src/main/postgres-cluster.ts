import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import * as fs from 'node:fs';
import { join } from 'node:path';
import { postgresAccount, POSTGRES_ENV, runAs, type PostgresAccount } from './postgres-account.js';
import {
  clusterHome,
  OWNER_SETTING,
  POSTGRES_USER,
  stalePid,
  type ServerAddress,
} from './postgres-running.js';

const SETTINGS = [
  'unix_socket_permissions=0700',
  'shared_buffers=512MB',
  'max_wal_size=4GB',
  'min_wal_size=1GB',
  // Filling a new WAL file with zeros makes every commit wait, 50 ms for 16 MB; it is as durable without.
  'wal_init_zero=off',
  'max_connections=200',
  'jit=off',
  'max_parallel_workers_per_gather=0',
  // The server's log must not contain rejected statements, which carry personal data.
  'log_min_messages=log',
  'log_min_error_statement=panic',
  'log_error_verbosity=terse',
  'log_checkpoints=off',
];

const UNSAFE = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'];

// The guardian shell is the server's parent and outlives us, so even after kill -9 the server stops in order:
// our end of its stdin closes, and it requests a fast shutdown until the server is gone. "$1" is a folder to
// remove afterwards, or empty.
const GUARDIAN = `
exec 3<&0
discard=$1; shift
"$@" 3<&- </dev/null &
server=$!
trap 'kill -INT "$server"' INT TERM HUP
(trap - INT TERM HUP; cat <&3; while kill -INT "$server"; do sleep 1; done) >/dev/null 2>&1 &
watch=$!
while kill -0 "$server" 2>/dev/null; do wait "$server"; done
kill "$watch" 2>/dev/null
if [ -n "$discard" ]; then rm -rf "$discard"; fi
`;

const SEGMENT_BYTES = 16 * 1024 * 1024;
const SEGMENTS = 64;

/**
 * Creates the cluster in a temporary folder and renames it, so that an interrupted start leaves nothing half
 * done.
 */
export function initialiseCluster(dir: string, initdb: string, durable: boolean): void {
  const fresh = fs.mkdtempSync(`${clusterHome(dir)}.new-`);
  try {
    const account = postgresAccount(initdb, fresh, true);
    const passwordFile = join(fresh, 'password');
    fs.writeFileSync(passwordFile, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600 });
    fs.chownSync(passwordFile, account.uid, account.gid);
    const locale = ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'];
    const access = [`--username=${POSTGRES_USER}`, `--pwfile=${passwordFile}`, '--auth=scram-sha-256'];
    const args = [`--pgdata=${join(fresh, 'data')}`, ...locale, ...access, ...(durable ? [] : ['--no-sync'])];
    const made = runAs(account, [initdb, ...args]);
    if (made.status !== 0)
      throw new Error(`PostgreSQL's initdb failed: ${made.stderr || made.error?.message}`);
    if (durable) layOutLog(join(fresh, 'data', 'pg_wal'), account);
    if (!moveIntoPlace(fresh, clusterHome(dir))) fs.rmSync(fresh, { recursive: true });
  } catch (error) {
    fs.rmSync(fresh, { recursive: true, force: true });
    throw error;
  }
}

/**
 * Creates the next gigabyte of WAL files empty; the server reuses them like recycled ones. Creating a WAL
 * file under load would delay every commit for a tenth of a second. The files take no space until they are
 * written.
 */
function layOutLog(dir: string, { uid, gid }: PostgresAccount): void {
  for (let segment = 2; segment <= SEGMENTS; segment += 1) {
    const name = `${'1'.padStart(8, '0')}${segment.toString(16).toUpperCase().padStart(16, '0')}`;
    const file = fs.openSync(join(dir, name), 'wx', 0o600);
    fs.ftruncateSync(file, SEGMENT_BYTES);
    fs.fchownSync(file, uid, gid);
    fs.fsyncSync(file);
    fs.closeSync(file);
  }
}

/**
 * False if a competing start was first: its cluster is kept, and the server's lock decides which start
 * continues.
 */
function moveIntoPlace(fresh: string, home: string): boolean {
  try {
    fs.renameSync(fresh, home);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOTEMPTY') return false;
    throw error;
  }
}

/** How to launch a server; `discard` removes `dir` when it has ended. */
export interface Launch {
  dir: string;
  postgres: string;
  address: ServerAddress;
  durable: boolean;
  discard: boolean;
  env?: Readonly<Record<string, string>>;
}

/** Starts the server below its guardian and returns the guardian, which lives as long as the server. */
export function launchServer({ dir, postgres, address, durable, discard, env: own }: Launch): ChildProcess {
  const home = clusterHome(dir);
  const account = postgresAccount(postgres, home, false);
  const settings = [
    ...SETTINGS,
    ...listening(home, address),
    ...(durable ? [] : UNSAFE),
    `${OWNER_SETTING}=${process.pid}`,
  ];
  const args = [
    '-D',
    join(home, 'data'),
    '-p',
    String(address.port),
    ...settings.flatMap((setting) => ['-c', setting]),
  ];
  // After a crash the pid in the lock file may belong to another process or a zombie; this variable makes
  // PostgreSQL ignore it.
  const env = { ...POSTGRES_ENV, PG_GRANDPARENT_PID: String(stalePid(dir) ?? ''), ...own };
  const log = fs.openSync(serverLog(dir), 'a', 0o600);
  fs.fchownSync(log, account.uid, account.gid);
  // Detached: Ctrl-C in a terminal must reach only us, because we need the server until we have stopped.
  const guardian = spawn(
    'sh',
    ['-c', GUARDIAN, 'psp-postgres', discard ? dir : '', ...account.prefix, postgres, ...args],
    { stdio: ['pipe', log, log], detached: true, cwd: '/', env },
  );
  fs.closeSync(log);
  return guardian;
}

/** The setting is a list, so a folder name with special characters is quoted. */
function listening(home: string, { socket }: ServerAddress): string[] {
  const folder = socket ? `"${home.replaceAll('"', '""')}"` : '';
  return [`unix_socket_directories=${folder}`, `listen_addresses=${socket ? '' : '127.0.0.1'}`];
}

/** The server's own log, without statements and values. */
export function serverLog(dir: string): string {
  return join(clusterHome(dir), 'server.log');
}
