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

/** Looking at the log leaves no line in it. */
export const logPath = '/v1/requests';
/** A text that is written already is read again up to this length. */
const readAgainMax = 16_384;
const userAgentMax = 200;
const withheldMin = 3;

/** Nginx has it for a caller who has left: no answer of ours bears it. */
const unheard = 499;
/**
 * Reads that were answered: so many at once, and so many a second. More of one operation for an account, as a program asks
 * that polls, would push all else out of the newest lines; more of all together would take from the answers.
 */
const reads = { atOnce: 100, aSecond: 0.1 };
const readsOfAll = { atOnce: 500, aSecond: 100 };

/** The parts of an exchange that its line tells of besides what the framework knows. */
export interface Exchanged {
  asked?: Json;
  /** It goes on where nobody waits for it any more. */
  work?: Promise<Answer>;
  answer?: Answer;
  error?: ErrorBody;
  /** Its caller left before the answer was sent. */
  hasLeft?: true;
}

export type OnLogged = (line: LoggedRequest) => void;

/** How the requests of one operation are kept. */
interface Kept {
  readonly isId: (text: string) => boolean;
  readonly query: ReadonlyMap<string, (text: string) => boolean>;
  readonly asked: Redact | undefined;
  readonly answers: ReadonlyMap<number, Redact>;
}

interface Logs {
  readonly openapiText: string;
  readonly onLogged?: OnLogged | undefined;
  readonly log: Log;
}

/**
 * Tells of each request of an account once it is answered; what is returned is to be told of each whose connection closed
 * before, and tells of it once it is done. A fault here is no concern of its caller.
 */
export function logRequests(
  server: FastifyInstance,
  { openapiText, onLogged, log }: Logs,
): (request: FastifyRequest, reply: FastifyReply) => void {
  const keptOf = keptBy(JSON.parse(openapiText) as Json);
  const isReadKept = readsKept();
  const tell = (request: FastifyRequest, { status, ms }: { status: number; ms: number }): void => {
    const { caller, id } = request;
    const { route } = request.routeOptions.config;
    if (caller === undefined || route === undefined || route.path.startsWith(logPath)) return;
    const isRead = route.method === 'GET' && status < 400;
    if (isRead && !isReadKept(caller.account.id, route.path, performance.now())) return;
    try {
      onLogged?.(lineOf({ route, kept: keptOf(route), request, status, ms }));
    } catch (error) {
      log.warn({ request_id: id, err: error }, 'request not recorded in the request log');
    }
  };
  server.addHook('onResponse', (request, reply, next) => {
    const isHeard = wasSent(reply.raw) && request.exchanged.hasLeft !== true;
    if (isHeard) tell(request, { status: reply.statusCode, ms: reply.elapsedTime });
    next();
  });
  return (request, { elapsedTime: ms }) => {
    request.exchanged.hasLeft = true;
    void done(request).then(() => tell(request, { status: unheard, ms }));
  };
}

/** Says of each read that was answered, by its account and operation, whether it is kept. */
export function readsKept(): (accountId: string, path: string, nowMs: number) => boolean {
  const alike = new TokenBuckets(reads.aSecond, reads.atOnce);
  const ofAll = new TokenBuckets(readsOfAll.aSecond, readsOfAll.atOnce);
  // Nobody is new to the buckets but with a token of all: so few are made, however many callers there are.
  return (accountId, path, nowMs) =>
    ofAll.has('all', nowMs) && alike.takes(`${accountId} ${path}`, nowMs) && ofAll.takes('all', nowMs);
}

/** Resolves once what was begun has ended, and left its answer or its error. */
async function done({ exchanged }: FastifyRequest): Promise<void> {
  await Promise.allSettled([exchanged.work]);
  await new Promise(setImmediate);
}

const outcomeOf = (status: number): LoggedRequest['outcome'] =>
  status === unheard ? 'unheard' : status < 400 ? 'succeeded' : status < 500 ? 'refused' : 'failed';

interface Told {
  readonly route: Route;
  readonly kept: Kept;
  readonly request: FastifyRequest;
  readonly status: number;
  readonly ms: number;
}

