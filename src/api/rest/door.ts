import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Refusal } from '../../domain/refusal.js';
import { errorBody, errors, retryAfter } from '../error.js';
import { paced } from '../pace.js';
import { correlationOf } from './request.js';

/**
 * Whoever is turned away asks again once he is answered, so what answers take is bounded, 667 a second: beyond that
 * they wait, and their callers with them. Accounts take turns, so that few are not kept waiting by a flood of another.
 */
const perTick = 10;
const tickMs = 15;

export interface Door {
  /** The account that a request with this Authorization says it is of, proven or not. */
  readonly claimedAccount: (authorization: string | undefined) => string | undefined;
  /** Why a request of that account is turned away. */
  readonly refusal: (accountId: string | undefined) => Refusal | undefined;
  readonly newRequestId: () => string;
}

/**
 * A door before the framework: under a flood most requests are turned away, and what that costs decides how much is
 * left for the others. The connection stays open, for a new one would cost more.
 */
export function addDoor(server: Server, { claimedAccount, refusal: refusalOf, newRequestId }: Door): void {
  const inside = server.listeners('request') as RequestListener[];
  const inPace = paced(perTick, tickMs);
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    const account = claimedAccount(request.headers.authorization);
    const refusal = refusalOf(account);
    if (refusal !== undefined)
      inPace(account ?? '', () => turnAway(request, response, { refusal, requestId: newRequestId() }));
    else for (const listener of inside) listener(request, response);
  });
}

function turnAway(
  request: IncomingMessage,
  response: ServerResponse,
  { refusal, requestId }: { refusal: Refusal; requestId: string },
): void {
  const body = JSON.stringify(errorBody(refusal, requestId));
  const correlation = correlationOf(request.headers);
  if (correlation !== undefined) response.setHeader('X-Correlation-Id', correlation);
  response.writeHead(errors[refusal.code].status, {
    'X-Request-Id': requestId,
    'Cache-Control': 'no-store',
    'Retry-After': retryAfter(refusal),
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
  });
  response.end(body);
}
