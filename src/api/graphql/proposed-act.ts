import { Ctx, ObjectType, Query, Resolver } from 'type-graphql';
import type { ProposedAct } from '../../ports/platform-read.js';
import { firstArg } from './argument.js';
import { pageSize } from './connection.js';
import type { Context } from './context.js';
import { id, optional, text, time } from './field.js';

@ObjectType('ProposedAct', {
  description:
    'An act that one operator requested. It takes effect when another operator requests the same before it expires.',
})
class ProposedActType {
  @id('Audit entry of the request.')
  readonly id!: string;

  @text('Mutation or command to repeat: resolveException, recordEvidence or leaveRestored.')
  readonly act!: string;

  @id('Resource that it is about; null for the whole platform.', optional)
  readonly subjectId!: string | null;

  @id('Account concerned; null for the whole platform.', optional)
  readonly accountId!: string | null;

  @text('Name of the requesting operator.')
  readonly operator!: string;

  @text('Why.')
  readonly reason!: string;

  @text('What was requested, as JSON. The second operator has to request the same.')
  readonly wanted!: string;

  @time('Time of the request.')
  readonly proposedAt!: Date;

  @time('Time after which it has no effect.')
  readonly expiresAt!: Date;
}

@Resolver(() => ProposedActType)
export class ProposedActResolver {
  @Query(() => [ProposedActType], { description: 'Acts that wait for a second operator, newest first.' })
  proposedActs(@firstArg() first: number, @Ctx() { ports }: Context): Promise<ProposedAct[]> {
    return ports.reader.proposedActs(pageSize(first));
  }
}
