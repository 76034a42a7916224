import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { freshKeys, keyRing, type KeyRing, type KeyText } from '../adapters/crypto/keys.js';
import type { SealedAt } from '../domain/sealed.js';
import type { Ports } from '../ports/ports.js';
import type { Config } from './config.js';
import { keepSealKey } from '../usecases/ledger-seal.js';
import { writePrivate } from './private-file.js';

/** The configured keys, or those that an embedded sandbox stores in its data directory (supplement §10). */
export function keysOf({ keys, dataDir }: Pick<Config, 'keys' | 'dataDir'>): KeyRing {
  return keys ?? loadOrCreateKeys(dataDir);
}

/** The same keys if they exist; none are created. */
export function knownKeysOf({ keys, dataDir }: Pick<Config, 'keys' | 'dataDir'>): KeyRing | undefined {
  return keys ?? (existsSync(join(dataDir, 'keys.json')) ? loadOrCreateKeys(dataDir) : undefined);
}

/** The keys of an embedded sandbox, created in its data directory (mode 0600) on the first start. */
export function loadOrCreateKeys(dir: string): KeyRing {
  const file = join(dir, 'keys.json');
  const fresh = freshKeys();
  if (!existsSync(file)) writePrivate(file, fresh);
  const stored = JSON.parse(readFileSync(file, 'utf8')) as KeyText;
  // A folder from a release without ledger seals.
  if (stored.sealKey === undefined) {
    writePrivate(file, { ...stored, sealKey: fresh.sealKey });
    return loadOrCreateKeys(dir);
  }
  return keyRing(stored);
}

type Needs = Pick<Ports, 'reader' | 'store' | 'vault'>;

/**
 * Throws if the keys are not those that wrote the database. Otherwise the service would start and fail later.
 */
export async function assertKeys(ports: Needs): Promise<void> {
  await assertEncryptionKeys(ports);
  await assertHashKey(ports);
  await keepSealKey(ports);
}

async function assertHashKey({ reader, store, vault }: Needs): Promise<void> {
  const proof = vault.keyedHash('PSP_HASH_KEY');
  const stored =
    (await reader.hashKeyProof()) ?? (await store.transaction((tx) => tx.keepHashKeyProof(proof)));
  if (stored === proof) return;
  throw new Error(
    'PSP_HASH_KEY does not match the database: with another key, duplicates would not be found. Set the right one, or restore keys.json.',
  );
}

async function assertEncryptionKeys({ reader, vault }: Needs): Promise<void> {
  const opens = opensWith(vault);
  const readable = new Map<string, boolean>();
  for (const { sealed, ...at } of await reader.sealedSamples()) {
    const id = vault.keyIdOf(sealed);
    // One damaged value does not mean a missing key; it is reported when it is read.
    if (id === undefined) continue;
    readable.set(id, readable.get(id) === true || opens(sealed, at));
  }
  const lost = [...readable].flatMap(([id, is]) => (is ? [] : [id]));
  if (lost.length === 0) return;
  throw new Error(
    `The encryption key ${lost.join(', ')} is missing or has another value: add it to PSP_ENCRYPTION_KEYS, or restore keys.json.`,
  );
}

/** Whether a value can be decrypted in its place. */
export const opensWith =
  (vault: Ports['vault']) =>
  (sealed: string, at: SealedAt): boolean =>
    vault.decrypt(sealed, at) !== undefined;
