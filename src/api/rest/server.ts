import type { Socket } from 'node:net';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { NewId } from '../../domain/id.js';
import { Refusal } from '../../domain/refusal.js';
import type { Log } from '../../ports/log.js';
import type { Ports } from '../../ports/ports.js';
import { inTurns } from '../../usecases/gather.js';
import type { AddressOf } from '../address.js';
import type { OnAnswered } from '../answered.js';
import { Admission, type Stay } from '../admission.js';
import { Callers, type Caller } from '../caller.js';
import { callerOf, isOfSession, Sessions, type SignedIn } from '../session.js';
import { answerMs, inTime } from '../deadline.js';
import { brokenOff, endConnections, requestTimes, type Drain } from '../connection.js';
import { errorBody, errors, helpLink, retryAfter, tellError, TooManyRequests } from '../error.js';
import { TokenBuckets } from '../rate.js';
import { bodyBytesMax, checkUnread, checkMediaType, checkTypeOfRead } from '../body.js';
import { answeredInTime, streaming } from './answer.js';
import { answerClientError, answerConnect } from './client-error.js';
import type { PersonRoute } from './dashboard.js';
import { documentLimit, serveDocuments, type PublicPages } from './document.js';
import { deprecationHeaders } from './deprecation.js';
import { addDoor } from './door.js';
import { answerLate } from './late.js';
import { checkPerson, servePeople } from './person.js';
import { serveNotices } from './provider-notice.js';
import { methodsOf, operationsOf, unknownAt } from './routes.js';
import { accountNamed, askOf, checkPermission, decodable, identified } from './request.js';
import { needsBody, type Answer, type Context, type Route } from './route.js';
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
  /** The printed API description, served as it is. */
  readonly openapiText: string;
  readonly log: Log;
  readonly onAnswered?: OnAnswered;
  /** Hears of each request of an account, as the request log keeps it; absent: there is none. */
  readonly onLogged?: OnLogged | undefined;
  readonly drain: Drain;
  readonly addressOf: AddressOf;
  /** How long the reader of a stream may take nothing; 30 seconds unless stated. */
  readonly readerMs?: number;
  /** In the place of those of the environment. */
  readonly operations?: readonly Route[];
  /** Served beside, without a key. */
  readonly pages?: PublicPages;
}

export interface Api {
  readonly server: FastifyInstance;
  readonly streams: Pick<Admission, 'underWay'>;
  readonly admission: Pick<Admission, 'underWay' | 'refused'>;
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
    stay: Stay | undefined;
    exchanged: Exchanged;
  }
  interface FastifyContextConfig {
    route?: Route;
    person?: PersonRoute;
    /** Its caller is a connector, who signs what it says. */
    isOfProvider?: true;
  }
}

/** One account alone has half: a whole burst of its rate limit, and what fills a group of payouts twice over. */
const places = 500;
/** An account beyond its places hears so many refusals at once; more of them are a flood, and each is told about a second later. */
const turnedAwayAtOnce = { perSecond: 20, burst: 60 };
/** Answers that are sent as they come: each has a connection of its own to the database, and time. */
const streamPlaces = 6;
/** Of the pool's ten connections two are left to the groups of payouts; what has begun has time until the deadline. */
const width = { atOnce: 8, ofOneKey: 6, waitMsMax: 2_000 };
/** As long as a request line can be at all: a malformed id is judged after authentication, however long. */
const parameterLengthMax = 32 * 1024;

