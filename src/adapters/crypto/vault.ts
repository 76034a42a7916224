import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hash,
  hkdfSync,
  randomBytes,
  randomInt,
  sign as signWith,
  timingSafeEqual,
  type KeyObject,
} from 'node:crypto';
import type { Sealed, SealedAt } from '../../domain/sealed.js';
import type { Unopened, Vault } from '../../ports/vault.js';
import type { KeyRing } from './keys.js';

const CIPHER = 'aes-256-gcm';
/** Version marker after the key id. Values without it have the older form: base64 only. */
const FORM = '2:';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const FINGERPRINT_BYTES = 32;
const LETTERS = '0123456789abcdefghijklmnopqrstuvwxyz';
const CROCKFORD = '0123456789abcdefghjkmnpqrstvwxyz';

/** Called for each value that cannot be decrypted. */
export type OnUnopened = (at: SealedAt, reason: Unopened) => void;

export interface VaultOptions {
  readonly onUnopened?: OnUnopened;
  /** Letter of the cell, contained in new credentials. */
  readonly cell?: string | undefined;
}

/** The vault over a key ring. */
export function createVault(keys: KeyRing, { onUnopened = () => undefined, cell }: VaultOptions = {}): Vault {
  const ofCell = cell === undefined ? '' : `${cell}_`;
  const tagKey = createSecretKey(Buffer.from(hkdfSync('sha256', keys.hashKey, '', 'tag', 32)));
  const hmac = (key: KeyObject, text: string) => createHmac('sha256', key).update(text);
  return {
    currentKeyId: keys.current,
    currentStart: `${keys.current}:${FORM}`,
    encrypt: (plain, at) => encrypt(keys, plain, at),
    decrypt(sealed, at) {
      const opened = open(keys, sealed, at);
      if (typeof opened === 'string') return opened;
      onUnopened(at, opened.reason);
      return undefined;
    },
    keyIdOf: (sealed) => parse(sealed)?.id,
    keyedHash: (text) => hmac(keys.hashKey, text).digest('hex'),
    tag: (text) => hmac(tagKey, text).digest().subarray(0, 16).toString('base64url'),
    fingerprint: (text) => hash('sha256', text, 'hex'),
    hasFingerprint: (text, fingerprint) => {
      const known = Buffer.from(fingerprint, 'hex');
      return known.length === FINGERPRINT_BYTES && timingSafeEqual(sha256(text), known);
    },
    sign,
    signStandard,
    sameText: (a, b) => timingSafeEqual(sha256(a), sha256(b)),
    randomText,
    newWebhookSecret,
    newApiKey(environment) {
      const prefix = `psp_${environment === 'live' ? 'live' : 'test'}_${ofCell}${randomText(12)}`;
      const key = `${prefix}_${randomBytes(32).toString('hex')}`;
      return { key, prefix, fingerprint: sha256(key).toString('hex') };
    },
    newSessionToken(environment) {
      const start = `hps_${environment === 'live' ? 'live' : 'test'}_${ofCell}${randomText(12)}`;
      const token = `${start}_${randomBytes(32).toString('hex')}`;
      return { token, fingerprint: sha256(token).toString('hex') };
    },
    sealKey: keys.sealKey,
    signSeal: (text) => signSeal(keys, text),
    digest: (bytes) => hash('sha256', bytes, 'buffer'),
    newOperatorToken: () => newToken('psp_op_'),
    newPersonToken: () => newToken(`psp_session_${ofCell}`),
    randomDigits: (length) => String(randomInt(10 ** length)).padStart(length, '0'),
    reference: (accountId, idempotencyKey) =>
      base32(sha256(`${accountId}\0${idempotencyKey}`).subarray(0, 20)),
  };
}

/** See `Vault.newWebhookSecret`. It needs no key of the vault. */
export const newWebhookSecret = (): string => `whsec_${randomBytes(33).toString('base64')}`;

/** See `Vault.sign`. It needs no key of the vault. */
export function sign(secret: string, message: string): string {
  return createHmac('sha256', secret).update(message).digest('hex');
}

