import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { NewId } from '../../domain/id.js';
import type { Log } from '../../ports/log.js';
import type { Ports } from '../../ports/ports.js';
import type { Span } from '../../ports/trace.js';
import { inTurns } from '../../usecases/gather.js';
import type { Clients } from '../address.js';
import { originsOf } from '../origin.js';
import type { OnAnswered } from '../answered.js';
import { Slots, type Admitted } from '../admission.js';
import { Callers, type Caller } from '../caller.js';
import { Sessions, type SignedIn } from '../session.js';
import { answerMs } from '../deadline.js';
import { Connections, endConnections, requestTimes, stillMs, type Shutdown } from '../connection.js';
import { AtCapacity, errorBody, errors, helpLink, refusalOf, retryAfter, logError } from '../error.js';
import { KeylessLimit } from '../keyless.js';
import { TokenBuckets } from '../../flow-control/token-bucket.js';
import { bodyBytesMax, checkTypeOfRead } from '../body.js';
import { answeredInTime, streaming } from './answer.js';
import { addChecks, admissions, type Admissions } from './check.js';
import { answerClientError, answerConnect, type UnreadContext } from './client-error.js';
import type { PersonRoute } from './person-route.js';
import { serveDashboard, type Dashboard } from './dashboard-page.js';
import { serveDocuments, type PublicPages } from './document.js';
import { rejectEarly, accountRefusal } from './door.js';
import { answerLate } from './late.js';
import { servePeople } from './person.js';
import { serveNotices } from './provider-notice.js';
import { serveMcp } from './mcp/route.js';
import { isDocument, methodsOf, operationsOf } from './routes.js';
import { servedDescription } from './served.js';
import { askOf, checkPermission, decodable, withRequestIds } from './request.js';
import { contextFor, isFile, type Answer, type Context, type Route } from './route.js';
import { traced } from './span.js';
import { logRequests, type Exchanged, type OnLogged } from './request-line.js';
import { sendStream } from './stream.js';
import { routeOf, wideLine } from './wide-line.js';

export interface ApiOptions {
  readonly environment: 'sandbox' | 'live';
  /** Rate limit of one key, over all processes. */
  readonly rateLimitPerSecond: number;
  readonly apiProcesses: number;
  readonly newId: NewId;
  /** The printed API description; each environment serves its part. */
  readonly openapiText: string;
  readonly log: Log;
  readonly onAnswered?: OnAnswered;
  /** Called for each logged request of an account; absent: requests are not logged. */
  readonly onLogged?: OnLogged | undefined;
  /** Called with the id of the key or session after each authenticated request. */
  readonly onUsed?: ((id: string) => void) | undefined;
  readonly shutdown: Shutdown;
  readonly clients: Clients;
  /** Origin of the public listener, if PUBLIC_URL is set. */
  readonly publicUrl?: string | undefined;
  /** Other host names of the public listener. */
  readonly hostNames?: readonly string[];
  /** Most connections of one client. */
  readonly connectionsOfOne: number;
  /** Time limit for a request to arrive; 30 seconds by default. */
  readonly requestMs?: number;
  /** Time limit for a stream reader that takes no data; 30 seconds by default. */
  readonly readerMs?: number;
  /** Replaces the operations of the environment, in tests. */
  readonly operations?: readonly Route[];
  /** HTML pages served without a key. */
  readonly pages?: PublicPages;
  /** The members' dashboard; undefined if this process does not serve it. */
  readonly dashboard?: Dashboard;
}

export interface Api {
  readonly server: FastifyInstance;
  readonly streams: Pick<Slots, 'underWay'>;
  readonly admissions: Admissions;
  readonly connections: Pick<Connections, 'open' | 'refused'>;
  readonly guesses: ReturnType<typeof servePeople>;
  /** Drops all cached keys: called when a key or account has changed. */
  forgetKeys(): void;
}

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | undefined;
    signedIn: SignedIn | undefined;
    /** Milliseconds left for the response after authentication. */
    leftMs: number;
    admitted: Admitted | undefined;
    /** The owner has too many arriving requests, so this body is not read. */
    isOneTooMany: boolean;
    exchanged: Exchanged;
    /** The span of its operation, if requests are traced. */
    span: Span | undefined;
  }
  interface FastifyContextConfig {
    route?: Route;
    person?: PersonRoute;
    /** The caller is a connector, which signs its messages. */
    isOfProvider?: true;
    /** The caller is an agent, which authenticates like any other caller. */
    isMcp?: true;
    /** The caller is a signed-in member, never an API key; errors have GraphQL form. */
    isOfMember?: true;
    /** An index page for all paths below it without a route of their own. */
    isPage?: true;
  }
}

/**
 * Immediate rejections of an account that has no free slot; above this, each rejection is delayed by about a
 * second.
 */
