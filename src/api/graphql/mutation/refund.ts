import { Args, ArgsType, Ctx, InputType, Mutation, Resolver } from 'type-graphql';
import type { Refund } from '../../../domain/noun/refund.js';
import { createRefund } from '../../../usecases/refund.js';
import { refundAsk, refundCreateSchema } from '../../ask/refund.js';
import { checkBody } from '../../body.js';
import type { Context } from '../context.js';
import { amount, field, id, optional, text } from '../field.js';
import { returns } from '../type.js';
import { LabelledInput } from '../metadata.js';
import { askedFor, KeyedArgs } from './keyed.js';

@InputType({ description: 'Refund to create.' })
export class RefundInput extends LabelledInput {
  @id('Credited pay-in.')
  readonly payinId!: string;

  @amount('In the currency in which it was credited. Default: everything left of it.', optional)
  readonly amount?: string | null;

  @text('Reason given by the account.', optional)
  readonly reason?: string | null;
}

@ArgsType()
class RefundArgs extends KeyedArgs {
  @field(() => RefundInput, 'Refund to create.')
  readonly input!: RefundInput;
}

@Resolver()
export class RefundMutations {
  @Mutation(returns('refund'), {
    description: 'Refund a pay-in in whole or in part, as POST /v1/refunds does.',
  })
  async createRefund(@Args(() => RefundArgs) args: RefundArgs, @Ctx() context: Context): Promise<Refund> {
    const { ask, ...who } = await askedFor(context, args, {
      path: '/v1/refunds',
      input: args.input,
      read: (body) => refundAsk(checkBody(refundCreateSchema, body)),
    });
    return (await createRefund(context.ports, { ...ask, ...who })).resource;
  }
}