/** The form of a Standard Webhooks secret; the base64 of 33 bytes needs no padding. */
const standardForm = /^whsec_((?:[A-Za-z0-9+/]{4})+)$/;

/** See `Vault.signStandard`. It needs no key of the vault. */
export function signStandard(secret: string, message: string): string {
  const [, encoded] = standardForm.exec(secret) ?? [];
  // Measured: HMAC takes 23 µs with a Buffer key and 4 µs with a string key.
  const hmac =
    encoded === undefined
      ? createHmac('sha256', secret)
      : createHmac('sha256', encoded, { encoding: 'base64' });
  return hmac.update(message).digest('base64');
}

function signSeal({ sealKey }: KeyRing, text: string): string {
  if (!sealKey) throw new Error('PSP_SEAL_KEY is not set: seals cannot be signed');
  return signWith(null, Buffer.from(text), sealKey.privateKey).toString('base64');
}

function encrypt(keys: KeyRing, plain: string, at: SealedAt): Sealed {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, currentKey(keys), nonce).setAAD(boundTo(keys.current, at));
  const sealed = Buffer.concat([nonce, cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return `${keys.current}:${FORM}${sealed.toString('base64')}` as Sealed;
}

function currentKey({ encryption, current }: KeyRing): KeyObject {
  const key = encryption.get(current);
  if (!key) throw new Error(`The encryption key ${current} is not configured: add it to PSP_ENCRYPTION_KEYS`);
  return key;
}

/** No key id begins with `2:`, so a value sealed in one form never decrypts in the other. */
function boundTo(keyId: string, { noun, field, id }: SealedAt): Buffer {
  return Buffer.from(JSON.stringify([FORM, keyId, noun, field, id]));
}

function open(keys: KeyRing, text: string, at: SealedAt): string | { readonly reason: Unopened } {
  const parsed = parse(text);
  if (parsed === undefined) return { reason: 'not a sealed value' };
  const { id, isBound, sealed } = parsed;
  const key = keys.encryption.get(id);
  if (key === undefined) return { reason: 'its key is not configured' };
  const decipher = createDecipheriv(CIPHER, key, sealed.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(isBound ? boundTo(id, at) : Buffer.from(id)).setAuthTag(sealed.subarray(-TAG_BYTES));
  const body = sealed.subarray(NONCE_BYTES, -TAG_BYTES);
  try {
    return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
  } catch {
    return { reason: 'altered or moved' };
  }
}

const sealedForm = /^([A-Za-z0-9_-]{1,40}):(2:)?([A-Za-z0-9+/]+={0,2})$/;

/** The parts of a sealed value. */
function parse(
  text: string,
): { readonly id: string; readonly isBound: boolean; readonly sealed: Buffer } | undefined {
  const [, id, form, base64 = ''] = sealedForm.exec(text) ?? [];
  const sealed = Buffer.from(base64, 'base64');
  if (id === undefined || sealed.length < NONCE_BYTES + TAG_BYTES) return undefined;
  return { id, isBound: form === FORM, sealed };
}

function newToken(prefix: string): { token: string; fingerprint: string } {
  const token = `${prefix}${randomBytes(32).toString('hex')}`;
  return { token, fingerprint: sha256(token).toString('hex') };
}

function sha256(text: string): Buffer {
  return hash('sha256', text, 'buffer');
}

function randomText(length: number): string {
  return Array.from({ length }, () => LETTERS[randomInt(LETTERS.length)]).join('');
}

/** Each character encodes five bits: 20 bytes give 32 characters without remainder. */
function base32(bytes: Buffer): string {
  let text = '';
  let held = 0;
  let bits = 0;
  for (const byte of bytes) {
    held = (held << 8) | byte;
    for (bits += 8; bits >= 5; bits -= 5) text += CROCKFORD.charAt((held >> (bits - 5)) & 31);
    held &= (1 << bits) - 1;
  }
  return text;
}
