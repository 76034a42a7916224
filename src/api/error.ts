import type { IncomingMessage } from 'node:http';
import { Refusal, type RefusalCode, type SeeHint } from '../domain/refusal.js';
import type { Log } from '../ports/log.js';
import { brokenOff } from './connection.js';

/** Every code of an error response. Only internal_error is not a refusal. */
export type ErrorCode = RefusalCode | 'internal_error';

interface ErrorKind {
  readonly status: number;
  readonly when: string;
}

/** Code → HTTP status and description (contract §7.3, supplement §9). A missing code does not compile. */
export const errors: Readonly<Record<ErrorCode, ErrorKind>> = {
  invalid_parameter: { status: 400, when: 'A field, parameter or header is invalid; param says which.' },
  invalid_body: {
    status: 400,
    when: 'The body is not JSON, has an unknown field, or a field of the wrong type.',
  },
  invalid_request: { status: 400, when: 'The request is invalid.' },
  idempotency_key_required: { status: 400, when: 'The Idempotency-Key header is missing.' },
  method_not_allowed: { status: 405, when: 'The path does not support this method; see the Allow header.' },
  body_too_large: {
    status: 413,
    when: 'The body is above 64 KiB; for a payout batch, above 1 MiB as JSON or 2 MiB as a file.',
  },
  unsupported_media_type: {
    status: 415,
    when: 'The Content-Type is not one that the operation takes, or Content-Encoding is set.',
  },
  invalid_api_key: { status: 401, when: 'The API key is missing, invalid, revoked or expired.' },
  insufficient_scope: {
    status: 403,
    when: 'The key lacks the required scope or permission, or is used from a network outside its allowlist.',
  },
  no_membership: { status: 403, when: 'The caller may not act for the account in Platform-Account.' },
  insufficient_role: { status: 403, when: "The member's role does not permit the operation." },
  passkey_required: {
    status: 403,
    when: 'The account requires passkeys, and the member has one: sign in with it. Sessions only.',
  },
  confirmation_required: {
    status: 403,
    when: 'A dangerous operation needs a proof at most five minutes old: confirm with a passkey or a mailed code, then repeat it. Sessions only.',
  },
  not_found: { status: 404, when: 'The resource does not exist, or belongs to another account.' },
  archived: {
    status: 410,
    when: 'These ledger entries or events are in the archive only; archived_at is when they were archived.',
  },
  idempotency_key_reused: { status: 409, when: 'The key was used for a different request.' },
  quote_already_used: { status: 409, when: 'The quote has already funded another operation.' },
  external_id_conflict: { status: 409, when: 'A customer with this external_id has other data.' },
  message_id_reused: { status: 409, when: 'Another batch has the message id of the file.' },
  customer_closed: { status: 409, when: 'The customer is closed.' },
  customer_blocked: { status: 409, when: 'The customer is blocked by the platform.' },
  payout_not_cancellable: { status: 409, when: 'The payout can no longer be cancelled; see reasons.' },
  hostname_taken: { status: 409, when: 'The hostname is already claimed.' },
  member_exists: { status: 409, when: 'The address already belongs to a member.' },
  last_owner: { status: 409, when: 'The account would have no active owner.' },
  page_not_enabled: { status: 409, when: 'The hosted page is not enabled.' },
  beneficiary_archived: { status: 409, when: 'The beneficiary is archived.' },
  destination_disabled: { status: 409, when: 'The settlement destination is disabled.' },
  funding_account_not_active: { status: 409, when: 'The funding account does not accept deposits now.' },
  payin_already_used: { status: 409, when: 'The pay-in already funds another remittance.' },
  funding_account_in_use: { status: 409, when: 'The funding account already has a waiting remittance.' },
  operation_not_in_flight: { status: 409, when: 'The operation has already ended, in another state.' },
  state_changed: { status: 409, when: 'The resource is no longer in the state that the operator saw.' },
  approval_not_pending: { status: 409, when: 'The approval is decided already, or has expired.' },
  passkeys_unavailable: { status: 409, when: 'The service has no public name under which passkeys work.' },
  unsupported_method: { status: 422, when: 'The method and currency are not in capabilities.' },
  amount_required: { status: 422, when: 'This method collects one stated payment and needs an amount.' },
  one_payment_unavailable: { status: 422, when: 'This method collects any deposit and accepts no amount.' },
  insufficient_funds: { status: 422, when: 'The available balance is too low.' },
  quote_expired: { status: 422, when: 'The quote has expired.' },
  quote_mismatch: { status: 422, when: 'The quote is not for this method and currency.' },
  pricing_unavailable: { status: 422, when: 'There is no price at present.' },
  amount_too_small: { status: 422, when: 'The amount is below the minimum.' },
  same_currency: { status: 422, when: 'Source and destination currency are the same.' },
  limit_exceeded: { status: 422, when: 'The amount exceeds a limit of the account.' },
  customer_not_active: { status: 422, when: "The beneficiary's customer is not active." },
  beneficiary_not_verified: {
    status: 422,
    when: 'The policy of the account requires a payee check, which is missing, older than 30 days, or found another holder.',
  },
  risk_blocked: { status: 422, when: 'Risk rules stopped it; see reasons.' },
  refund_not_supported: { status: 422, when: 'The pay-in cannot be refunded.' },
  too_many_endpoints: { status: 422, when: 'The account already has 10 webhook endpoints, the maximum.' },
  white_label_not_entitled: { status: 422, when: 'The account may not use white_label.' },
  rate_limited: { status: 429, when: 'Too many requests; wait the seconds in Retry-After.' },
  operation_suspended: {
    status: 503,
    when: 'The platform suspended the operation, or stopped sending money to banks; wait the seconds in Retry-After.',
  },
  temporarily_unavailable: { status: 503, when: 'A temporary problem; retry with the same Idempotency-Key.' },
  internal_error: { status: 500, when: 'An internal error; retry with the same Idempotency-Key.' },
};

