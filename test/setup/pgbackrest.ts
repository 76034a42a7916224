import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { unpackPackage } from './debian.js';
import { findProgram } from './program.js';

const cache = join(import.meta.dirname, '../../node_modules/.cache/pgbackrest');
const unpacked = join(cache, 'usr/bin/pgbackrest');

export const pgbackrestProgram = (): Promise<string> =>
  findProgram({
    names: ['pgbackrest'],
    variable: 'PSP_TEST_PGBACKREST',
    unpacked,
    unpack: () => unpackPackage('pgbackrest', cache).then(() => unpacked),
    help: 'There is no pgbackrest: install it (Debian: apt-get install pgbackrest), or name one in PSP_TEST_PGBACKREST.',
  });

export interface BackedUp {
  /** Folder of a server, with its data and its socket. */
  readonly dir: string;
  /** Folder of the backups and of the archived log, one for all servers. */
  readonly repository: string;
}

/** Words of a pgBackRest command for the server in this folder. */
export type BackRest = (...words: string[]) => string[];

export function configureBackRest(program: string, { dir, repository }: BackedUp): BackRest {
  const file = join(dir, 'pgbackrest.conf');
  const settings = [
    '[global]',
    `repo1-path=${repository}`,
    'repo1-retention-full=1',
    `lock-path=${dir}`,
    'log-level-file=off',
    'log-level-console=warn',
    'start-fast=y',
    '[psp]',
    `pg1-path=${join(dir, 'data')}`,
    `pg1-socket-path=${dir}`,
    'pg1-user=postgres',
  ];
  writeFileSync(file, `${settings.join('\n')}\n`);
  return (...words) => [program, `--config=${file}`, '--stanza=psp', ...words];
}

/** Runs a command to its end, and fails with what it said. */
export async function ran(
  [program = '', ...words]: readonly string[],
  env: Record<string, string>,
): Promise<void> {
  await promisify(execFile)(program, words, { env, cwd: '/' }).catch((error: unknown) => {
    const { stdout, stderr } = error as { stdout?: string; stderr?: string };
    throw new Error(`${words.join(' ')}: ${stdout}${stderr}`, { cause: error });
  });
}
