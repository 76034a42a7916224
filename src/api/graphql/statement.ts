import { Ctx, FieldResolver, ObjectType, Query, Resolver, Root } from 'type-graphql';
import type { Proposal, UnknownLine } from '../../ports/platform-read.js';
import { firstArg } from './argument.js';
import { pageSize } from './connection.js';
import type { Context } from './context.js';
import { enumOf } from './enum.js';
import { field, id, optional, text, time } from './field.js';
import { money, Money } from './money.js';

const LineKindEnum = enumOf<UnknownLine['kind']>('StatementLineKind', 'Kind of a statement line.', {
  order: 'An order that the provider has paid.',
  order_returned: 'An order whose money came back.',
  payment: 'A payment that arrived.',
  payment_reversed: 'A payment that was taken back.',
});

@ObjectType('UnknownStatementLine', {
  description: "A line of a provider's statement with an unknown reference. Ask the provider about it.",
})
class UnknownLineType {
  @text('Provider of the statement.')
  readonly provider!: string;

  @text('Number in the statement.')
  readonly sequence!: string;

  @field(() => LineKindEnum, 'Kind of the line.')
  readonly kind!: UnknownLine['kind'];

  @text('Reference of the order or payment.')
  readonly reference!: string;

  @time('Time when the provider booked it.')
  readonly bookedAt!: Date;

  @text('Account, as the provider knows it; it may be unknown here.', optional)
  readonly givenFor!: string | null;
}

@ObjectType('ProposedAdjustment', {
  description:
    'A correction of a balance requested by one operator. It takes effect when another operator requests the same with resolveException.',
})
class ProposalType {
  @id('Exception that it would resolve.')
  readonly exceptionId!: string;

  @id('Account whose balance it would correct.')
  readonly accountId!: string;

  @text('Name of the requesting operator.')
  readonly operator!: string;

  @text("The operator's finding.")
  readonly note!: string;

  @text('credit or debit of the available balance.')
  readonly direction!: string;

  @time('Time of the request.')
  readonly proposedAt!: Date;

  readonly amount!: string;
  readonly currency!: string;
}

@Resolver(() => UnknownLineType)
export class UnknownLineResolver {
  @Query(() => [UnknownLineType], {
    description: 'Statement lines with unknown references, newest first for each provider.',
  })
  unknownStatementLines(@firstArg() first: number, @Ctx() { ports }: Context): Promise<UnknownLine[]> {
    return ports.reader.unknownLines(pageSize(first));
  }

  @FieldResolver(() => Money, { description: 'Amount that moved.' })
  money(@Root() { amount, currency }: UnknownLine): Money {
    return money(amount, currency);
  }
}

@Resolver(() => ProposalType)
export class ProposalResolver {
  @Query(() => [ProposalType], {
    description: 'Corrections that wait for a second operator, newest first.',
  })
  proposedAdjustments(@firstArg() first: number, @Ctx() { ports }: Context): Promise<Proposal[]> {
    return ports.reader.proposals(pageSize(first));
  }

  @FieldResolver(() => Money, { description: 'Amount of the correction.' })
  money(@Root() { amount, currency }: Proposal): Money {
    return { amount, currency };
  }
}
