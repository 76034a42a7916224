import { Ctx, Query, Resolver } from 'type-graphql';
import { anyId, ref, text, time } from '../../domain/noun/declare.js';
import type { ProposedAct } from '../../ports/platform-read.js';
import { shape } from '../shape.js';
import { firstArg } from './argument.js';
import { pageSize } from './connection.js';
import type { Context } from './context.js';
import { returnsList } from './type.js';

const proposedAct = shape(
  'ProposedAct',
  'An act that one operator requested. It takes effect when another operator requests the same before it expires.',
  {
    id: ref('auditEntry', 'Audit entry of the request.'),
    act: text('Mutation or command to repeat: resolveException, recordEvidence or leaveRestored.'),
    subjectId: anyId('Resource that it is about; null for the whole platform.', { optional: true }),
    accountId: ref('account', 'Account concerned; null for the whole platform.', { optional: true }),
    operator: text('Name of the requesting operator.'),
    reason: text('Why.'),
    wanted: text('What was requested, as JSON. The second operator has to request the same.'),
    proposedAt: time('Time of the request.'),
    expiresAt: time('Time after which it has no effect.'),
  },
);

@Resolver()
export class ProposedActResolver {
  @Query(returnsList(proposedAct), { description: 'Acts that wait for a second operator, newest first.' })
  proposedActs(@firstArg() first: number, @Ctx() { ports }: Context): Promise<ProposedAct[]> {
    return ports.reader.proposedActs(pageSize(first));
  }
}
