import { unwrapResolverError } from '@apollo/server/errors';
import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import { Refusal, type PresentState } from '../../domain/refusal.js';
import type { Log } from '../../ports/log.js';
import { errorBody, errors, messageOf, logError } from '../error.js';

/** Apollo's codes for faults of the document or its variables. The answer may describe these. */
const documentCodes: ReadonlySet<unknown> = new Set([
  'GRAPHQL_PARSE_FAILED',
  'GRAPHQL_VALIDATION_FAILED',
  'BAD_USER_INPUT',
  'BAD_REQUEST',
  'OPERATION_RESOLUTION_FAILURE',
  'PERSISTED_QUERY_NOT_SUPPORTED',
]);

/** The refusal behind an error of an operation, if it is one. */
export function refusalBehind(error: unknown): Refusal | undefined {
  const origin = unwrapResolverError(error);
  if (origin instanceof Refusal) return origin;
  const inner = origin instanceof GraphQLError ? origin.originalError : undefined;
  return inner instanceof Refusal ? inner : undefined;
}

/** An internal error: neither a refusal nor a fault of the document. */
export function isFault(error: GraphQLError): boolean {
  return refusalBehind(error) === undefined && !documentCodes.has(error.extensions['code']);
}

/** Logs what the answer hides. Each cause is logged once, because one failed read fails the field of every row. */
export function logGraphqlErrors(log: Log, requestId: unknown, errors: readonly GraphQLError[]): void {
  const behind = errors.flatMap(
    (error) => refusalBehind(error) ?? (isFault(error) ? [error.originalError ?? error] : []),
  );
  for (const each of new Set(behind)) logError(log, { request_id: requestId, route: '/graphql' }, each);
}

/** A refusal before execution, with the HTTP status of REST. */
export function refused(refusal: Refusal): GraphQLError {
  return new GraphQLError(messageOf(refusal), {
    originalError: refusal,
    extensions: { http: { status: errors[refusal.code].status } },
  });
}

/** An invalid or oversized document. */
export function documentError(message: string): GraphQLError {
  const extensions = { code: 'GRAPHQL_VALIDATION_FAILED', http: { status: 400 } };
  return new GraphQLError(message, { extensions });
}

/** Variables that do not fit their use in the document. */
export function inputError({ message, nodes }: GraphQLError): GraphQLError {
  const extensions = { code: 'BAD_USER_INPUT', http: { status: 400 } };
  return new GraphQLError(message, { ...(nodes && { nodes }), extensions });
}

/**
 * Removes a "Did you mean" hint, which would reveal the schema. The text before the hint may be the caller's own, and
 * long; `lastIndexOf` is fast on it, and a pattern would not be.
 */
export function withoutHint(message: string): string {
  const at = message.lastIndexOf(' Did you mean ');
  return at !== -1 && message.endsWith('?') ? message.slice(0, at) : message;
}

/** Used for queries and mutations. A mutation may have succeeded even if only its answer failed. */
const faultMessage =
  'Internal error. Check whether the change was made before you repeat it, or retry with the same Idempotency-Key.';

/** The error in an answer. Refusals have the codes of REST; internal errors reveal nothing more. */
export function formatError(formatted: GraphQLFormattedError, error: unknown): GraphQLFormattedError {
  const { locations, path, message } = formatted;
  const location = { ...(locations && { locations }), ...(path && { path }) };
  const refusal = refusalBehind(error);
  const code = formatted.extensions?.['code'];
  if (refusal === undefined && documentCodes.has(code)) {
    return { message, ...location, extensions: { code, type: 'invalid_request' } };
  }
  const { message: refusedWith, request_id: _, ...details } = errorBody(refusal, '').error;
  const extensions = { ...details, ...(refusal?.present && { present: presentOf(refusal.present) }) };
  if (refusal === undefined) return { message: faultMessage, ...location, extensions };
  const { param } = extensions;
  if (param === undefined) return { message: refusedWith, ...location, extensions };
  const name = argumentOf(param);
  return {
    message: refusedWith.replaceAll(param, name),
    ...location,
    extensions: { ...extensions, param: name },
  };
}

/** The present state, for a caller who saw another one. */
function presentOf({ state, changedBy, changedAt }: PresentState): object {
  return { state, changed_by: changedBy ?? null, changed_at: changedAt?.toISOString() ?? null };
}

/** The argument name of a REST field or header. */
function argumentOf(param: string): string {
  const camel = param.replaceAll(/[-_]([A-Za-z])/g, (_match, letter: string) => letter.toUpperCase());
  return camel.charAt(0).toLowerCase() + camel.slice(1);
}
