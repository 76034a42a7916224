import { Args, ArgsType, Ctx, Resolver } from 'type-graphql';
import { anyId, oneOf, text } from '../../../domain/noun/declare.js';
import { isId } from '../../../domain/id.js';
import type { Payout } from '../../../domain/payout.js';
import { cancelPayout, createPayout } from '../../../usecases/payout.js';
import { absent } from '../../../usecases/own.js';
import { payoutAsk, payoutCreateSchema } from '../../ask/payout.js';
import { checkBody } from '../../body.js';
import { amount, shape, type ShapeOf } from '../../shape.js';
import type { Context } from '../context.js';
import { field, id } from '../field.js';
import { labels } from '../metadata.js';
import { amountSides } from './amount-side.js';
import { takes } from '../type.js';
import { keyedRequest, KeyedArgs } from './keyed.js';
import { mutation } from './mutation.js';

export const payoutInput = shape(
  'PayoutInput',
  'A payout, at the price of a quote or at the present price.',
  {
    ...labels,
    beneficiaryId: anyId('Beneficiary.'),
    quoteId: anyId('Quote that sets the price, instead of amount, amountSide and sourceCurrency.', {
      optional: true,
    }),
    sourceCurrency: text('Balance that pays.', { optional: true }),
    amount: amount('In the currency of amountSide.', { optional: true }),
    amountSide: oneOf(amountSides, { says: 'Side on which the amount is exact.', optional: true }),
    description: text('Description.', { optional: true }),
  },
);

@ArgsType()
class PayoutArgs extends KeyedArgs {
  @field(takes(payoutInput), 'Payout to create.')
  readonly input!: ShapeOf<typeof payoutInput>;
}

@ArgsType()
class CancelArgs extends KeyedArgs {
  @id('The payout.')
  readonly id!: string;
}

@Resolver()
export class PayoutMutations {
  @mutation('payout', 'Pay a beneficiary, as POST /v1/payouts does.')
  async createPayout(@Args(() => PayoutArgs) args: PayoutArgs, @Ctx() context: Context): Promise<Payout> {
    const { ask, ...who } = await keyedRequest(context, args, {
      path: '/v1/payouts',
      input: args.input,
      read: (body) => payoutAsk(checkBody(payoutCreateSchema, body)),
    });
    return (await createPayout(context.ports, { ...ask, ...who, requestedBy: who.by.id ?? who.by.name }))
      .resource;
  }

  @mutation('payout', 'Request that a payout is not sent, as POST /v1/payouts/{id}/cancel does.')
  async cancelPayout(@Args(() => CancelArgs) args: CancelArgs, @Ctx() context: Context): Promise<Payout> {
    const { id: payoutId } = args;
    if (!isId('payout', payoutId)) return absent('payout', 'id');
    const path = `/v1/payouts/${payoutId}/cancel`;
    const face = { path, input: {}, read: () => undefined };
    const { accountId, by, use } = await keyedRequest(context, args, face);
    return (await cancelPayout(context.ports, { accountId, id: payoutId, by }, use)).payout;
  }
}
