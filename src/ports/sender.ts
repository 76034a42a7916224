/** One POST to a receiver of webhooks; the body goes out as the bytes of its UTF-8. */
export interface WebhookRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Not sent: for who watches. */
  readonly about?: PostFacts;
}

export interface PostFacts {
  readonly eventId: string;
  readonly resourceId: string;
  /** Of a first attempt: for how long its event was there. */
  readonly waitedMs?: number;
}

/** The outcome of one POST: exactly one of httpStatus and error is known. */
export interface Posted {
  readonly httpStatus: number | null;
  /** One short line for the account to read; it names no address. */
  readonly error: string | null;
  /** Whole milliseconds, rounded down: one post after another must not seem to overlap. */
  readonly durationMs: number;
  /** Our own stop ended it: the receiver has not failed, and may have it or not. */
  readonly isCut?: true;
}

/** The one way out to addresses that accounts name. */
export interface Sender {
  /**
   * Never throws. Takes 10 seconds at most, from resolving the name to the last byte of the answer's headers.
   * The receiver may get the request twice: a kept connection that it closed meanwhile is replaced once.
   */
  post(request: WebhookRequest): Promise<Posted>;
  /** Takes no further post and cuts those that are still out; let them end first where they are wanted. */
  stop(): Promise<void>;
}
