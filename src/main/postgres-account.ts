import { spawnSync } from 'node:child_process';
import type { SpawnSyncReturns } from 'node:child_process';
import { chownSync, readFileSync, statSync } from 'node:fs';
import { userInfo } from 'node:os';

/** How to run PostgreSQL, which refuses to run as root: a command prefix and the owner of its files. */
export interface PostgresAccount {
  prefix: readonly string[];
  uid: number;
  gid: number;
}

/** The whole environment of PostgreSQL and its tools, so that no secret reaches them. */
export const POSTGRES_ENV = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C', TZ: 'UTC' };

/** Maps root to an ordinary user in a user namespace, or gives a user without a name one. */
const NAMESPACE = ['unshare', '--user', '--map-user=65534', '--map-group=65534'];

/** Chooses how to run `program` on `folder`; a new folder is given to the chosen account. */
export function postgresAccount(program: string, folder: string, fresh: boolean): PostgresAccount {
  const { uid, gid } = statSync(folder);
  const self = process.getuid?.() ?? uid;
  if (self !== 0 && uid !== self) {
    throw new Error(
      `The database in ${folder} belongs to user ${uid}, not to you (${self}): start as that user, or set PSP_DATA_DIR to another folder.`,
    );
  }
  const ways = self === 0 ? waysDown(fresh ? undefined : { uid, gid }) : ordinaryWays({ uid, gid }, fresh);
  const found = ways.find((way) => works(way, { program, folder, fresh }));
  if (found) return found;
  throw new Error(
    self === 0
      ? `PostgreSQL does not run as root, and dropping root failed (setpriv and unshare of util-linux were tried): start as an ordinary user who can enter ${folder}, or set DATABASE_URL to your own server.`
      : `PostgreSQL cannot run as user ${self} (is it in /etc/passwd, and may it run ${program}?): start as another user, or set DATABASE_URL to your own server.`,
  );
}

/** initdb refuses a user without a name, which is common in containers; the server does not. */
function ordinaryWays(owner: { uid: number; gid: number }, fresh: boolean): PostgresAccount[] {
  return [{ prefix: fresh && !hasName() ? NAMESPACE : [], ...owner }];
}

function hasName(): boolean {
  try {
    return userInfo().username !== '';
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_SYSTEM_ERROR') return false;
    throw error;
  }
}

/** Ways to drop root, most confined first. */
function waysDown(owner: { uid: number; gid: number } | undefined): PostgresAccount[] {
  const namespace = { prefix: NAMESPACE, uid: 0, gid: 0 };
  if (owner?.uid === 0) return [namespace];
  const { uid, gid } = owner ?? systemAccount();
  const become = ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups'];
  const confined = { prefix: [...become, '--inh-caps=-all', '--bounding-set=-all'], uid, gid };
  // This capability lets the server reach a checkout below a folder of mode 700. Without no_setuid_fixup,
  // access() ignores it and PostgreSQL reports an invalid binary.
  const caps = '-all,+dac_override';
  const passing = [`--inh-caps=${caps}`, `--ambient-caps=${caps}`, `--bounding-set=${caps}`];
  const overriding = { prefix: [...become, '--securebits=+no_setuid_fixup', ...passing], uid, gid };
  return owner ? [confined, overriding] : [confined, overriding, namespace];
}

/** initdb needs an account with a name: the system's postgres user, or nobody. */
function systemAccount(): { uid: number; gid: number } {
  const rows = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const row = ['postgres', 'nobody'].map((name) => rows.find(([user]) => user === name)).find(Boolean);
  return { uid: Number(row?.[2] ?? 65534), gid: Number(row?.[3] ?? 65534) };
}

function works(way: PostgresAccount, on: { program: string; folder: string; fresh: boolean }): boolean {
  if (on.fresh) chownSync(on.folder, way.uid, way.gid);
  const probe = 'test -w "$2" && test -x "$1" && exec "$1" --version';
  const { status, stderr } = runAs(way, ['sh', '-c', probe, 'sh', on.program, on.folder]);
  // A program that access() cannot reach still prints its version, but also a warning.
  return status === 0 && stderr === '';
}

/** Runs a PostgreSQL tool to its end, as the account. */
export function runAs(account: PostgresAccount, words: readonly string[]): SpawnSyncReturns<string> {
  // `env` always exists, so a missing setpriv gives an exit code and not an exception.
  const options = { env: POSTGRES_ENV, cwd: '/', encoding: 'utf8' } as const;
  return spawnSync('env', [...account.prefix, ...words], options);
}
