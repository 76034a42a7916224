import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { NewId } from '../../domain/id.js';
import type { Log } from '../../ports/log.js';
import type { Ports } from '../../ports/ports.js';
import { inTurns } from '../../usecases/gather.js';
import type { Clients } from '../address.js';
import { originsOf } from '../origin.js';
import type { OnAnswered } from '../answered.js';
import { Slots, type Admitted } from '../admission.js';
import { Callers, type Caller } from '../caller.js';
import { Sessions, type SignedIn } from '../session.js';
import { answerMs } from '../deadline.js';
import { Connections, endConnections, requestTimes, stillMs, type Drain } from '../connection.js';
import { errorBody, errors, helpLink, refusalOf, retryAfter, tellError } from '../error.js';
import { KeylessLimit } from '../keyless.js';
import { TokenBuckets } from '../rate.js';
import { bodyBytesMax, checkTypeOfRead } from '../body.js';
import { answeredInTime, streaming } from './answer.js';
import { addChecks, admissions, type Admissions } from './check.js';
import { answerClientError, answerConnect, type UnreadContext } from './client-error.js';
import type { PersonRoute } from './dashboard.js';
import { serveDashboard, type Dashboard } from './dashboard-page.js';
import { serveDocuments, type PublicPages } from './document.js';
import { addDoor, pressing } from './door.js';
import { answerLate } from './late.js';
import { servePeople } from './person.js';
import { serveNotices } from './provider-notice.js';
import { serveMcp } from './mcp/route.js';
import { isDocument, methodsOf, operationsOf } from './routes.js';
import { servedDescription } from './served.js';
import { askOf, checkPermission, decodable, identified } from './request.js';
import { contextFor, isFile, type Answer, type Context, type Route } from './route.js';
import { followed } from './span.js';
import { logRequests, type Exchanged, type OnLogged } from './request-line.js';
import { sendStream } from './stream.js';
import { routeOf, wideLine } from './wide-line.js';

export interface ApiOptions {
  readonly environment: 'sandbox' | 'live';
  /** Of one key, over all processes. */
  readonly rateLimitPerSecond: number;
  readonly apiProcesses: number;
  readonly newId: NewId;
  /** The printed API description, of which each environment serves its part. */
  readonly openapiText: string;
  readonly log: Log;
  readonly onAnswered?: OnAnswered;
  /** Hears of each request of an account, as the request log keeps it; absent: there is none. */
  readonly onLogged?: OnLogged | undefined;
  /** Called with the id of the key of each request that has a good one. */
  readonly onKeyUsed?: ((id: string) => void) | undefined;
  readonly drain: Drain;
  readonly clients: Clients;
  /** Origin of the public listener, if PUBLIC_URL is set. */
  readonly publicUrl?: string | undefined;
  /** Its other names. */
  readonly hostNames?: readonly string[];
  /** How many connections one client may hold. */
  readonly connectionsOfOne: number;
  /** How long a request may take to arrive; 30 seconds unless stated. */
  readonly requestMs?: number;
  /** How long the reader of a stream may take nothing; 30 seconds unless stated. */
  readonly readerMs?: number;
  /** In the place of those of the environment. */
  readonly operations?: readonly Route[];
  /** Served beside, without a key. */
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
  /** Reads every key anew at its next use: called when a key or an account has changed. */
  forgetKeys(): void;
}

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | undefined;
    signedIn: SignedIn | undefined;
    /** The rest that authentication has left of the time in which the caller is to hear an answer. */
    leftMs: number;
    admitted: Admitted | undefined;
    /** More bodies of its owner are arriving than may; this one is not read. */
    isOneTooMany: boolean;
    exchanged: Exchanged;
  }
  interface FastifyContextConfig {
    route?: Route;
    person?: PersonRoute;
    /** Its caller is a connector, who signs what it says. */
    isOfProvider?: true;
    /** Its caller is an agent, which sends a credential as any caller does. */
    isMcp?: true;
    /** Its caller is a signed-in member, and never an API key; its refusals have the shape of GraphQL. */
    isOfMember?: true;
    /** The page that stands at every path below it at which nothing else is. */
    isPage?: true;
  }
}

/** An account beyond its slots hears so many refusals at once; more of them are a flood, and each is told about a second later. */
const turnedAwayAtOnce = { perSecond: 20, burst: 60 };
/** Answers that are sent as they come: each has a connection of its own to the database, and time. */
const streamSlots = 6;
/** Of the pool's ten connections two are left to the groups of payouts; what has begun has time until the deadline. */
const width = { atOnce: 8, ofOneKey: 6, waitMsMax: 2_000 };
/** As long as a request line can be at all: a malformed id is judged after authentication, however long. */
const parameterLengthMax = 32 * 1024;

