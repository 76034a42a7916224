import type { components, operations } from './schema.js';

/** Every named shape of the API: `Schemas['Payout']`. */
export type Schemas = components['schemas'];

type Named = keyof operations;
type ContentOf<Response> = Response extends { content: infer Content } ? Content[keyof Content] : undefined;
type Answers<N extends Named> = operations[N]['responses'];

/** The body of an operation's successful answer. */
export type Answer<N extends Named> = {
  [Status in keyof Answers<N>]: ContentOf<Answers<N>[Status]>;
}[keyof Answers<N>];

export type Body<N extends Named> =
  NonNullable<operations[N]['requestBody']> extends { content: infer Content }
    ? Content[keyof Content]
    : never;

export type Query<N extends Named> = NonNullable<operations[N]['parameters']['query']>;

/** One of the resources of a list. */
export type Item<N extends Named> = Answer<N> extends { data: (infer Each)[] } ? Each : never;

export interface CallOptions {
  /** Names the request for ever: the same key is done once. Made for each call unless given, and kept over its retries. */
  readonly idempotencyKey?: string;
  /** How often it is sent again; of the client unless given. */
  readonly maxRetries?: number;
  /** For each attempt; of the client unless given. */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
  /** The caller's own id of the request, which the answer returns. */
  readonly correlationId?: string;
  /** Told of the answer that is given, before its body is. */
  readonly onAnswer?: (told: AnswerFacts) => void;
}

export interface AnswerFacts {
  readonly status: number;
  readonly requestId: string | undefined;
  /** Whether the request had been done before, by the same Idempotency-Key. */
  readonly isReplayed: boolean;
  /** 1 and up. */
  readonly attempts: number;
}
