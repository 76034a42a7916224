import type { IncomingMessage, ServerResponse } from 'node:http';
import { ApolloServer, HeaderMap } from '@apollo/server';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginLandingPageDisabled,
  ApolloServerPluginUsageReportingDisabled,
} from '@apollo/server/plugin/disabled';
import {
  getOperationAST,
  GraphQLError,
  parse,
  type DocumentNode,
  type GraphQLFormattedError,
  type GraphQLSchema,
} from 'graphql';
import { present } from '../../domain/event.js';
import type { NewId } from '../../domain/id.js';
import { Refusal, refuse } from '../../domain/refusal.js';
import type { Log } from '../../ports/log.js';
import type { Ports } from '../../ports/ports.js';
import { noAnswerWithoutKey, tooLate } from '../../usecases/turn.js';
import { bodyBytesMax, checkMediaType } from '../body.js';
import { answerMs, inTimeOr } from '../deadline.js';
import { errorBody, errors, retryAfter, tellError } from '../error.js';
import { readJson, type JsonObject } from '../json.js';
import { bounds, documentBounds } from './bound.js';
import { Checks } from './check.js';
import type { Caller, Identity } from './caller.js';
import type { Context, Line } from './context.js';
import { explorerHeaders, explorerPage } from './explorer/page.js';
import { formatError, withoutHint } from './error.js';
import { gate, teller } from './gate.js';
import { Loads } from './load.js';
import { graphqlSchema } from './schema.js';
import { rootFields } from './selection.js';
import { Documents } from './subscription/document.js';
import { Sockets } from './subscription/socket.js';
import { Subscribers } from './subscription/subscriber.js';

export interface GraphqlOptions {
  readonly environment: 'sandbox' | 'live';
  readonly newId: NewId;
  readonly log: Log;
  readonly identity: Identity;
}

/** The internal API, to be served at /graphql. */
export interface GraphqlApi {
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>;
  /** Subscriptions, over WebSocket. */
  readonly sockets: Pick<Sockets, 'upgrade' | 'recheck' | 'stop' | 'count'>;
  stop(): Promise<void>;
}

interface Asking {
  readonly request: IncomingMessage;
  readonly requestId: string;
  readonly caller: Caller;
  readonly line: Line;
  readonly began: number;
}

interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** A request that was read: what answers it, and how long its caller waits for that. */
interface Prepared {
  readonly patienceMs: number;
  readonly run: () => Promise<Reply>;
}

/** A page that is written already. */
const explorer: Prepared = {
  patienceMs: answerMs,
  run: async () => ({ status: 200, headers: explorerHeaders, text: explorerPage }),
};

const clockMs = 120_000;
/** What is late by itself has its place in the answer, if the answer waits for it. */
const graceMs = 250;
const jsonType = 'application/json; charset=utf-8';

export async function buildGraphql(ports: Ports, options: GraphqlOptions): Promise<GraphqlApi> {
  const checks = new Checks(ports);
  const schema = graphqlSchema();
  const apollo = await startedApollo(schema, options);
  const sockets = openSockets(ports, options, { schema, checks });
  const prepare = async (asking: Asking): Promise<Prepared> => {
    checkMediaType(asking.request.headers, true);
    const body = operationOf(readJson(await bytesOf(asking.request)).value);
    const { requestId, caller, line, began } = asking;
    const load = new Loads(ports, caller);
    const patienceMs = patienceOf(body, options);
    const until = began + patienceMs;
    return {
      patienceMs,
      run: () => execute(apollo, body, { ports, caller, requestId, load, checks, until, line }),
    };
  };
  return {
    async handle(request, response) {
      const requestId = options.newId('request', ports.clock.machineNow());
      const began = performance.now();
      let caller: Caller | undefined;
      const line: Line = {};
      const work = async (): Promise<Prepared> => {
        if (options.environment === 'sandbox' && isBrowser(request)) return explorer;
        if (request.method !== 'POST') refuse('method_not_allowed', 'This path takes POST only.');
        caller = await options.identity.identify(
          request.headers.authorization,
          request.socket.remoteAddress ?? '',
        );
        return prepare({ request, requestId, caller, line, began });
      };
      const late = (error: unknown): void =>
        tellError(options.log, { request_id: requestId, route: '/graphql' }, error);
      const leftOf = (ms: number): number => Math.max(0, ms - (performance.now() - began));
      const noAnswer = () => (line.operation?.startsWith('mutation') ? noAnswerWithoutKey() : tooLate());
      const reply = await inTimeOr(work(), { ms: answerMs, tooLate }, late)
        .then(({ patienceMs, run }) =>
          inTimeOr(run(), { ms: leftOf(patienceMs) + graceMs, tooLate: noAnswer }, late),
        )
        .catch((error: unknown) => {
          line.error_code = error instanceof Refusal ? error.code : 'internal_error';
          return refusedReply(error, requestId, options.log);
        });
      send(response, requestId, reply);
      const { method } = request;
      const { status } = reply;
      tell(options.log, began, { ...line, request_id: requestId, credential_id: caller?.id, method, status });
    },
    sockets,
    async stop() {
      await sockets.stop();
      await apollo.stop();
    },
  };
}

