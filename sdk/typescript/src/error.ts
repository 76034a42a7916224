interface Told {
  readonly type?: unknown;
  readonly code?: unknown;
  readonly message?: unknown;
  readonly param?: unknown;
  readonly reasons?: unknown;
}

interface Refused {
  readonly status: number;
  readonly body: unknown;
  readonly requestId: string | undefined;
  readonly idempotencyKey: string | undefined;
  readonly origin: string;
}

/** The service said no. Branch on `type` and `code`; a code that you do not know is to be treated by its type. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly type: string;
  readonly code: string;
  /** The field, parameter or header at fault. */
  readonly param: string | undefined;
  readonly reasons: readonly string[];
  /** Quote it to support. */
  readonly requestId: string | undefined;
  /** The key that the call bore: the same call with it is never done twice. */
  readonly idempotencyKey: string | undefined;
  /** The place of the code in the reference. */
  readonly docUrl: string;

  constructor({ status, body, requestId, idempotencyKey, origin }: Refused) {
    const { type, code, message, param, reasons } = toldBy(body);
    super(typeof message === 'string' ? message : `The service answered ${status}.`);
    this.status = status;
    this.type = typeof type === 'string' ? type : status >= 500 ? 'internal_error' : 'invalid_request';
    this.code = typeof code === 'string' ? code : `http_${status}`;
    this.param = typeof param === 'string' ? param : undefined;
    this.reasons = Array.isArray(reasons) ? reasons.map(String) : [];
    this.requestId = requestId;
    this.idempotencyKey = idempotencyKey;
    this.docUrl = `${origin}/v1/docs#error-${this.code}`;
  }
}

/** No answer came. It is not known whether the request was done: the same call with the same key finds out. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
  readonly idempotencyKey: string | undefined;

  constructor(
    message: string,
    { cause, idempotencyKey }: { cause: unknown; idempotencyKey: string | undefined },
  ) {
    super(message, { cause });
    this.idempotencyKey = idempotencyKey;
  }
}

function toldBy(body: unknown): Told {
  const error: unknown =
    typeof body === 'object' && body !== null && 'error' in body ? body.error : undefined;
  return typeof error === 'object' && error !== null ? error : {};
}
