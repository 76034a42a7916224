import { Ctx, Query, Resolver } from 'type-graphql';
import { oneOf, ref, text, time, words } from '../../domain/noun/declare.js';
import type { Proposal, UnknownLine } from '../../ports/platform-read.js';
import { money as moneyShape, part, shape } from '../shape.js';
import { firstArg } from './argument.js';
import { pageSize } from './connection.js';
import type { Context } from './context.js';
import { money } from './money.js';
import { answering, returnsList } from './type.js';

const lineKinds = words(
  {
    order: 'An order that the provider has paid.',
    order_returned: 'An order whose money came back.',
    payment: 'A payment that arrived.',
    payment_reversed: 'A payment that was taken back.',
  },
  { name: 'StatementLineKind', says: 'Kind of a statement line.' },
);

const unknownLine = shape(
  'UnknownStatementLine',
  "A line of a provider's statement with an unknown reference. Ask the provider about it.",
  {
    provider: text('Provider of the statement.'),
    sequence: text('Number in the statement.'),
    kind: oneOf(lineKinds, { says: 'Kind of the line.' }),
    reference: text('Reference of the order or payment.'),
    bookedAt: time('Time when the provider booked it.'),
    givenFor: text('Account, as the provider knows it; it may be unknown here.', { optional: true }),
  },
);

const proposal = shape(
  'ProposedAdjustment',
  'A correction of a balance requested by one operator. It takes effect when another operator requests the same with resolveException.',
  {
    exceptionId: ref('exception', 'Exception that it would resolve.'),
    accountId: ref('account', 'Account whose balance it would correct.'),
    operator: text('Name of the requesting operator.'),
    note: text("The operator's finding."),
    direction: text('credit or debit of the available balance.'),
    proposedAt: time('Time of the request.'),
  },
);

@Resolver()
export class StatementResolver {
  @Query(returnsList(unknownLine), {
    description: 'Statement lines with unknown references, newest first for each provider.',
  })
  unknownStatementLines(@firstArg() first: number, @Ctx() { ports }: Context): Promise<UnknownLine[]> {
    return ports.reader.unknownLines(pageSize(first));
  }

  @Query(returnsList(proposal), {
    description: 'Corrections that wait for a second operator, newest first.',
  })
  proposedAdjustments(@firstArg() first: number, @Ctx() { ports }: Context): Promise<Proposal[]> {
    return ports.reader.proposals(pageSize(first));
  }
}

export const lineAnswers = answering(unknownLine, {
  money: {
    is: part(moneyShape, 'Amount that moved.'),
    answer: ({ amount, currency }: UnknownLine) => money(amount, currency),
  },
});

export const proposalAnswers = answering(proposal, {
  money: {
    is: part(moneyShape, 'Amount of the correction.'),
    answer: ({ amount, currency }: Proposal) => ({ amount, currency }),
  },
});