/** One line a request. */
function tell(log: Log, began: number, facts: Readonly<Record<string, string | number | undefined>>): void {
  const durationMs = Math.round((performance.now() - began) * 10) / 10;
  log.info({ route: '/graphql', ...facts, duration_ms: durationMs }, 'request');
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
      until: Number.POSITIVE_INFINITY,
      line: {},
    }),
  });
}

/** Moving the clock waits for all that falls due on the way; everything else answers in time or not at all. */
function patienceOf({ query, operationName }: JsonObject, { environment }: GraphqlOptions): number {
  if (environment !== 'sandbox' || typeof query !== 'string' || !query.includes('advanceClock'))
    return answerMs;
  const document = parsed(query);
  const name = typeof operationName === 'string' ? operationName : undefined;
  const operation = document && getOperationAST(document, name);
  const movesClock = document && operation && rootFields(document, operation).has('advanceClock');
  return movesClock ? clockMs : answerMs;
}

/** What is not GraphQL is refused when it comes to be executed. */
function parsed(query: string): DocumentNode | undefined {
  try {
    return parse(query, { maxTokens: bounds.tokens });
  } catch (error) {
    if (error instanceof GraphQLError) return undefined;
    throw error;
  }
}

async function startedApollo(
  schema: GraphQLSchema,
  { environment, log }: GraphqlOptions,
): Promise<ApolloServer<Context>> {
  const told = (message: unknown): void => log.warn({ err: new Error(String(message)) }, 'apollo');
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
    logger: { debug: () => undefined, info: () => undefined, warn: told, error: told },
    plugins: [
      gate(),
      teller(log),
      ApolloServerPluginLandingPageDisabled(),
      ApolloServerPluginCacheControlDisabled(),
      ApolloServerPluginUsageReportingDisabled(),
    ],
  });
  await apollo.start();
  return apollo;
}

/** Apollo's own way of hiding the schema takes long for a long text. */
function formatLiveError(formatted: GraphQLFormattedError, error: unknown): GraphQLFormattedError {
  const told = formatError(formatted, error);
  return { ...told, message: withoutHint(told.message) };
}

async function execute(apollo: ApolloServer<Context>, body: JsonObject, context: Context): Promise<Reply> {
  const {
    status,
    headers,
    body: told,
  } = await apollo.executeHTTPGraphQLRequest({
    httpGraphQLRequest: {
      method: 'POST',
      headers: new HeaderMap([['content-type', 'application/json']]),
      search: '',
      body,
    },
    context: async () => context,
  });
  if (told.kind !== 'complete') throw new Error('an answer came in parts');
  return { status: status ?? 200, headers: Object.fromEntries(headers), text: told.string };
}

/** Someone looks at the address; what asks for data names another type. */
function isBrowser({ method, headers }: IncomingMessage): boolean {
  return method === 'GET' && headers.accept?.includes('text/html') === true;
}

/** The members of a request that mean something here; what else stands beside them is passed over. */
function operationOf({ query, variables, operationName }: JsonObject): JsonObject {
  if (typeof query !== 'string') wrongType('query');
  if (typeof (variables ?? {}) !== 'object' || Array.isArray(variables)) wrongType('variables');
  if (typeof (operationName ?? '') !== 'string') wrongType('operationName');
  return present({ query, variables, operationName });
}

function wrongType(param: string): never {
  return refuse('invalid_body', `${param} has the wrong type.`, { param });
}

/** What is refused before there is an operation, in the shape of an answer of GraphQL. */
function refusedReply(error: unknown, requestId: string, log: Log): Reply {
  const refusal = error instanceof Refusal ? error : undefined;
  tellError(log, { request_id: requestId, route: '/graphql' }, error);
  const { message, ...extensions } = errorBody(refusal, requestId).error;
  const { status } = errors[extensions.code];
  const seconds = refusal && retryAfter(refusal);
  return {
    status,
    headers: {
      'content-type': jsonType,
      ...(status === 401 && { 'www-authenticate': 'Bearer' }),
      ...(status === 405 && { allow: 'POST' }),
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

/** What is beyond the bound is read and let go, so that its sender hears the refusal instead of a broken connection. */
function bytesOf(request: IncomingMessage): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    request.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length <= bodyBytesMax) chunks.push(chunk);
      else reject(new Refusal('body_too_large', errors.body_too_large.when));
    });
    request.on('end', () => resolve(Buffer.concat(chunks)));
    request.on('error', () => reject(new Refusal('invalid_body', 'The body did not come whole.')));
  });
}
