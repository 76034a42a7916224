import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** The bootstrap role of an embedded server, for whom it keeps places: that of commands. */
export const POSTGRES_USER = 'psp';

/** The role of the service: it may do as much, but leaves those places free. */
export const SERVICE_USER = 'psp_service';

/** The setting that carries the pid of the process a server belongs to; it lives and dies with the server. */
export const OWNER_SETTING = 'psp.owner';

/** The process in a cluster's lock file; not running: left by a crash, the pid dead or a stranger's by now. */
interface Lock extends Place {
  pid: number;
  running: boolean;
  owner?: number;
}

/** Where the cluster of a data directory lives: its password, its log and `data`. */
export function clusterHome(dir: string): string {
  return join(dir, 'postgres');
}

/** Where a server listens: on a socket in its own folder, or on the loopback; the port is part of a socket's name. */
export interface Place {
  readonly socket: boolean;
  readonly port: number;
}

/** The longest path of a socket that every platform takes, its end included. */
const socketBytesMax = 104;

/** The socket in the folder of `dir`'s cluster, which is closed to other users; else the loopback, where the path is too long. */
export function ownSocket(dir: string): Place | undefined {
  const port = 5432;
  const path = join(clusterHome(dir), `.s.PGSQL.${port}`);
  return Buffer.byteLength(path) < socketBytesMax ? { socket: true, port } : undefined;
}

/** The address of a server in `dir`, password included: for the logs of nobody. */
export function postgresUrl(dir: string, { socket, port }: Place, role = POSTGRES_USER): string {
  const host = socket ? encodeURIComponent(clusterHome(dir)) : '127.0.0.1';
  return `postgres://${role}:${passwordOf(dir)}@${host}:${port}/postgres`;
}

export function passwordOf(dir: string): string {
  return readFileSync(join(clusterHome(dir), 'password'), 'utf8').trim();
}

/** The address of the embedded server that runs on `dir` now, if one does. */
export function runningDatabaseUrl(dir: string): string | undefined {
  const lock = readLock(dir);
  return lock?.running ? postgresUrl(realpathSync(dir), lock) : undefined;
}

/** A pid in the lock file that says nothing about our server any more, though something may still answer to it. */
export function stalePid(dir: string): number | undefined {
  const lock = readLock(dir);
  return lock?.running === false ? lock.pid : undefined;
}

/**
 * Refuses when a living process owns the server on `dir`; otherwise sees the orphan of a killed one to its
 * end, which its guardian brings about in most cases.
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

/** The refusal of a second start on one data directory. */
export function inUse(dir: string, owner?: number): string {
  const by = owner === undefined ? 'another process' : `process ${owner}`;
  return `The data directory ${dir} is in use by ${by}: stop it first, or set PSP_DATA_DIR to another folder.`;
}

function readLock(dir: string): Lock | undefined {
  const data = join(clusterHome(dir), 'data');
  const lines = readIfThere(join(data, 'postmaster.pid'))?.split('\n');
  if (!lines) return undefined;
  const place = { port: Number(lines[3]), socket: (lines[4] ?? '') !== '' };
  const pid = Number(lines[0]);
  if (!isAlive(pid)) return { pid, ...place, running: false };
  // Without /proc nobody tells whose pid it is.
  if (!existsSync('/proc/self/cmdline')) return { pid, ...place, running: true };
  const words = readIfThere(`/proc/${pid}/cmdline`)?.split('\0') ?? [];
  if (words[words.indexOf('-D') + 1] !== realpathSync(data)) return { pid, ...place, running: false };
  const owner = words.find((word) => word.startsWith(`${OWNER_SETTING}=`))?.split('=')[1];
  return { pid, ...place, running: true, ...(owner === undefined ? {} : { owner: Number(owner) }) };
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  return !isZombie(pid);
}

/** Dead, but still listed: containers without an init never clear such entries away. */
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
