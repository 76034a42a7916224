import { createSecretKey, randomBytes, type KeyObject } from 'node:crypto';

/** Keys at rest: `current` encrypts, all of `encryption` decrypt, `hashKey` finds duplicates and never rotates. */
export interface KeyRing {
  current: string;
  encryption: ReadonlyMap<string, KeyObject>;
  hashKey: KeyObject;
}

/** The two settings as text: `id:base64,…` (the first encrypts) and base64, 32 bytes each (supplement §10). */
export interface KeyText {
  encryptionKeys: string;
  hashKey: string;
}

const KEY_BYTES = 32;

/** Reads `id:base64,…`, first key first; throws an Error that says what is wrong and shows no key. */
export function parseKeys(text: string): Map<string, KeyObject> {
  const keys = new Map<string, KeyObject>();
  for (const [index, part] of text.split(',').entries()) {
    const [, id, body] = /^\s*([A-Za-z0-9_-]{1,40}):(\S+)\s*$/.exec(part) ?? [];
    if (id === undefined || body === undefined)
      throw new Error(`key ${index + 1} is not of the form id:base64`);
    if (keys.has(id)) throw new Error(`the key id ${id} stands twice`);
    keys.set(id, parseKey(body, `key ${id}`));
  }
  return keys;
}

/** Reads one key of 32 bytes in base64; `name` is what the Error calls it. */
export function parseKey(text: string, name: string): KeyObject {
  const key = Buffer.from(text, 'base64');
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text) || key.length !== KEY_BYTES) {
    throw new Error(
      `${name} is not ${KEY_BYTES} bytes in base64 (openssl rand -base64 ${KEY_BYTES} makes one)`,
    );
  }
  // Made once: a cipher over bare bytes makes one anew each time, which costs more than the cipher.
  return createSecretKey(key);
}

/** Turns the settings into keys. */
export function keyRing(text: KeyText): KeyRing {
  const encryption = parseKeys(text.encryptionKeys);
  const [current = ''] = encryption.keys();
  return { current, encryption, hashKey: parseKey(text.hashKey, 'the hash key') };
}

/** Keys of its own for whoever is given none. */
export function freshKeys(): KeyText {
  const fresh = () => randomBytes(KEY_BYTES).toString('base64');
  return { encryptionKeys: `k1:${fresh()}`, hashKey: fresh() };
}
