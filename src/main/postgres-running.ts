import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * The bootstrap superuser of an embedded server. Commands use it, because connections are reserved for
 * superusers.
 */
export const POSTGRES_USER = 'psp';

/** The role of the service. It owns everything but cannot use the reserved connections. */
export const SERVICE_USER = 'psp_service';

/** A server setting with the pid of the process that owns the server. */
export const OWNER_SETTING = 'psp.owner';

/**
 * A cluster's lock file. Not `running`: left by a crash, and the pid is dead or belongs to another process.
 */
interface Lock extends ServerAddress {
  pid: number;
  running: boolean;
  owner?: number;
}

/** The folder of a data directory's cluster: password, log and `data`. */
export function clusterHome(dir: string): string {
  return join(dir, 'postgres');
}

/**
 * Where a server listens: a socket in its folder, or TCP on loopback. The port is part of a socket's name.
 */
export interface ServerAddress {
  readonly socket: boolean;
  readonly port: number;
}

/** The longest socket path that all platforms allow, with its terminator. */
const socketBytesMax = 104;

/** The socket in the cluster's private folder; undefined, so loopback is used, if the path is too long. */
export function ownSocket(dir: string): ServerAddress | undefined {
  const port = 5432;
  const path = join(clusterHome(dir), `.s.PGSQL.${port}`);
  return Buffer.byteLength(path) < socketBytesMax ? { socket: true, port } : undefined;
}

/** The URL of a server in `dir` with its password: never log it. */
export function postgresUrl(dir: string, { socket, port }: ServerAddress, role = POSTGRES_USER): string {
  const host = socket ? encodeURIComponent(clusterHome(dir)) : '127.0.0.1';
  return `postgres://${role}:${passwordOf(dir)}@${host}:${port}/postgres`;
}

export function passwordOf(dir: string): string {
  return readFileSync(join(clusterHome(dir), 'password'), 'utf8').trim();
}

/** The URL of the embedded server that is running on `dir`, if any. */
export function runningDatabaseUrl(dir: string): string | undefined {
  const lock = readLock(dir);
  return lock?.running ? postgresUrl(realpathSync(dir), lock) : undefined;
}

/** A pid in the lock file that no longer belongs to our server, although the process may exist. */
export function stalePid(dir: string): number | undefined {
  const lock = readLock(dir);
  return lock?.running === false ? lock.pid : undefined;
}

/**
 * Refuses if a living process owns the server on `dir`. Otherwise waits until the server of a killed process
 * has ended, which its guardian usually stops.
 */
export async function clearTheWay(dir: string): Promise<void> {
  const began = Date.now();
  for (let lock = readLock(dir); lock?.running; lock = readLock(dir)) {
    const waited = Date.now() - began;
    const orphan = lock.owner !== undefined && !isAlive(lock.owner);
    // A killed owner takes a moment to die.
    if (waited > (orphan ? 60_000 : 1000)) throw new Error(inUse(dir, lock.owner));
    if (orphan && waited > 1500) process.kill(lock.pid, 'SIGINT');
    await sleep(waited > 1500 ? 500 : 50);
  }
}

/** The error of a second start on one data directory. */
export function inUse(dir: string, owner?: number): string {
  const by = owner === undefined ? 'another process' : `process ${owner}`;
  return `The data directory ${dir} is in use by ${by}: stop it first, or set PSP_DATA_DIR to another folder.`;
}

function readLock(dir: string): Lock | undefined {
  const data = join(clusterHome(dir), 'data');
  const lines = readIfThere(join(data, 'postmaster.pid'))?.split('\n');
  if (!lines) return undefined;
  const listening = { port: Number(lines[3]), socket: (lines[4] ?? '') !== '' };
  const pid = Number(lines[0]);
  if (!isAlive(pid)) return { pid, ...listening, running: false };
  // Without /proc it is unknown whose pid it is.
  if (!existsSync('/proc/self/cmdline')) return { pid, ...listening, running: true };
  const words = readIfThere(`/proc/${pid}/cmdline`)?.split('\0') ?? [];
  if (words[words.indexOf('-D') + 1] !== realpathSync(data)) return { pid, ...listening, running: false };
  const owner = words.find((word) => word.startsWith(`${OWNER_SETTING}=`))?.split('=')[1];
  return { pid, ...listening, running: true, ...(owner === undefined ? {} : { owner: Number(owner) }) };
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  return !isZombie(pid);
}

/** A zombie: dead, but still listed. Containers without an init never reap them. */
function isZombie(pid: number): boolean {
  return /\) Z /.test(readIfThere(`/proc/${pid}/stat`) ?? '');
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? '';
    if (['ENOENT', 'ESRCH', 'ENOTDIR'].includes(code)) return undefined;
    throw error;
  }
}
