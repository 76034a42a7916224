import { z } from 'zod';
import { request } from '../../domain/noun/request.js';
import { resourceOf } from './noun.js';

const body = z.looseObject({});
const resource = resourceOf(request, {
  tag: 'Request log',
  description:
    'The /v1 requests of the account, except reads of this log. They are kept for at least 30 days unless the platform sets another time; at most the newest 100,000. Successful GETs are sampled: of one operation 100 at once, then one every ten seconds; of all accounts 500 at once, then 100 a second. A line appears within a second of the answer. Lines may be missing after a crash or a long database outage.',
  made: {},
  schemas: { query: z.record(z.string(), z.string()), requestBody: body, responseBody: body },
});

export const requestLogRoutes = [resource.list, resource.retrieve];
