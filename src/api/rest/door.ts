import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { Refusal } from '../../domain/refusal.js';
import type { Slots } from '../admission.js';
import type { Callers } from '../caller.js';
import { errorBody, errors, helpLink, retryAfter } from '../error.js';
import { timesGiven, twiceGiven } from '../header.js';
import { correlationOf } from './request.js';

/** An account that proved who it is and has its share of the slots already. */
interface Pressed {
  readonly accountId: string;
  readonly refusal: Refusal;
}

export interface Door {
  /** Why the account that sends this Authorization gets no slot; undefined if it gets one or is not known yet. */
  readonly refusal: (authorization: string | undefined) => Pressed | undefined;
  /** Whether that account is turned away again and again, and told so late. */
  readonly isPressing: (accountId: string) => boolean;
  /** Why a request of that address is turned away, and told so late. */
  readonly tooOften: (request: IncomingMessage) => Refusal | undefined;
  readonly newRequestId: () => string;
}

/** An address that asks in a loop would else ask again at once, and be turned away thousands of times a second. */
export const lateMs = 250;
/**
 * About the second after which Retry-After has an account come again that is turned away again and again. Those told
 * all at once would all come again at once, and hold the others up for a part of each second.
 */
const pressedMs = { least: 500, most: 1_500 };
/** Requests that are told late at a time; the next is told at once, for each that waits takes memory. */
const waitingMax = 2_000;

/**
 * A door before the framework: under a flood most requests are turned away, and what that costs decides how much is
 * left for the others. The connection stays open, for a new one would cost more. With fastify's own `serverFactory` the
 * server would have to be made here too, and its limits of time be set.
 */
export function addDoor(server: Server, door: Door): void {
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
  /** Lets in, or turns away for that reason, or for another that concerns the account. */
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
  // By itself the platform asks for the body before anybody has looked at the head.
  server.on('checkContinue', (request, response) => {
    held.add(request);
    judge(headRefusal(request), request, response);
  });
  // Without a listener the platform answers it by itself, in a shape and with a status that are not ours.
  server.on('checkExpectation', (request, response) =>
    judge(
      new Refusal('invalid_request', 'Expect: only 100-continue is supported.', { param: 'Expect' }),
      request,
      response,
    ),
  );
}

/** Requests whose callers hold the body back until they are asked for it (Expect: 100-continue). */
const held = new WeakSet<IncomingMessage>();

export const holdsBody = (request: IncomingMessage): boolean => held.has(request);

/** Asks for the body where it is held back. */
export function askForBody(request: IncomingMessage, response: ServerResponse): void {
  if (held.delete(request)) response.writeContinue();
}

/** Requests that the platform would refuse in a shape that is not ours, or takes (RFC 9112 §3.2, §6.1). */
function headRefusal(request: IncomingMessage): Refusal | undefined {
  const { headers, httpVersion } = request;
  const hosts = timesGiven(request, 'host');
  if (hosts > 1 || (hosts === 0 && httpVersion === '1.1'))
    return new Refusal('invalid_request', 'Host: must be sent exactly once.', { param: 'Host' });
  const twice = twiceGiven(request);
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
 * The refusal of an account that has its share of the slots already. Its key is proven first: a request that names a key
 * and does not have it is refused at its client's cost, not at the account's.
 */
export function pressing(
  slots: Slots,
  callers: Pick<Callers, 'present'>,
  authorization: string | undefined,
): Pressed | undefined {
  const accountId = slots.isPressed ? callers.present(authorization)?.account.id : undefined;
  const refusal = accountId === undefined ? undefined : slots.refusal(accountId);
  return accountId === undefined || refusal === undefined ? undefined : { accountId, refusal };
}
