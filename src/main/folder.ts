import { accessSync, constants, existsSync, mkdirSync, realpathSync } from 'node:fs';
import { dirname } from 'node:path';

/** The data directory, made where it is missing; refused where it cannot be used. Answers with its real path. */
export function dataDirectory(path: string): string {
  // Root's server runs as another user, who must be able to pass through; what is inside stays closed.
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

/** Makes a folder and those above it. Node's own recursion never ends where one cannot be made, as below /proc. */
export function makeFolder(path: string, mode: number): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path), mode);
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    // Another start was first.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}
