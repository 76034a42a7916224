import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { Refusal } from '../../domain/refusal.js';
import type { Slots } from '../admission.js';
import type { Callers } from '../caller.js';
import { errorBody, errors, helpLink, retryAfter } from '../error.js';
import { headerCount, repeatedHeader } from '../header.js';
import { correlationOf } from './request.js';

/** An authenticated account that already holds its share of the slots. */
interface AccountRefusal {
  readonly accountId: string;
  readonly refusal: Refusal;
}

export interface AdmissionRules {
  /** The refusal for the account of this Authorization; undefined if it gets a slot or is not cached. */
  readonly refusal: (authorization: string | undefined) => AccountRefusal | undefined;
  /** Whether the account was rejected so often that its rejections are delayed. */
  readonly isPressing: (accountId: string) => boolean;
  /** The refusal for the client of this request, which is sent with a delay. */
  readonly tooOften: (request: IncomingMessage) => Refusal | undefined;
  readonly newRequestId: () => string;
}

/** Delay in milliseconds. Without it, a client in a loop would be rejected thousands of times a second. */
export const lateMs = 250;
/**
 * Delay for an account that is rejected often: around the second of its Retry-After. It is random, because
 * requests rejected at the same moment would also return at the same moment and block others.
 */
const pressedMs = { least: 500, most: 1_500 };
/**
 * Most delayed rejections at a time. Above it a rejection is sent at once, because each waiting request takes
 * memory.
 */
const waitingMax = 2_000;

/**
 * Rejects requests before Fastify sees them. During a flood most requests are rejected, so their cost decides
 * how many others can be served. Connections stay open because new ones cost more. Fastify's `serverFactory`
 * is not used: it would mean creating the server here and setting its timeouts.
 */
export function rejectEarly(server: Server, door: AdmissionRules): void {
  const { refusal: refusalOf, isPressing, tooOften, newRequestId } = door;
  const inside = server.listeners('request') as RequestListener[];
  let waiting = 0;
  const later = (ms: number, answer: () => void): void => {
    if (waiting >= waitingMax) return answer();
    waiting += 1;
    setTimeout(() => {
      waiting -= 1;
      answer();
    }, ms);
  };
  /** Rejects the request for this refusal or for its account's; otherwise passes it on. */
  const judge = (refusal: Refusal | undefined, ...[request, response]: Parameters<RequestListener>): void => {
    const away = (why: Refusal): void =>
      turnAway(request, response, { refusal: why, requestId: newRequestId() });
    if (refusal !== undefined) return away(refusal);
    const pressed = refusalOf(request.headers.authorization);
    if (pressed !== undefined) {
      if (!isPressing(pressed.accountId)) return away(pressed.refusal);
      const ms = pressedMs.least + Math.random() * (pressedMs.most - pressedMs.least);
      return later(ms, () => away(pressed.refusal));
    }
    const often = tooOften(request);
    if (often !== undefined) return later(lateMs, () => away(often));
    for (const listener of inside) listener(request, response);
  };
  server.removeAllListeners('request');
  server.on('request', (request, response) => judge(headRefusal(request), request, response));
  // By default Node asks for the body before the head has been checked.
  server.on('checkContinue', (request, response) => {
    held.add(request);
    judge(headRefusal(request), request, response);
  });
  // Without a listener, Node answers with a different body and status.
  server.on('checkExpectation', (request, response) =>
    judge(
      new Refusal('invalid_request', 'Expect: only 100-continue is supported.', { param: 'Expect' }),
      request,
      response,
    ),
  );
}

/** Requests whose callers wait before they send the body (Expect: 100-continue). */
const held = new WeakSet<IncomingMessage>();

export const holdsBody = (request: IncomingMessage): boolean => held.has(request);

/** Asks for the body if the caller is waiting to send it. */
export function askForBody(request: IncomingMessage, response: ServerResponse): void {
  if (held.delete(request)) response.writeContinue();
}

/** Checks that Node answers with a different body, or does not make (RFC 9112 §3.2, §6.1). */
function headRefusal(request: IncomingMessage): Refusal | undefined {
  const { headers, httpVersion } = request;
  const hosts = headerCount(request, 'host');
  if (hosts > 1 || (hosts === 0 && httpVersion === '1.1'))
    return new Refusal('invalid_request', 'Host: must be sent exactly once.', { param: 'Host' });
  const twice = repeatedHeader(request);
  if (twice !== undefined) return twice;
  const coding = headers['transfer-encoding'] ?? 'chunked';
  if (coding.toLowerCase() === 'chunked') return undefined;
  return new Refusal('invalid_request', 'Transfer-Encoding: only chunked is supported.', {
    param: 'Transfer-Encoding',
  });
}

function turnAway(
  request: IncomingMessage,
  response: ServerResponse,
  { refusal, requestId }: { refusal: Refusal; requestId: string },
): void {
  const body = JSON.stringify(errorBody(refusal, requestId));
  const correlation = correlationOf(request.headers);
  const wait = retryAfter(refusal);
  if (correlation !== undefined) response.setHeader('X-Correlation-Id', correlation);
  response.writeHead(errors[refusal.code].status, {
    'X-Request-Id': requestId,
    'Cache-Control': 'no-store',
    Link: helpLink(refusal.code),
    ...(wait !== undefined && { 'Retry-After': wait }),
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
  });
  response.end(body);
}

/**
 * The refusal for an account that holds its share of the slots. The key is verified first: a request with a
 * wrong secret counts against its client, not against the account.
 */
export function accountRefusal(
  slots: Slots,
  callers: Pick<Callers, 'present'>,
  authorization: string | undefined,
): AccountRefusal | undefined {
  const accountId = slots.isPressed ? callers.present(authorization)?.account.id : undefined;
  const refusal = accountId === undefined ? undefined : slots.refusal(accountId);
  return accountId === undefined || refusal === undefined ? undefined : { accountId, refusal };
}
