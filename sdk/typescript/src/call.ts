import type { components, operations } from './schema.js';

/** Every named shape of the API: `Schemas['Payout']`. */
export type Schemas = components['schemas'];

type Named = keyof operations;
type ContentOf<Response> = Response extends { content: infer Content } ? Content[keyof Content] : undefined;
type JsonOf<Response> = Response extends { content: { 'application/json': infer Json } } ? Json : never;
type Answers<N extends Named> = operations[N]['responses'];

/** The body of an operation's successful answer. */
export type Answer<N extends Named> = {
  [Status in keyof Answers<N>]: ContentOf<Answers<N>[Status]>;
}[keyof Answers<N>];

/** One page of an operation that lists: its answer in JSON. */
export type List<N extends Named> = {
  [Status in keyof Answers<N>]: JsonOf<Answers<N>[Status]>;
}[keyof Answers<N>];

/** One of the resources of a list. */
export type Item<N extends Named> = List<N> extends { data: (infer Each)[] } ? Each : never;

type Contents<N extends Named> =
  NonNullable<operations[N]['requestBody']> extends { content: infer Content } ? Content : never;
type FileType<N extends Named> = Exclude<keyof Contents<N>, 'application/json'> & string;

/** What an operation takes: its JSON, or a file where it takes one. */
export type Body<N extends Named> =
  | (Contents<N> extends { 'application/json': infer Json } ? Json : never)
  | ([FileType<N>] extends [never] ? never : FileBody<FileType<N>>);

/** A file that is sent in place of JSON: `new FileBody('text/csv', await readFile('payouts.csv'))`. */
export class FileBody<Type extends string = string> {
  readonly contentType: Type;
  readonly content: string | Uint8Array;

  constructor(contentType: Type, content: string | Uint8Array) {
    this.contentType = contentType;
    this.content = content;
  }
}

export type Query<N extends Named> = NonNullable<operations[N]['parameters']['query']>;

/** The parameters in the path of an operation. */
export type Path<N extends Named> = NonNullable<operations[N]['parameters']['path']>;

export interface CallOptions {
  /** Names the request for ever: the same key is done once. Made for each call unless given, and kept over its retries. */
  readonly idempotencyKey?: string;
  /** Most retries; of the client unless given. */
  readonly maxRetries?: number;
  /** Longest time of each attempt; of the client unless given. */
  readonly timeoutMs?: number;
  /** Longest time of all attempts and pauses together; of the client unless given. */
  readonly deadlineMs?: number;
  readonly signal?: AbortSignal;
  /** The caller's own id of the request, which the answer returns. */
  readonly correlationId?: string;
  /** Gets the facts of the answer before the call returns its body. */
  readonly onAnswer?: (facts: AnswerFacts) => void;
}

export interface AnswerFacts {
  readonly status: number;
  readonly requestId: string | undefined;
  /** Whether the request had been done before, by the same Idempotency-Key. */
  readonly isReplayed: boolean;
  /** 1 and up. */
  readonly attempts: number;
}
