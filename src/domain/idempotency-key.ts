import { refuse } from './refusal.js';

/** The keyed hash of a request, and the unkeyed hash used for older keys, which guessing could reverse. */
export interface Fingerprints {
  readonly fingerprint: string;
  readonly bareFingerprint?: string;
}

/** A key bound to a resource. */
export interface Binding {
  readonly fingerprint: string;
  readonly resourceId: string;
}

/**
 * The resource that the key's first request created. Refuses a different request under the same key (contract §4.1).
 */
export function replayOf({ fingerprint, bareFingerprint }: Fingerprints, bound: Binding): string {
  if (bound.fingerprint !== fingerprint && bound.fingerprint !== bareFingerprint) {
    refuse(
      'idempotency_key_reused',
      'Idempotency-Key: was used for another request; repeat that request, or send a new key.',
      {
        param: 'Idempotency-Key',
      },
    );
  }
  return bound.resourceId;
}
