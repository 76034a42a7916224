import type { Answer, CallOptions, Item, Query, Schemas } from './call.js';
import { ApiError, ConnectionError } from './error.js';
import { Methods, operations, type Asked } from './methods.js';
import { pagesOf, type Pages } from './page.js';
import { backoffMs, pause, retryAfterMs } from './pause.js';

export interface ClientOptions {
  readonly apiKey: string;
  /** Such as http://127.0.0.1:3000: the sandbox of this machine. */
  readonly baseUrl: string;
  /** The account to act for, where the token is a person's. */
  readonly account?: string;
  readonly maxRetries?: number;
  readonly timeoutMs?: number;
  readonly fetch?: typeof fetch;
}

export interface FollowOptions {
  /** The id of the last event that was taken; everything from the start unless given. */
  readonly after?: string;
  /** One type, or a family such as `payout.`. */
  readonly type?: string;
  readonly resourceId?: string;
  readonly signal?: AbortSignal;
  /** How long it waits once it has read everything. */
  readonly pollMs?: number;
}

type Name = keyof typeof operations;

interface Operation {
  readonly method: string;
  readonly path: string;
  readonly isKeyed?: boolean;
  readonly isRepeatable?: boolean;
  readonly cursor?: string;
}

/** One call over all its attempts. */
interface Call {
  readonly url: string;
  readonly operation: Operation;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly options: CallOptions;
  readonly idempotencyKey: string | undefined;
}

/** The longest time that an answer may make a call wait: beyond it the refusal is given to the caller. */
const longestWaitMs = 60_000;
const retried = new Set([429, 500, 502, 503, 504]);

export class PaymentsService extends Methods {
  readonly #options: ClientOptions;
  readonly #base: string;

  constructor(options: ClientOptions) {
    super();
    if (options.apiKey === '') throw new TypeError('apiKey is empty.');
    this.#options = options;
    this.#base = new URL(options.baseUrl).href.replace(/\/+$/, '');
  }

  /**
   * Every event of the account in order, each once, and then those that happen; it ends with the signal. Keep the `id` of
   * the last one that you dealt with and give it as `after`: nothing is missed while you are away.
   */
  async *followEvents(options: FollowOptions = {}): AsyncGenerator<Schemas['Event'], void> {
    const { type, resourceId, signal, pollMs = 1_000 } = options;
    let { after } = options;
    let failures = 0;
    while (!isGiven(signal)) {
      const query: Query<'listEvents'> = {
        limit: 100,
        ...(after !== undefined && { after }),
        ...(type !== undefined && { type }),
        ...(resourceId !== undefined && { resource_id: resourceId }),
      };
      const page = await this.#pageOfLog(query, signal, failures);
      failures = page === undefined ? failures + 1 : 0;
      for (const event of page?.data ?? []) {
        if (isGiven(signal)) return;
        yield event;
        after = event.id;
      }
      if (page?.has_more === false && !(await rests(pollMs, signal))) return;
    }
  }

