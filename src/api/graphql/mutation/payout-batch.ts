import { Args, ArgsType, Ctx, Resolver } from 'type-graphql';
import { text } from '../../../domain/noun/declare.js';
import { isId } from '../../../domain/id.js';
import type { PayoutBatch } from '../../../domain/payout-batch.js';
import { cancelPayoutBatch, createPayoutBatch } from '../../../usecases/payout-batch.js';
import { absent } from '../../../usecases/own.js';
import { payoutBatchAsk, payoutBatchCreateSchema } from '../../ask/payout-batch.js';
import { checkBody } from '../../body.js';
import { parts, shape, type ShapeOf } from '../../shape.js';
import type { Context } from '../context.js';
import { field, id } from '../field.js';
import { labels } from '../metadata.js';
import { takes } from '../type.js';
import { keyedRequest, KeyedArgs } from './keyed.js';
import { mutation } from './mutation.js';
import { payoutInput } from './payout.js';

const payoutBatchItemInput = shape('PayoutBatchItemInput', 'A payout of a batch.', {
  ...payoutInput.fields,
});

export const payoutBatchInput = shape('PayoutBatchInput', 'Payouts requested at once.', {
  ...labels,
  items: parts(payoutBatchItemInput, 'Each item becomes at most one payout, in this order.'),
  description: text('Description.', { optional: true }),
});

@ArgsType()
class PayoutBatchArgs extends KeyedArgs {
  @field(takes(payoutBatchInput), 'Payout batch to create.')
  readonly input!: ShapeOf<typeof payoutBatchInput>;
}

@ArgsType()
class CancelBatchArgs extends KeyedArgs {
  @id('Payout batch.')
  readonly id!: string;
}

@Resolver()
export class PayoutBatchMutations {
  @mutation('payoutBatch', 'Create a payout batch, as POST /v1/payout-batches does.')
  async createPayoutBatch(
    @Args(() => PayoutBatchArgs) args: PayoutBatchArgs,
    @Ctx() context: Context,
  ): Promise<PayoutBatch> {
    const { ask, use, ...who } = await keyedRequest(context, args, {
      path: '/v1/payout-batches',
      input: args.input,
      read: (body) => payoutBatchAsk(checkBody(payoutBatchCreateSchema, body)),
    });
    return (
      await createPayoutBatch(context.ports, { ...ask, ...who, requestedBy: who.by.id ?? who.by.name }, use)
    ).resource;
  }

  @mutation('payoutBatch', 'Cancel a payout batch, as POST /v1/payout-batches/{id}/cancel does.')
  async cancelPayoutBatch(
    @Args(() => CancelBatchArgs) args: CancelBatchArgs,
    @Ctx() context: Context,
  ): Promise<PayoutBatch> {
    const { id: batchId } = args;
    if (!isId('payoutBatch', batchId)) return absent('payoutBatch', 'id');
    const face = { path: `/v1/payout-batches/${batchId}/cancel`, input: {}, read: () => undefined };
    const { accountId, by, use } = await keyedRequest(context, args, face);
    return (await cancelPayoutBatch(context.ports, { accountId, id: batchId, by }, use)).batch;
  }
}
