import type { IncomingMessage, ServerResponse } from 'node:http';
import { ApolloServer, HeaderMap } from '@apollo/server';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginLandingPageDisabled,
  ApolloServerPluginUsageReportingDisabled,
} from '@apollo/server/plugin/disabled';
import type { GraphQLFormattedError, GraphQLSchema } from 'graphql';
import type { NewId } from '../../domain/id.js';
import { Refusal } from '../../domain/refusal.js';
import type { Log } from '../../ports/log.js';
import type { Ports } from '../../ports/ports.js';
import { noAnswerWithoutKey, tooLate } from '../../usecases/late.js';
import type { ClientOf } from '../address.js';
import type { OnAnswered, OnAnsweredDocument } from '../answered.js';
import { brokenOff } from '../connection.js';
import { graphiqlPath } from '../console.js';
import { answerMs, Deadline, inTimeOr } from '../deadline.js';
import { errorBody, errors, retryAfter, logError } from '../error.js';
import { repeatedHeader } from '../header.js';
import type { JsonObject } from '../json.js';
import { bounds, documentBounds } from './bound.js';
import { Checks } from './check.js';
import type { Caller, Identity } from './caller.js';
import type { Context, LogLine } from './context.js';
import { formatError, withoutHint } from './error.js';
import { gate, errorLogging } from './gate.js';
import { Loads } from './load.js';
import { answerTypeOf, checkMethod, isBrowser, isRead, operationIn, readOperation } from './request.js';
import { graphqlSchema } from './schema.js';
import { followed } from './span.js';
import { Documents } from './subscription/document.js';
import { Sockets } from './subscription/socket.js';
import { Subscribers } from './subscription/subscriber.js';

export interface GraphqlOptions {
  readonly environment: 'sandbox' | 'live';
  readonly newId: NewId;
  readonly log: Log;
  readonly identity: Identity;
  readonly clientOf: ClientOf;
  readonly onAnswered?: OnAnswered;
  readonly onAnsweredDocument?: OnAnsweredDocument;
}

/** The internal API, served at /graphql. */
export interface GraphqlApi {
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>;
  /** Answers one operation of a caller that the listener has identified, with the body that it has read. */
  answer(arrived: Arrived): Promise<Reply>;
  /** Subscriptions over WebSocket. */
  readonly sockets: Pick<Sockets, 'upgrade' | 'recheck' | 'stop' | 'count'>;
  stop(): Promise<void>;
}

interface Asking {
  readonly request: IncomingMessage;
  readonly requestId: string;
  readonly caller: Caller;
  readonly line: LogLine;
  readonly due: Deadline;
  readonly gone: AbortSignal;
}

/** An operation that another listener has read and authenticated. */
export interface Arrived {
  readonly request: IncomingMessage;
  readonly requestId: string;
  readonly caller: Caller;
  readonly bytes: Uint8Array;
  /** The time left for the response, in milliseconds. */
  readonly leftMs: number;
  readonly gone: AbortSignal;
}

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** Produces the reply to a request that was read. */
type Prepared = () => Promise<Reply>;

/** Redirects a browser to GraphiQL. */
const toGraphiql: Prepared = async () => ({ status: 302, headers: { location: graphiqlPath }, text: '' });

/** Extra time in which a field that timed out can still be reported in the answer. */
const graceMs = 250;

