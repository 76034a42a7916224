import { idPattern } from '../../domain/id.js';
import { headerPattern, positionPattern } from '../header.js';

export const correlationHeader = {
  name: 'X-Correlation-Id',
  in: 'header',
  description: "The caller's own id of the request, returned in the answer.",
  schema: { type: 'string', pattern: headerPattern },
};
/**
 * The example is empty: tools that fill in optional headers would send an account that the key does not have.
 */
export const accountHeader = {
  name: 'Platform-Account',
  in: 'header',
  description:
    'Account to act for. An API key may only name its own; a person may name one from GET /v1/me. Others get 403 no_membership. Blank counts as absent.',
  schema: { type: 'string', pattern: `^(${idPattern('account').slice(1, -1)})?$`, default: '' },
};
export const idempotencyHeader = {
  name: 'Idempotency-Key',
  in: 'header',
  description: 'A request that is repeated with the same key is executed only once.',
  schema: { type: 'string', pattern: headerPattern },
};
export const positionHeader = {
  name: 'PSP-Position',
  in: 'header',
  description:
    'A PSP-Position of an earlier answer. The answer has everything up to it, and may lack later changes. Without it the answer has every change that was made before the request.',
  schema: { type: 'string', pattern: positionPattern },
};
/** Response headers. */
export const headers = {
  'X-Request-Id': {
    description: 'Id of the request, repeated in errors.',
    schema: { type: 'string', pattern: idPattern('request') },
  },
  'X-Correlation-Id': { description: 'Value from the request.', schema: { type: 'string' } },
  'Idempotent-Replayed': {
    description: 'true if this is the answer of an earlier request with the same key.',
    schema: { type: 'string', const: 'true' },
  },
  'PSP-Position': {
    description: 'Position of this change in the database log, if the platform runs a replica. Opaque.',
    schema: { type: 'string', pattern: positionPattern },
  },
  'Retry-After': { description: 'Whole seconds to wait.', schema: { type: 'integer', minimum: 1 } },
  'RateLimit-Policy': {
    description: 'Requests that the key may make at once, and seconds until all are available again.',
    schema: { type: 'string', examples: ['"key";q=200;w=2'] },
  },
  RateLimit: {
    description: 'Requests left, and seconds until all are available again.',
    schema: { type: 'string', examples: ['"key";r=199;t=1'] },
  },
  Link: {
    description: 'Errors only: the error code in the reference.',
    schema: { type: 'string', examples: ['</v1/docs#error-not_found>; rel="help"'] },
  },
  Deprecation: {
    description: 'RFC 9745: the date since which new use of the operation is discouraged.',
    schema: { type: 'string', examples: ['@1767225600'] },
  },
  Sunset: {
    description: 'RFC 8594: the date after which the operation may be removed.',
    schema: { type: 'string', examples: ['Fri, 01 Jan 2027 00:00:00 GMT'] },
  },
  'WWW-Authenticate': {
    description: 'Authentication scheme.',
    schema: { type: 'string', const: 'Bearer' },
  },
};
