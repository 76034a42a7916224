import { z } from 'zod';
import { kindOf } from '../../domain/id.js';
import { timeText } from '../../domain/moment.js';
import { snake } from '../../domain/noun/declare.js';
import { refuse } from '../../domain/refusal.js';
import { exampleId, exampleTime, named, time } from '../field.js';
import { isHeader } from '../header.js';
import { idKindsOf, ok, route, type Route } from './route.js';

const schema = named(
  'IdempotencyKey',
  z.object({
    resource_type: z.string().describe('What was made, such as payout; open set.'),
    resource_id: z.string(),
    path: z.string().exactOptional().describe('Path that retrieves the resource, if there is one.'),
    created_at: time.describe('When the key was used first.'),
  }),
  {
    resource_type: 'payout',
    resource_id: exampleId('payout'),
    path: `/v1/payouts/${exampleId('payout')}`,
    created_at: exampleTime,
  },
);

/** The operations, plus for each keyed path a lookup of what a key created (supplement §11.6). */
export function withKeyLookup(routes: readonly Route[]): readonly Route[] {
  const paths = new Map(
    routes
      .filter(({ method, path }) => method === 'GET' && path.endsWith('/{id}'))
      .flatMap((each) => idKindsOf(each).map((kind) => [kind, each.path] as const)),
  );
  const lookup = route({
    method: 'GET',
    path: '/v1/idempotency-keys/{key}',
    operationId: 'getIdempotencyKey',
    tag: 'Request log',
    summary: 'Look up what an idempotency key made',
    description:
      'After a timeout: 404 means that no request with this key was accepted, so sending it again is safe.',
    scope: 'read',
    idempotency: 'none',
    answers: { 200: schema },
    errors: ['not_found'],
    handle: async ({ ports }, { caller, id: key }) => {
      const found = isHeader(key) ? await ports.reader.boundKey(caller.account.id, key) : undefined;
      const { resourceId, createdAt } =
        found ?? refuse('not_found', 'No request with this key was accepted.');
      const kind = kindOf(resourceId);
      if (kind === undefined)
        throw new Error(`a key is bound to ${resourceId}, which is not a known kind of resource`);
      const path = paths.get(kind)?.replace('{id}', resourceId);
      return ok({
        resource_type: snake(kind),
        resource_id: resourceId,
        ...(path !== undefined && { path }),
        created_at: timeText(createdAt),
      });
    },
  });
  return [...routes, lookup];
}
