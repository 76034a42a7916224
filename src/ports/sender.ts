/** One POST to a receiver. */
export interface Posting {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What came of one POST: exactly one of httpStatus and error is known. */
export interface Posted {
  readonly httpStatus: number | null;
  readonly error: string | null;
  readonly durationMs: number;
}

/** The way out to receivers. `post` never throws and takes 10 seconds at most. */
export interface Sender {
  post(posting: Posting): Promise<Posted>;
  stop(): Promise<void>;
}
