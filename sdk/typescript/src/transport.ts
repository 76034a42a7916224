import { FileBody, type AnswerFacts, type CallOptions } from './call.js';
import {
  ApiError,
  ConnectionError,
  parsed,
  refusalIn,
  UnexpectedAnswerError,
  type PaymentsServiceError,
  type Reply,
} from './error.js';
import type { MethodCall } from './methods.js';
import { backoffMs, pause, retryAfterMs } from './pause.js';
import { baseOf, idOf, type ConnectionOptions } from './settings.js';

/** An operation in the generated table. */
export interface Operation {
  readonly method: string;
  readonly path: string;
  readonly isKeyed?: boolean;
  readonly isRepeatable?: boolean;
  readonly cursor?: string;
  /** Fields that are always in the operation's JSON response; absent if it returns no JSON. */
  readonly proof?: readonly string[];
  /** Media types of its non-JSON responses. */
  readonly texts?: readonly string[];
}

/** One call with all its attempts. */
interface Call {
  readonly url: string;
  readonly operation: Operation;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: FileBody['content'] | undefined;
  readonly options: CallOptions;
  readonly idempotencyKey: string | undefined;
  readonly timeoutMs: number;
  /** By the monotonic clock. */
  readonly endsAt: number;
}

/** One attempt: the response, or why there is none. */
type Outcome = { readonly reply: Reply } | { readonly reply?: undefined; readonly cause: unknown };

const retried = new Set([429, 500, 502, 503, 504]);
/** The longest delay of a timer. */
const longestMs = 2 ** 31 - 1;

/** True if the same call may succeed later. */
export const passes = (error: PaymentsServiceError): boolean =>
  error instanceof ConnectionError || (error instanceof ApiError && retried.has(error.status));

export class Transport {
  readonly #options: ConnectionOptions;
  readonly #base: string;
  /** Credentials and account of every call. */
  readonly #headers: Readonly<Record<string, string>>;

  constructor(options: ConnectionOptions, headers: Readonly<Record<string, string>>) {
    this.#options = options;
    this.#base = baseOf(options.baseUrl);
    this.#headers = headers;
  }

  async send(operation: Operation, methodCall: MethodCall): Promise<unknown> {
    const call = this.#callOf(operation, methodCall);
    const maxRetries = call.options.maxRetries ?? this.#options.maxRetries ?? 4;
    for (let attempts = 1; ; attempts += 1) {
      const outcome = await this.#attempt(call);
      const mayRepeat = attempts <= maxRetries && operation.isRepeatable === true && isPassing(outcome);
      const pauseMs = mayRepeat ? pauseBefore(outcome, attempts) : Infinity;
      if (performance.now() + pauseMs >= call.endsAt) return this.#end(call, outcome, attempts);
      await pause(pauseMs, call.options.signal);
    }
  }

  #callOf(operation: Operation, { path = [], query = {}, body, options = {} }: MethodCall): Call {
    const params = new URLSearchParams();
    for (const [name, value] of Object.entries(query).flatMap(parametersOf)) params.set(name, String(value));
    const { correlationId } = options;
    const idempotencyKey =
      operation.isKeyed === true
        ? idOf('idempotencyKey', options.idempotencyKey ?? crypto.randomUUID(), 8)
        : undefined;
    const deadlineMs = Math.min(options.deadlineMs ?? this.#options.deadlineMs ?? 30_000, longestMs);
    const file = body instanceof FileBody ? body : undefined;
    return {
      operation,
      options,
      idempotencyKey,
      url: `${this.#base}${addressOf(operation, path)}${params.size === 0 ? '' : `?${params.toString()}`}`,
      body: file?.content ?? (body === undefined ? undefined : JSON.stringify(body)),
      headers: {
        ...this.#headers,
        accept: ['application/json', ...(operation.texts ?? [])].join(', '),
        ...(body !== undefined && { 'content-type': file?.contentType ?? 'application/json' }),
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
        ...(correlationId !== undefined && { 'x-correlation-id': idOf('correlationId', correlationId, 8) }),
      },
      timeoutMs: options.timeoutMs ?? this.#options.timeoutMs ?? 15_000,
      endsAt: performance.now() + deadlineMs,
    };
  }