export async function buildGraphql(ports: Ports, options: GraphqlOptions): Promise<GraphqlApi> {
  const checks = new Checks(ports);
  const schema = graphqlSchema();
  const apollo = await startedApollo(schema, options);
  const sockets = openSockets(ports, options, { schema, checks });
  const prepared = (asking: Asking, body: JsonObject): Prepared => {
    const { request, ...known } = asking;
    const load = new Loads(ports, asking.caller);
    return () => execute(apollo, request, { body, ports, load, checks, ...known });
  };
  return {
    answer: (arrived) => answerArrived(options, prepared, arrived),
    async handle(request, response) {
      const requestId = options.newId('request', ports.clock.businessNow());
      const began = performance.now();
      const due = new Deadline(answerMs, began);
      const gone = goneFrom(response);
      let caller: Caller | undefined;
      const line: LogLine = {};
      const work = async (): Promise<Prepared> => {
        if (options.environment === 'sandbox' && isBrowser(request)) return toGraphiql;
        checkMethod(request);
        const twice = repeatedHeader(request);
        if (twice !== undefined) throw twice;
        const { authorization } = request.headers;
        caller = await options.identity.identify(authorization, options.clientOf(request));
        return prepared({ request, requestId, caller, line, due, gone }, await readOperation(request));
      };
      const late = (error: unknown): void =>
        logError(options.log, { request_id: requestId, route: '/graphql' }, error);
      const reply = await inTimeOr(work(), { ms: answerMs, tooLate }, late)
        .then((run) => timed(run, { line, due }, late))
        .catch((fault: unknown) => {
          const error = fault instanceof Refusal ? fault : (brokenOff(request) ?? fault);
          line.error_code = error instanceof Refusal ? error.code : 'internal_error';
          logError(options.log, { request_id: requestId, route: '/graphql' }, error);
          return refusedReply(error, requestId, request);
        });
      send(response, requestId, reply);
      const { method = 'GET' } = request;
      const { status } = reply;
      const facts = { ...line, request_id: requestId, credential_id: caller?.id, method, status };
      logOperation(options, facts, performance.now() - began);
    },
    sockets,
    async stop() {
      await sockets.stop();
      await apollo.stop();
    },
  };
}

async function answerArrived(
  { log, onAnsweredDocument }: GraphqlOptions,
  prepared: (asking: Asking, body: JsonObject) => Prepared,
  { bytes, leftMs, ...arrived }: Arrived,
): Promise<Reply> {
  const began = performance.now();
  const line: LogLine = {};
  const asking = { ...arrived, line, due: new Deadline(leftMs, began) };
  const context = { request_id: arrived.requestId, route: '/dashboard/graphql' };
  const late = (error: unknown): void => logError(log, context, error);
  const run = async (): Promise<Reply> => prepared(asking, operationIn(bytes))();
  const reply = await timed(run, asking, late).catch((error: unknown) => {
    line.error_code = error instanceof Refusal ? error.code : 'internal_error';
    late(error);
    return refusedReply(error, arrived.requestId, arrived.request);
  });
  onAnsweredDocument?.({ ...namesOf(line), ms: performance.now() - began, traceId: line.trace_id });
  return reply;
}

/** Runs an operation within the time that is left, plus the extra time for fields that time out. */
function timed(
  run: Prepared,
  { line, due }: Pick<Asking, 'line' | 'due'>,
  late: (error: unknown) => void,
): Promise<Reply> {
  const leftMs = (): number => (due.leftMs > 0 ? due.leftMs + graceMs : 0);
  const noAnswer = () => (line.operation?.startsWith('mutation') ? noAnswerWithoutKey() : tooLate());
  return inTimeOr(run(), { ms: due.leftMs + graceMs, leftMs, tooLate: noAnswer }, late);
}

/** Writes one log line per request. */
function logOperation({ log, ...ears }: GraphqlOptions, facts: Facts, ms: number): void {
  const route = '/graphql';
  const traceId = facts.trace_id;
  ears.onAnswered?.({ route, ...facts, ms, traceId });
  ears.onAnsweredDocument?.({ ...namesOf(facts), ms, traceId });
  log.info({ route, ...facts, duration_ms: Math.round(ms * 10) / 10 }, 'request');
}

interface Facts extends LogLine {
  readonly request_id: string;
  readonly credential_id: string | undefined;
  readonly method: string;
  readonly status: number;
}

/**
 * Metric labels. A document with several root fields is labelled "of several", so there are no more labels than fields
 * in the schema.
 */
function namesOf({ operation = 'none', error_code: code }: LogLine) {
  const [kind = '', fields = ''] = operation.split(' ');
  return { operation: fields.includes(',') ? `${kind} of several` : operation, outcome: code ?? 'ok' };
}

function openSockets(
  ports: Ports,
  options: GraphqlOptions,
  { schema, checks }: { schema: GraphQLSchema; checks: Checks },
): Sockets {
  const { log, environment } = options;
  return new Sockets({
    ...options,
    documents: new Documents(schema, environment === 'live'),
    subscribers: new Subscribers(ports, log),
    clock: ports.clock,
    context: (caller, requestId) => ({
      ports,
      caller,
      requestId,
      load: new Loads(ports, caller),
      checks,
      due: new Deadline(Number.POSITIVE_INFINITY),
      gone: new AbortController().signal,
      line: {},
    }),
  });
}

