import { loadOrCreateKeys, type KeyRing } from '../adapters/crypto/keys.js';
import type { Config } from './config.js';

/** The configured keys, else those that an embedded sandbox keeps in its data directory (supplement §10). */
export function keysOf({ keys, dataDir }: Pick<Config, 'keys' | 'dataDir'>): KeyRing {
  return keys ?? loadOrCreateKeys(dataDir);
}
