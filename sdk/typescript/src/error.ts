import { retryAfterMs } from './pause.js';

/** A response of any status, as received. */
export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Data of the failed call. */
interface Failure {
  readonly idempotencyKey: string | undefined;
  readonly attempts: number;
  readonly reply?: Reply;
  readonly cause?: unknown;
}

/** Base class of the errors of calls. */
export abstract class PaymentsServiceError extends Error {
  /** The call's idempotency key. Repeating the call with this key never takes effect twice. */
  readonly idempotencyKey: string | undefined;
  /** Number of attempts. */
  readonly attempts: number;
  /** Headers of the last response; undefined if there was none. */
  readonly status: number | undefined;
  readonly headers: Headers | undefined;
  /** The body of the last response, as received. */
  readonly rawBody: string | undefined;
  /** Quote it to support. */
  readonly requestId: string | undefined;
  /** Seconds from Retry-After; undefined without that header. */
  readonly retryAfterSeconds: number | undefined;

  constructor(message: string, { idempotencyKey, attempts, reply, cause }: Failure) {
    super(message, cause === undefined ? undefined : { cause });
    this.idempotencyKey = idempotencyKey;
    this.attempts = attempts;
    this.status = reply?.status;
    this.headers = reply?.headers;
    this.rawBody = reply?.text;
    this.requestId = reply?.headers.get('x-request-id') ?? undefined;
    this.retryAfterSeconds = reply?.headers.has('retry-after')
      ? Math.ceil(retryAfterMs(reply.headers) / 1000)
      : undefined;
  }
}

interface ErrorFields {
  readonly type?: unknown;
  readonly code?: unknown;
  readonly message?: unknown;
  readonly param?: unknown;
  readonly reasons?: unknown;
}

/** The service refused the request. Branch on `type` and `code`; handle an unknown code by its type. */
export class ApiError extends PaymentsServiceError {
  override readonly name = 'ApiError';
  declare readonly status: number;
  declare readonly headers: Headers;
  declare readonly rawBody: string;
  readonly type: string;
  readonly code: string;
  /** The field, parameter or header at fault. */
  readonly param: string | undefined;
  readonly reasons: readonly string[];
  /** URL of the code in the reference. */
  readonly docUrl: string;

  constructor(failure: Failure & { readonly reply: Reply; readonly base: string }) {
    const { status, text } = failure.reply;
    const { type, code, message, param, reasons } = refusalIn(text);
    super(typeof message === 'string' ? message : `The service answered ${status}.`, failure);
    this.type = typeof type === 'string' ? type : status >= 500 ? 'internal_error' : 'invalid_request';
    this.code = typeof code === 'string' ? code : `http_${status}`;
    this.param = typeof param === 'string' ? param : undefined;
    this.reasons = Array.isArray(reasons) ? reasons.map(String) : [];
    this.docUrl = `${failure.base}/v1/docs#error-${this.code}`;
  }
}

/**
 * A success status with an undocumented body, for example from a network's sign-in page. The outcome is
 * unknown. Repeat the call with the same key to find out.
 */
export class UnexpectedAnswerError extends PaymentsServiceError {
  override readonly name = 'UnexpectedAnswerError';
  declare readonly status: number;
  declare readonly headers: Headers;
  declare readonly rawBody: string;

  constructor(request: string, failure: Failure & { readonly reply: Reply }) {
    const { status, headers } = failure.reply;
    const type = headers.get('content-type') ?? 'no content type';
    super(
      `${request}: the answer ${status} (${type}) is not the documented one. A proxy or a sign-in page may have answered.`,
      failure,
    );
  }
}

/** No response arrived, so the outcome is unknown. Repeat the call with the same key to find out. */
export class ConnectionError extends PaymentsServiceError {
  override readonly name = 'ConnectionError';

  constructor(request: string, failure: Failure) {
    super(`${request} got no answer: ${reasonOf(failure.cause)}`, failure);
  }
}

/** The `error` of a body; empty if the body is not from the service. */
export function refusalIn(text: string): ErrorFields {
  const body = parsed(text);
  const error = typeof body === 'object' && body !== null && 'error' in body ? body.error : undefined;
  return typeof error === 'object' && error !== null ? error : {};
}

/** Undefined if it is not JSON. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return 'the connection failed.';
  return cause.cause instanceof Error ? cause.cause.message : cause.message;
}
