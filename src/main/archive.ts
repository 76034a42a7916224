import { createPublicKey, hash, verify, type KeyObject } from 'node:crypto';
import { directoryStore } from '../adapters/local/archive-store.js';
import { withArchiveBook } from '../adapters/postgres/archive.js';
import type { ArchiveParts } from '../usecases/archive.js';
import type { Config } from './config.js';

export function archiveDirectory({ archiveDir }: Pick<Config, 'archiveDir'>): string {
  if (archiveDir !== undefined) return archiveDir;
  throw new Error('Set PSP_ARCHIVE_DIR to the directory of the archive. Nothing was changed.');
}

const vault = { digest: (bytes: Uint8Array) => hash('sha256', bytes, 'buffer') };

/** The parts of the archive over a database and a directory, while no other archive command runs. */
export function withArchiveParts<T>(
  url: string,
  directory: string,
  work: (parts: ArchiveParts) => Promise<T>,
): Promise<T> {
  const store = directoryStore(directory);
  return withArchiveBook(url, (book) => work({ book, store, vault }));
}

/** What proves an archive without a database: its files and the public keys, `id:base64` each, separated by commas. */
export function offlineParts(directory: string, keys: string) {
  const known = new Map(keys.split(',').map(publicKey));
  return {
    store: directoryStore(directory),
    vault,
    isSigned: (keyId: string, text: string, signature: string): boolean => {
      const key = known.get(keyId);
      return key !== undefined && verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64'));
    },
  };
}

function publicKey(text: string): [string, KeyObject] {
  const [, id = '', base64 = ''] = /^([^:]+):([A-Za-z0-9+/]{43}=)$/.exec(text.trim()) ?? [];
  if (id === '') throw new Error('Give public keys as id:base64, as listed by GET /v1/ledger-seal-keys.');
  const x = Buffer.from(base64, 'base64').toString('base64url');
  return [id, createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })];
}
