import { accessSync, constants, existsSync, mkdirSync, realpathSync } from 'node:fs';
import { dirname } from 'node:path';

/** Creates the data directory if needed and returns its real path; refuses an unusable one. */
export function dataDirectory(path: string): string {
  // If run by root, the server runs as another user, who must be able to pass through; the content stays
  // private.
  const mode = process.getuid?.() === 0 ? 0o711 : 0o700;
  try {
    makeFolder(path, mode);
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown';
    throw new Error(
      `The data directory ${path} cannot be used (${code}): start as its owner, or set PSP_DATA_DIR to another folder.`,
      { cause: error },
    );
  }
  return realpathSync(path);
}

/**
 * Creates a folder and its parents. Node's recursive option never ends if a parent cannot be created, as
 * below /proc.
 */
export function makeFolder(path: string, mode: number): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path), mode);
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    // Another start created it first.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}
