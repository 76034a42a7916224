import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Registry } from 'prom-client';
import { endConnections, refuseUpgrade, requestTimes, type Drain } from '../api/connection.js';
import { listening } from './listening.js';

const READY_WITHIN_MS = 2000;

/** `ready` resolves when the service can take work, to what it has to do without; or throws the reason why not. */
export interface InternalOptions {
  host: string;
  /** By which it is asked for, beside `localhost` and the address that was connected to. */
  names: readonly string[];
  port: number;
  ready: () => Promise<readonly string[]>;
  registry: Registry;
  /** Whether a certificate may be obtained for the name; asked for each new one by whoever ends TLS. */
  isVerified: (hostname: string) => Promise<boolean>;
  drain: Drain;
  /** How long a request may take to arrive; 30 seconds unless stated. */
  requestMs?: number;
  /** Where this process serves the API: answers whatever comes to /graphql. */
  graphql?: {
    handle(request: IncomingMessage, answer: ServerResponse): Promise<void>;
    readonly sockets: { upgrade(request: IncomingMessage, stream: Duplex, head: Buffer): void };
  };
  /** Where this process serves the API: the files of the console. */
  consoleAnswer?: (request: IncomingMessage, answer: ServerResponse) => void;
  /** Where this process serves the API: signs people in, below /dashboard/, for the console to ask its own origin. */
  signIn?: (request: IncomingMessage, answer: ServerResponse) => void;
}

/** The internal listener (supplement §8); `port` is the one it got. */
export interface InternalListener {
  port: number;
  close(): Promise<void>;
}

/**
 * Opens /healthz (the process lives), /readyz (200, with what is missing, or 503), /metrics, /ask and, where served,
 * /graphql and /console.
 */
export async function startInternal(options: InternalOptions): Promise<InternalListener> {
  const routes = new Map<string, (answer: ServerResponse, request: IncomingMessage) => Promise<void>>([
    ['/healthz', async (answer) => json(answer, 200, { status: 'ok' })],
    ['/readyz', (answer) => readiness(answer, options)],
    ['/metrics', (answer) => metrics(answer, options.registry)],
    ['/ask', (answer, request) => askedFor(answer, request, options)],
  ]);
  const { ServerResponse } = options.drain;
  const isOurs = hostsOf(options.names);
  const server = createServer({ ...requestTimes(options.requestMs), ServerResponse }, (request, answer) => {
    const path = pathOf(request);
    if (!isOurs(request) && !mayOmitHost(path, request))
      return json(answer, 421, { error: 'misdirected_request', reason: misdirected });
    const fail = (error: unknown): void => json(answer, 500, { error: reason(error) });
    if (path === '/graphql' && options.graphql)
      return void options.graphql.handle(request, answer).catch(fail);
    if (path.startsWith('/dashboard/') && options.signIn) return options.signIn(request, answer);
    if (/^\/console(\/|$)/.test(path) && options.consoleAnswer) return options.consoleAnswer(request, answer);
    const route = routes.get(path);
    if (!route) return json(answer, 404, { error: 'not_found' });
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      answer.setHeader('Allow', 'GET, HEAD');
      return json(answer, 405, { error: 'method_not_allowed' });
    }
    route(answer, request).catch(fail);
  });
  server.on('upgrade', (request, stream, head) => {
    if (!isOurs(request)) refuseUpgrade(stream, ['421 Misdirected Request']);
    else if (pathOf(request) === '/graphql' && options.graphql)
      options.graphql.sockets.upgrade(request, stream, head);
    else refuseUpgrade(stream, ['404 Not Found']);
  });
  const { host, port } = options;
  server.listen(port, host);
  await listening(once(server, 'listening'), { host, port, setting: 'INTERNAL_PORT' });
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      const closed = once(server, 'close');
      server.close();
      endConnections(server);
      await closed;
    },
  };
}

const misdirected =
  'Host: is not a name of the internal listener; use localhost or its address, or add the name to INTERNAL_HOST_NAMES.';

/**
 * Whether a request asks for this listener by a name of its own. A page of another name that was made to lead here is
 * refused: to the browser, this listener would be that page's own.
 */
function hostsOf(names: readonly string[]): (request: IncomingMessage) => boolean {
  const known = new Set(['localhost', ...names.map((name) => name.toLowerCase())]);
  return ({ headers: { host = '' }, socket: { localAddress = '' } }) => {
    const asked = URL.parse(`http://${host}`)?.hostname.replace(/^\[|\]$/g, '') ?? '';
    return known.has(asked) || asked === localAddress.replace(/^::ffff:/, '');
  };
}

/** Balancers ask these without a host, as HAProxy does by HTTP/1.0; every browser names one. */
const hostless: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics']);

const mayOmitHost = (path: string, { headers: { host = '' } }: IncomingMessage): boolean =>
  host === '' && hostless.has(path);

const pathOf = ({ url }: IncomingMessage): string => (url ?? '').split('?')[0] ?? '';

async function readiness(answer: ServerResponse, { ready, drain }: InternalOptions): Promise<void> {
  if (drain.isOn) return json(answer, 503, { status: 'not_ready', reason: 'the process is about to stop' });
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error(`no answer within ${READY_WITHIN_MS} ms`)), READY_WITHIN_MS).unref();
  });
  await Promise.race([ready(), late]).then(
    (missing) =>
      json(answer, 200, missing.length === 0 ? { status: 'ready' } : { status: 'degraded', missing }),
    (error: unknown) => json(answer, 503, { status: 'not_ready', reason: reason(error) }),
  );
}

/** 200 for a verified name, 404 for every other: nothing but our own record is asked. */
async function askedFor(
  answer: ServerResponse,
  { url = '' }: IncomingMessage,
  { isVerified }: InternalOptions,
): Promise<void> {
  const name = new URLSearchParams(url.split('?')[1] ?? '').get('domain') ?? '';
  if (await isVerified(name.toLowerCase())) json(answer, 200, { status: 'verified' });
  else json(answer, 404, { error: 'not_found' });
}

async function metrics(answer: ServerResponse, registry: Registry): Promise<void> {
  const text = await registry.metrics();
  answer.writeHead(200, { 'Content-Type': registry.contentType }).end(text);
}

/** The first line only: what follows in a database error repeats statements. */
function reason(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.split('\n')[0]?.slice(0, 200) ?? '';
}

function json(answer: ServerResponse, status: number, body: object): void {
  answer.writeHead(status, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' });
  answer.end(JSON.stringify(body));
}
