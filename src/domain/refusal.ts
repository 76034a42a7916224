/** Every code of contract §7.3 and supplement §9 that a caller may get. */
export type RefusalCode =
  // 400, 405, 413, 415
  | 'invalid_parameter'
  | 'invalid_body'
  | 'invalid_request'
  | 'idempotency_key_required'
  | 'method_not_allowed'
  | 'body_too_large'
  | 'unsupported_media_type'
  // 401, 403, 404
  | 'invalid_api_key'
  | 'insufficient_scope'
  | 'no_membership'
  | 'insufficient_role'
  | 'passkey_required'
  | 'confirmation_required'
  | 'not_found'
  // 410
  | 'archived'
  // 409
  | 'idempotency_key_reused'
  | 'quote_already_used'
  | 'external_id_conflict'
  | 'message_id_reused'
  | 'customer_closed'
  | 'customer_blocked'
  | 'payout_not_cancellable'
  | 'hostname_taken'
  | 'member_exists'
  | 'last_owner'
  | 'page_not_enabled'
  | 'beneficiary_archived'
  | 'destination_disabled'
  | 'funding_account_not_active'
  | 'payin_already_used'
  | 'funding_account_in_use'
  | 'operation_not_in_flight'
  | 'state_changed'
  | 'approval_not_pending'
  | 'passkeys_unavailable'
  // 422
  | 'unsupported_method'
  | 'amount_required'
  | 'one_payment_unavailable'
  | 'insufficient_funds'
  | 'quote_expired'
  | 'quote_mismatch'
  | 'pricing_unavailable'
  | 'amount_too_small'
  | 'same_currency'
  | 'limit_exceeded'
  | 'customer_not_active'
  | 'beneficiary_not_verified'
  | 'risk_blocked'
  | 'refund_not_supported'
  | 'too_many_endpoints'
  | 'white_label_not_entitled'
  // 429, 503
  | 'rate_limited'
  | 'operation_suspended'
  | 'temporarily_unavailable';

/** The current state of something that the caller saw in another state. */
export interface PresentState {
  readonly state: Readonly<Record<string, unknown>>;
  /** Subject of the audit entries that show who changed it. */
  readonly subjectId: string | null;
  readonly changedBy?: string;
  readonly changedAt?: Date;
}

/** Details of a refusal besides its code: the field at fault and closed reason codes (contract §7.1). */
export interface RefusalDetails {
  param?: string;
  reasons?: readonly string[];
  /** When to retry, if known. */
  retryAfterSeconds?: number;
  /** The amount that the balance lacks. */
  short?: Shortfall;
  present?: PresentState;
  /** When it was archived; only of `archived`. */
  archivedAt?: Date;
  /** A hint that the API appends to the message: where to find valid values. */
  see?: SeeHint;
}

export type SeeHint = 'capabilities' | 'hosted_page';

/** Missing money, as shown. */
export interface Shortfall {
  readonly amount: string;
  readonly currency: string;
}

/** An expected error. It is an answer, not a fault, so it has no stack. */
export class Refusal extends Error {
  readonly code: RefusalCode;
  declare readonly param?: string;
  declare readonly reasons?: readonly string[];
  declare readonly retryAfterSeconds?: number;
  declare readonly short?: Shortfall;
  declare readonly present?: PresentState;
  declare readonly archivedAt?: Date;
  declare readonly see?: SeeHint;

  constructor(code: RefusalCode, message: string, more: RefusalDetails = {}) {
    // Collecting a stack is most of the cost of an Error, and a busy account may be refused thousands of times.
    const limit = Error.stackTraceLimit;
    Error.stackTraceLimit = 0;
    super(message);
    Error.stackTraceLimit = limit;
    this.name = 'Refusal';
    this.code = code;
    if (more.param !== undefined) this.param = more.param;
    if (more.reasons !== undefined) this.reasons = more.reasons;
    if (more.retryAfterSeconds !== undefined) this.retryAfterSeconds = more.retryAfterSeconds;
    if (more.short !== undefined) this.short = more.short;
    if (more.present !== undefined) this.present = more.present;
    if (more.archivedAt !== undefined) this.archivedAt = more.archivedAt;
    if (more.see !== undefined) this.see = more.see;
  }

  /** The same refusal for a part of the request; `at` is the dotted path of the part. */
  placedAt(at: string): Refusal {
    const param = this.param === undefined ? at : `${at}.${this.param}`;
    const prefix = `${this.param ?? ''}: `;
    const words = this.message.startsWith(prefix) ? this.message.slice(prefix.length) : this.message;
    return this.with(`${param}: ${words}`, param);
  }

  /** The same refusal with another message. */
  with(message: string, param = this.param): Refusal {
    // The own fields of a refusal are its details.
    return new Refusal(this.code, message, {
      ...(this as RefusalDetails),
      ...(param !== undefined && { param }),
    });
  }
}

/** The most other fields that one refusal names. */
const othersMax = 10;

/** Lists the other fields at fault, so that all can be corrected at once. */
/** Introduces the list of other fields at fault. */
export const othersHead = ' Also wrong: ';

export function othersAtFault(params: readonly string[]): string {
  if (params.length === 0) return '';
  const more = params.length - (othersMax - 1);
  return `${othersHead}${params.slice(0, othersMax - 1).join(', ')}${more > 0 ? ` and ${more} more` : ''}.`;
}

/** The first refusal, with the fields of the others added to its message. */
export function allTogether([first, ...others]: readonly Refusal[]): Refusal {
  if (first === undefined) throw new Error('there is no refusal to render');
  return first.with(first.message + othersAtFault(others.flatMap(({ param }) => param ?? [])));
}

/** Throws a `Refusal`. The message is for people and may change; the code may not. */
export function refuse(code: RefusalCode, message: string, more?: RefusalDetails): never {
  throw new Refusal(code, message, more);
}
