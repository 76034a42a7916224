import { Arg, Args, ArgsType, Ctx, Int, Query, Resolver } from 'type-graphql';
import type { Payout } from '../../domain/payout.js';
import { refuse } from '../../domain/refusal.js';
import { previewPayout, previewPayoutBatch, previewRefund, type Preview } from '../../usecases/preview.js';
import { payoutAsk, payoutCreateSchema } from '../ask/payout.js';
import { payoutBatchAsk, payoutBatchCreateSchema } from '../ask/payout-batch.js';
import { refundAsk, refundCreateSchema } from '../ask/refund.js';
import { checkBody } from '../body.js';
import { batchPreviewBody, previewBody } from '../preview.js';
import { parts, type ShapeOf } from '../shape.js';
import { firstArg } from './argument.js';
import { pageSize } from './connection.js';
import type { Context } from './context.js';
import { field, id } from './field.js';
import { money, optionalMoney } from './money.js';
import { previewFor } from './mutation/keyed.js';
import { payoutInput } from './mutation/payout.js';
import { payoutBatchInput } from './mutation/payout-batch.js';
import { refundInput } from './mutation/refund.js';
import { batchPreview, itemPreview, payoutPreview, refundPreview } from './preview-type.js';
import { sourceOf } from './quote.js';
import { answering, returns, takes } from './type.js';

@ArgsType()
class PreviewArgs {
  @id('Account that it would be done for.')
  readonly accountId!: string;
}

@ArgsType()
class PayoutPreviewArgs extends PreviewArgs {
  @field(takes(payoutInput), 'Payout to preview.')
  readonly input!: ShapeOf<typeof payoutInput>;
}

@ArgsType()
class PayoutBatchPreviewArgs extends PreviewArgs {
  @field(takes(payoutBatchInput), 'Payout to preview.')
  readonly input!: ShapeOf<typeof payoutBatchInput>;
}

@ArgsType()
class RefundPreviewArgs extends PreviewArgs {
  @field(takes(refundInput), 'Refund to preview.')
  readonly input!: ShapeOf<typeof refundInput>;
}

@Resolver()
export class PreviewResolver {
  @Query(returns(payoutPreview), {
    description: 'The payout that createPayout would create now. Nothing is stored.',
  })
  async previewPayout(
    @Args(() => PayoutPreviewArgs) args: PayoutPreviewArgs,
    @Ctx() context: Context,
  ): Promise<PayoutPreview> {
    const ask = await previewFor(context, args, (body) => payoutAsk(checkBody(payoutCreateSchema, body)));
    return previewOf(await previewPayout(context.ports, ask));
  }

  @Query(returns(batchPreview), {
    description: 'The batch that createPayoutBatch would create now, item by item. Nothing is stored.',
  })
  async previewPayoutBatch(
    @Args(() => PayoutBatchPreviewArgs) args: PayoutBatchPreviewArgs,
    @Ctx() context: Context,
  ): Promise<BatchPreview> {
    const ask = await previewFor(context, args, (body) =>
      payoutBatchAsk(checkBody(payoutBatchCreateSchema, body)),
    );
    const preview = batchPreviewBody(await previewPayoutBatch(context.ports, ask), previewOf);
    if ('refusal' in preview) return { ...preview, each: [] };
    const { summary, items: each, ...rest } = preview;
    const { in_review: inReview, ...counts } = summary;
    return { ...rest, summary: { ...counts, inReview }, each };
  }

  @Query(returns(refundPreview), {
    description: 'The refund that createRefund would create now. Nothing is stored.',
  })
  async previewRefund(
    @Args(() => RefundPreviewArgs) args: RefundPreviewArgs,
    @Ctx() context: Context,
  ): Promise<ShapeOf<typeof refundPreview>> {
    const ask = await previewFor(context, args, (body) => refundAsk(checkBody(refundCreateSchema, body)));
    const { row, preview } = previewBody(await previewRefund(context.ports, ask));
    if (row === undefined) return preview;
    const { status, payinId, reason, riskStatus, currency, payerAmount, payerCurrency } = row;
    const payer = optionalMoney(payerAmount, payerCurrency);
    return {
      ...preview,
      refund: { status, payinId, amount: money(row.amount, currency), payer, reason, riskStatus },
    };
  }
}

type PayoutPreview = ShapeOf<typeof payoutPreview>;
type ItemPreview = ShapeOf<typeof itemPreview>;
type BatchPreview = ShapeOf<typeof batchPreview> & { readonly each: readonly ItemPreview[] };

export const batchPreviewAnswers = answering(batchPreview, {
  items: {
    is: parts(itemPreview, 'Its items in order, from that position on.'),
    takes: [
      firstArg(),
      Arg('start', () => Int, { defaultValue: 0, description: 'Position of the first item, from 0.' }),
    ],
    answer: (
      { each }: BatchPreview,
      _context,
      ...[first, start]: [number, number]
    ): readonly ItemPreview[] => {
      if (start < 0)
        refuse('invalid_parameter', 'start: must be 0 or more; send a position in the batch.', {
          param: 'start',
        });
      return each.slice(start, start + pageSize(first));
    },
  },
});

function previewOf(previewed: Preview<Payout>): PayoutPreview {
  const { row, preview } = previewBody(previewed);
  if (row === undefined) return preview;
  const { status, method, beneficiaryId, rate, quoteId, failureCode, riskStatus } = row;
  const destination = money(row.destinationAmount, row.destinationCurrency);
  const fields = { status, method, beneficiaryId, quoteId, failureCode, riskStatus, destination };
  return { ...preview, payout: { ...fields, source: sourceOf(row), rate } };
}
