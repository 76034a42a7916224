import { Args, ArgsType, Ctx, Resolver } from 'type-graphql';
import { anyId, text } from '../../../domain/noun/declare.js';
import type { Refund } from '../../../domain/noun/refund.js';
import { createRefund } from '../../../usecases/refund.js';
import { refundAsk, refundCreateSchema } from '../../ask/refund.js';
import { checkBody } from '../../body.js';
import { amount, shape, type ShapeOf } from '../../shape.js';
import type { Context } from '../context.js';
import { field } from '../field.js';
import { labels } from '../metadata.js';
import { takes } from '../type.js';
import { keyedRequest, KeyedArgs } from './keyed.js';
import { mutation } from './mutation.js';

export const refundInput = shape('RefundInput', 'Refund to create.', {
  ...labels,
  payinId: anyId('Credited pay-in.'),
  amount: amount('In the currency in which it was credited. Default: everything left of it.', {
    optional: true,
  }),
  reason: text('Reason given by the account.', { optional: true }),
});

@ArgsType()
class RefundArgs extends KeyedArgs {
  @field(takes(refundInput), 'Refund to create.')
  readonly input!: ShapeOf<typeof refundInput>;
}

@Resolver()
export class RefundMutations {
  @mutation('refund', 'Refund a pay-in in whole or in part, as POST /v1/refunds does.')
  async createRefund(@Args(() => RefundArgs) args: RefundArgs, @Ctx() context: Context): Promise<Refund> {
    const { ask, ...who } = await keyedRequest(context, args, {
      path: '/v1/refunds',
      input: args.input,
      read: (body) => refundAsk(checkBody(refundCreateSchema, body)),
    });
    return (await createRefund(context.ports, { ...ask, ...who })).resource;
  }
}