/** The public listener's /v1. It answers in the order of checks of supplement §1. */
export function buildApi(ports: Ports, options: ApiOptions): Api {
  const { clients, environment } = options;
  const callers = new Callers(ports, environment);
  const sessions = new Sessions(ports);
  const lots = admissions();
  const keyless = new KeylessLimit(clients.clientOf, ports.clock);
  const turnedAway = new TokenBuckets(turnedAwayAtOnce.perSecond, turnedAwayAtOnce.burst);
  const newRequestId = (): string => options.newId('request', ports.clock.businessNow());
  const server = openServer(options, () => ({ requestId: newRequestId(), environment, keyless }));
  addDoor(server.server, {
    refusal: (authorization) => pressing(lots.accounts.slots, callers, authorization),
    isPressing: (accountId) => !turnedAway.takes(accountId, ports.clock.machineNow().getTime()),
    tooOften: (request) => (isDocument(request.url ?? '') ? keyless.refusal(request) : undefined),
    newRequestId,
  });
  const onLeft = options.onLogged && logRequests(server, options);
  addChecks(server, ports, {
    callers,
    sessions,
    keyless,
    admissions: lots,
    clients,
    environment,
    perSecond: options.rateLimitPerSecond / options.apiProcesses,
    tellerOf: (request) => tellerOf(request, options),
    onKeyUsed: options.onKeyUsed,
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
  return { server, admissions: lots, connections, streams, guesses, forgetKeys: () => callers.forget() };
}

/** Fastify without what it does differently from the contract: bodies, errors and what cannot be read are judged here. */
function openServer(options: ApiOptions, unreadContext: () => UnreadContext): FastifyInstance {
  const times = requestTimes(options.requestMs);
  const server = fastify({
    logger: false,
    bodyLimit: bodyBytesMax,
    requestTimeout: times.requestTimeout,
    connectionTimeout: stillMs(times),
    // The door answers a request without a host.
    http: {
      requireHostHeader: false,
      ...times,
      ServerResponse: options.drain.ServerResponse,
    },
    exposeHeadRoutes: false,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: parameterLengthMax },
    genReqId: () => unreadContext().requestId,
    rewriteUrl: ({ url = '' }) => decodable(url),
    frameworkErrors: (error, request, reply) => {
      void identified(request, reply);
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
  // Bodies are read as bytes, whatever their type: what they may be is judged here, not by the framework.
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  server.setErrorHandler((error, request, reply) => answerError(error, { request, reply, options }));
  server.setNotFoundHandler((request, reply) =>
    answerError(new Error('a path without a route was admitted'), { request, reply, options }),
  );
  // Without a listener the platform closes the connection without a word.
  server.server.on('connect', (request, socket) => answerConnect(request, socket, unreadContext()));
  return server;
}

/** The documents, the operations of people, and those of accounts. */
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
    tellerOf: (request) => tellerOf(request, options),
  });
  serveNotices(server, {
    ports: context.ports,
    tellerOf: (request) => tellerOf(request, options),
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
    tellerOf: (request) => tellerOf(request, options),
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
      checkPermission(route, caller, request.headers);
      const ask = askOf(route, { request, caller, vault: context.ports.vault });
      const means = contextFor(route, context, request.headers);
      const run = async (): Promise<Answer> => followed(route, [request, ask], () => route.run(means, ask));
      const hasOwnTurn = ask.use === undefined ? route.hasOwnTurn : route.hasOwnTurn === true;
      const work = hasOwnTurn ? run() : inTurn(caller.account.id, run);
      admitted.lastUntil(work);
      request.exchanged = { ...(!isFile(ask.body) && { asked: ask.body.value }), work };
      const answer = await answeredInTime(work, request.leftMs, tellerOf(request, options));
      request.exchanged.answer = answer;
      if (answer.stream) return sendStream(reply, answer.stream, streaming(request, options));
      if (answer.replayed === true) reply.header('Idempotent-Replayed', 'true');
      if (route.method !== 'GET') reply.headers(await positionHeader(context.ports));
      const text = answer.text ?? JSON.stringify(answer.body);
      return text === undefined ? reply.code(answer.status).send() : sendJson(reply, answer.status, text);
    },
  });
}

/** Of a log that stands behind whatever the answer tells. What was done is told without it if the database has gone. */
async function positionHeader({ replica }: Pick<Ports, 'replica'>): Promise<Record<string, string>> {
  if (replica === undefined) return {};
  return replica.position().then(
    (position) => ({ 'PSP-Position': position }),
    () => ({}),
  );
}

/** The most that each kind of its bodies may weigh. */
const lengthsOf = ({ bodyBytesMax: ofJson = bodyBytesMax, files = {} }: Route): number[] => [
  ofJson,
  ...Object.values(files).map(({ bytesMax }) => bytesMax),
];

function sendJson(reply: FastifyReply, status: number, text: string): FastifyReply {
  return reply.code(status).header('Content-Type', 'application/json; charset=utf-8').send(text);
}

function tellerOf(request: FastifyRequest, { log }: ApiOptions) {
  return (error: unknown): void => tellError(log, { request_id: request.id, route: routeOf(request) }, error);
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
  tellerOf(request, options)(refusal ?? error);
  const seconds = refusal && retryAfter(refusal);
  if (seconds !== undefined) reply.header('Retry-After', String(seconds));
  const { status } = errors[body.error.code];
  const { isOfMember } = request.routeOptions.config;
  const { message, ...extensions } = body.error;
  const shaped = isOfMember ? { errors: [{ message, extensions }] } : body;
  reply.header('Link', [reply.getHeader('Link') ?? [], helpLink(body.error.code)].flat().join(', '));
  if (status === 401) reply.header('WWW-Authenticate', 'Bearer');
  // The rest of the body is not read: what follows it on the connection would never be heard.
  if (status === 413) reply.header('Connection', 'close');
  return sendJson(reply, status, JSON.stringify(shaped));
}
