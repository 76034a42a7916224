import { chmodSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { makeFolder } from './folder.js';

/** Writes JSON that only its owner may read, whole or not at all. */
export function writePrivate(file: string, content: object): void {
  makeFolder(dirname(file), 0o700);
  const fresh = `${file}.new`;
  writeFileSync(fresh, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
  // What a crash left behind keeps the mode it had.
  chmodSync(fresh, 0o600);
  renameSync(fresh, file);
}
