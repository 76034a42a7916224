import { copyFileSync, globSync, renameSync, writeFileSync } from 'node:fs';
import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '../../src/adapters/postgres/migrate.js';
import { startPostgres } from '../../src/main/embedded.js';
import { unpackPackage } from './debian.js';

/** A PostgreSQL of its own, with the tables of the service, whose clock can be set. */
export interface SteppedDatabase {
  readonly url: string;
  /** Sets its clock ahead of the machine's by so much, for all its processes at once. */
  setClock(aheadMs: number): void;
  /** Stops it and removes what it has stored. */
  stop(): Promise<void>;
}

const cache = join(import.meta.dirname, '../../node_modules/.cache/libfaketime');

export async function openSteppedDatabase(): Promise<SteppedDatabase> {
  const library = await faketime();
  const dir = await mkdtemp(join(tmpdir(), 'psp-step-'));
  // Root's server runs as another user, who must be able to pass through and to read these.
  await chmod(dir, 0o711);
  const [own, clock] = [join(dir, 'libfaketime.so'), join(dir, 'clock')];
  copyFileSync(library, own);
  const setClock = (aheadMs: number): void => {
    const seconds = (aheadMs / 1000).toFixed(3);
    // In one piece: the server reads it whenever it asks for the time.
    writeFileSync(`${clock}.new`, `${aheadMs < 0 ? '' : '+'}${seconds}\n`, { mode: 0o644 });
    renameSync(`${clock}.new`, clock);
  };
  setClock(0);
  await chmod(own, 0o644);
  const server = await startPostgres({
    loopback: true,
    dir,
    durable: false,
    discard: true,
    env: {
      LD_PRELOAD: own,
      FAKETIME_TIMESTAMP_FILE: clock,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      FAKETIME_DISABLE_SHM: '1',
    },
  });
  await migrate(server.url, join(import.meta.dirname, '../../migrations'));
  return { url: server.url, setClock, stop: () => server.stop() };
}

/** The machine's library, else Debian's, unpacked beside the dependencies. */
async function faketime(): Promise<string> {
  const find = () =>
    [
      process.env['PSP_TEST_FAKETIME'] ?? '',
      ...globSync('/usr/lib/*/faketime/libfaketime.so.1'),
      ...globSync(join(cache, 'usr/lib/*/faketime/libfaketime.so.1')),
    ].find((path) => path !== '');
  const present = find();
  if (present !== undefined) return present;
  try {
    await unpackPackage('libfaketime', cache);
  } catch (error) {
    throw new Error(
      'There is no libfaketime: install it (Debian: apt-get install libfaketime), or name its libfaketime.so.1 in PSP_TEST_FAKETIME.',
      { cause: error },
    );
  }
  return find() ?? '';
}