const turnedAwayAtOnce = { perSecond: 20, burst: 60 };
/** Concurrent streamed responses: each holds a database connection for a long time. */
const streamSlots = 6;
/**
 * Leaves two of the pool's ten connections to payout groups. Running work has until the response deadline.
 */
const width = { atOnce: 8, ofOneKey: 6, waitMsMax: 2_000 };
/** The maximum length of a request line: even a very long malformed id is judged after authentication. */
const parameterLengthMax = 32 * 1024;

/** The public listener's /v1. Checks run in the order of supplement §1. */
export function buildApi(ports: Ports, options: ApiOptions): Api {
  const { clients, environment } = options;
  const callers = new Callers(ports, environment);
  const sessions = new Sessions(ports);
  const admissionPools = admissions();
  const keyless = new KeylessLimit(clients.clientOf, ports.clock);
  const turnedAway = new TokenBuckets(turnedAwayAtOnce.perSecond, turnedAwayAtOnce.burst);
  const newRequestId = (): string => options.newId('request', ports.clock.businessNow());
  const server = openServer(options, () => ({ requestId: newRequestId(), environment, keyless }));
  rejectEarly(server.server, {
    refusal: (authorization) => accountRefusal(admissionPools.accounts.slots, callers, authorization),
    isPressing: (accountId) => !turnedAway.takes(accountId, ports.clock.machineNow().getTime()),
    tooOften: (request) => (isDocument(request.url ?? '') ? keyless.refusal(request) : undefined),
    newRequestId,
  });
  const onLeft = options.onLogged && logRequests(server, options);
  addChecks(server, ports, {
    callers,
    sessions,
    keyless,
    admissions: admissionPools,
    clients,
    environment,
    perSecond: options.rateLimitPerSecond / options.apiProcesses,
    errorLogger: (request) => errorLogger(request, options),
    onUsed: options.onUsed,
    onLeft,
  });
  const { requestTimeout: requestMs } = requestTimes(options.requestMs);
  answerLate(server, { clientOf: clients.clientOf, clock: ports.clock, requestMs });
  server.addHook('onResponse', wideLine(options));
  const connections = new Connections(server.server, clients, options.connectionsOfOne);
  server.addHook('preClose', async () => {
    endConnections(server.server);
    connections.endSilent();
  });
  const streams = new Slots(streamSlots, 'account');
  const context: Context = { ports, environment, streams };
  const guesses = serveAll(server, context, { sessions, options });
  return {
    server,
    admissions: admissionPools,
    connections,
    streams,
    guesses,
    forgetKeys: () => callers.forget(),
  };
}

/**
 * Fastify without its own handling of bodies, errors and unreadable requests, which differ from the contract.
 */
function openServer(options: ApiOptions, unreadContext: () => UnreadContext): FastifyInstance {
  const times = requestTimes(options.requestMs);
  const server = fastify({
    logger: false,
    bodyLimit: bodyBytesMax,
    requestTimeout: times.requestTimeout,
    connectionTimeout: stillMs(times),
    // rejectEarly answers requests without Host.
    http: {
      requireHostHeader: false,
      ...times,
      ServerResponse: options.shutdown.ServerResponse,
    },
    exposeHeadRoutes: false,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: parameterLengthMax },
    genReqId: () => unreadContext().requestId,
    rewriteUrl: ({ url = '' }) => decodable(url),
    frameworkErrors: (error, request, reply) => {
      void withRequestIds(request, reply);
      answerError(error, { request, reply, options });
    },
    clientErrorHandler: (error, socket) => answerClientError(error, socket, unreadContext()),
  });
  server.decorateRequest('caller', undefined);
  server.decorateRequest('signedIn', undefined);
  server.decorateRequest('leftMs', answerMs);
  server.decorateRequest('admitted', undefined);
  server.decorateRequest('isOneTooMany', false);
  server.decorateRequest('exchanged');
  server.decorateRequest('span');
  // Reads all bodies as bytes: media types are checked here, not by Fastify.
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  server.setErrorHandler((error, request, reply) => answerError(error, { request, reply, options }));
  server.setNotFoundHandler((request, reply) =>
    answerError(new Error('a path without a route was admitted'), { request, reply, options }),
  );
  // Without a listener Node closes the connection without a response.
  server.server.on('connect', (request, socket) => answerConnect(request, socket, unreadContext()));
  return server;
}

