/**
 * A part of the way that a request goes, told on the channel `psp:span` for as long as it is under way. Facts are names
 * of the program, numbers and ids: nothing that anybody wrote, and nothing of a person.
 */
export interface Span {
  readonly name: string;
  /** Answers somebody, asks somebody, or neither. */
  readonly kind: 'server' | 'client' | 'internal';
  /** May grow until it has ended. */
  readonly facts: Record<string, string | number>;
  /** The traceparent of the part that it belongs to, where that is not the one under way here. */
  readonly from?: string | undefined;
  /** The account and the Idempotency-Key of a request: by them its part is found where many are worked on together. */
  readonly key?: string | undefined;
}

/** The traces of this process, as the header `traceparent` of W3C names a part of one. */
export interface Trace {
  /** Of the part that is under way here. */
  parent(): string | undefined;
  /** Of the request with that key, while it is under way. */
  parentOf(key: string): string | undefined;
}

/** The part in which a resource was made, by its id: all that becomes of it belongs there. */
export type TraceOf = (resourceId: string) => Promise<string | undefined>;
