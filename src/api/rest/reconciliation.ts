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
    'A mismatch with a provider moves no money. If the platform corrects a balance, the statement has an entry with origin adjustment.',
});

/** Contract §4.8. */
export const reconciliationRoutes = [resource.list];
