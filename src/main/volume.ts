import { statfs } from 'node:fs/promises';
import type { FreeBytes } from '../ports/storage.js';
import type { Config } from './config.js';

/** From the configured size of the volume, else from the file system of the embedded database. */
export function freeBytesOf({
  volumeBytes,
  databaseUrl,
  dataDir,
}: Pick<Config, 'volumeBytes' | 'databaseUrl' | 'dataDir'>): FreeBytes {
  return async (databaseBytes) => {
    if (volumeBytes !== undefined) return Math.max(0, volumeBytes - databaseBytes);
    if (databaseUrl !== undefined) return null;
    const { bavail, bsize } = await statfs(dataDir);
    return bavail * bsize;
  };
}
