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
  /** The bytes read of the connection when it failed, and how many of them were good. */
  readonly rawPacket?: unknown;
  readonly bytesParsed?: number;
}

export interface UnreadContext {
  readonly requestId: string;
  readonly environment: 'sandbox' | 'live';
  readonly keyless: Pick<KeylessLimit, 'refusal'>;
}

/** The answer, and the caller's own id of the request. */
interface Told extends Unknown {
  /** The answer to HEAD has no body. */
  readonly isHead?: boolean;
  readonly correlation?: string | undefined;
}

const unreadable: Told = { refusal: new Refusal('invalid_request', 'The request is not valid HTTP.') };
const tooSlow: Told = {
  refusal: new Refusal('invalid_request', 'The request did not arrive complete in time; send it again.'),
};
const requestLine = /^[\w!#$%&'*+.^`|~-]+ (\/[^ ?]*)(?:\?[^ ]*)? HTTP\/1\.[01]\r\n/;
const requestLineMax = 16 * 1024;
const methodFaults = new Set(['HPE_INVALID_METHOD', 'HPE_INVALID_CONSTANT', 'HPE_INVALID_VERSION']);

/** Connections that have failed, and how long whoever does not close his after the answer is waited for. */
const failed = new WeakSet<Duplex>();
const lingerMs = 2_000;

/**
 * Answers what is not even a request of HTTP (broken, too large a head, too slow), in the usual shape: after the good
 * requests before it, whose answers it would else take the place of.
 */
export function answerClientError(error: ClientError, socket: Duplex, context: UnreadContext): void {
  // Each packet that follows fails again.
  if (failed.has(socket)) return;
  failed.add(socket);
  if (error.code === 'ECONNRESET' || isAnswered(socket)) socket.destroy();
  else answerInTurn({ ...toldOf(error, socket, context), isHead: isToHead(error, socket) }, socket, context);
}

/** The request whose body is still arriving, and whether an answer to it is under way. The platform has no other way to it. */
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

/** The method of a head that could not be read is known only where the packet that failed begins with that head. */
function isToHead({ rawPacket, bytesParsed = 0 }: ClientError, socket: Duplex): boolean {
  const { request } = arrivingAt(socket);
  if (request !== undefined) return request.method === 'HEAD';
  if (!(rawPacket instanceof Uint8Array)) return false;
  const parsed = Buffer.from(rawPacket.subarray(0, bytesParsed)).toString('latin1');
  return parsed.startsWith('HEAD ') && !parsed.includes('\r\n\r\n');
}

/** Nothing is a proxy here: a path does not take CONNECT, as it does not take other methods. */
export function answerConnect(request: IncomingMessage, socket: Duplex, context: UnreadContext): void {
  socket.on('error', () => socket.destroy());
  const { url = '', headers } = request;
  const refusal = context.keyless.refusal(request);
  const unread = refusal === undefined ? unknownAt(url, context.environment) : { refusal };
  answerInTurn({ ...unread, correlation: correlationOf(headers) }, socket, context);
}

function answerInTurn(told: Told, socket: Duplex, context: UnreadContext): void {
  if (socket.destroyed || !socket.writable) {
    socket.destroy();
    return;
  }
  const underWay = answerUnderWay(socket);
  if (underWay !== undefined) {
    underWay.once('close', () => answerInTurn(told, socket, context));
    return;
  }
  const { requestId } = context;
  const { refusal, allow, correlation, isHead } = told;
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

/** Of a request that came whole. The platform tells of it in no other way, and its own handler of these errors looks here. */
function answerUnderWay(socket: Duplex): ServerResponse | undefined {
  const { _httpMessage: answer } = socket as { readonly _httpMessage?: ServerResponse | null };
  return answer?.req.complete === true ? answer : undefined;
}

/** A method that the platform's parser does not know, or has for another protocol, is one that the path does not have. */
function toldOf(
  { code = '', rawPacket, bytesParsed }: ClientError,
  socket: Duplex,
  context: UnreadContext,
): Told {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return tooSlow;
  if (!methodFaults.has(code) || !(rawPacket instanceof Uint8Array)) return unreadable;
  const text = Buffer.from(rawPacket.subarray(0, requestLineMax)).toString('latin1');
  // Behind the first line it is what follows a good request that is broken: a body longer than it was said to be.
  if (bytesParsed === undefined || bytesParsed > text.indexOf('\r\n') + 2) return unreadable;
  const [, path] = requestLine.exec(text) ?? [];
  if (path === undefined) return unreadable;
  const [head = ''] = text.split('\r\n\r\n');
  // The platform joins what is sent twice, and takes that for no id either.
  const header = (name: string): string => valuesOf(name, head).join(', ');
  const headers = { 'x-forwarded-for': header('x-forwarded-for') };
  const refusal = context.keyless.refusal({ headers, socket: socket as Socket });
  return {
    ...(refusal === undefined ? unknownAt(path, context.environment) : { refusal }),
    correlation: correlationOf({ 'x-correlation-id': header('x-correlation-id') }),
  };
}

/** By the line and without a pattern: anybody can send a head over which one takes minutes. */
function valuesOf(header: string, head: string): string[] {
  return head.split('\r\n').flatMap((line) => {
    const [name = '', ...value] = line.split(':');
    return name.toLowerCase() === header ? [value.join(':').trim()] : [];
  });
}
