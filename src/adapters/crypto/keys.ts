import { createPrivateKey, createPublicKey, createSecretKey, randomBytes, type KeyObject } from 'node:crypto';

/** Keys at rest: `current` encrypts, all of `encryption` decrypt, `hashKey` finds duplicates and never rotates. */
export interface KeyRing {
  current: string;
  encryption: ReadonlyMap<string, KeyObject>;
  hashKey: KeyObject;
  /** The key that signs ledger seals. Without it no day is sealed. */
  sealKey?: SealKey;
}

/** An Ed25519 key pair; the public key is 32 bytes in base64. */
export interface SealKey {
  readonly id: string;
  readonly privateKey: KeyObject;
  readonly publicKey: string;
}

/** The settings as text: `id:base64,…` (the first encrypts), base64, and `id:base64`, 32 bytes each (supplement §10). */
export interface KeyText {
  encryptionKeys: string;
  hashKey: string;
  sealKey?: string | undefined;
}

const KEY_BYTES = 32;

/** Reads `id:base64,…`, first key first; throws an Error that says what is wrong and shows no key. */
export function parseKeys(text: string): Map<string, KeyObject> {
  const keys = new Map<string, KeyObject>();
  for (const [index, part] of text.split(',').entries()) {
    const [, id, body] = /^\s*([A-Za-z0-9_-]{1,40}):(\S+)\s*$/.exec(part) ?? [];
    if (id === undefined || body === undefined)
      throw new Error(`key ${index + 1} must have the form id:base64`);
    if (keys.has(id)) throw new Error(`the key id ${id} is listed twice`);
    keys.set(id, parseKey(body, `key ${id}`));
  }
  return keys;
}

/** Reads one key of 32 bytes in base64; `name` is the setting that the Error mentions. */
export function parseKey(text: string, name: string): KeyObject {
  // Built once: `createCipheriv` with raw bytes builds a key object each time, which costs more than
  // encrypting.
  return createSecretKey(keyBytes(text, name));
}

function keyBytes(text: string, name: string): Buffer {
  const key = Buffer.from(text, 'base64');
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text) || key.length !== KEY_BYTES) {
    throw new Error(
      `${name} is not ${KEY_BYTES} bytes in base64 (openssl rand -base64 ${KEY_BYTES} makes one)`,
    );
  }
  return key;
}

/** The PKCS #8 header that precedes the 32 bytes of an Ed25519 private key. */
const privateStart = Buffer.from('302e020100300506032b657004220420', 'hex');

/** Reads `id:base64`, an Ed25519 private key. */
export function parseSealKey(text: string): SealKey {
  const [, id, body] = /^\s*([A-Za-z0-9_-]{1,40}):(\S+)\s*$/.exec(text) ?? [];
  if (id === undefined || body === undefined) throw new Error('the key must have the form id:base64');
  const der = Buffer.concat([privateStart, keyBytes(body, `key ${id}`)]);
  const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  const spki = createPublicKey(privateKey).export({ format: 'der', type: 'spki' });
  return { id, privateKey, publicKey: spki.subarray(-KEY_BYTES).toString('base64') };
}

/** Parses the key settings. */
export function keyRing(text: KeyText): KeyRing {
  const encryption = parseKeys(text.encryptionKeys);
  const [current = ''] = encryption.keys();
  const hashKey = parseKey(text.hashKey, 'the hash key');
  return {
    current,
    encryption,
    hashKey,
    ...(text.sealKey !== undefined && { sealKey: parseSealKey(text.sealKey) }),
  };
}

/** New random keys for a deployment that has none. */
export function freshKeys(): Required<KeyText> & { readonly sealKey: string } {
  const fresh = () => randomBytes(KEY_BYTES).toString('base64');
  return { encryptionKeys: `k1:${fresh()}`, hashKey: fresh(), sealKey: `s1:${fresh()}` };
}
