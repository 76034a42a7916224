import { misfit } from '../api/description.js';
import type { Draft } from './draft.js';
import type { Reply } from './exchange.js';

/** Operations that tell null: of others no field is null. */
const bearsNull = new Set(['getDescription', 'runReport']);

/** Operations that stream: of their few places an account has a share, and more at once are told to come again. */
const hasPlaces = new Set(['runReport', 'getBalanceStatement']);

/** A line of the request log repeats what its own caller asked for, which may be of another account. */
const isOfLog = new Set(['listRequests', 'getRequest']);
const askedFor = new Set(['path', 'query', 'request_body', 'resource_id']);

const answerMsMax = 5_000;

/** Status → type of an error (contract §7.2). */
const types: Readonly<Record<number, string>> = {
  400: 'invalid_request',
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found',
  405: 'invalid_request',
  409: 'conflict',
  413: 'invalid_request',
  415: 'invalid_request',
  422: 'invalid_request',
  429: 'rate_limited',
  500: 'internal_error',
  503: 'unavailable',
};

export interface Verdict {
  readonly faults: readonly string[];
  /** `operation status code`, as far as the answer is one of the operation's own. */
  readonly reached: string | undefined;
  /** The body, where it is JSON. */
  readonly body: unknown;
}

/** The words of the service by itself. */
const told = ({ operation }: Draft, text: string): string =>
  isOfLog.has(operation.id)
    ? (JSON.stringify(parsed(text), (name, value: unknown) => (askedFor.has(name) ? undefined : value)) ??
      text)
    : text;

/** The faults of an answer; `foreign` finds whatever belongs to another account. */
export function judge(draft: Draft, reply: Reply, foreign: RegExp): Verdict {
  const faults: string[] = [];
  const { status, text, headers, ms } = reply;
  const requestId = headers['x-request-id'];
  if (ms > answerMsMax) faults.push(`answered after ${Math.round(ms)} ms`);
  if (foreign.test(told(draft, text)) || foreign.test(JSON.stringify(headers)))
    faults.push('shows what is of another account');
  if (typeof requestId !== 'string' || !/^req_[0-9a-z]{26}$/.test(requestId))
    faults.push('bears no X-Request-Id');
  // A preview answers 200, and tells the refusal in it.
  const isRefused = status >= 400 || text.startsWith('{"outcome":"refused"');
  if (draft.mustRefuse && !isRefused) faults.push(`let pass: ${draft.mutation ?? ''}`);
  if (draft.method === 'HEAD') return { faults, reached: undefined, body: undefined };
  // The file of a report; it is read by tests of its own.
  if (status === 200 && /^(text\/csv|application\/xml); charset=utf-8$/.test(headers['content-type'] ?? ''))
    return { faults, reached: `${draft.operation.id} ${status}`, body: undefined };
  const isEmpty = status === 204;
  const body = isEmpty ? undefined : parsed(text);
  if (isEmpty ? text !== '' : body === undefined) faults.push('is not JSON, or not empty');
  if (headers['content-type']?.startsWith('application/json') !== (isEmpty ? undefined : true))
    faults.push('has another Content-Type');
  if (!bearsNull.has(draft.operation.id) && hasNull(body)) faults.push('holds a null');
  const error = errorOf(body);
  // The set-up suspends a capability; every other answer of 500 and above tells of a fault.
  const isFull = error.code === 'temporarily_unavailable' && hasPlaces.has(draft.operation.id);
  if (status >= 500 && error.code !== 'operation_suspended' && !isFull) faults.push(`answered ${status}`);
  if (status >= 400) {
    if (error.request_id !== requestId) faults.push('error.request_id differs from X-Request-Id');
    if (error.type !== types[status]) faults.push(`the type of ${status} is ${String(error.type)}`);
  }
  const isMomentary = error.code === 'rate_limited' || error.code === 'temporarily_unavailable';
  if (isMomentary && !/^[1-9]\d*$/.test(headers['retry-after'] ?? '')) faults.push('lacks Retry-After');
  if (isElsewhere(draft, reply, error.code)) return { faults, reached: undefined, body };
  const fault = misfit(draft.operation, status, body);
  if (fault !== undefined) faults.push(`does not fit the description: ${fault}`);
  const reached = [draft.operation.id, status, ...(status >= 400 ? [error.code] : [])].join(' ');
  return { faults, reached, body };
}

/** A bent path or another method may lead to what no operation describes: there only 404 and 405 are right. */
function isElsewhere(draft: Draft, { status, headers }: Reply, code: unknown): boolean {
  if (!draft.elsewhere) return false;
  return (
    (status === 404 && code === 'not_found') ||
    (status === 405 && code === 'method_not_allowed' && headers['allow'] !== undefined)
  );
}

function errorOf(body: unknown): Readonly<Record<string, unknown>> {
  const { error } = (body ?? {}) as { error?: Readonly<Record<string, unknown>> };
  return error ?? {};
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function hasNull(value: unknown): boolean {
  if (value === null) return true;
  return typeof value === 'object' && Object.values(value).some(hasNull);
}
