import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';
import { isoTime } from '../domain/event.js';
import type { NewId } from '../domain/id.js';
import { refuse, Refusal } from '../domain/refusal.js';
import type { Ports } from '../ports/ports.js';
import {
  beginIssuerSignIn,
  endIssuerSession,
  finishIssuerSignIn,
  logOutByIssuer,
} from '../usecases/operator-sign-in.js';
import { TokenBuckets } from '../flow-control/token-bucket.js';
import type { ClientOf } from './address.js';
import { checkBody, checkMediaType, readWhole } from './body.js';
import { errorBody, errors, logError, tooMany } from './error.js';
import { formed, text } from './field.js';
import { readJson } from './json.js';
import type { OriginOf } from './origin.js';

/** Operations of one client; a sign-in takes two. */
const attempts = { perSecond: 20, burst: 60 } as const;

/** Where the issuer sends the browser; the page there reads the answer from its address. */
const signedInPath = '/console/signed-in';
const path = '/console/oidc';

/** `fresh`: the issuer asks the person who they are, even if they are signed in there. */
const beginSchema = z.strictObject({ fresh: z.boolean().exactOptional() });

const finishSchema = z.strictObject({
  token: formed(/^[a-z0-9]{40}$/, 40, { fault: 'must be a sign-in token' }),
  /** The query of the address to which the issuer sent the browser. */
  answer: text(8_192),
  /** The session that is confirmed: the same person has to sign in. */
  confirms: formed(/^psp_op_[0-9a-f]{64}$/, 71, { fault: 'must be a session token' }).exactOptional(),
});

interface Serving {
  readonly ports: Pick<Ports, 'store' | 'vault' | 'issuer' | 'clock' | 'log'>;
  readonly newId: NewId;
  readonly clientOf: ClientOf;
  /** The origin of the console, if the request's Host is one of its names. */
  readonly originOf: OriginOf;
}

interface Answer {
  readonly status: number;
  readonly body?: unknown;
}

type Operation = (request: IncomingMessage, serving: Serving) => Promise<Answer>;

async function begin(request: IncomingMessage, { ports, clientOf, originOf }: Serving): Promise<Answer> {
  const { fresh: isFresh = false } = checkBody(beginSchema, await jsonOf(request));
  const redirectUri = `${consoleAt(request, originOf)}${signedInPath}`;
  const ask = { client: clientOf(request), redirectUri, isFresh };
  return { status: 200, body: await beginIssuerSignIn(ports, ask) };
}

async function finish(request: IncomingMessage, { ports, originOf }: Serving): Promise<Answer> {
  const { token, answer, confirms } = checkBody(finishSchema, await jsonOf(request));
  const query = new URLSearchParams(answer);
  const address = `${consoleAt(request, originOf)}${signedInPath}?${query.toString()}`;
  const state = query.get('state') ?? '';
  const opened = await finishIssuerSignIn(ports, { token, state, address, confirms });
  return { status: 201, body: { token: opened.token, expires_at: isoTime(opened.expiresAt) } };
}

async function signOut(request: IncomingMessage, { ports }: Serving): Promise<Answer> {
  await jsonOf(request);
  const [, token = ''] = /^bearer +(psp_op_[0-9a-f]{64})$/i.exec(request.headers.authorization ?? '') ?? [];
  await endIssuerSession(ports, token);
  return { status: 204 };
}

/** Called by the issuer: OpenID Connect Back-Channel Logout 1.0, section 2.5. */
async function logOut(request: IncomingMessage, { ports }: Serving): Promise<Answer> {
  const form = new URLSearchParams(Buffer.from(await readWhole(request)).toString());
  const isDone = await logOutByIssuer(ports, form.get('logout_token') ?? '');
  return isDone ? { status: 200 } : refuse('invalid_request', 'logout_token: is not a token of the issuer.');
}

const operations: ReadonlyMap<string, Operation> = new Map([
  [`${path}/begin`, begin],
  [`${path}/finish`, finish],
  [`${path}/sign-out`, signOut],
  [`${path}/backchannel-logout`, logOut],
]);

const pathOf = ({ url = '' }: IncomingMessage): string => url.split('?')[0] ?? '';

/** Whether the request is one of an operator's sign-in over OpenID Connect. */
export const isOperatorSignIn = (request: IncomingMessage): boolean => operations.has(pathOf(request));

/**
 * Serves the sign-in of operators on the internal listener. There is no cookie: the browser keeps the token of the sign-in and
 * of the session in its tab, so no other page can act with them.
 */
export function operatorSignIn(serving: Serving): (request: IncomingMessage, answer: ServerResponse) => void {
  const { ports, newId, clientOf } = serving;
  const requestBuckets = new TokenBuckets(attempts.perSecond, attempts.burst);
  const run = async (request: IncomingMessage): Promise<Answer> => {
    if (request.method !== 'POST') refuse('method_not_allowed', 'This path supports only POST.');
    const nowMs = ports.clock.machineNow().getTime();
    requestBuckets.take(clientOf(request), nowMs, tooMany('Too many sign-ins from this address; wait.'));
    const operation = operations.get(pathOf(request));
    return operation?.(request, serving) ?? refuse('not_found', 'This path does not exist.');
  };
  return (request, answer) => {
    const requestId = newId('request', ports.clock.businessNow());
    run(request)
      .catch((error: unknown): Answer => {
        logError(ports.log, { request_id: requestId, route: pathOf(request) }, error);
        const body = errorBody(error instanceof Refusal ? error : undefined, requestId);
        return { status: errors[body.error.code].status, body };
      })
      .then(({ status, body }) => {
        answer.writeHead(status, { 'Cache-Control': 'no-store', 'Content-Type': 'application/json' });
        answer.end(body === undefined ? undefined : JSON.stringify(body));
      })
      .catch((error: Error) => answer.destroy(error));
  };
}

/** A page of another site cannot send this media type without asking first, which nothing here allows. */
async function jsonOf(request: IncomingMessage) {
  checkMediaType(request.headers, true);
  return readJson(await readWhole(request));
}

const consoleAt = (request: IncomingMessage, originOf: OriginOf): string =>
  originOf(request) ?? refuse('invalid_request', 'Host: is not a name of the console.');
