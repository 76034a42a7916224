import { TooManyRequests } from './error.js';

interface Bucket {
  tokens: number;
  at: number;
}

/** More buckets than this, and those that have filled up again are forgotten. */
const bucketsMax = 10_000;

/** Token buckets by name: `perSecond` tokens a second each, at most `burst` at once. Runs on machine time. */
export class TokenBuckets {
  readonly #buckets = new Map<string, Bucket>();
  readonly #perSecond: number;
  readonly #burst: number;

  constructor(perSecond: number, burst: number) {
    this.#perSecond = perSecond;
    this.#burst = Math.max(1, burst);
  }

  /** Takes a token, or throws with the whole seconds until there is one. */
  take(name: string, nowMs: number, message: string): void {
    const bucket = this.#filled(name, nowMs);
    if (bucket.tokens < 1) {
      const seconds = Math.ceil((1 - bucket.tokens) / this.#perSecond);
      throw new TooManyRequests(message, Math.max(1, seconds));
    }
    bucket.tokens -= 1;
  }

  #filled(name: string, nowMs: number): Bucket {
    let bucket = this.#buckets.get(name);
    if (bucket === undefined) {
      if (this.#buckets.size >= bucketsMax) this.#forgetFull(nowMs);
      bucket = { tokens: this.#burst, at: nowMs };
      this.#buckets.set(name, bucket);
    }
    bucket.tokens = this.#level(bucket, nowMs);
    bucket.at = nowMs;
    return bucket;
  }

  #level(bucket: Bucket, nowMs: number): number {
    const gained = (Math.max(0, nowMs - bucket.at) / 1000) * this.#perSecond;
    return Math.min(this.#burst, bucket.tokens + gained);
  }

  #forgetFull(nowMs: number): void {
    for (const [name, bucket] of this.#buckets) {
      if (this.#level(bucket, nowMs) >= this.#burst) this.#buckets.delete(name);
    }
  }
}
