import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { currencyFrom } from '../../domain/currency.js';
import { isId } from '../../domain/id.js';
import { requestLanguage } from '../../domain/language.js';
import type { Scope } from '../../domain/noun/api-key.js';
import { limitsIn, permits } from '../../domain/permission.js';
import { refuse } from '../../domain/refusal.js';
import { checkProof } from '../../domain/step-up.js';
import type { Vault } from '../../ports/vault.js';
import { bodyBytesMax, bytesOf, checkLength, fileTypeOf, readBody } from '../body.js';
import type { Caller, Credential } from '../caller.js';
import { invalidHeader, isHeader } from '../header.js';
import { checkedKey, keyUse } from '../idempotency-key.js';
import type { ReadJson } from '../json.js';
import {
  fileFormat,
  fileTypesOf,
  idKindsOf,
  isOfCurrency,
  needsBody,
  type Operation,
  type RawAsk,
  type SentFile,
} from './route.js';

interface Received {
  readonly request: FastifyRequest;
  readonly caller: Caller;
  readonly vault: Vault;
}

/** The caller's correlation id, if valid. */
export function correlationOf(headers: IncomingHttpHeaders): string | undefined {
  const value = headers['x-correlation-id'];
  return isHeader(value) ? value : undefined;
}

/** Sets the ids on every response and forbids caching. */
export function withRequestIds(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const correlation = correlationOf(request.headers);
  if (correlation !== undefined) reply.header('X-Correlation-Id', correlation);
  return reply.header('X-Request-Id', request.id).header('Cache-Control', 'no-store');
}

export function checkCorrelation(headers: IncomingHttpHeaders): void {
  if (headers['x-correlation-id'] !== undefined && correlationOf(headers) === undefined) {
    invalidHeader('X-Correlation-Id');
  }
}

/** The account named by the request; empty if none. */
export const accountNamed = (headers: IncomingHttpHeaders): string =>
  String(headers['platform-account'] ?? '');

/** Checks scope, role and the named account. An API key acts only for its own account. */
export function checkPermission(
  operation: Operation,
  caller: Caller,
  { headers, now }: { readonly headers: IncomingHttpHeaders; readonly now: Date },
): void {
  const { credential } = caller;
  const isKey = credential.type === 'api_key';
  const { scope, path } = operation;
  if (scope !== 'none' && !caller.scopes.includes(scope)) {
    const lacking = isKey
      ? `The API key lacks the scope ${scope}; use a key that has it.`
      : `The role ${credential.member.role} lacks the scope ${scope}.`;
    refuse('insufficient_scope', lacking);
  }
  if (scope !== 'none') checkLimits(caller, { scope, path });
  const wanted = accountNamed(headers);
  if (isKey && wanted !== '' && wanted !== caller.account.id) {
    refuse('no_membership', "Platform-Account: is not the API key's own account; send that one or omit it.", {
      param: 'Platform-Account',
    });
  }
  checkRole(operation, credential);
  checkDanger(operation, caller, now);
}

/** A dangerous operation of a session needs a fresh proof. */
export function checkDanger(
  { dangerous }: Pick<Operation, 'dangerous'>,
  { credential }: Caller,
  now: Date,
): void {
  if (!dangerous || credential.type !== 'member') return;
  const { session } = credential;
  // `always`: also for a session that did not ask for step-up.
  checkProof(
    dangerous === 'always' ? { ...credential, session: { ...session, stepUp: true } } : credential,
    now,
  );
}

/** Refuses a key whose permissions exclude this scope at a path (supplement §11.15). */
export function checkLimits({ credential }: Caller, need: { scope: Scope; path: string }): void {
  if (credential.type !== 'api_key' || permits(credential.key.permissions, need)) return;
  const allowed = limitsIn(credential.key.permissions).join(', ');
  const [, , noun = ''] = need.path.split('/');
  refuse(
    'insufficient_scope',
    `The API key is limited to ${allowed}; use a key that has ${noun}:${need.scope}.`,
  );
}

function checkRole({ forRole }: Operation, credential: Credential): void {
  if (forRole === undefined) return;
  const role = credential.type === 'member' ? credential.member.role : undefined;
  const isAllowed = forRole === 'owner' ? role === 'owner' : role === 'owner' || role === 'admin';
  if (isAllowed) return;
  const who = forRole === 'owner' ? 'owner' : 'owner or admin';
  refuse('insufficient_role', `Only a signed-in ${who} can do this.`);
}

/** Reads headers, then the path's id, then the body as JSON; the operation validates its shape. */
export function askOf(operation: Operation, { request, caller, vault }: Received): RawAsk {
  checkCorrelation(request.headers);
  const key = idempotencyKeyOf(operation, request.headers);
  const id = pathId(operation, request);
  if (isOfCurrency(operation)) currencyFrom(id, 'currency');
  const { names } = operation;
  if (names !== undefined && !names.includes(id))
    refuse('not_found', `This report does not exist; available are ${names.join(', ')}.`);
  const body = bodyOf(operation, request);
  const accountId = caller.account.id;
  const use = key === undefined ? undefined : keyUse(vault, { key, accountId, operation, id, body });
  const language = () => requestLanguage(request.headers['accept-language']);
  return { caller, id, search: searchOf(request), body, use, language };
}

/** The parameter of the path; an id of another kind is `not_found`. */
export function pathId(operation: Pick<Operation, 'idKind'>, request: FastifyRequest): string {
  const [id = ''] = Object.values(request.params as Record<string, string>);
  const idKinds = idKindsOf(operation);
  if (idKinds.length > 0 && !idKinds.some((kind) => isId(kind, id)))
    refuse('not_found', 'This resource does not exist.');
  return id;
}

function bodyOf(operation: Operation, { body, headers }: FastifyRequest): ReadJson | SentFile {
  if (operation.method === 'GET') return { value: {} };
  const type = fileTypeOf(headers, fileTypesOf(operation));
  checkLength(
    body,
    (type === undefined ? operation.bodyBytesMax : fileFormat(operation, type).bytesMax) ?? bodyBytesMax,
  );
  return type === undefined ? readBody(body, needsBody(operation)) : { type, bytes: bytesOf(body) };
}

/** Escapes a path that cannot be decoded, so that it is judged with malformed ids, after authentication. */
export function decodable(url: string): string {
  if (!url.includes('%')) return url;
  const [path = '', ...query] = url.split('?');
  try {
    decodeURIComponent(path);
    return url;
  } catch {
    return [path.replaceAll('%', '%25'), ...query].join('?');
  }
}

/** The query string without `?`. */
export function searchOf(request: FastifyRequest): string {
  const { url = '' } = request.raw;
  return url.includes('?') ? url.slice(url.indexOf('?') + 1) : '';
}

function idempotencyKeyOf(operation: Operation, headers: IncomingHttpHeaders): string | undefined {
  const key = headers['idempotency-key'];
  if (operation.idempotency === 'none') {
    // Previews bind nothing, but refuse a key that the operation they preview would refuse (supplement §11.5).
    if (key !== undefined && operation.method === 'POST' && operation.scope !== 'none') checkedKey(key);
    return undefined;
  }
  if (key === undefined && operation.idempotency === 'required') {
    refuse(
      'idempotency_key_required',
      'Idempotency-Key: is required; send 8 to 128 of A-Z a-z 0-9 . _ : -, the same in each retry.',
      {
        param: 'Idempotency-Key',
      },
    );
  }
  return key === undefined ? undefined : checkedKey(key);
}
