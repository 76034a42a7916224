/**
 * Part of the work on a request, published on the channel `psp:span` while it lasts. Facts are names of the program,
 * numbers and ids; never user input or personal data.
 */
export interface Span {
  readonly name: string;
  /** Whether it answers a caller, calls another service, or neither. */
  readonly kind: 'server' | 'client' | 'internal';
  /** May be extended until the span ends. */
  readonly facts: Record<string, string | number>;
  /** Traceparent of its parent span, if that is not the current one. */
  readonly from?: string | undefined;
  /** Account and Idempotency-Key of the request. They find its span when many requests are processed together. */
  readonly key?: string | undefined;
  /** Set at the start if the span is recorded: its name in log lines and exemplars. */
  recordedAs?: RecordedSpan;
}

export interface RecordedSpan {
  readonly traceId: string;
  readonly spanId: string;
}

/** Traces of this process, as `traceparent` headers (W3C Trace Context). */
export interface Trace {
  /** The current span. */
  parent(): string | undefined;
  /** The span of the request with that key, while it is in progress. */
  parentOf(key: string): string | undefined;
}

/** The span in which a resource was created, by id. Later work on the resource belongs to it. */
export type TraceOf = (resourceId: string) => Promise<string | undefined>;
