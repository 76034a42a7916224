import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { makeFolder } from './folder.js';

/** Writes JSON atomically, readable by the owner only and synced to disk. */
export function writePrivate(file: string, content: object): void {
  const folder = dirname(file);
  makeFolder(folder, 0o700);
  // A name for this write only: another start may write the same file.
  const fresh = `${file}.${randomBytes(4).toString('hex')}.new`;
  try {
    synced(openSync(fresh, 'wx', 0o600), (descriptor) =>
      writeFileSync(descriptor, `${JSON.stringify(content, null, 2)}\n`),
    );
    renameSync(fresh, file);
  } catch (error) {
    rmSync(fresh, { force: true });
    throw error;
  }
  // The rename is durable once its folder is synced.
  synced(openSync(folder, 'r'), () => undefined);
}

function synced(descriptor: number, write: (descriptor: number) => void): void {
  try {
    write(descriptor);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