/** The public listener's /v1. It answers in the order of checks of supplement §1. */
export function buildApi(ports: Ports, options: ApiOptions): Api {
  const callers = new Callers(ports, options.environment);
  const sessions = new Sessions(ports);
  const admission = new Admission(places);
  const turnedAway = new TokenBuckets(turnedAwayAtOnce.perSecond, turnedAwayAtOnce.burst);
  const newRequestId = (): string => options.newId('request', ports.clock.machineNow());
  const server = fastify({
    logger: false,
    bodyLimit: bodyBytesMax,
    requestTimeout: requestTimes.requestTimeout,
    // The door answers a request without a host.
    http: {
      requireHostHeader: false,
      ...requestTimes,
      ServerResponse: options.drain.ServerResponse,
    },
    exposeHeadRoutes: false,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: parameterLengthMax },
    genReqId: newRequestId,
    rewriteUrl: ({ url = '' }) => decodable(url),
    frameworkErrors: (error, request, reply) => {
      void identified(request, reply);
      answerError(error, { request, reply, options });
    },
    clientErrorHandler: (error, socket) =>
      answerClientError(error, socket, { requestId: newRequestId(), environment: options.environment }),
  });
  addDoor(server.server, {
    claimedAccount: (authorization) => callers.claimed(authorization)?.account.id,
    refusal: (accountId) => admission.refusal(accountId),
    isPressing: (accountId) => !turnedAway.takes(accountId, ports.clock.machineNow().getTime()),
    tooOften: documentLimit(options.addressOf, ports.clock),
    newRequestId,
  });
  server.decorateRequest('caller', undefined);
  server.decorateRequest('signedIn', undefined);
  server.decorateRequest('leftMs', answerMs);
  server.decorateRequest('stay', undefined);
  server.decorateRequest('exchanged');
  // Bodies are read as bytes, whatever their type: what they may be is judged here, not by the framework.
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  const onLeft = options.onLogged && logRequests(server, options);
  server.addHook('onRequest', checksOf(ports, { callers, sessions, admission, options, onLeft }));
  answerLate(server, { addressOf: options.addressOf, clock: ports.clock });
  server.addHook('onResponse', wideLine(options));
  server.setErrorHandler((error, request, reply) => answerError(error, { request, reply, options }));
  server.setNotFoundHandler((request, reply) =>
    answerError(new Error('a path without a route was admitted'), { request, reply, options }),
  );
  // Without a listener the platform closes the connection without a word.
  server.server.on('connect', (request, socket) =>
    answerConnect(request, socket, { requestId: newRequestId(), environment: options.environment }),
  );
  closeSilent(server);
  const streams = new Admission(streamPlaces);
  const context: Context = { ports, environment: options.environment, streams };
  const guesses = serveAll(server, context, { sessions, options });
  return { server, admission, streams, guesses, forgetKeys: () => callers.forget() };
}

/** The documents, the operations of people, and those of accounts. */
function serveAll(
  server: FastifyInstance,
  context: Context,
  { sessions, options }: Pick<Checks, 'sessions' | 'options'>,
): Api['guesses'] {
  serveDocuments(server, options);
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
    addressOf: options.addressOf,
    tellerOf: (request) => tellerOf(request, options),
    send: sendJson,
  });
}

interface Checks {
  readonly callers: Callers;
  readonly sessions: Sessions;
  readonly admission: Admission;
  readonly options: ApiOptions;
  /** Hears of each request whose connection closed before its answer was sent. */
  readonly onLeft: ReturnType<typeof logRequests> | undefined;
}

/** A connection counts as idle only after its first request: one that never sent a byte would hold up the stop. */
function closeSilent(server: FastifyInstance): void {
  const open = new Set<Socket>();
  server.server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  server.addHook('preClose', async () => {
    endConnections(server.server);
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
  });
}

/** Path and method → authentication → rate limit → media type; the body's size is checked as it is read. */
function checksOf(ports: Ports, { callers, sessions, admission, options, onLeft }: Checks) {
  const perSecond = options.rateLimitPerSecond / options.apiProcesses;
  const buckets = new TokenBuckets(perSecond, 2 * perSecond);
  const identify = async ({ headers, raw }: FastifyRequest): Promise<Caller> => {
    const address = options.addressOf(raw);
    if (!isOfSession(headers.authorization)) return callers.identify(headers.authorization, address);
    const signedIn = await sessions.identify(headers.authorization, address);
    return callerOf(signedIn, accountNamed(headers));
  };
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    request.exchanged = {};
    identified(request, reply);
    if (request.is404 || isWithoutId(request)) refuseUnknown(request, reply, options);
    const { route, person, isOfProvider } = request.routeOptions.config;
    const { deprecated, operationId } = route ?? person ?? {};
    if (deprecated && operationId) reply.headers(deprecationHeaders(deprecated, operationId));
    const { authorization } = request.headers;
    const enter = () => {
      const stay = admission.enter();
      reply.raw.on('close', () => {
        stay.end();
        if (!reply.raw.writableFinished) onLeft?.(request, reply);
      });
      request.stay = stay;
      return stay;
    };
    const teller = tellerOf(request, options);
    if (person !== undefined) {
      enter();
      return checkPerson(person, request, { ...options, sessions, tellerOf: () => teller });
    }
    if (isOfProvider === true) return void enter();
    if (route === undefined) return checkUnread(request.raw);
    // A caller who is not known yet takes no place from those who are.
    const early = callers.claimed(authorization) && enter();
    const caller = callers.present(authorization) ?? (await inTime(identify(request), answerMs, teller));
    // His place would be given back by nobody.
    if (reply.raw.destroyed) throw new Refusal('temporarily_unavailable', 'The caller has left.');
    const stay = early ?? enter();
    request.leftMs = answerMs - reply.elapsedTime;
    request.caller = caller;
    const drawn = buckets.draw(caller.id, ports.clock.machineNow().getTime());
    reply.headers(drawn.headers);
    stay.belongTo(caller.account.id);
    if (drawn.waitSeconds > 0)
      throw new TooManyRequests('Too many requests with this API key.', drawn.waitSeconds);
    if (route.method !== 'GET') checkMediaType(request.headers, needsBody(route));
    else await checkUnread(request.raw);
  };
}

