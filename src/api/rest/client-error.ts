import { STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { Refusal } from '../../domain/refusal.js';
import { errorBody, errors, helpLink } from '../error.js';
import { correlationOf } from './request.js';
import { unknownAt, type Unknown } from './routes.js';

interface ClientError extends Error {
  readonly code?: string;
  /** The bytes read of the connection when it failed, and how many of them were good. */
  readonly rawPacket?: unknown;
  readonly bytesParsed?: number;
}

interface Context {
  readonly requestId: string;
  readonly environment: 'sandbox' | 'live';
}

/** The answer, and the caller's own id of the request. */
interface Told extends Unknown {
  readonly correlation?: string | undefined;
}

const unreadable: Told = { refusal: new Refusal('invalid_request', 'The request could not be read.') };
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
export function answerClientError(error: ClientError, socket: Duplex, context: Context): void {
  // Each packet that follows fails again.
  if (failed.has(socket)) return;
  failed.add(socket);
  if (error.code === 'ECONNRESET') socket.destroy();
  else answerInTurn(toldOf(error, context), socket, context);
}

/** Nothing is a proxy here: a path does not take CONNECT, as it does not take other methods. */
export function answerConnect(request: IncomingMessage, socket: Duplex, context: Context): void {
  socket.on('error', () => socket.destroy());
  const { url = '', headers } = request;
  answerInTurn(
    { ...unknownAt(url, context.environment), correlation: correlationOf(headers) },
    socket,
    context,
  );
}

function answerInTurn(told: Told, socket: Duplex, context: Context): void {
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
  const { refusal, allow, correlation } = told;
  const body = JSON.stringify(errorBody(refusal, requestId));
  const { status } = errors[refusal.code];
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      ...(allow === undefined ? [] : [`Allow: ${allow}`]),
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      `X-Request-Id: ${requestId}`,
      `Link: ${helpLink(refusal.code)}`,
      ...(correlation === undefined ? [] : [`X-Correlation-Id: ${correlation}`]),
      'Connection: close',
      '',
      body,
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
function toldOf({ code = '', rawPacket, bytesParsed }: ClientError, { environment }: Context): Told {
  if (!methodFaults.has(code) || !(rawPacket instanceof Uint8Array)) return unreadable;
  const text = Buffer.from(rawPacket.subarray(0, requestLineMax)).toString('latin1');
  // Behind the first line it is what follows a good request that is broken: a body longer than it was said to be.
  if (bytesParsed === undefined || bytesParsed > text.indexOf('\r\n') + 2) return unreadable;
  const [, path] = requestLine.exec(text) ?? [];
  if (path === undefined) return unreadable;
  const [head = ''] = text.split('\r\n\r\n');
  const given = valuesOf('x-correlation-id', head);
  // The platform joins what is sent twice, and takes that for no id either.
  return {
    ...unknownAt(path, environment),
    correlation: correlationOf({ 'x-correlation-id': given.join(', ') }),
  };
}

/** By the line and without a pattern: anybody can send a head over which one takes minutes. */
function valuesOf(header: string, head: string): string[] {
  return head.split('\r\n').flatMap((line) => {
    const [name = '', ...value] = line.split(':');
    return name.toLowerCase() === header ? [value.join(':').trim()] : [];
  });
}
