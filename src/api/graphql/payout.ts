import { FieldResolver, Resolver, Root, Ctx } from 'type-graphql';
import { attemptsMax, type Intent } from '../../domain/intent.js';
import { payout as declared, type Payout, type PayoutStatus } from '../../domain/noun/payout.js';
import type { Context } from './context.js';
import { atMost } from './field.js';
import { money } from './money.js';
import {
  Cancellation,
  Dispatch,
  IntentType,
  PayoutReturn,
  SendingEnum,
  type Sending,
} from './payout-type.js';
import { Source, sourceOf } from './quote.js';
import { answers } from './type.js';

answers('payout', {
  name: 'source',
  type: () => Source,
  says: declared.fields.source.says,
  answer: (row) => sourceOf(row as unknown as Payout),
});

answers('payout', {
  name: 'return',
  type: () => PayoutReturn,
  says: 'Amount returned; REST calls it refund.',
  isOptional: true,
  answer: (row) => {
    const { refundStatus: status, principal, sourceCurrency } = row as unknown as Payout;
    return status === null ? null : { status, money: money(principal, sourceCurrency) };
  },
});

answers('payout', {
  name: 'cancellation',
  type: () => Cancellation,
  says: 'Cancellation, if it was requested.',
  isOptional: true,
  answer: (row) => {
    const { cancelRequestedAt: requestedAt, cancelDecidedAt: decidedAt } = row as unknown as Payout;
    return requestedAt === null ? null : { requestedAt, decidedAt };
  },
});

answers('payout', {
  name: 'dispatch',
  type: () => Dispatch,
  says: 'How it is sent to its provider; null for members.',
  isOptional: true,
  answer: (row, { caller }) => (caller.kind === 'operator' ? row : null),
});

/** The end of a payout tells more than how far its sending was noted: a notice may be faster than the answer. */
const sendingBy: Readonly<Partial<Record<PayoutStatus, Sending>>> = {
  completed: 'accepted',
  returned: 'accepted',
  failed: 'not_executed',
};

@Resolver(() => Dispatch)
export class DispatchResolver {
  @FieldResolver(() => SendingEnum, { description: 'State of the order.' })
  sending(@Root() { status, sending }: Payout): Sending {
    return sending === 'unsent' ? sending : (sendingBy[status] ?? sending);
  }

  @atMost(attemptsMax)
  @FieldResolver(() => [IntentType], { description: 'Attempts, oldest first.' })
  intents(@Root() { accountId, id }: Payout, @Ctx() { load }: Context): Promise<Intent[]> {
    return load.children(['intent', 'operationId'], { accountId, id }, attemptsMax);
  }
}