  /** Undefined where nothing can be read now, after a pause. */
  async #pageOfLog(
    query: Query<'listEvents'>,
    signal: AbortSignal | undefined,
    failures: number,
  ): Promise<Schemas['EventList'] | undefined> {
    try {
      return await this.listEvents(query, signal === undefined ? {} : { signal });
    } catch (error) {
      const passes =
        error instanceof ConnectionError || (error instanceof ApiError && retried.has(error.status));
      if (signal?.aborted !== true && !passes) throw error;
      await rests(backoffMs(Math.min(failures + 1, 10)), signal);
      return undefined;
    }
  }

  protected override list<N extends Name>(name: N, asked: Asked): Pages<Item<N>, Answer<N>> {
    const { cursor = 'starting_after' } = operations[name] as Operation;
    return pagesOf((given) =>
      this.send(name, given === undefined ? asked : { ...asked, query: { ...asked.query, [cursor]: given } }),
    );
  }

  protected override async send<N extends Name>(name: N, asked: Asked): Promise<Answer<N>> {
    const call = this.#callOf(operations[name], asked);
    const maxRetries = call.options.maxRetries ?? this.#options.maxRetries ?? 4;
    for (let attempts = 1; ; attempts += 1) {
      const isLast = attempts > maxRetries || call.operation.isRepeatable !== true;
      const response = await this.#attempt(call, isLast);
      if (response !== undefined && !(retried.has(response.status) && !isLast)) {
        const body = await bodyOf(response);
        if (response.ok) {
          tell(response, call.options, attempts);
          return body as Answer<N>;
        }
        throw refusalOf(response, body, call);
      }
      const asks = response === undefined ? 0 : retryAfterMs(response.headers);
      if (response !== undefined && asks > longestWaitMs)
        throw refusalOf(response, await bodyOf(response), call);
      await response?.body?.cancel();
      await pause(Math.max(asks, backoffMs(attempts)), call.options.signal);
    }
  }

  #callOf(operation: Operation, { path = [], query = {}, body, options = {} }: Asked): Call {
    const places = [...path];
    const address = operation.path.replaceAll(/\{\w+\}/g, () => {
      const value = places.shift() ?? '';
      // An empty id would ask for the list, or delete another resource than the one meant.
      if (value === '' || value === '.' || value === '..')
        throw new TypeError(`${operation.path}: an id is empty.`);
      return encodeURIComponent(value);
    });
    const search = new URLSearchParams();
    for (const [name, value] of Object.entries(query))
      if (value !== undefined) search.set(name, String(value));
    const asked = search.toString();
    const idempotencyKey =
      operation.isKeyed === true ? (options.idempotencyKey ?? crypto.randomUUID()) : undefined;
    return {
      operation,
      options,
      idempotencyKey,
      url: `${this.#base}${address}${asked === '' ? '' : `?${asked}`}`,
      body: body === undefined ? undefined : JSON.stringify(body),
      headers: {
        authorization: `Bearer ${this.#options.apiKey}`,
        accept: 'application/json, text/csv, application/xml',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
        ...(options.correlationId !== undefined && { 'x-correlation-id': options.correlationId }),
        ...(this.#options.account !== undefined && { 'platform-account': this.#options.account }),
      },
    };
  }

  /** Undefined where no answer came and another attempt may be made. */
  async #attempt(call: Call, isLast: boolean): Promise<Response | undefined> {
    const { url, operation, headers, body, options } = call;
    const late = AbortSignal.timeout(options.timeoutMs ?? this.#options.timeoutMs ?? 30_000);
    const signal = options.signal === undefined ? late : AbortSignal.any([options.signal, late]);
    const init = { method: operation.method, headers, signal, redirect: 'manual' as const };
    try {
      const ask = this.#options.fetch ?? fetch;
      const response = await ask(url, body === undefined ? init : { ...init, body });
      // Read within the deadline: a body that breaks off is no answer either.
      return new Response(response.status === 204 ? null : await response.arrayBuffer(), response);
    } catch (cause) {
      if (options.signal?.aborted === true) throw cause;
      if (!isLast) return undefined;
      throw unanswered(call, cause);
    }
  }
}

async function bodyOf(response: Response): Promise<unknown> {
  const text = await response.text();
  if (text === '') return undefined;
  if (!(response.headers.get('content-type') ?? '').includes('json')) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function tell(response: Response, { onAnswer }: CallOptions, attempts: number): void {
  onAnswer?.({
    status: response.status,
    requestId: response.headers.get('x-request-id') ?? undefined,
    isReplayed: response.headers.get('idempotent-replayed') === 'true',
    attempts,
  });
}

function refusalOf({ status, headers }: Response, body: unknown, { idempotencyKey, url }: Call): ApiError {
  const requestId = headers.get('x-request-id') ?? undefined;
  return new ApiError({ status, body, requestId, idempotencyKey, origin: new URL(url).origin });
}

function unanswered({ operation, url, idempotencyKey }: Call, cause: unknown): ConnectionError {
  const why =
    cause instanceof Error ? (cause.cause instanceof Error ? cause.cause.message : cause.message) : '';
  const told = `${operation.method} ${new URL(url).pathname} was not answered: ${why}`;
  return new ConnectionError(told, { cause, idempotencyKey });
}

const isGiven = (signal: AbortSignal | undefined): boolean => signal?.aborted === true;

/** Whether it may go on after the pause. */
async function rests(ms: number, signal: AbortSignal | undefined): Promise<boolean> {
  try {
    await pause(ms, signal);
    return true;
  } catch {
    return false;
  }
}