/** Aborted when the connection closes before the response. */
function goneFrom(response: ServerResponse): AbortSignal {
  const gone = new AbortController();
  response.once('close', () => {
    if (!response.writableEnded) gone.abort('the caller has gone');
  });
  return gone.signal;
}

async function startedApollo(
  schema: GraphQLSchema,
  { environment, log }: GraphqlOptions,
): Promise<ApolloServer<Context>> {
  const warn = (message: unknown): void =>
    log.warn({ err: new Error(String(message)) }, 'warning from the GraphQL library');
  const apollo = new ApolloServer<Context>({
    schema,
    introspection: environment === 'sandbox',
    includeStacktraceInErrorResponses: false,
    csrfPrevention: true,
    allowBatchedHttpRequests: false,
    persistedQueries: false,
    parseOptions: { maxTokens: bounds.tokens },
    validationRules: [documentBounds],
    validationOptions: { maxErrors: bounds.errors },
    formatError: environment === 'live' ? formatLiveError : formatError,
    stopOnTerminationSignals: false,
    logger: { debug: () => undefined, info: () => undefined, warn, error: warn },
    plugins: [
      gate(),
      errorLogging(log),
      ApolloServerPluginLandingPageDisabled(),
      ApolloServerPluginCacheControlDisabled(),
      ApolloServerPluginUsageReportingDisabled(),
    ],
  });
  await apollo.start();
  return apollo;
}

/** Apollo's own option that hides hints is slow on long texts. */
function formatLiveError(formatted: GraphQLFormattedError, error: unknown): GraphQLFormattedError {
  const graphqlError = formatError(formatted, error);
  return { ...graphqlError, message: withoutHint(graphqlError.message) };
}

type Document = Context & { readonly body: JsonObject };

const execute = (apollo: ApolloServer<Context>, request: IncomingMessage, document: Document) =>
  followed(request, [document.requestId, document.line], () => executed(apollo, request, document));

async function executed(
  apollo: ApolloServer<Context>,
  request: IncomingMessage,
  { body, ...context }: Document,
): Promise<Reply> {
  const type = answerTypeOf(request);
  const {
    status,
    headers,
    body: responseBody,
  } = await apollo.executeHTTPGraphQLRequest({
    httpGraphQLRequest: {
      method: 'POST',
      headers: new HeaderMap([
        ['content-type', 'application/json'],
        ['accept', type],
      ]),
      search: '',
      body,
    },
    context: async () => context,
  });
  if (responseBody.kind !== 'complete') throw new Error('incremental answers are not supported');
  // A client that expects plain JSON takes any other status for an answer of a proxy.
  const isOfDocument = status === 400 && type === 'application/json';
  return {
    status: isOfDocument ? 200 : (status ?? 200),
    headers: Object.fromEntries(headers),
    text: responseBody.string,
  };
}

/** A refusal before there is an operation, as a GraphQL response. */
function refusedReply(error: unknown, requestId: string, request: IncomingMessage): Reply {
  const refusal = error instanceof Refusal ? error : undefined;
  const { message, ...extensions } = errorBody(refusal, requestId).error;
  const { status } = errors[extensions.code];
  const seconds = refusal && retryAfter(refusal);
  return {
    status,
    headers: {
      'content-type': `${answerTypeOf(request)}; charset=utf-8`,
      ...(status === 401 && { 'www-authenticate': 'Bearer' }),
      ...(status === 405 && { allow: isRead(request) ? 'POST' : 'GET, HEAD, POST' }),
      ...(seconds !== undefined && { 'retry-after': String(seconds) }),
    },
    text: JSON.stringify({ errors: [{ message, extensions }] }),
  };
}

function send(response: ServerResponse, requestId: string, { status, headers, text }: Reply): void {
  response.writeHead(status, {
    ...headers,
    'x-request-id': requestId,
    'cache-control': 'no-store',
    'content-length': Buffer.byteLength(text),
  });
  response.end(text);
}