/** To the framework, `/v1/payouts/` names a payout, by an empty id. */
const isWithoutId = ({ params }: FastifyRequest): boolean =>
  Object.values(params as Record<string, string>).includes('');

function refuseUnknown(request: FastifyRequest, reply: FastifyReply, options: ApiOptions): never {
  const { refusal, allow } = unknownAt(request.raw.url ?? '', options.environment);
  if (allow !== undefined) reply.header('Allow', allow);
  throw refusal;
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
    bodyLimit: route.bodyBytesMax ?? bodyBytesMax,
    handler: async (request, reply) => {
      const { caller, stay } = request;
      if (caller === undefined || stay === undefined)
        throw new Error('an operation was reached without a caller');
      if (route.method !== 'GET') checkTypeOfRead(request.body, request.headers);
      checkPermission(route, caller, request.headers);
      const ask = askOf(route, { request, caller, vault: context.ports.vault });
      const run = async (): Promise<Answer> => followed(route, [request, ask], () => route.run(context, ask));
      const hasOwnTurn = ask.use === undefined ? route.hasOwnTurn : route.hasOwnTurn === true;
      const work = hasOwnTurn ? run() : inTurn(caller.account.id, run);
      stay.lastUntil(work);
      request.exchanged = { asked: ask.body.value, work };
      const answer = await answeredInTime(work, request.leftMs, tellerOf(request, options));
      request.exchanged.answer = answer;
      if (answer.stream) return sendStream(reply, answer.stream, streaming(request, options));
      if (answer.replayed === true) reply.header('Idempotent-Replayed', 'true');
      const text = answer.text ?? JSON.stringify(answer.body);
      return text === undefined ? reply.code(answer.status).send() : sendJson(reply, answer.status, text);
    },
  });
}

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
  const refusal = refusalOf(error) ?? brokenOff(request.raw);
  const body = errorBody(refusal, request.id);
  request.exchanged.error = body;
  tellerOf(request, options)(refusal ?? error);
  const seconds = refusal && retryAfter(refusal);
  if (seconds !== undefined) reply.header('Retry-After', String(seconds));
  const { status } = errors[body.error.code];
  reply.header('Link', [reply.getHeader('Link') ?? [], helpLink(body.error.code)].flat().join(', '));
  if (status === 401) reply.header('WWW-Authenticate', 'Bearer');
  // The rest of the body is not read: what follows it on the connection would never be heard.
  if (status === 413) reply.header('Connection', 'close');
  return sendJson(reply, status, JSON.stringify(body));
}

/** The framework's own refusals, in our words; undefined is a fault of ours. */
function refusalOf(error: unknown): Refusal | undefined {
  if (error instanceof Refusal) return error;
  const { code, statusCode } = error as { code?: string; statusCode?: number };
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new Refusal('body_too_large', errors.body_too_large.when);
  const isClients = statusCode !== undefined && statusCode >= 400 && statusCode < 500;
  return isClients ? new Refusal('invalid_request', 'The request could not be read.') : undefined;
}
