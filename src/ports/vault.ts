import type { Sealed, SealedAt } from '../domain/sealed.js';

/** A new API key: `key` is shown once, `prefix` is its public start, `fingerprint` is what is stored. */
export interface NewApiKey {
  key: string;
  prefix: string;
  fingerprint: string;
}

/** Why a sealed value does not open; it never quotes the value. */
export type Unopened = 'not a sealed value' | 'its key is not configured' | 'altered or moved';

/** Everything secret or unguessable: encryption at rest, keyed hashes, API keys, derived references. */
export interface Vault {
  /** The key that encrypts now; the others only decrypt. */
  readonly currentKeyId: string;
  /** How everything that is encrypted now begins: the current key and the newest form. */
  readonly currentStart: string;
  /**
   * `keyid:2:base64(nonce | ciphertext | tag)`, AES-256-GCM, which opens at that place alone; two calls never give the
   * same text.
   */
  encrypt(plain: string, at: SealedAt): Sealed;
  /**
   * Undefined if the text does not open there: it was altered or sealed at another place, or its key is not configured.
   * Operators are told; the caller does without the value. The form before, `keyid:base64`, is bound to its key alone.
   */
  decrypt(sealed: string, at: SealedAt): string | undefined;
  /** Undefined if the text is not in the form of a sealed value. */
  keyIdOf(sealed: string): string | undefined;
  /** HMAC-SHA-256 in hex under the key that does not rotate: finds what is the same and is stored encrypted or not at all. */
  keyedHash(text: string): string;
  /** A short signature (22 characters, base64url) for what callers hand back to us, such as list cursors. */
  tag(text: string): string;
  /** SHA-256 in hex: stored of secrets alone, as what is not random is found by guessing. */
  fingerprint(text: string): string;
  /** Whether that is the text's fingerprint; compares in constant time. */
  hasFingerprint(text: string, fingerprint: string): boolean;
  /** HMAC-SHA-256 in hex, under the text of a secret that a receiver has too. */
  sign(secret: string, message: string): string;
  /**
   * HMAC-SHA-256 in base64, under the key of Standard Webhooks: what `whsec_` stands before, decoded from standard
   * base64. A secret that is not in that form, such as those of 43 characters, is the key itself, as for `sign`.
   */
  signStandard(secret: string, message: string): string;
  /** Compares in constant time. */
  sameText(a: string, b: string): boolean;
  /** Unguessable lower-case letters and digits. */
  randomText(length: number): string;
  /** `whsec_` and 44 characters of standard base64 without padding, 33 bytes (supplement §11.8). */
  newWebhookSecret(): string;
  /** `psp_test_` or `psp_live_`, 12 lower-case letters and digits, `_`, 64 hex characters (contract part 7, supplement §2). */
  newApiKey(environment: 'sandbox' | 'live'): NewApiKey;
  /** `hps_test_` or `hps_live_`, 12 lower-case letters and digits, `_`, 64 hex characters (contract §2.17). */
  newSessionToken(environment: 'sandbox' | 'live'): { token: string; fingerprint: string };
  /** `psp_op_` and 64 hex characters (supplement §5): shown once, and stored as its fingerprint. */
  newOperatorToken(): { token: string; fingerprint: string };
  /** `psp_session_` and 64 hex characters (supplement §2): shown once, and stored as its fingerprint. */
  newPersonToken(): { token: string; fingerprint: string };
  /** The key that signs ledger seals; absent: no day is sealed. `publicKey`: 32 bytes in base64. */
  readonly sealKey: { readonly id: string; readonly publicKey: string } | undefined;
  /** Ed25519 over the text in UTF-8, under the key that signs ledger seals; in base64. */
  signSeal(text: string): string;
  /** SHA-256. */
  digest(bytes: Uint8Array): Uint8Array;
  /** Unguessable digits. */
  randomDigits(length: number): string;
  /** Our reference at a provider: the same request gives the same one, even after a restored backup (supplement §7). */
  reference(accountId: string, idempotencyKey: string): string;
}
