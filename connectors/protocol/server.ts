import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { bodyMost, jsonOf } from './body.ts';
import { handlersOf, refusal, type Answer } from './handler.ts';
import type { Journal } from './journal.ts';
import type { Bank } from './message.ts';
import { newNonce, signatureHeader, signatureOf, verdictOf } from './signature.ts';

export interface ServerOptions {
  readonly bank: Bank;
  readonly journal: Journal;
  readonly host: string;
  readonly port: number;
  /** PEM. `ca`: CA of the clients that may connect. */
  readonly tls?: { readonly cert: string; readonly key: string; readonly ca?: string };
  /** Keys that sign responses. */
  readonly sendingKeys: readonly string[];
  /** Keys that verify the service's requests. */
  readonly receivingKeys: readonly string[];
  readonly report: (error: unknown) => void;
}

export interface RunningServer {
  readonly url: string;
  close(): Promise<void>;
}

/** Serves the protocol for a bank. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const server = serverOf(options, listenerOf(options));
  server.listen(options.port, options.host);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `${options.tls ? 'https' : 'http'}://${options.host}:${port}`,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

function serverOf({ tls }: ServerOptions, listener: Listener): Server {
  if (tls === undefined) return createServer(listener);
  return createSecureServer({ ...tls, requestCert: tls.ca !== undefined, minVersion: 'TLSv1.2' }, listener);
}

type Signed = Answer & { readonly nonce?: string };

function listenerOf(options: ServerOptions): Listener {
  const handlers = handlersOf(options);
  const answerTo = async (request: IncomingMessage): Promise<Signed> => {
    const { method = '', url = '' } = request;
    const body = await bodyOf(request);
    if (body === undefined) return refusal(413, 'body_too_large', 'A body may have at most 256 KiB.');
    const verdict = verdictOf({ method, path: url, body }, request.headers[signatureHeader]?.toString(), {
      keys: options.receivingKeys,
    });
    if ('fault' in verdict) return refusal(401, 'bad_signature', `The request is refused: ${verdict.fault}.`);
    const { nonce } = verdict;
    const [path = '', query = ''] = url.split('?');
    const here = handlers.filter(([, pattern]) => pattern.test(path));
    if (here.length === 0) return { nonce, ...refusal(404, 'not_found', 'This path does not exist.') };
    const [, pattern, run] = here.find(([each]) => each === method) ?? [];
    if (pattern === undefined || run === undefined)
      return { nonce, ...refusal(405, 'method_not_allowed', 'The path does not support this method.') };
    const reference = pattern.exec(path)?.[1] ?? '';
    if (reference !== '' && !/^[A-Za-z0-9._-]{1,128}$/.test(reference))
      return { nonce, ...refusal(400, 'invalid_reference', 'The reference is invalid.') };
    const protocolRequest = { path, reference, query: new URLSearchParams(query), body: jsonOf(body) };
    return { nonce, ...(await run(protocolRequest)) };
  };
  return (request, response) => {
    void answerTo(request)
      .catch((error: unknown): Signed => {
        options.report(error);
        return refusal(502, 'bank_unclear', 'The bank gave no clear answer.');
      })
      .then((answer) => send(request, response, { answer, keys: options.sendingKeys }));
  };
}

/** Signed over the nonce of the request; if the request is unauthenticated, over a new nonce. */
function send(
  request: IncomingMessage,
  response: ServerResponse,
  { answer, keys }: { answer: Signed; keys: readonly string[] },
): void {
  const { method = '', url: path = '' } = request;
  const { status, body, nonce = newNonce() } = answer;
  const whole = Buffer.from(JSON.stringify(body));
  const etag = `"${createHash('sha256').update(whole).digest('base64url').slice(0, 22)}"`;
  const isCached = status === 200 && method === 'GET' && request.headers['if-none-match'] === etag;
  const sent = isCached ? Buffer.alloc(0) : whole;
  if (!request.complete) response.setHeader('connection', 'close');
  response.writeHead(isCached ? 304 : status, {
    ...(!isCached && { 'content-type': 'application/json', 'content-length': sent.length }),
    ...(status === 200 && method === 'GET' && { etag }),
    'cache-control': 'no-store',
    [signatureHeader]: signatureOf({ method, path, body: sent }, keys, nonce),
  });
  response.end(sent);
}

/** Undefined if the body is too long; part of the excess is read, so that the client gets a response. */
async function bodyOf(request: IncomingMessage): Promise<Buffer | undefined> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    length += part.length;
    if (length > bodyMost) parts.length = 0;
    else parts.push(part);
    if (length > 4 * bodyMost) throw new Error('a body was longer than the limit');
  }
  return length > bodyMost ? undefined : Buffer.concat(parts);
}