  async #attempt({ url, operation, headers, body, options, timeoutMs, endsAt }: Call): Promise<Outcome> {
    const leftMs = Math.max(1, Math.ceil(Math.min(timeoutMs, endsAt - performance.now())));
    const late = AbortSignal.timeout(leftMs);
    const signal = options.signal === undefined ? late : AbortSignal.any([options.signal, late]);
    const init = { method: operation.method, headers, signal, redirect: 'manual' as const };
    try {
      const ask = this.#options.fetch ?? fetch;
      const response = await ask(
        url,
        body === undefined ? init : { ...init, body: body as NonNullable<RequestInit['body']> },
      );
      // Read within the attempt's time limit: a truncated body counts as no response.
      const text = await response.text();
      return { reply: { status: response.status, headers: response.headers, text } };
    } catch (cause) {
      if (options.signal?.aborted === true) throw cause;
      return { cause: late.aborted ? new Error(`${leftMs} ms have passed.`) : cause };
    }
  }

  /** The response of a call, or its error. */
  #end({ operation, url, idempotencyKey, options }: Call, outcome: Outcome, attempts: number): unknown {
    const request = `${operation.method} ${new URL(url).pathname}`;
    const { reply } = outcome;
    if (reply === undefined)
      throw new ConnectionError(request, { idempotencyKey, attempts, cause: outcome.cause });
    if (reply.status < 200 || reply.status > 299)
      throw new ApiError({ idempotencyKey, attempts, reply, base: this.#base });
    const answer = documented(operation, reply);
    if (answer === undefined) throw new UnexpectedAnswerError(request, { idempotencyKey, attempts, reply });
    options.onAnswer?.(factsOf(reply, attempts));
    return answer.body;
  }
}

function addressOf({ path }: Operation, pathArgs: readonly string[]): string {
  const values = [...pathArgs];
  return path.replaceAll(/\{\w+\}/g, () => {
    const value: unknown = values.shift();
    // With an empty id, the path would be that of the list.
    if (typeof value !== 'string' || ['', '.', '..'].includes(value.trim()))
      throw new TypeError(`${path}: an id is empty.`);
    return encodeURIComponent(value);
  });
}

/** `operation_suspended` lasts until an operator ends it, so retrying is useless. */
const isPassing = ({ reply }: Outcome): boolean =>
  reply === undefined || (retried.has(reply.status) && refusalIn(reply.text).code !== 'operation_suspended');

const pauseBefore = ({ reply }: Outcome, attempts: number): number =>
  Math.max(reply === undefined ? 0 : retryAfterMs(reply.headers), backoffMs(attempts));

/** The documented body of a successful response; undefined for any other body. */
function documented({ proof, texts = [] }: Operation, reply: Reply): { readonly body: unknown } | undefined {
  const { headers, text } = reply;
  const [type = ''] = (headers.get('content-type') ?? '').toLowerCase().split(';');
  if (texts.includes(type.trim())) return { body: text };
  if (proof === undefined) return texts.length === 0 && text === '' ? { body: undefined } : undefined;
  const body = type.trim() === 'application/json' ? parsed(text) : undefined;
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return undefined;
  return proof.every((name) => isProven(name, (body as Record<string, unknown>)[name]))
    ? { body }
    : undefined;
}

function isProven(name: string, value: unknown): boolean {
  if (name === 'id') return typeof value === 'string';
  return name === 'data' ? Array.isArray(value) : value !== undefined;
}

const factsOf = ({ status, headers }: Reply, attempts: number): AnswerFacts => ({
  status,
  requestId: headers.get('x-request-id') ?? undefined,
  isReplayed: headers.get('idempotent-replayed') === 'true',
  attempts,
});

type Value = string | number | boolean | null | undefined;

/** An object is sent as one parameter per key, `metadata[order]`. Null and undefined are not sent. */
const parametersOf = ([name, value]: [string, Value | Record<string, Value>]): [string, Value][] => {
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([key, each]) => parametersOf([`${name}[${key}]`, each]));
  return value === undefined || value === null ? [] : [[name, value]];
};
