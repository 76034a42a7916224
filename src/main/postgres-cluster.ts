import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import * as fs from 'node:fs';
import { join } from 'node:path';
import { postgresAccount, POSTGRES_ENV, runAs, type PostgresAccount } from './postgres-account.js';
import { clusterHome, OWNER_SETTING, POSTGRES_USER, stalePid, type Place } from './postgres-running.js';

const SETTINGS = [
  'unix_socket_permissions=0700',
  'shared_buffers=512MB',
  'max_wal_size=4GB',
  'min_wal_size=1GB',
  // A new file of the log filled with zeros makes every commit wait, 50 ms for 16 MB; it is as durable without.
  'wal_init_zero=off',
  'max_connections=200',
  'jit=off',
  'max_parallel_workers_per_gather=0',
  // The server's log must not repeat rejected statements: they carry personal data.
  'log_min_messages=log',
  'log_min_error_statement=panic',
  'log_error_verbosity=terse',
  'log_checkpoints=off',
];

const UNSAFE = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'];

// The server's parent outlives us, so even our kill -9 ends in an orderly stop: our end of its stdin closes,
// and it asks for a fast shutdown until the server is gone. "$1" is a folder to remove afterwards, or empty.
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

/** Makes the cluster aside and moves it into place whole, so a start that was cut off leaves nothing half made. */
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
 * The next gigabyte of the log as empty files, which the server takes over like those that it recycles: to make one of
 * its own under load holds up every commit for a tenth of a second. They take no room until they are written.
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

/** False when another start was first: its cluster stands, and the server's own lock decides between the two. */
function moveIntoPlace(fresh: string, home: string): boolean {
  try {
    fs.renameSync(fresh, home);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOTEMPTY') return false;
    throw error;
  }
}

/** How one server run is launched; `discard` removes `dir` when the server has ended. */
export interface Launch {
  dir: string;
  postgres: string;
  place: Place;
  durable: boolean;
  discard: boolean;
  env?: Readonly<Record<string, string>>;
}

/** Starts the server below its guardian and returns the guardian, which lives as long as the server. */
export function launchServer({ dir, postgres, place, durable, discard, env: own }: Launch): ChildProcess {
  const home = clusterHome(dir);
  const account = postgresAccount(postgres, home, false);
  const settings = [
    ...SETTINGS,
    ...listening(home, place),
    ...(durable ? [] : UNSAFE),
    `${OWNER_SETTING}=${process.pid}`,
  ];
  const args = [
    '-D',
    join(home, 'data'),
    '-p',
    String(place.port),
    ...settings.flatMap((setting) => ['-c', setting]),
  ];
  // After a crash the pid in the lock file may belong to a stranger or a zombie; PostgreSQL ignores it when told so.
  const env = { ...POSTGRES_ENV, PG_GRANDPARENT_PID: String(stalePid(dir) ?? ''), ...own };
  const log = fs.openSync(serverLog(dir), 'a', 0o600);
  fs.fchownSync(log, account.uid, account.gid);
  // Detached: Ctrl-C in a terminal must reach us alone, the server is needed until we are done.
  const guardian = spawn(
    'sh',
    ['-c', GUARDIAN, 'psp-postgres', discard ? dir : '', ...account.prefix, postgres, ...args],
    { stdio: ['pipe', log, log], detached: true, cwd: '/', env },
  );
  fs.closeSync(log);
  return guardian;
}

/** The name of a folder stands in a list there, and may hold what lists are made of. */
function listening(home: string, { socket }: Place): string[] {
  const folder = socket ? `"${home.replaceAll('"', '""')}"` : '';
  return [`unix_socket_directories=${folder}`, `listen_addresses=${socket ? '' : '127.0.0.1'}`];
}

/** The server's own words about itself, statements and values left out. */
export function serverLog(dir: string): string {
  return join(clusterHome(dir), 'server.log');
}
