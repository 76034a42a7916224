import { Ctx, Query, Resolver } from 'type-graphql';
import { declarations, sentNouns } from '../../domain/noun/all.js';
import { anyId, oneOf, ref, text, time, whole, words } from '../../domain/noun/declare.js';
import type { UncertainOperation } from '../../ports/platform-read.js';
import { money as moneyShape, part, shape } from '../shape.js';
import { firstArg } from './argument.js';
import { pageSize } from './connection.js';
import type { Context } from './context.js';
import { money } from './money.js';
import { withAccount } from './relation.js';
import { answering, returnsList } from './type.js';

const kinds = words(
  Object.fromEntries(sentNouns.map((noun) => [noun, `A ${declarations[noun].called[0]}.`])),
  { name: 'OperationKind', says: 'Kind of operation.' },
);

const uncertain = shape(
  'UncertainOperation',
  'An operation with unknown outcome. It is never sent again, but looked up until the provider or an operator decides.',
  {
    id: anyId('Its id.'),
    accountId: ref('account', 'Account that it belongs to.'),
    kind: oneOf(kinds, { says: 'Kind of the operation.' }),
    status: text('Its status.'),
    provider: text('The provider.', { optional: true }),
    reference: text('Our reference at the provider.'),
    attempts: whole('Attempts to send so far.'),
    lookUps: whole('Look-ups of the outcome so far.'),
    nextStepAt: time('Time of the next look-up.', { optional: true }),
    since: time('Time of the last change.'),
  },
);

@Resolver()
export class UncertainResolver {
  @Query(returnsList(uncertain), { description: 'Operations with unknown outcome, oldest first.' })
  uncertainOperations(@firstArg() first: number, @Ctx() { ports }: Context): Promise<UncertainOperation[]> {
    return ports.reader.uncertain(pageSize(first));
  }
}

export const uncertainAnswers = answering(uncertain, {
  ...withAccount,
  operation: {
    is: part('operation', 'The operation.'),
    answer: ({ kind, id }: UncertainOperation, { load }) => load.row(kind, id),
  },
  amount: {
    is: part(moneyShape, 'Amount that it draws from the balance.'),
    answer: ({ amount, currency }: UncertainOperation) => money(amount, currency),
  },
});