function lineOf({ route, kept, request, status, ms }: Told): LoggedRequest {
  const { asked, answer, error } = request.exchanged;
  const { account, credential } = request.caller ?? unknownCaller();
  const withheld: string[] | undefined = error && [];
  const query = queryOf(kept, searchOf(request), withheld);
  const requestBody = asked && kept.asked?.(asked, withheld);
  const [id = ''] = Object.values(request.params as Record<string, string>);
  const ownId = kept.isId(id) ? id : undefined;
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
    responseBody: (error ? errorOf(error, withheld ?? []) : answerOf(kept, answer)) ?? null,
    createdAt: madeAt(request.id),
    version: 1,
  };
}

function unknownCaller(): never {
  throw new Error('nobody is logged');
}

function answerOf({ answers }: Kept, answer: Answer | undefined): StoredJson | undefined {
  if (answer === undefined) return undefined;
  const { status, text, body } = answer;
  const redact = answers.get(status);
  if (redact === undefined || text === undefined) return redact?.(body);
  return text.length <= readAgainMax ? redact(JSON.parse(text)) : undefined;
}

function idOf(answer: Answer | undefined): string | undefined {
  const { id } = Object(answer?.body) as { id?: unknown };
  return typeof id === 'string' && isAnyId(id) ? id : undefined;
}

/** Words that repeat what is not kept are not kept either. */
function errorOf({ error }: ErrorBody, withheld: readonly string[]): StoredJson {
  const { message, param, ...rest } = error;
  const isClean = (text: string): boolean =>
    withheld.length <= withheldMost &&
    !withheld.some((each) => each.length >= withheldMin && text.includes(each));
  const given = typeof param === 'string' ? param : '';
  const isKnown = /^[\w.:[\]-]*$/.test(given) && isClean(given);
  const words = isKnown && isClean(String(message)) ? message : redacted;
  return { error: { ...rest, message: words, ...(given !== '' && { param: isKnown ? given : redacted }) } };
}

function queryOf({ query }: Kept, search: string, withheld: string[] | undefined) {
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

/** `curl/8.5 node`: behind the names of programs may stand whoever wrote them. */
function programsOf(userAgent: string | undefined): string | null {
  const [programs = ''] =
    /^[\w!#$%&'*+.^`|~-]+(\/[\w.+-]+)?( [\w.-]+(\/[\w.+-]+)?)*/.exec(userAgent ?? '') ?? [];
  return programs.slice(0, userAgentMax) || null;
}

function keptBy(description: Json): (route: Route) => Kept {
  const redactOf = redactionBy(description);
  const known = new Map<Route, Kept>();
  return (route) => {
    const before = known.get(route);
    if (before !== undefined) return before;
    const made = keptOfRoute(route, operationOf(description, route), redactOf);
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

/** An operation that the description does not know has nothing of its bodies kept. */
const operationOf = ({ paths }: Json, { path, method }: Route): Described =>
  ((paths as Record<string, Record<string, Described>>)[path] ?? {})[method.toLowerCase()] ?? {};

function keptOfRoute(
  { answers }: Route,
  { parameters = [], requestBody, responses = {} }: Described,
  redactOf: (schema: unknown) => Redact,
): Kept {
  const schemaOf = ({ content }: Content = {}): unknown => content?.['application/json']?.schema;
  const inPath = parameters.find(({ in: place }) => place === 'path');
  const asked = schemaOf(requestBody);
  return {
    isId: inPath === undefined ? () => false : textTest(inPath.schema),
    query: new Map(
      parameters.flatMap(({ name, in: place, schema }) =>
        place === 'query' ? [[name, textTest(schema)] as const] : [],
      ),
    ),
    asked: asked === undefined ? undefined : redactOf(asked),
    answers: new Map(
      Object.keys(answers).flatMap((status) => {
        const schema = schemaOf(responses[status]);
        return schema === undefined ? [] : [[Number(status), redactOf(schema)] as const];
      }),
    ),
  };
}

/** A query has whole numbers as text; names of the caller's own may be addresses or numbers of people. */
function textTest(schema: Json): (text: string) => boolean {
  if (schema['type'] === 'integer') return (text) => /^\d{1,9}$/.test(text);
  const isKept = scalarsOf([schema]);
  return (text) => isKept(text, false);
}
