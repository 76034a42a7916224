import { z } from 'zod';
import { exception } from '../../domain/noun/exception.js';
import { madeOfException } from '../../domain/reconciliation.js';
import { resourceOf } from './noun.js';

const resource = resourceOf(exception, {
  tag: 'Reconciliation',
  made: madeOfException,
  schemas: {
    resource: z.object({ type: z.enum(exception.fields.resourceType.words.values), id: z.string() }),
  },
  description:
    'A difference with a provider moves no money by itself: the platform looks into it, and where it sets a balance right, the statement has an entry whose origin is an adjustment.',
});

/** Contract §4.8. */
export const reconciliationRoutes = [resource.list];
