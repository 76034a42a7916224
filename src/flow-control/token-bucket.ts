interface Bucket {
  tokens: number;
  at: number;
}

/** The result of asking for a token. */
export interface Drawn {
  /** Whole seconds until a token is available; 0 if one was taken. */
  readonly waitSeconds: number;
  /** Tokens in the bucket, and when it is full again (draft-ietf-httpapi-ratelimit-headers). */
  readonly headers: Readonly<Record<'RateLimit-Policy' | 'RateLimit', string>>;
}

/** Above this number, buckets that are full again are dropped. */
const bucketsMax = 10_000;

/** Token buckets by name: `perSecond` tokens a second, at most `burst` at once. Uses machine time. */
export class TokenBuckets {
  readonly #buckets = new Map<string, Bucket>();
  readonly #perSecond: number;
  readonly #burst: number;

  constructor(perSecond: number, burst: number) {
    this.#perSecond = perSecond;
    this.#burst = Math.max(1, burst);
  }

  /** Takes a token, or throws the refusal with the whole seconds until there is one. */
  take(name: string, nowMs: number, refusal: (waitSeconds: number) => Error): void {
    if (!this.takes(name, nowMs)) throw refusal(this.#secondsUntilOne(this.#filled(name, nowMs)));
  }

  /** Whether a token is available. */
  has(name: string, nowMs: number): boolean {
    return this.#filled(name, nowMs).tokens >= 1;
  }

  /** Takes a token; false if none is available. */
  takes(name: string, nowMs: number): boolean {
    const bucket = this.#filled(name, nowMs);
    if (bucket.tokens < 1) return false;
    bucket.tokens -= 1;
    return true;
  }

  /** Takes a token if one is available, and reports the state of the bucket. */
  draw(name: string, nowMs: number): Drawn {
    const isThere = this.takes(name, nowMs);
    const bucket = this.#filled(name, nowMs);
    return {
      waitSeconds: isThere ? 0 : this.#secondsUntilOne(bucket),
      headers: {
        'RateLimit-Policy': `"key";q=${Math.floor(this.#burst)};w=${this.#secondsFor(this.#burst)}`,
        RateLimit: `"key";r=${Math.floor(bucket.tokens)};t=${this.#secondsFor(this.#burst - bucket.tokens)}`,
      },
    };
  }

  #secondsUntilOne({ tokens }: Bucket): number {
    return Math.max(1, this.#secondsFor(1 - tokens));
  }

  #secondsFor(tokens: number): number {
    return Math.ceil(tokens / this.#perSecond);
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
