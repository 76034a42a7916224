import type { Duplex } from 'node:stream';
import { Refusal } from '../../domain/refusal.js';
import { errorBody } from '../error.js';

/** Answers what is not even a request of HTTP (broken, too large a head, too slow), in the usual shape. */
export function answerClientError(error: Error & { code?: string }, socket: Duplex, requestId: string): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
    socket.destroy();
    return;
  }
  const body = JSON.stringify(
    errorBody(new Refusal('invalid_request', 'The request could not be read.'), requestId),
  );
  socket.end(
    [
      'HTTP/1.1 400 Bad Request',
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      `X-Request-Id: ${requestId}`,
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  );
}
