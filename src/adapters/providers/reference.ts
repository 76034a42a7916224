import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { jsonOf } from './connector/body.js';
import type { SandboxBank } from '../../ports/provider.js';
import { bodyMost } from './connector/protocol.js';
import { newNonce, signatureHeader, signed, verify } from './connector/signature.js';
import { failed, handlersOf, type Answer, type Bank } from './reference/handler.js';
import { protocolNotice } from './reference/message.js';
import { startPushing } from './reference/push.js';
import { ReferenceStore } from './reference/store.js';
import { openSimulator, type Simulator } from './simulator.js';

export interface ReferenceOptions extends Pick<Bank, 'environment' | 'offer'> {
  /** A PostgreSQL database of its own, or one in which it gets its own schema. */
  readonly databaseUrl: string;
  readonly host: string;
  readonly port: number;
  /** Keys that sign responses and notices. */
  readonly sendingKeys: readonly string[];
  /** Keys that verify the service's requests. */
  readonly receivingKeys: readonly string[];
  readonly noticesUrl?: string;
  /** PEM: server certificate, its key, and the CA of permitted clients. */
  readonly tls?: { readonly cert: string; readonly key: string; readonly ca?: string };
  readonly concurrency?: number;
  readonly settlingMs?: number;
  readonly closesAtOnce?: boolean;
  readonly pageSize?: number;
  readonly report: (error: unknown) => void;
}

export interface Reference {
  readonly url: string;
  /** The simulated bank behind the connector, for tests and demonstrations. */
  readonly bank: SandboxBank;
  readonly calls: Simulator['calls'];
  /** Pushes notices to this URL from now on. */
  pushTo(noticesUrl: string): void;
  close(): Promise<void>;
}

/**
 * A connector to a simulated bank. It is complete, and small enough to serve as an example for other
 * connectors.
 */
export async function startReference(options: ReferenceOptions): Promise<Reference> {
  const { databaseUrl: url, report, settlingMs } = options;
  const store = await ReferenceStore.open(url, report);
  const simulator = await openSimulator({ url, report, ...(settlingMs !== undefined && { settlingMs }) });
  await simulator.start((notices) => store.addNotices(notices.map(protocolNotice)));
  const { concurrency = 16, closesAtOnce = false, pageSize = 500 } = options;
  const bank: Bank = { ...options, simulator, store, concurrency, closesAtOnce, pageSize };
  const server = serverOf(options, listenerOf(bank, options));
  server.listen(options.port, options.host);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  let endPushing: (() => Promise<void>) | undefined;
  const pushTo = (noticesUrl: string): void => {
    const before = endPushing;
    void before?.();
    endPushing = startPushing({ ...options, store, url: noticesUrl });
  };
  if (options.noticesUrl !== undefined) pushTo(options.noticesUrl);
  return {
    url: `${options.tls ? 'https' : 'http'}://${options.host}:${port}`,
    bank: { ...simulator, deposit: loggedDeposit(simulator, store) },
    calls: () => simulator.calls(),
    pushTo,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
      await endPushing?.();
      await simulator.stop();
      await store.close();
    },
  };
}

/** A deposit whose payment appears in the log of notices at once. */
const loggedDeposit =
  (simulator: Simulator, store: ReferenceStore): SandboxBank['deposit'] =>
  async (deposit) => {
    const notice = await simulator.deposit(deposit);
    await store.addNotices([protocolNotice(notice)]);
    return notice;
  };

type Listener = (request: IncomingMessage, answer: ServerResponse) => void;

function serverOf({ tls }: ReferenceOptions, listener: Listener): Server {
  if (tls === undefined) return createServer(listener);
  return createSecureServer({ ...tls, requestCert: tls.ca !== undefined }, listener);
}

function listenerOf(bank: Bank, options: ReferenceOptions): Listener {
  const handlers = handlersOf(bank);
  const { sendingKeys, receivingKeys: keys, report } = options;

  const answerTo = async (request: IncomingMessage): Promise<Exchange> => {
    const { method = '', url = '' } = request;
    const body = await bodyOf(request);
    if (body === undefined) return { ...failed(413, 'body_too_large', 'A body may have at most 256 KiB.') };
    const message = { method, path: url, body };
    const verdict = verify(message, request.headers[signatureHeader]?.toString(), { keys, at: new Date() });
    if (!verdict.isGood) return failed(401, 'bad_signature', `The request is refused: ${verdict.why}.`);
    const { nonce } = verdict;
    const [path = '', query = ''] = url.split('?');
    const here = handlers.filter(([, pattern]) => pattern.test(path));
    if (here.length === 0) return { nonce, ...failed(404, 'not_found', 'This path does not exist.') };
    const found = here.find(([each]) => each === method);
    if (!found)
      return { nonce, ...failed(405, 'method_not_allowed', 'The path does not support this method.') };
    const [, pattern, run] = found;
    const name = decodeURIComponent(pattern.exec(path)?.[1] ?? '');
    if (name !== '' && !/^[A-Za-z0-9._-]{1,128}$/.test(name))
      return { nonce, ...failed(400, 'invalid_reference', 'The reference is invalid.') };
    const protocolRequest = { path, name, query: new URLSearchParams(query), body: jsonOf(body) };
    return { nonce, ...(await run(protocolRequest)) };
  };

  return (request, answer) => {
    void answerTo(request)
      .catch((error: unknown): Exchange => {
        report(error);
        return failed(500, 'fault', 'Internal error of the connector.');
      })
      .then((exchange) => send({ request, answer, sendingKeys }, exchange));
  };
}

type Exchange = Answer & { readonly nonce?: string };

interface Sending {
  readonly request: IncomingMessage;
  readonly answer: ServerResponse;
  readonly sendingKeys: readonly string[];
}

/**
 * Signed over the nonce of the request; if the request is unauthenticated, over a random nonce.
 */
function send({ request, answer, sendingKeys: keys }: Sending, { status, body, nonce }: Exchange): void {
  const { method = '', url: path = '' } = request;
  const whole = Buffer.from(JSON.stringify(body));
  const etag = `"${createHash('sha256').update(whole).digest('base64url').slice(0, 22)}"`;
  const isKnown = status === 200 && method === 'GET' && request.headers['if-none-match'] === etag;
  const text = isKnown ? Buffer.alloc(0) : whole;
  const signature = signed(
    { method, path, body: text },
    { keys, nonce: nonce ?? newNonce(), at: new Date() },
  );
  if (!request.complete) answer.setHeader('connection', 'close');
  answer.writeHead(isKnown ? 304 : status, {
    ...(!isKnown && { 'content-type': 'application/json', 'content-length': text.length }),
    ...(status === 200 && method === 'GET' && { etag }),
    'cache-control': 'no-store',
    [signatureHeader]: signature,
  });
  answer.end(text);
}

/** Bytes that are read of a body that is too long, so that the client gets a response. */
const readMost = 4 * bodyMost;

/** Undefined if the body is too long. */
async function bodyOf(request: IncomingMessage): Promise<Buffer | undefined> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    length += part.length;
    if (length > bodyMost) parts.length = 0;
    else parts.push(part);
    if (length > readMost) throw new Error('a body was longer than the limit');
  }
  return length > bodyMost ? undefined : Buffer.concat(parts);
}
