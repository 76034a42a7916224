import { loadOrCreateKeys, type KeyRing } from '../adapters/crypto/keys.js';
import type { Ports } from '../ports/ports.js';
import type { Config } from './config.js';

/** The configured keys, else those that an embedded sandbox keeps in its data directory (supplement §10). */
export function keysOf({ keys, dataDir }: Pick<Config, 'keys' | 'dataDir'>): KeyRing {
  return keys ?? loadOrCreateKeys(dataDir);
}

/** Throws where nothing can be read that a key encrypted: with another key the service would come up, and fail at work. */
export async function assertKeys({ reader, vault }: Pick<Ports, 'reader' | 'vault'>): Promise<void> {
  const readable = new Map<string, boolean>();
  for (const sealed of await reader.sealedSamples()) {
    const id = vault.keyIdOf(sealed);
    readable.set(id, readable.get(id) === true || isReadable(vault, sealed));
  }
  const lost = [...readable].flatMap(([id, is]) => (is ? [] : [id]));
  if (lost.length === 0) return;
  throw new Error(
    `The database was encrypted with a key ${lost.join(', ')} that is missing, or has another value now: set it in PSP_ENCRYPTION_KEYS, or bring back keys.json where the service keeps its own.`,
  );
}

function isReadable(vault: Ports['vault'], sealed: string): boolean {
  try {
    vault.decrypt(sealed);
    return true;
  } catch {
    return false;
  }
}
