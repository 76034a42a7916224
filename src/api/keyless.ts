import type { Refusal } from '../domain/refusal.js';
import type { Clock } from '../ports/clock.js';
import type { ClientOf } from './address.js';
import { TooManyRequests } from './error.js';
import { TokenBuckets } from '../flow-control/token-bucket.js';

/** Requests of one client. A browser needs three to show the reference. */
const perSecond = 20;
const burst = 60;

/** Limits what a client may request without a key: documentation, and unknown paths or methods. */
export class KeylessLimit {
  readonly #buckets = new TokenBuckets(perSecond, burst);
  readonly #clientOf: ClientOf;
  readonly #clock: Pick<Clock, 'machineNow'>;

  constructor(clientOf: ClientOf, clock: Pick<Clock, 'machineNow'>) {
    this.#clientOf = clientOf;
    this.#clock = clock;
  }

  /** Counts the request; returns a refusal if the client sends too many. */
  refusal(request: Parameters<ClientOf>[0]): Refusal | undefined {
    const nowMs = this.#clock.machineNow().getTime();
    const { waitSeconds } = this.#buckets.draw(this.#clientOf(request), nowMs);
    if (waitSeconds === 0) return undefined;
    return new TooManyRequests('Too many requests without a key from this address; wait.', waitSeconds);
  }
}
