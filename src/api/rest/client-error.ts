import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { Refusal } from '../../domain/refusal.js';
import { errorBody, errors } from '../error.js';
import { unknownAt, type Unknown } from './routes.js';

interface ClientError extends Error {
  readonly code?: string;
  /** What was read of the connection when it failed, and how many bytes of it were good. */
  readonly rawPacket?: unknown;
  readonly bytesParsed?: number;
}

const unreadable: Unknown = { refusal: new Refusal('invalid_request', 'The request could not be read.') };
const requestLine = /^[\w!#$%&'*+.^`|~-]+ (\/[^ ?]*)(?:\?[^ ]*)? HTTP\/1\.[01]\r\n/;
const requestLineMax = 16 * 1024;

/** Answers what is not even a request of HTTP (broken, too large a head, too slow), in the usual shape. */
export function answerClientError(
  error: ClientError,
  socket: Duplex,
  { requestId, environment }: { requestId: string; environment: 'sandbox' | 'live' },
): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
    socket.destroy();
    return;
  }
  const path = error.code === 'HPE_INVALID_METHOD' ? pathIn(error) : undefined;
  const { refusal, allow } = path === undefined ? unreadable : unknownAt(path, environment);
  const body = JSON.stringify(errorBody(refusal, requestId));
  const { status } = errors[refusal.code];
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      ...(allow === undefined ? [] : [`Allow: ${allow}`]),
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      `X-Request-Id: ${requestId}`,
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  );
}

/** A method that the platform's parser does not know is one that the path does not have. */
function pathIn({ rawPacket, bytesParsed }: ClientError): string | undefined {
  if (!(rawPacket instanceof Uint8Array)) return undefined;
  const head = Buffer.from(rawPacket.subarray(0, requestLineMax)).toString('latin1');
  // Behind the first word it is what follows a good request that is broken: a body longer than it was said to be.
  if (bytesParsed === undefined || bytesParsed > head.indexOf(' ')) return undefined;
  return requestLine.exec(head)?.[1];
}
