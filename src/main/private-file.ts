import { closeSync, fchmodSync, fsyncSync, openSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { makeFolder } from './folder.js';

/** Writes JSON that only its owner may read, whole or not at all; what is written outlasts a power cut. */
export function writePrivate(file: string, content: object): void {
  const folder = dirname(file);
  makeFolder(folder, 0o700);
  const fresh = `${file}.new`;
  const mode = 0o600;
  synced(openSync(fresh, 'w', mode), (descriptor) => {
    // What a crash left behind keeps the mode it had.
    fchmodSync(descriptor, mode);
    writeFileSync(descriptor, `${JSON.stringify(content, null, 2)}\n`);
  });
  renameSync(fresh, file);
  // The name is the folder's.
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
