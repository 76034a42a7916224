import { misfit } from '../api/description.js';
import { messageOf, type Draft } from './draft.js';
import type { Reply } from './exchange.js';

/** The only operations whose answers may contain null. */
const mayHaveNull = new Set(['getBalanceStatement', 'getDescription', 'runReport']);

/** Operations that stream: slots are few and shared out by account; requests beyond get 503. */
const streaming = new Set(['runReport', 'getBalanceStatement']);

/** Request log lines repeat the caller's own input, which may contain ids of another account. */
const isOfLog = new Set(['listRequests', 'getRequest']);
const inputFields = new Set(['path', 'query', 'request_body', 'resource_id']);

/** Status → error type (contract §7.2). */
const types: Readonly<Record<number, string>> = {
  400: 'invalid_request',
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found',
  405: 'invalid_request',
  409: 'conflict',
  410: 'invalid_request',
  413: 'invalid_request',
  415: 'invalid_request',
  422: 'invalid_request',
  429: 'rate_limited',
  500: 'internal_error',
  503: 'unavailable',
};

export interface Verdict {
  readonly faults: readonly string[];
  /** `operation status code`, if the answer belongs to the operation. */
  readonly reached: string | undefined;
  /** The body, if it is JSON. */
  readonly body: unknown;
}

/** The answer without the caller's own input, which the request log and error messages repeat. */
function withoutInput(draft: Draft, text: string, foreign: RegExp): string {
  const { target, bytes } = messageOf(draft);
  const sent = `${target} ${bytes?.toString() ?? ''}`;
  const every = new RegExp(foreign, 'g');
  const withoutInputs = (name: string, value: unknown): unknown => {
    if (isOfLog.has(draft.operation.id) && inputFields.has(name)) return undefined;
    if (name !== 'message' || typeof value !== 'string') return value;
    return value.replaceAll(every, (id) => (sent.includes(id) ? '' : id));
  };
  return JSON.stringify(parsed(text), withoutInputs) ?? text;
}

/** The faults of an answer. `foreign` matches anything of another account. */
export function judge(draft: Draft, reply: Reply, foreign: RegExp): Verdict {
  const faults: string[] = [];
  const { status, text, headers } = reply;
  if (status === 0) return { faults, reached: undefined, body: undefined };
  const requestId = headers['x-request-id'];
  const isForeign = foreign.test(text) && foreign.test(withoutInput(draft, text, foreign));
  if (isForeign || foreign.test(JSON.stringify(headers))) faults.push('shows what is of another account');
  if (typeof requestId !== 'string' || !/^req_[0-9a-z]{26}$/.test(requestId))
    faults.push('has no X-Request-Id');
  // A preview answers 200 and contains the refusal.
  const isRefused = status >= 400 || text.startsWith('{"outcome":"refused"');
  if (draft.mustRefuse && !isRefused) faults.push(`let pass: ${draft.mutation ?? ''}`);
  if (draft.method === 'HEAD') {
    if (text !== '') faults.push('answers HEAD with a body');
    if (status >= 500) faults.push(`answered ${status}`);
    return { faults, reached: undefined, body: undefined };
  }
  if (isDashboardPage(draft, reply)) return { faults, reached: undefined, body: undefined };
  if (draft.operation.isPage)
    return { faults: [...faults, ...pageFaults(draft, reply)], reached: undefined, body: undefined };
  const type = headers['content-type'] ?? '';
  // Report files are checked by other tests.
  if (status === 200 && /^(text\/csv|application\/xml); charset=utf-8$/.test(type))
    return { faults, reached: `${draft.operation.id} ${status}`, body: undefined };
  const isEmpty = status === 204;
  const body = isEmpty ? undefined : parsed(text);
  if (isEmpty ? text !== '' : body === undefined) faults.push('is not JSON, or not empty');
  const isJson = /^application\/(vnd\.psp\.statement\+)?json/.test(type);
  if (isEmpty ? type !== '' : !isJson) faults.push('has another Content-Type');
  if (!mayHaveNull.has(draft.operation.id) && hasNull(body)) faults.push('holds a null');
  const error = errorOf(body);
  // The set-up suspends a capability; every other answer of 500 and above is a fault.
  const isFull = error.code === 'temporarily_unavailable' && streaming.has(draft.operation.id);
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

const pageStatuses = new Set([200, 204, 303, 304, 400, 404, 409, 413, 415, 422, 429]);

function pageFaults(draft: Draft, { status, headers, text }: Reply): string[] {
  const faults: string[] = [];
  const { location = '', 'content-type': type = '', 'content-security-policy': policy = '' } = headers;
  if (!pageStatuses.has(status) && !(draft.elsewhere && status === 405)) faults.push(`answered ${status}`);
  if (status === 303 && !/^\/[sp]\/[\w/-]+$/.test(location)) faults.push(`leads to "${location}"`);
  if (!type.startsWith('text/html')) return faults;
  if (!policy.includes("default-src 'none'")) faults.push('has no Content-Security-Policy');
  if (/<script>alert|<img src=x|"><img|\[object Object\]/.test(text)) faults.push('shows a value as markup');
  return faults;
}

/** A path below /dashboard without an operation of its own is a page of the dashboard. */
const isDashboardPage = ({ elsewhere, path }: Draft, { status, headers }: Reply): boolean =>
  elsewhere &&
  path.startsWith('/dashboard/') &&
  status === 200 &&
  headers['content-type'] === 'text/html; charset=utf-8';

/** A changed path or method may match no operation: then only 404 and 405 are right. */
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
