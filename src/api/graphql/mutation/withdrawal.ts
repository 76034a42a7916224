import { Args, ArgsType, Ctx, InputType, Mutation, Resolver } from 'type-graphql';
import type { Withdrawal } from '../../../domain/noun/withdrawal.js';
import { createWithdrawal } from '../../../usecases/withdrawal.js';
import { withdrawalAsk, withdrawalCreateSchema } from '../../ask/withdrawal.js';
import { checkBody } from '../../body.js';
import type { Context } from '../context.js';
import { amount, field, id, optional, text } from '../field.js';
import { returns } from '../type.js';
import { LabelledInput } from '../metadata.js';
import { askedFor, KeyedArgs } from './keyed.js';

@InputType({ description: 'Withdrawal to create.' })
class WithdrawalInput extends LabelledInput {
  @id('Settlement destination.')
  readonly destinationId!: string;

  @amount('Amount that it receives, in its currency; the fee is added.')
  readonly amount!: string;

  @text('Description by the account.', optional)
  readonly description?: string | null;
}

@ArgsType()
class WithdrawalArgs extends KeyedArgs {
  @field(() => WithdrawalInput, 'Withdrawal to create.')
  readonly input!: WithdrawalInput;
}

@Resolver()
export class WithdrawalMutations {
  @Mutation(returns('withdrawal'), {
    description:
      'Withdraw money from the balance, as POST /v1/withdrawals does. The operator who requested it cannot approve it.',
  })
  async createWithdrawal(
    @Args(() => WithdrawalArgs) args: WithdrawalArgs,
    @Ctx() context: Context,
  ): Promise<Withdrawal> {
    const { ask, ...who } = await askedFor(context, args, {
      path: '/v1/withdrawals',
      input: args.input,
      read: (body) => withdrawalAsk(checkBody(withdrawalCreateSchema, body)),
    });
    return (await createWithdrawal(context.ports, { ...ask, ...who })).resource;
  }
}
