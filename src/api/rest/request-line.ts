import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isAnyId, madeAt } from '../../domain/id.js';
import { requestMethods, type StoredJson, type LoggedRequest } from '../../domain/noun/request.js';
import type { Log } from '../../ports/log.js';
import type { ErrorBody } from '../error.js';
import { wasSent } from '../connection.js';
import { isHeader } from '../header.js';
import type { JsonObject as Json } from '../json.js';
import { TokenBuckets } from '../../flow-control/token-bucket.js';
import { fieldName, redactionBy, redacted, scalarsOf, withheldMost, type Redact } from './redact.js';
import { correlationOf, searchOf } from './request.js';
import type { Answer, Route } from './route.js';

/** Requests to the request log are not logged. */
export const logPath = '/v1/requests';
/** Most characters of a serialized response that is parsed again for the log. */
const readAgainMax = 16_384;
const userAgentMax = 200;
const withheldMin = 3;

/** Status for a caller that disconnected, as in nginx; it is never sent. */
const callerGoneStatus = 499;
/**
 * Successful reads are sampled: a burst and a rate per second. The limit for each operation and account keeps
 * polling from pushing other lines out of the log; the total limit protects response times.
 */
const reads = { atOnce: 100, aSecond: 0.1 };
const readsOfAll = { atOnce: 500, aSecond: 100 };

/** What Fastify does not know about an exchange, for the log. */
export interface Exchanged {
  body?: Json;
  /** Continues even if the caller is gone. */
  work?: Promise<Answer>;
  answer?: Answer;
  error?: ErrorBody;
  /** Refused because every slot was in use. */
  isShed?: boolean;
  /** The caller disconnected before the response was sent. */
  hasLeft?: true;
}

export type OnLogged = (line: LoggedRequest) => void;

/** Which parts of an operation's requests are logged. */
interface LogRules {
  readonly isId: (text: string) => boolean;
  readonly query: ReadonlyMap<string, (text: string) => boolean>;
  readonly body: Redact | undefined;
  readonly answers: ReadonlyMap<number, Redact>;
}

interface Logs {
  readonly openapiText: string;
  readonly onLogged?: OnLogged | undefined;
  readonly log: Log;
}

/**
 * Logs each request of an account after its response. The returned function is called if the connection
 * closed earlier, and logs the request when its work has ended. Errors here do not affect the caller.
 */
export function logRequests(
  server: FastifyInstance,
  { openapiText, onLogged, log }: Logs,
): (request: FastifyRequest, reply: FastifyReply) => void {
  const logRulesOf = logRulesBy(JSON.parse(openapiText) as Json);
  const isReadLogged = readSampler();
  const logExchange = (request: FastifyRequest, { status, ms }: { status: number; ms: number }): void => {
    const { caller, id } = request;
    const { route } = request.routeOptions.config;
    if (caller === undefined || route === undefined || route.path.startsWith(logPath)) return;
    const isRead = route.method === 'GET' && status < 400;
    // A person's session reads what a page shows: the log is of the account's programs, and of what people change.
    if (isRead && caller.credential.type === 'member') return;
    if (isRead && !isReadLogged(caller.account.id, route.path, performance.now())) return;
    try {
      onLogged?.(lineOf({ route, rules: logRulesOf(route), request, status, ms }));
    } catch (error) {
      log.warn({ request_id: id, err: error }, 'request not recorded in the request log');
    }
  };
  server.addHook('onResponse', (request, reply, next) => {
    const isReceived = wasSent(reply.raw) && request.exchanged.hasLeft !== true;
    if (isReceived) logExchange(request, { status: reply.statusCode, ms: reply.elapsedTime });
    next();
  });
  return (request, { elapsedTime: ms }) => {
    request.exchanged.hasLeft = true;
    void workEnded(request).then(() => logExchange(request, { status: callerGoneStatus, ms }));
  };
}

/** Returns a function that decides whether a successful read is logged, by account and operation. */
export function readSampler(): (accountId: string, path: string, nowMs: number) => boolean {
  const alike = new TokenBuckets(reads.aSecond, reads.atOnce);
  const ofAll = new TokenBuckets(readsOfAll.aSecond, readsOfAll.atOnce);
  // The total limit is checked first, so that a flood of callers does not create many buckets.
  return (accountId, path, nowMs) =>
    ofAll.has('all', nowMs) && alike.takes(`${accountId} ${path}`, nowMs) && ofAll.takes('all', nowMs);
}

/** Resolves when the request's work has ended and its response or error is set. */
async function workEnded({ exchanged }: FastifyRequest): Promise<void> {
  await Promise.allSettled([exchanged.work]);
  await new Promise(setImmediate);
}

const outcomeOf = (status: number): LoggedRequest['outcome'] =>
  status === callerGoneStatus ? 'unheard' : status < 400 ? 'succeeded' : status < 500 ? 'refused' : 'failed';

interface LoggedExchange {
  readonly route: Route;
  readonly rules: LogRules;
  readonly request: FastifyRequest;
  readonly status: number;
  readonly ms: number;
}

