import type { Sealed, SealedAt } from '../domain/sealed.js';

/** A new API key: `key` is shown once, `prefix` is its public start, `fingerprint` is what is stored. */
export interface NewApiKey {
  key: string;
  prefix: string;
  fingerprint: string;
}

/** Why a sealed value cannot be decrypted; never contains the value. */
export type Unopened = 'not a sealed value' | 'its key is not configured' | 'altered or moved';

/** Everything secret or unguessable: encryption at rest, keyed hashes, API keys, derived references. */
export interface Vault {
  /** The key used to encrypt; older keys only decrypt. */
  readonly currentKeyId: string;
  /** The prefix of everything encrypted now: the current key and format. */
  readonly currentStart: string;
  /**
   * `keyid:2:base64(nonce | ciphertext | tag)`, AES-256-GCM, bound to the given table, column and row. Two calls
   * never return the same text.
   */
  encrypt(plain: string, at: SealedAt): Sealed;
  /**
   * Undefined if the text was altered, belongs to another place, or its key is not configured. Operators are alerted;
   * the caller does without the value. The older format, `keyid:base64`, is not bound to a place.
   */
  decrypt(sealed: string, at: SealedAt): string | undefined;
  /** Undefined if the text does not have the format of a sealed value. */
  keyIdOf(sealed: string): string | undefined;
  /**
   * HMAC-SHA-256 in hex, under a key that does not rotate. Finds equal values that are stored encrypted or not at
   * all.
   */
  keyedHash(text: string): string;
  /** A short signature (22 characters, base64url) for values that callers hand back to us, such as list cursors. */
  tag(text: string): string;
  /** SHA-256 in hex. Only for random secrets: anything guessable could be found by trying. */
  fingerprint(text: string): string;
  /** Whether the text has this fingerprint; compares in constant time. */
  hasFingerprint(text: string, fingerprint: string): boolean;
  /** HMAC-SHA-256 in hex, keyed with the text of a secret shared with the receiver. */
  sign(secret: string, message: string): string;
  /**
   * HMAC-SHA-256 in base64, keyed as in Standard Webhooks: the part after `whsec_`, decoded from standard base64. A
   * secret in another format, such as the older 43 characters, is itself the key, as in `sign`.
   */
  signStandard(secret: string, message: string): string;
  /** Compares in constant time. */
  sameText(a: string, b: string): boolean;
  /** Random lower-case letters and digits from a secure source. */
  randomText(length: number): string;
  /** `whsec_` and 44 characters of standard base64 without padding, 33 bytes (supplement §11.8). */
  newWebhookSecret(): string;
  /** `psp_test_` or `psp_live_`, the letter of the cell and `_` if there are cells, 12 lower-case letters and digits, `_`, 64 hex characters (contract part 7, supplement §2). */
  newApiKey(environment: 'sandbox' | 'live'): NewApiKey;
  /** `hps_test_` or `hps_live_`, the letter of the cell and `_` if there are cells, 12 lower-case letters and digits, `_`, 64 hex characters (contract §2.17). */
  newSessionToken(environment: 'sandbox' | 'live'): { token: string; fingerprint: string };
  /** `psp_op_` and 64 hex characters (supplement §5): shown once, and stored as its fingerprint. */
  newOperatorToken(): { token: string; fingerprint: string };
  /** `psp_session_`, the letter of the cell and `_` if there are cells, and 64 hex characters (supplement §2): shown once, and stored as its fingerprint. */
  newPersonToken(): { token: string; fingerprint: string };
  /** The key that signs ledger seals; without it no day is sealed. `publicKey`: 32 bytes in base64. */
  readonly sealKey: { readonly id: string; readonly publicKey: string } | undefined;
  /** Ed25519 signature of the UTF-8 text under the seal key, in base64. */
  signSeal(text: string): string;
  /** SHA-256. */
  digest(bytes: Uint8Array): Uint8Array;
  /** Random digits from a secure source. */
  randomDigits(length: number): string;
  /**
   * Our reference at a provider: the same request always gives the same reference, even after a backup was restored
   * (supplement §7).
   */
  reference(accountId: string, idempotencyKey: string): string;
}
