import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { Registry } from 'prom-client';
import { endConnections, refuseUpgrade, requestTimes, type Shutdown } from '../api/connection.js';
import { isOperatorSignIn } from '../api/operator-sign-in.js';
import { listening } from './listening.js';
import { metricsOf, openMetrics } from './metric.js';

const READY_WITHIN_MS = 2000;

/** `ready` resolves to the missing parts when the service can work, or throws the reason why it cannot. */
export interface InternalOptions {
  host: string;
  /** Host names of this listener, besides `localhost` and the connected address. */
  names: readonly string[];
  port: number;
  ready: () => Promise<readonly string[]>;
  registry: Registry;
  /** Whether a certificate may be issued for the name. A TLS proxy asks this for each new name. */
  isVerified: (hostname: string) => Promise<boolean>;
  shutdown: Shutdown;
  /** Time limit for a request to arrive; 30 seconds by default. */
  requestMs?: number;
  /** Handles /graphql, if this process serves the API. */
  graphql?: {
    handle(request: IncomingMessage, answer: ServerResponse): Promise<void>;
    readonly sockets: { upgrade(request: IncomingMessage, stream: Duplex, head: Buffer): void };
  };
  /** Signs operators in over OpenID Connect, if an issuer is set. */
  operatorSignIn?: ((request: IncomingMessage, answer: ServerResponse) => void) | undefined;
  /** Serves the console's files, if this process serves the API. */
  consoleAnswer?: (request: IncomingMessage, answer: ServerResponse) => void;
  /** Handles sign-in below /dashboard/ on the console's own origin, if this process serves the API. */
  signIn?: (request: IncomingMessage, answer: ServerResponse) => void;
}

/** The internal listener (supplement §8); `port` is the actual one. */
export interface InternalListener {
  port: number;
  close(): Promise<void>;
}

/**
 * Serves /healthz (alive), /readyz (200 with the missing parts, or 503), /metrics, /ask and, if enabled,
 * /graphql and /console.
 */
export async function startInternal(options: InternalOptions): Promise<InternalListener> {
  const routes = new Map<string, (answer: ServerResponse, request: IncomingMessage) => Promise<void>>([
    ['/healthz', async (answer) => json(answer, 200, { status: 'ok' })],
    ['/readyz', (answer) => readiness(answer, options)],
    ['/metrics', (answer, request) => metrics(answer, request, options.registry)],
    ['/ask', (answer, request) => verifyDomain(answer, request, options)],
  ]);
  const { ServerResponse } = options.shutdown;
  const isOurs = hostsOf(options.names);
  const server = createServer({ ...requestTimes(options.requestMs), ServerResponse }, (request, answer) => {
    const path = pathOf(request);
    if (!isOurs(request) && !mayOmitHost(path, request))
      return json(answer, 421, { error: 'misdirected_request', reason: misdirected });
    const fail = (error: unknown): void => json(answer, 500, { error: reason(error) });
    if (path === '/graphql' && options.graphql)
      return void options.graphql.handle(request, answer).catch(fail);
    if (path.startsWith('/dashboard/') && options.signIn) return options.signIn(request, answer);
    if (options.operatorSignIn && isOperatorSignIn(request)) return options.operatorSignIn(request, answer);
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
 * Whether the request's Host is a name of this listener. Other names are refused: with DNS rebinding, a
 * foreign page could otherwise use this listener as its own origin.
 */
function hostsOf(names: readonly string[]): (request: IncomingMessage) => boolean {
  const known = new Set(['localhost', ...names.map((name) => name.toLowerCase())]);
  return ({ headers: { host = '' }, socket: { localAddress = '' } }) => {
    const hostname = URL.parse(`http://${host}`)?.hostname.replace(/^\[|\]$/g, '') ?? '';
    return known.has(hostname) || hostname === localAddress.replace(/^::ffff:/, '');
  };
}

/**
 * Paths that balancers may request without Host, as HAProxy does with HTTP/1.0. Browsers always send a Host.
 */
const hostless: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics']);

const mayOmitHost = (path: string, { headers: { host = '' } }: IncomingMessage): boolean =>
  host === '' && hostless.has(path);

const pathOf = ({ url }: IncomingMessage): string => (url ?? '').split('?')[0] ?? '';

async function readiness(answer: ServerResponse, { ready, shutdown }: InternalOptions): Promise<void> {
  if (shutdown.isOn)
    return json(answer, 503, { status: 'not_ready', reason: 'the process is about to stop' });
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error(`no answer within ${READY_WITHIN_MS} ms`)), READY_WITHIN_MS).unref();
  });
  await Promise.race([ready(), late]).then(
    (missing) =>
      json(answer, 200, missing.length === 0 ? { status: 'ready' } : { status: 'degraded', missing }),
    (error: unknown) => json(answer, 503, { status: 'not_ready', reason: reason(error) }),
  );
}

/** 200 for a verified domain, 404 for any other; only our own records are read. */
async function verifyDomain(
  answer: ServerResponse,
  { url = '' }: IncomingMessage,
  { isVerified }: InternalOptions,
): Promise<void> {
  const name = new URLSearchParams(url.split('?')[1] ?? '').get('domain') ?? '';
  if (await isVerified(name.toLowerCase())) json(answer, 200, { status: 'verified' });
  else json(answer, 404, { error: 'not_found' });
}

/** Prometheus asks for OpenMetrics, which alone has exemplars; other clients get the older text format. */
async function metrics(
  answer: ServerResponse,
  { headers: { accept = '' } }: IncomingMessage,
  registry: Registry,
): Promise<void> {
  const isOpen = accept.includes('application/openmetrics-text');
  const text = isOpen ? openMetrics(await metricsOf(registry)) : await registry.metrics();
  const type = isOpen ? Registry.OPENMETRICS_CONTENT_TYPE : registry.contentType;
  answer.writeHead(200, { 'Content-Type': type, Vary: 'Accept' }).end(text);
}

/** The first line only: further lines of a database error repeat statements. */
function reason(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.split('\n')[0]?.slice(0, 200) ?? '';
}

function json(answer: ServerResponse, status: number, body: object): void {
  answer.writeHead(status, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' });
  answer.end(JSON.stringify(body));
}
