/** A request that was answered: facts of the program's own, and nothing that its asker wrote. */
export interface Answered {
  readonly method: string;
  /** The pattern of its path. */
  readonly route: string;
  readonly status: number;
  readonly ms: number;
  /** Refused because operators have stopped what it asks for. */
  readonly isSuspended?: boolean;
}

/** Hears of each request once it is answered. */
export type OnAnswered = (answered: Answered) => void;

/** An operation of GraphQL that was answered: `operation` is its kind and the field that it begins with, `outcome` ok or a code. */
export interface AnsweredDocument {
  readonly operation: string;
  readonly outcome: string;
  readonly ms: number;
}

export type OnAnsweredDocument = (answered: AnsweredDocument) => void;
