import type { JsonObject as Json } from '../json.js';

/** The operation that answers with the API description. */
export const describedItself: Json = {
  operationId: 'getDescription',
  tags: ['Description'],
  summary: 'Retrieve this description',
  description: 'OpenAPI 3.1, the same for every caller; needs no key.',
  security: [],
  responses: {
    200: {
      description: 'OpenAPI 3.1, with an ETag: 304 without a body if If-None-Match matches.',
      content: { 'application/json': { schema: { type: 'object' } } },
    },
    400: { $ref: '#/components/responses/invalid_parameter' },
    413: { $ref: '#/components/responses/body_too_large' },
    415: { $ref: '#/components/responses/unsupported_media_type' },
    429: { $ref: '#/components/responses/rate_limited' },
  },
};
