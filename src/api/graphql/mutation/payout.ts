import { Args, ArgsType, Ctx, InputType, Mutation, Resolver } from 'type-graphql';
import { isId } from '../../../domain/id.js';
import type { Payout } from '../../../domain/payout.js';
import { cancelPayout, createPayout } from '../../../usecases/payout.js';
import { absent } from '../../../usecases/own.js';
import { payoutAsk, payoutCreateSchema } from '../../ask/payout.js';
import { checkBody } from '../../body.js';
import type { Context } from '../context.js';
import { amount, field, id, optional, text } from '../field.js';
import { LabelledInput } from '../metadata.js';
import { returns } from '../type.js';
import { AmountSideEnum } from './amount-side.js';
import { askedFor, KeyedArgs } from './keyed.js';

@InputType({ description: 'A payout, at the price of a quote or at the present price.' })
export class PayoutInput extends LabelledInput {
  @id('Beneficiary.')
  readonly beneficiaryId!: string;

  @id('Quote that sets the price; replaces the three fields below.', optional)
  readonly quoteId?: string | null;

  @text('Balance that pays.', optional)
  readonly sourceCurrency?: string | null;

  @amount('In the currency of amountSide.', optional)
  readonly amount?: string | null;

  @field(() => AmountSideEnum, 'Side on which the amount is exact.', optional)
  readonly amountSide?: 'source' | 'destination' | null;

  @text('Description.', optional)
  readonly description?: string | null;
}

@ArgsType()
class PayoutArgs extends KeyedArgs {
  @field(() => PayoutInput, 'Payout to create.')
  readonly input!: PayoutInput;
}

@ArgsType()
class CancelArgs extends KeyedArgs {
  @id('The payout.')
  readonly id!: string;
}

@Resolver()
export class PayoutMutations {
  @Mutation(returns('payout'), { description: 'Pay a beneficiary, as POST /v1/payouts does.' })
  async createPayout(@Args(() => PayoutArgs) args: PayoutArgs, @Ctx() context: Context): Promise<Payout> {
    const { ask, ...who } = await askedFor(context, args, {
      path: '/v1/payouts',
      input: args.input,
      read: (body) => payoutAsk(checkBody(payoutCreateSchema, body)),
    });
    return (await createPayout(context.ports, { ...ask, ...who, requestedBy: who.by.id ?? who.by.name }))
      .resource;
  }

  @Mutation(returns('payout'), {
    description: 'Request that a payout is not sent, as POST /v1/payouts/{id}/cancel does.',
  })
  async cancelPayout(@Args(() => CancelArgs) args: CancelArgs, @Ctx() context: Context): Promise<Payout> {
    const { id: payoutId } = args;
    if (!isId('payout', payoutId)) return absent('payout', 'id');
    const path = `/v1/payouts/${payoutId}/cancel`;
    const face = { path, input: {}, read: () => undefined };
    const { accountId, by, use } = await askedFor(context, args, face);
    return (await cancelPayout(context.ports, { accountId, id: payoutId, by }, use)).payout;
  }
}