/** Serves the documents, the operations for people and the operations of accounts. */
function serveAll(
  server: FastifyInstance,
  context: Context,
  { sessions, options }: { readonly sessions: Sessions; readonly options: ApiOptions },
): Api['guesses'] {
  const { publicUrl, hostNames: names = [], clients } = options;
  const originOf = originsOf({ publicUrl, names, clients });
  const { openapiText, environment, dashboard } = options;
  const { clock } = context.ports;
  const own = [...names, ...(publicUrl === undefined ? [] : [new URL(publicUrl).hostname])];
  if (dashboard) serveDashboard(server, { dashboard, clock, clientOf: clients.clientOf, names: own });
  serveDocuments(server, { ...options, originOf });
  serveMcp(server, {
    context,
    operations: operationsOf(environment),
    description: () => servedDescription(openapiText, { environment, origin: '/' }),
    clients,
    originOf,
    errorLogger: (request) => errorLogger(request, options),
  });
  serveNotices(server, {
    ports: context.ports,
    errorLogger: (request) => errorLogger(request, options),
    send: sendJson,
  });
  const inTurn = inTurns(width);
  for (const route of options.operations ?? operationsOf(options.environment))
    register(server, route, { context, options, inTurn });
  return servePeople(server, {
    context,
    sessions,
    log: options.log,
    clientOf: options.clients.clientOf,
    errorLogger: (request) => errorLogger(request, options),
    send: sendJson,
  });
}

interface Serving {
  readonly context: Context;
  readonly options: ApiOptions;
  readonly inTurn: ReturnType<typeof inTurns>;
}

function register(server: FastifyInstance, route: Route, { context, options, inTurn }: Serving): void {
  server.route({
    method: methodsOf(route.method),
    url: route.path.replace(/\{(\w+)\}/, ':$1'),
    config: { route },
    bodyLimit: Math.max(...lengthsOf(route)),
    handler: async (request, reply) => {
      const { caller, admitted } = request;
      if (caller === undefined || admitted === undefined)
        throw new Error('an operation was reached without a caller');
      if (route.method !== 'GET') checkTypeOfRead(request.body, request.headers);
      const { headers } = request;
      checkPermission(route, caller, { headers, now: context.ports.clock.machineNow() });
      const ask = askOf(route, { request, caller, vault: context.ports.vault });
      const means = contextFor(route, context, headers);
      const run = async (): Promise<Answer> => traced(route, [request, ask], () => route.run(means, ask));
      const hasOwnTurn = ask.use === undefined ? route.hasOwnTurn : route.hasOwnTurn === true;
      const work = hasOwnTurn ? run() : inTurn(caller.account.id, run);
      admitted.lastUntil(work);
      request.exchanged = { ...(!isFile(ask.body) && { body: ask.body.value }), work };
      const answer = await answeredInTime(work, request.leftMs, errorLogger(request, options));
      request.exchanged.answer = answer;
      if (answer.stream) return sendStream(reply, answer.stream, streaming(request, options));
      if (answer.replayed === true) reply.header('Idempotent-Replayed', 'true');
      if (route.method !== 'GET') reply.headers(await positionHeader(context.ports));
      const text = answer.text ?? JSON.stringify(answer.body);
      return text === undefined ? reply.code(answer.status).send() : sendJson(reply, answer.status, text);
    },
  });
}

/**
 * A log position at or after everything that the response shows. If the database is gone, the response goes out without
 * the header.
 */
async function positionHeader({ replica }: Pick<Ports, 'replica'>): Promise<Record<string, string>> {
  if (replica === undefined) return {};
  return replica.position().then(
    (position) => ({ 'PSP-Position': position }),
    () => ({}),
  );
}

/** Body limits of a route: of JSON and of each file format. */
const lengthsOf = ({ bodyBytesMax: ofJson = bodyBytesMax, files = {} }: Route): number[] => [
  ofJson,
  ...Object.values(files).map(({ bytesMax }) => bytesMax),
];

function sendJson(reply: FastifyReply, status: number, text: string): FastifyReply {
  return reply.code(status).header('Content-Type', 'application/json; charset=utf-8').send(text);
}

function errorLogger(request: FastifyRequest, { log }: ApiOptions) {
  return (error: unknown): void => logError(log, { request_id: request.id, route: routeOf(request) }, error);
}

interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly options: ApiOptions;
}

function answerError(error: unknown, { request, reply, options }: Exchange): FastifyReply {
  const refusal = refusalOf(error, request.raw);
  const body = errorBody(refusal, request.id);
  request.exchanged.error = body;
  request.exchanged.isShed = error instanceof AtCapacity;
  errorLogger(request, options)(refusal ?? error);
  const seconds = refusal && retryAfter(refusal);
  if (seconds !== undefined) reply.header('Retry-After', String(seconds));
  const { status } = errors[body.error.code];
  const { isOfMember } = request.routeOptions.config;
  const { message, ...extensions } = body.error;
  const shaped = isOfMember ? { errors: [{ message, extensions }] } : body;
  reply.header('Link', [reply.getHeader('Link') ?? [], helpLink(body.error.code)].flat().join(', '));
  if (status === 401) reply.header('WWW-Authenticate', 'Bearer');
  // The rest of the body is not read, so no further request on this connection can be read.
  if (status === 413) reply.header('Connection', 'close');
  return sendJson(reply, status, JSON.stringify(shaped));
}
