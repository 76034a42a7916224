import { Ctx, FieldResolver, ObjectType, Query, Resolver, Root } from 'type-graphql';
import type { Proposal, UnknownLine } from '../../ports/platform-read.js';
import { firstArg } from './argument.js';
import { pageSize } from './connection.js';
import type { Context } from './context.js';
import { enumOf } from './enum.js';
import { field, id, optional, text, time } from './field.js';
import { money, Money } from './money.js';

const LineKindEnum = enumOf<UnknownLine['kind']>('StatementLineKind', 'The money that a line tells of.', {
  order: 'An order that the provider has paid.',
  order_returned: 'The money of an order come back.',
  payment: 'A payment that came in.',
  payment_reversed: 'A payment that was taken back.',
});

@ObjectType('UnknownStatementLine', {
  description:
    "A line of a provider's statement under a name that no operation and no pay-in bears: the provider is to be asked about it.",
})
class UnknownLineType {
  @text('Whose statement it is.')
  readonly provider!: string;

  @text('Its number in the statement.')
  readonly sequence!: string;

  @field(() => LineKindEnum, 'The money that it tells of.')
  readonly kind!: UnknownLine['kind'];

  @text('The name of the order or the payment in it.')
  readonly reference!: string;

  @time('When the provider booked it.')
  readonly bookedAt!: Date;

  @text('The account as the provider knows it; it need not be one of ours.', optional)
  readonly givenFor!: string | null;
}

@ObjectType('ProposedAdjustment', {
  description:
    'A correction of a balance that one operator has asked for; another one makes it by asking for the same with resolveException.',
})
class ProposalType {
  @id('The exception that it would resolve.')
  readonly exceptionId!: string;

  @id('The account whose balance it would correct.')
  readonly accountId!: string;

  @text('Who asked for it, as the audit log names them.')
  readonly operator!: string;

  @text('What they have found.')
  readonly note!: string;

  @text('credit or debit of what is available.')
  readonly direction!: string;

  @time('When they asked for it.')
  readonly proposedAt!: Date;

  readonly amount!: string;
  readonly currency!: string;
}

@Resolver(() => UnknownLineType)
export class UnknownLineResolver {
  @Query(() => [UnknownLineType], {
    description: 'Lines of statements that nothing here explains, the newest of each provider first.',
  })
  unknownStatementLines(@firstArg() first: number, @Ctx() { ports }: Context): Promise<UnknownLine[]> {
    return ports.reader.unknownLines(pageSize(first));
  }

  @FieldResolver(() => Money, { description: 'The money that was moved.' })
  money(@Root() { amount, currency }: UnknownLine): Money {
    return money(amount, currency);
  }
}

@Resolver(() => ProposalType)
export class ProposalResolver {
  @Query(() => [ProposalType], {
    description: 'Corrections of balances that wait for a second operator, newest first.',
  })
  proposedAdjustments(@firstArg() first: number, @Ctx() { ports }: Context): Promise<Proposal[]> {
    return ports.reader.proposals(pageSize(first));
  }

  @FieldResolver(() => Money, { description: 'By how much.' })
  money(@Root() { amount, currency }: Proposal): Money {
    return { amount, currency };
  }
}
