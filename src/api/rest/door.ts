import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Refusal } from '../../domain/refusal.js';
import { errorBody, errors, retryAfter } from '../error.js';
import { correlationOf } from './request.js';

export interface Door {
  /** Why a request with this Authorization is turned away. */
  readonly refusal: (authorization: string | undefined) => Refusal | undefined;
  readonly newRequestId: () => string;
  readonly requestTimeoutMs: number;
}

const keepAliveMs = 72_000;

/**
 * The server with a door before the framework: under a flood most requests are turned away, and what that costs
 * decides how much is left for the others. The connection stays open, for a new one would cost more.
 */
export function serverWithDoor(
  handle: (request: IncomingMessage, response: ServerResponse) => void,
  { refusal: refusalOf, newRequestId, requestTimeoutMs }: Door,
): Server {
  const options = { requestTimeout: requestTimeoutMs, keepAliveTimeout: keepAliveMs };
  return createServer(options, (request, response) => {
    const refusal = refusalOf(request.headers.authorization);
    if (refusal === undefined) return handle(request, response);
    const requestId = newRequestId();
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
  });
}
