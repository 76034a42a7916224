import { refuse } from './refusal.js';

/** The hash of a request under our key, and the bare one that keys were bound with before, which a guess would find. */
export interface Fingerprints {
  readonly fingerprint: string;
  readonly bareFingerprint?: string;
}

/** The resource to which a key is bound. */
export interface Binding {
  readonly fingerprint: string;
  readonly resourceId: string;
}

/** The resource that the request made when it came first; refuses another one under its key (contract §4.1). */
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
