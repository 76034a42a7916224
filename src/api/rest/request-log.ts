import { z } from 'zod';
import { request } from '../../domain/noun/request.js';
import { resourceOf } from './noun.js';

const body = z.looseObject({});
const resource = resourceOf(request, {
  tag: 'Request log',
  description:
    'Calls of /v1 in the name of the account, but for those of this log: of the last 30 days, and of an account the newest 100,000, with those of up to ten minutes beyond; of GETs of one operation that were answered 100 at once and one every ten seconds, and of all accounts together 500 at once and 100 a second. A line is there within a second of the answer; after a crash, or while the database is away for long, lines may be missing.',
  made: {},
  schemas: { query: z.record(z.string(), z.string()), requestBody: body, responseBody: body },
});

export const requestLogRoutes = [resource.list, resource.retrieve];
