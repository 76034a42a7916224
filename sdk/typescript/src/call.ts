import type { components, operations } from './schema.js';

/** Every named shape of the API: `Schemas['Payout']`. */
export type Schemas = components['schemas'];

type Named = keyof operations;
type ContentOf<Response> = Response extends { content: infer Content } ? Content[keyof Content] : undefined;
type JsonOf<Response> = Response extends { content: { 'application/json': infer Json } } ? Json : never;
type Answers<N extends Named> = operations[N]['responses'];

/** The body of a successful response. */
export type Answer<N extends Named> = {
  [Status in keyof Answers<N>]: ContentOf<Answers<N>[Status]>;
}[keyof Answers<N>];

/** One page of a list operation, as JSON. */
export type List<N extends Named> = {
  [Status in keyof Answers<N>]: JsonOf<Answers<N>[Status]>;
}[keyof Answers<N>];

/** A resource of a list. */
export type Item<N extends Named> = List<N> extends { data: (infer Each)[] } ? Each : never;

type Contents<N extends Named> =
  NonNullable<operations[N]['requestBody']> extends { content: infer Content } ? Content : never;
type FileType<N extends Named> = Exclude<keyof Contents<N>, 'application/json'> & string;

/** The request body of an operation: JSON, or a file where the operation accepts one. */
export type Body<N extends Named> =
  | (Contents<N> extends { 'application/json': infer Json } ? Json : never)
  | ([FileType<N>] extends [never] ? never : FileBody<FileType<N>>);

/** A file sent instead of JSON: `new FileBody('text/csv', await readFile('payouts.csv'))`. */
export class FileBody<Type extends string = string> {
  readonly contentType: Type;
  readonly content: string | Uint8Array;

  constructor(contentType: Type, content: string | Uint8Array) {
    this.contentType = contentType;
    this.content = content;
  }
}

export type Query<N extends Named> = NonNullable<operations[N]['parameters']['query']>;

/** The path parameters of an operation. */
export type Path<N extends Named> = NonNullable<operations[N]['parameters']['path']>;

export interface CallOptions {
  /** A key never expires and takes effect once. Default: a new key per call, the same for all its retries. */
  readonly idempotencyKey?: string;
  /** Maximum number of retries. Default: the client's setting. */
  readonly maxRetries?: number;
  /** Time limit of each attempt. Default: the client's setting. */
  readonly timeoutMs?: number;
  /** Time limit of all attempts and pauses together. Default: the client's setting. */
  readonly deadlineMs?: number;
  readonly signal?: AbortSignal;
  /** Your own id of the request; the response returns it. */
  readonly correlationId?: string;
  /** Called with the response's metadata before the call returns the body. */
  readonly onAnswer?: (facts: AnswerFacts) => void;
}

export interface AnswerFacts {
  readonly status: number;
  readonly requestId: string | undefined;
  /** True if this response replays an earlier request with the same Idempotency-Key. */
  readonly isReplayed: boolean;
  /** 1 and up. */
  readonly attempts: number;
}
