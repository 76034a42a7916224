import { Args, ArgsType, Ctx, FieldResolver, InputType, Query, Resolver, Root } from 'type-graphql';
import type { Beneficiary } from '../../domain/beneficiary.js';
import type { Payout, PayoutStatus } from '../../domain/payout.js';
import type { Quote } from '../../domain/quote.js';
import { attemptsMax, type Intent } from '../../domain/intent.js';
import { filterId, firstArg, idArg } from './argument.js';
import { BeneficiaryType } from './beneficiary.js';
import { AmountFilter, connectionOf, ListArgs, listPage, pageSize, type Connection } from './connection.js';
import { found, type Context } from './context.js';
import { atMost, field, id, optional, text } from './field.js';
import { money, Money } from './money.js';
import {
  Cancellation,
  Dispatch,
  IntentType,
  PayoutStatusEnum,
  PayoutType,
  PayoutReturn,
  RiskStatusEnum,
  SendingEnum,
  type Sending,
} from './payout-type.js';
import { QuoteType, Source, sourceOf } from './quote.js';

const PayoutConnection = connectionOf('Payout', () => PayoutType);

@InputType({
  description: 'Which payouts are wanted: all that match every field given. Amounts are what arrives.',
})
class PayoutFilter extends AmountFilter {
  @field(() => [PayoutStatusEnum], 'With one of these statuses; none stands for all.', optional)
  readonly status?: PayoutStatus[] | null;

  @field(() => [RiskStatusEnum], 'With one of these risk statuses; none stands for all.', optional)
  readonly riskStatus?: Payout['riskStatus'][] | null;

  @id('To this beneficiary.', optional)
  readonly beneficiaryId?: string | null;

  @text('Of this method.', optional)
  readonly method?: string | null;

  @text('Out of this currency.', optional)
  readonly sourceCurrency?: string | null;

  @text('Into this currency.', optional)
  readonly destinationCurrency?: string | null;

  @text('With this failure code.', optional)
  readonly failureCode?: string | null;
}

@ArgsType()
class PayoutsArgs extends ListArgs {
  @field(() => PayoutFilter, 'Which are wanted.', optional)
  readonly filter?: PayoutFilter | null;
}

@Resolver(() => PayoutType)
export class PayoutResolver {
  @Query(() => PayoutType, { nullable: true, description: 'One payout.' })
  payout(@idArg() payoutId: string, @Ctx() context: Context): Promise<Payout> {
    return found(context, 'payout', payoutId);
  }

  @Query(() => PayoutConnection, { description: 'Payouts, newest first.' })
  payouts(@Args(() => PayoutsArgs) args: PayoutsArgs, @Ctx() context: Context): Promise<Connection<Payout>> {
    const { status, riskStatus, beneficiaryId, method, sourceCurrency, destinationCurrency, failureCode } =
      args.filter ?? {};
    return listPage(context, 'payout', {
      args,
      where: {
        status,
        riskStatus,
        beneficiaryId: filterId('beneficiary', 'beneficiaryId', beneficiaryId),
        method,
        sourceCurrency,
        destinationCurrency,
        failureCode,
      },
    });
  }

  @FieldResolver(() => Source, { description: 'What the account pays.' })
  source(@Root() payout: Payout): Source {
    return sourceOf(payout);
  }

  @FieldResolver(() => Money, { description: 'What arrives.' })
  destination(@Root() payout: Payout): Money {
    return money(payout.destinationAmount, payout.destinationCurrency);
  }

  @FieldResolver(() => PayoutReturn, {
    name: 'return',
    nullable: true,
    description: 'What came back after a return; REST calls it refund.',
  })
  returned(@Root() { refundStatus, principal, sourceCurrency }: Payout): PayoutReturn | null {
    return refundStatus === null ? null : { status: refundStatus, money: money(principal, sourceCurrency) };
  }

  @FieldResolver(() => Cancellation, { nullable: true, description: 'That it was asked not to be sent.' })
  cancellation(@Root() { cancelRequestedAt, cancelDecidedAt }: Payout): Cancellation | null {
    return cancelRequestedAt === null ? null : { requestedAt: cancelRequestedAt, decidedAt: cancelDecidedAt };
  }

  @FieldResolver(() => Dispatch, {
    nullable: true,
    description: 'What stands behind it at the provider; null for members.',
  })
  dispatch(@Root() payout: Payout, @Ctx() { caller }: Context): Payout | null {
    return caller.kind === 'operator' ? payout : null;
  }

  @FieldResolver(() => BeneficiaryType, { description: 'Whom it pays.' })
  beneficiary(@Root() { beneficiaryId }: Payout, @Ctx() { load }: Context): Promise<Beneficiary | null> {
    return load.row('beneficiary', beneficiaryId);
  }

  @FieldResolver(() => QuoteType, { nullable: true, description: 'The quote whose price it has.' })
  quote(@Root() { quoteId }: Payout, @Ctx() { load }: Context): Promise<Quote | null> | null {
    return quoteId === null ? null : load.row('quote', quoteId);
  }
}

/** The end of a payout tells more than how far its sending was noted: a notice may be faster than the answer. */
const sendingBy: Readonly<Partial<Record<PayoutStatus, Sending>>> = {
  completed: 'accepted',
  returned: 'accepted',
  failed: 'not_executed',
};

@Resolver(() => Dispatch)
export class DispatchResolver {
  @FieldResolver(() => SendingEnum, { description: 'How far the order has come.' })
  sending(@Root() { status, sending }: Payout): Sending {
    return sending === 'unsent' ? sending : (sendingBy[status] ?? sending);
  }

  @atMost(attemptsMax)
  @FieldResolver(() => [IntentType], { description: 'Every attempt, oldest first.' })
  intents(@Root() { accountId, id }: Payout, @Ctx() { load }: Context): Promise<Intent[]> {
    return load.children(['intent', 'operationId'], { accountId, id }, attemptsMax);
  }
}

@Resolver(() => BeneficiaryType)
export class BeneficiaryPayouts {
  @FieldResolver(() => [PayoutType], { description: 'What was paid to it, newest first.' })
  payouts(
    @Root() { accountId, id: beneficiaryId }: Beneficiary,
    @firstArg() first: number,
    @Ctx() { load }: Context,
  ): Promise<Payout[]> {
    return load.children(['payout', 'beneficiaryId'], { accountId, id: beneficiaryId }, pageSize(first));
  }
}
