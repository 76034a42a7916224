import { Args, ArgsType, Ctx, Resolver } from 'type-graphql';
import { anyId, text } from '../../../domain/noun/declare.js';
import type { Withdrawal } from '../../../domain/noun/withdrawal.js';
import { createWithdrawal } from '../../../usecases/withdrawal.js';
import { withdrawalAsk, withdrawalCreateSchema } from '../../ask/withdrawal.js';
import { checkBody } from '../../body.js';
import { amount, shape, type ShapeOf } from '../../shape.js';
import type { Context } from '../context.js';
import { field } from '../field.js';
import { labels } from '../metadata.js';
import { takes } from '../type.js';
import { keyedRequest, KeyedArgs } from './keyed.js';
import { mutation } from './mutation.js';

const withdrawalInput = shape('WithdrawalInput', 'Withdrawal to create.', {
  ...labels,
  destinationId: anyId('Settlement destination.'),
  amount: amount('Amount that it receives, in its currency; the fee is added.'),
  description: text('Description by the account.', { optional: true }),
});

@ArgsType()
class WithdrawalArgs extends KeyedArgs {
  @field(takes(withdrawalInput), 'Withdrawal to create.')
  readonly input!: ShapeOf<typeof withdrawalInput>;
}

@Resolver()
export class WithdrawalMutations {
  @mutation(
    'withdrawal',
    'Withdraw money from the balance, as POST /v1/withdrawals does. The operator who requested it cannot approve it.',
  )
  async createWithdrawal(
    @Args(() => WithdrawalArgs) args: WithdrawalArgs,
    @Ctx() context: Context,
  ): Promise<Withdrawal> {
    const { ask, ...who } = await keyedRequest(context, args, {
      path: '/v1/withdrawals',
      dangerous: true,
      input: args.input,
      read: (body) => withdrawalAsk(checkBody(withdrawalCreateSchema, body)),
    });
    return (await createWithdrawal(context.ports, { ...ask, ...who })).resource;
  }
}
