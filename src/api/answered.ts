/** A completed request, for metrics: facts of the program only, nothing that the caller wrote. */
export interface Answered {
  readonly method: string;
  /** The pattern of the path, such as `/v1/payouts/{id}`. */
  readonly route: string;
  readonly status: number;
  readonly ms: number;
  /** Refused because an operator stopped or suspended the operation. */
  readonly isSuspended?: boolean;
  /** Refused because every slot was in use. */
  readonly isShed?: boolean;
  /** The trace in which the request is recorded. */
  readonly traceId?: string | undefined;
}

/** Called after each request. */
export type OnAnswered = (answered: Answered) => void;

/**
 * A completed GraphQL document: `operation` is its kind and first field, `outcome` is ok or an error code.
 */
export interface AnsweredDocument {
  readonly operation: string;
  readonly outcome: string;
  readonly ms: number;
  readonly traceId?: string | undefined;
}

export type OnAnsweredDocument = (answered: AnsweredDocument) => void;
