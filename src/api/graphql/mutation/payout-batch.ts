import { Args, ArgsType, Ctx, InputType, Mutation, Resolver } from 'type-graphql';
import { isId } from '../../../domain/id.js';
import type { PayoutBatch } from '../../../domain/payout-batch.js';
import { cancelPayoutBatch, createPayoutBatch } from '../../../usecases/payout-batch.js';
import { absent } from '../../../usecases/own.js';
import { payoutBatchAsk, payoutBatchCreateSchema } from '../../ask/payout-batch.js';
import { checkBody } from '../../body.js';
import type { Context } from '../context.js';
import { field, id, optional, text } from '../field.js';
import { LabelledInput } from '../metadata.js';
import { returns } from '../type.js';
import { askedFor, KeyedArgs } from './keyed.js';
import { PayoutInput } from './payout.js';

@InputType({ description: 'A payout of a batch.' })
class PayoutBatchItemInput extends PayoutInput {}

@InputType({ description: 'Payouts requested at once.' })
export class PayoutBatchInput extends LabelledInput {
  @field(() => [PayoutBatchItemInput], 'Each item becomes at most one payout, in this order.')
  readonly items!: PayoutBatchItemInput[];

  @text('Description.', optional)
  readonly description?: string | null;
}

@ArgsType()
class PayoutBatchArgs extends KeyedArgs {
  @field(() => PayoutBatchInput, 'Payout batch to create.')
  readonly input!: PayoutBatchInput;
}

@ArgsType()
class CancelBatchArgs extends KeyedArgs {
  @id('Payout batch.')
  readonly id!: string;
}

@Resolver()
export class PayoutBatchMutations {
  @Mutation(returns('payoutBatch'), {
    description: 'Create a payout batch, as POST /v1/payout-batches does.',
  })
  async createPayoutBatch(
    @Args(() => PayoutBatchArgs) args: PayoutBatchArgs,
    @Ctx() context: Context,
  ): Promise<PayoutBatch> {
    const { ask, use, ...who } = await askedFor(context, args, {
      path: '/v1/payout-batches',
      input: args.input,
      read: (body) => payoutBatchAsk(checkBody(payoutBatchCreateSchema, body)),
    });
    return (
      await createPayoutBatch(context.ports, { ...ask, ...who, requestedBy: who.by.id ?? who.by.name }, use)
    ).resource;
  }

  @Mutation(returns('payoutBatch'), {
    description: 'Cancel a payout batch, as POST /v1/payout-batches/{id}/cancel does.',
  })
  async cancelPayoutBatch(
    @Args(() => CancelBatchArgs) args: CancelBatchArgs,
    @Ctx() context: Context,
  ): Promise<PayoutBatch> {
    const { id: batchId } = args;
    if (!isId('payoutBatch', batchId)) return absent('payoutBatch', 'id');
    const face = { path: `/v1/payout-batches/${batchId}/cancel`, input: {}, read: () => undefined };
    const { accountId, by, use } = await askedFor(context, args, face);
    return (await cancelPayoutBatch(context.ports, { accountId, id: batchId, by }, use)).batch;
  }
}
