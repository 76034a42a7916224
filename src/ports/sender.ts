/** One POST to a webhook receiver; the body is sent as UTF-8. */
export interface WebhookRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Not sent; for observers of the post. */
  readonly about?: PostFacts;
}

export interface PostFacts {
  readonly eventId: string;
  readonly resourceId: string;
  /** First attempts only: ms since the event. */
  readonly waitedMs?: number;
}

/** The outcome of one POST: exactly one of httpStatus and error is set. */
export interface PostResult {
  readonly httpStatus: number | null;
  /** One short line shown to the account; it contains no address. */
  readonly error: string | null;
  /** Whole ms, rounded down, so that consecutive posts never seem to overlap. */
  readonly durationMs: number;
  /** Cut by our own shutdown: not a failure of the receiver, which may or may not have the request. */
  readonly isCut?: true;
}

/** The only way to send requests to addresses that accounts configure. */
export interface Sender {
  /**
   * Never throws. Takes at most 10 seconds, from DNS look-up to the last byte of the response headers. The receiver
   * may get the request twice: a reused connection that it closed meanwhile is replaced once.
   */
  post(request: WebhookRequest): Promise<PostResult>;
  /** Refuses new posts and cuts those in progress. To keep them, wait for them first. */
  stop(): Promise<void>;
}
