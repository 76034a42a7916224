import { STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { Refusal } from '../../domain/refusal.js';
import { errorBody, errors, helpLink, retryAfter } from '../error.js';
import type { KeylessLimit } from '../keyless.js';
import { correlationOf } from './request.js';
import { unknownAt, type Unknown } from './routes.js';

interface ClientError extends Error {
  readonly code?: string;
  /** The bytes of the failed packet, and how many of them were valid. */
  readonly rawPacket?: unknown;
  readonly bytesParsed?: number;
}

export interface UnreadContext {
  readonly requestId: string;
  readonly environment: 'sandbox' | 'live';
  readonly keyless: Pick<KeylessLimit, 'refusal'>;
}

/** The response, and the caller's correlation id. */
interface UnreadAnswer extends Unknown {
  /** A response to HEAD has no body. */
  readonly isHead?: boolean;
  readonly correlation?: string | undefined;
}

const unreadable: UnreadAnswer = {
  refusal: new Refusal('invalid_request', 'The request is not valid HTTP.'),
};
const tooSlow: UnreadAnswer = {
  refusal: new Refusal('invalid_request', 'The request did not arrive complete in time; send it again.'),
};
const requestLine = /^[\w!#$%&'*+.^`|~-]+ (\/[^ ?]*)(?:\?[^ ]*)? HTTP\/1\.[01]\r\n/;
const requestLineMax = 16 * 1024;
const methodFaults = new Set(['HPE_INVALID_METHOD', 'HPE_INVALID_CONSTANT', 'HPE_INVALID_VERSION']);

/** Failed connections, and the milliseconds a client gets to close its side after the response. */
const failed = new WeakSet<Duplex>();
const lingerMs = 2_000;

/**
 * Answers input that is not a valid HTTP request (malformed, head too large, too slow), with the usual error
 * body. The response follows those of the valid requests before it, which it must not replace.
 */
export function answerClientError(error: ClientError, socket: Duplex, context: UnreadContext): void {
  // Node reports an error for each further packet.
  if (failed.has(socket)) return;
  failed.add(socket);
  if (error.code === 'ECONNRESET' || isAnswered(socket)) socket.destroy();
  else
    answerInTurn({ ...answerTo(error, socket, context), isHead: isToHead(error, socket) }, socket, context);
}

/**
 * The request whose body is still arriving, and whether a response to it has begun. Node has no public API
 * for this.
 */
function arrivingAt(socket: Duplex): { readonly request?: IncomingMessage; readonly hasAnswer: boolean } {
  const { parser, _httpMessage: answer } = socket as {
    readonly parser?: { readonly incoming?: IncomingMessage | null } | null;
    readonly _httpMessage?: ServerResponse | null;
  };
  const incoming = parser?.incoming;
  return { ...(incoming?.complete === false && { request: incoming }), hasAnswer: Boolean(answer) };
}

function isAnswered(socket: Duplex): boolean {
  const { request, hasAnswer } = arrivingAt(socket);
  return request !== undefined && !hasAnswer;
}

/** The method of an unreadable head is known only if the failed packet begins with that head. */
function isToHead({ rawPacket, bytesParsed = 0 }: ClientError, socket: Duplex): boolean {
  const { request } = arrivingAt(socket);
  if (request !== undefined) return request.method === 'HEAD';
  if (!(rawPacket instanceof Uint8Array)) return false;
  const parsed = Buffer.from(rawPacket.subarray(0, bytesParsed)).toString('latin1');
  return parsed.startsWith('HEAD ') && !parsed.includes('\r\n\r\n');
}

/** The service is no proxy: CONNECT is answered like any other unsupported method. */
export function answerConnect(request: IncomingMessage, socket: Duplex, context: UnreadContext): void {
  socket.on('error', () => socket.destroy());
  const { url = '', headers } = request;
  const refusal = context.keyless.refusal(request);
  const unread = refusal === undefined ? unknownAt(url, context.environment) : { refusal };
  answerInTurn({ ...unread, correlation: correlationOf(headers) }, socket, context);
}

function answerInTurn(unread: UnreadAnswer, socket: Duplex, context: UnreadContext): void {
  if (socket.destroyed || !socket.writable) {
    socket.destroy();
    return;
  }
  const underWay = answerUnderWay(socket);
  if (underWay !== undefined) {
    underWay.once('close', () => answerInTurn(unread, socket, context));
    return;
  }
  const { requestId } = context;
  const { refusal, allow, correlation, isHead } = unread;
  const body = JSON.stringify(errorBody(refusal, requestId));
  const { status } = errors[refusal.code];
  const seconds = retryAfter(refusal);
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      ...(allow === undefined ? [] : [`Allow: ${allow}`]),
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      `X-Request-Id: ${requestId}`,
      `Link: ${helpLink(refusal.code)}`,
      ...(seconds === undefined ? [] : [`Retry-After: ${seconds}`]),
      ...(correlation === undefined ? [] : [`X-Correlation-Id: ${correlation}`]),
      'Connection: close',
      '',
      isHead ? '' : body,
    ].join('\r\n'),
  );
  setTimeout(() => socket.destroy(), lingerMs).unref();
}

/**
 * The unfinished response to a complete request. Node has no public API for it; its own error handler reads
 * the same field.
 */
function answerUnderWay(socket: Duplex): ServerResponse | undefined {
  const { _httpMessage: answer } = socket as { readonly _httpMessage?: ServerResponse | null };
  return answer?.req.complete === true ? answer : undefined;
}

/** A method that Node's parser does not know, or knows from another protocol, is answered as unsupported. */
function answerTo(
  { code = '', rawPacket, bytesParsed }: ClientError,
  socket: Duplex,
  context: UnreadContext,
): UnreadAnswer {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return tooSlow;
  if (!methodFaults.has(code) || !(rawPacket instanceof Uint8Array)) return unreadable;
  const text = Buffer.from(rawPacket.subarray(0, requestLineMax)).toString('latin1');
  // A fault after the request line belongs to a valid request, for example a body longer than its
  // Content-Length.
  if (bytesParsed === undefined || bytesParsed > text.indexOf('\r\n') + 2) return unreadable;
  const [, path] = requestLine.exec(text) ?? [];
  if (path === undefined) return unreadable;
  const [head = ''] = text.split('\r\n\r\n');
  // Node joins repeated headers; the joined value is no valid id either.
  const header = (name: string): string => valuesOf(name, head).join(', ');
  const headers = { 'x-forwarded-for': header('x-forwarded-for') };
  const refusal = context.keyless.refusal({ headers, socket: socket as Socket });
  return {
    ...(refusal === undefined ? unknownAt(path, context.environment) : { refusal }),
    correlation: correlationOf({ 'x-correlation-id': header('x-correlation-id') }),
  };
}

/** Splits lines instead of using a pattern, because a crafted head can make a pattern run for minutes. */
function valuesOf(header: string, head: string): string[] {
  return head.split('\r\n').flatMap((line) => {
    const [name = '', ...value] = line.split(':');
    return name.toLowerCase() === header ? [value.join(':').trim()] : [];
  });
}