function lineOf({ route, rules, request, status, ms }: LoggedExchange): LoggedRequest {
  const { body, answer, error } = request.exchanged;
  const { account, credential } = request.caller ?? unknownCaller();
  // What a refused request or a preview contains is stored nowhere else.
  const isTaken = error === undefined && !route.path.endsWith('/preview');
  const withheld: string[] | undefined = isTaken ? undefined : [];
  const query = queryOf(rules, searchOf(request), withheld);
  const requestBody = body && rules.body?.(body, withheld);
  const [id = ''] = Object.values(request.params as Record<string, string>);
  const ownId = rules.isId(id) ? id : undefined;
  const key = request.headers['idempotency-key'];
  return {
    id: request.id,
    accountId: account.id,
    method: requestMethods.find((each) => each === request.method) ?? 'GET',
    path: ownId === undefined ? route.path : route.path.replace(/\{\w+\}/, ownId),
    route: route.path,
    query: query ?? null,
    status,
    outcome: outcomeOf(status),
    durationMs: Math.ceil(ms),
    errorCode: error?.error.code ?? null,
    apiKeyPrefix: credential.type === 'api_key' ? credential.key.prefix : null,
    memberId: credential.type === 'member' ? credential.member.id : null,
    idempotencyKey: route.idempotency !== 'none' && isHeader(key) ? key : null,
    replayed: answer?.replayed === true,
    correlationId: correlationOf(request.headers) ?? null,
    resourceId:
      route.method === 'GET' ? null : (idOf(answer) ?? (isAnyId(ownId ?? '') ? (ownId ?? null) : null)),
    userAgent: programsOf(request.headers['user-agent']),
    requestBody: requestBody ?? null,
    responseBody: (error ? errorOf(error, withheld ?? []) : answerOf(rules, answer, withheld)) ?? null,
    createdAt: madeAt(request.id),
    version: 1,
  };
}

function unknownCaller(): never {
  throw new Error('the request has no caller');
}

function answerOf(
  { answers }: LogRules,
  answer: Answer | undefined,
  withheld: string[] | undefined,
): StoredJson | undefined {
  if (answer === undefined) return undefined;
  const { status, text, body } = answer;
  const redact = answers.get(status);
  if (redact === undefined || text === undefined) return redact?.(body, withheld);
  return text.length <= readAgainMax ? redact(JSON.parse(text), withheld) : undefined;
}

function idOf(answer: Answer | undefined): string | undefined {
  const { id } = Object(answer?.body) as { id?: unknown };
  return typeof id === 'string' && isAnyId(id) ? id : undefined;
}

/** Withholds a message or a param that repeats a withheld text. */
function errorOf({ error }: ErrorBody, withheld: readonly string[]): StoredJson {
  const { message, param, ...rest } = error;
  const isClean = (text: string): boolean =>
    withheld.length <= withheldMost &&
    !withheld.some((each) => each.length >= withheldMin && text.includes(each));
  const name = typeof param === 'string' ? param : '';
  const isKnown = /^[\w.:[\]-]*$/.test(name) && isClean(name);
  const words = isKnown && isClean(String(message)) ? message : redacted;
  return { error: { ...rest, message: words, ...(name !== '' && { param: isKnown ? name : redacted }) } };
}

function queryOf({ query }: LogRules, search: string, withheld: string[] | undefined) {
  if (search === '') return undefined;
  const found: Record<string, string> = {};
  for (const [name, value] of new URLSearchParams(search)) {
    const isKept = query.get(name);
    if (isKept === undefined) withheld?.push(...(fieldName.test(name) ? [] : [name]), value);
    else if (isKept(value)) found[name] = value;
    else {
      withheld?.push(value);
      found[name] = redacted;
    }
  }
  return Object.keys(found).length === 0 ? undefined : found;
}

/** `curl/8.5 node`: cut after the program names, because a person's data could follow. */
function programsOf(userAgent: string | undefined): string | null {
  const [programs = ''] =
    /^[\w!#$%&'*+.^`|~-]+(\/[\w.+-]+)?( [\w.-]+(\/[\w.+-]+)?)*/.exec(userAgent ?? '') ?? [];
  return programs.slice(0, userAgentMax) || null;
}

function logRulesBy(description: Json): (route: Route) => LogRules {
  const redactOf = redactionBy(description);
  const known = new Map<Route, LogRules>();
  return (route) => {
    const before = known.get(route);
    if (before !== undefined) return before;
    const made = logRulesOfRoute(route, operationOf(description, route), redactOf);
    known.set(route, made);
    return made;
  };
}

interface Described {
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly schema: Json }[];
  readonly requestBody?: Content;
  readonly responses?: Readonly<Record<string, Content>>;
}
interface Content {
  readonly content?: Readonly<Record<string, { readonly schema: unknown }>>;
}

/** Bodies of operations without a description are not logged. */
const operationOf = ({ paths }: Json, { path, method }: Route): Described =>
  ((paths as Record<string, Record<string, Described>>)[path] ?? {})[method.toLowerCase()] ?? {};

function logRulesOfRoute(
  { answers }: Route,
  { parameters = [], requestBody, responses = {} }: Described,
  redactOf: (schema: unknown) => Redact,
): LogRules {
  const schemaOf = ({ content }: Content = {}): unknown => content?.['application/json']?.schema;
  const inPath = parameters.find(({ in: location }) => location === 'path');
  const bodySchema = schemaOf(requestBody);
  return {
    isId: inPath === undefined ? () => false : textTest(inPath.schema),
    query: new Map(
      parameters.flatMap(({ name, in: location, schema }) =>
        location === 'query' ? [[name, textTest(schema)] as const] : [],
      ),
    ),
    body: bodySchema === undefined ? undefined : redactOf(bodySchema),
    answers: new Map(
      Object.keys(answers).flatMap((status) => {
        const schema = schemaOf(responses[status]);
        return schema === undefined ? [] : [[Number(status), redactOf(schema)] as const];
      }),
    ),
  };
}

/**
 * Tests a path or query value as text: integers have only digits, and other values must match the schema.
 * Metadata keys are withheld, because they may be personal.
 */
function textTest(schema: Json): (text: string) => boolean {
  if (schema['type'] === 'integer') return (text) => /^\d{1,9}$/.test(text);
  const isKept = scalarsOf([schema]);
  return (text) => isKept(text, false);
}