/** Refusals of any request by a caller who may not act for the account. */
export const refusedCallers = [
  'invalid_api_key',
  'insufficient_scope',
  'no_membership',
  'passkey_required',
] as const satisfies readonly RefusalCode[];

/** Contract §7.2: a closed list. */
export const errorTypes = [
  'invalid_request',
  'authentication_error',
  'permission_error',
  'not_found',
  'conflict',
  'rate_limited',
  'internal_error',
  'unavailable',
] as const;
type ErrorType = (typeof errorTypes)[number];

/** HTTP status → error type; all others are `invalid_request`. */
const types: Readonly<Record<number, ErrorType>> = {
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found',
  409: 'conflict',
  429: 'rate_limited',
  500: 'internal_error',
  503: 'unavailable',
};

/** A rate limit refusal; the caller may retry after this many whole seconds. */
export class TooManyRequests extends Refusal {
  constructor(message: string, retryAfterSeconds: number) {
    super('rate_limited', message, { retryAfterSeconds });
  }
}

/** The same, with the wait that a token bucket computes. */
export const tooMany =
  (message: string) =>
  (seconds: number): TooManyRequests =>
    new TooManyRequests(message, seconds);

/** Every slot is in use. The process protects itself; nothing is broken. */
export class AtCapacity extends Refusal {
  constructor() {
    super('temporarily_unavailable', 'The service is at capacity; retry.');
  }
}

/** Errors of the framework while it reads a body, by their codes. */
const ofFramework: Readonly<Record<string, RefusalCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
};

/** The refusal for an error of ours or of Fastify; undefined for an internal error. */
export function refusalOf(error: unknown, request: IncomingMessage): Refusal | undefined {
  if (error instanceof Refusal) return error;
  const { code = '', statusCode = 500 } = error as { code?: string; statusCode?: number };
  const known = ofFramework[code];
  if (known !== undefined) return new Refusal(known, errors[known].when);
  const isClients = statusCode >= 400 && statusCode < 500;
  return isClients ? new Refusal('invalid_request', 'The request is not valid HTTP.') : brokenOff(request);
}

/** The error body of contract §7.1. */
export interface ErrorBody {
  readonly error: {
    readonly type: ErrorType;
    readonly code: ErrorCode;
    readonly message: string;
    readonly param?: string;
    readonly reasons?: readonly string[];
    readonly archived_at?: string;
    readonly request_id: string;
  };
}

/** Hints for callers of this API, appended to the message of a refusal. */
const seen: Readonly<Record<SeeHint, string>> = {
  capabilities: 'GET /v1/capabilities lists the supported values',
  hosted_page: 'enable it with PUT /v1/hosted-page',
};

/** The message of a refusal, with its hint. */
export const messageOf = ({ message, see }: Refusal): string =>
  see === undefined ? message : `${message.replace(/\.$/, '')}; ${seen[see]}.`;

/** The response body of a refusal. Internal errors get a body without details. */
export function errorBody(refusal: Refusal | undefined, requestId: string): ErrorBody {
  const code = refusal?.code ?? 'internal_error';
  const { status, when } = errors[code];
  return {
    error: {
      type: types[status] ?? 'invalid_request',
      code,
      message: refusal ? messageOf(refusal) : when,
      ...(refusal?.param === undefined ? {} : { param: refusal.param }),
      ...(refusal?.reasons === undefined ? {} : { reasons: refusal.reasons }),
      ...(refusal?.archivedAt === undefined ? {} : { archived_at: refusal.archivedAt.toISOString() }),
      request_id: requestId,
    },
  };
}

/**
 * Link to the error's documentation (RFC 8288). The error body is closed by the contract, so the link is a
 * header.
 */
export const helpLink = (code: ErrorCode): string => `</v1/docs#error-${code}>; rel="help"`;

/** Logs internal errors and the private details of refusals. Ordinary refusals are not logged. */
export function logError(log: Log, context: { request_id?: unknown; route: string }, error: unknown): void {
  if (!(error instanceof Refusal)) log.error({ ...context, err: error }, 'request failed');
  else if (error.cause !== undefined)
    log.warn({ ...context, err: error.cause }, 'no answer from the database; request failed');
}

/** Default Retry-After in seconds. Stops are ended by people, which takes minutes. */
export const usualWait: Readonly<Partial<Record<ErrorCode, number>>> = {
  temporarily_unavailable: 1,
  rate_limited: 1,
  operation_suspended: 60,
};

/** Seconds for Retry-After; undefined for no header. */
export function retryAfter({ code, retryAfterSeconds }: Refusal): number | undefined {
  return retryAfterSeconds ?? usualWait[code];
}
