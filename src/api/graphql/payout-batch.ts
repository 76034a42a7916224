import { Ctx, FieldResolver, ObjectType, Resolver, Root } from 'type-graphql';
import {
  finishedAt,
  itemStatus,
  type ItemStatus,
  type PayoutBatch,
  type PayoutBatchItem,
} from '../../domain/payout-batch.js';
import { show } from '../../domain/money.js';
import { payoutBatchItem } from '../../domain/noun/payout-batch-item.js';
import type { Context } from './context.js';
import { enumOf } from './enum.js';
import { amount, atMost, optional, text, time, whole } from './field.js';
import { AnyJson, DateTime } from './scalar.js';
import { answers, typeOf } from './type.js';

export const BatchType = typeOf('payoutBatch');
export const ItemType = typeOf('payoutBatchItem');

answers('payoutBatchItem', {
  name: 'metadata',
  type: () => AnyJson,
  says: payoutBatchItem.fields.metadata.says,
  answer: (row) => (row as unknown as PayoutBatchItem).ask.metadata ?? {},
});

answers('payoutBatchItem', {
  name: 'failureCode',
  type: () => String,
  says: payoutBatchItem.fields.failureCode.says,
  isOptional: true,
  answer: async (row, { load }) => {
    const { payoutId } = row as unknown as PayoutBatchItem;
    const payout = payoutId === null ? null : await load.row('payout', payoutId);
    return payout?.status === 'failed' ? payout.failureCode : null;
  },
});

const meanings: Readonly<Record<ItemStatus, string>> = {
  pending: 'Its turn has not come.',
  refused: 'It could not become a payout; errorCode says why.',
  processing: 'Its payout is on its way, or held by risk rules.',
  verification_pending: "Nobody knows its payout's outcome.",
  completed: 'Paid.',
  failed: 'Not paid.',
  returned: 'Paid and sent back.',
  cancelled: 'Stopped before it was sent.',
};

const ItemStatusEnum = enumOf<ItemStatus>(
  'PayoutBatchItemStatus',
  'Where an item of a batch stands.',
  meanings,
);

@ObjectType({ description: 'How many items of a batch stand where; they add up to total at every moment.' })
class BatchSummary {
  @whole('All of them.')
  readonly total!: number;

  @whole(meanings.pending)
  readonly pending!: number;

  @whole(meanings.processing)
  readonly processing!: number;

  @whole(meanings.completed)
  readonly completed!: number;

  @whole(meanings.failed)
  readonly failed!: number;

  @whole(meanings.refused)
  readonly refused!: number;

  @whole(meanings.returned)
  readonly returned!: number;

  @whole(meanings.cancelled)
  readonly cancelled!: number;

  @whole(meanings.verification_pending)
  readonly verificationPending!: number;
}

@ObjectType({ description: 'What the items of a batch ask for in one currency.' })
class BatchTotalType {
  @text('The currency in which they say how much.')
  readonly currency!: string;

  @amount('What is asked for.')
  readonly requested!: string;

  @amount('What of it is paid.')
  readonly completed!: string;
}

@ObjectType({ description: 'That a batch was asked to be cancelled.' })
class BatchCancellation {
  @time('When it was asked for.')
  readonly requestedAt!: Date;

  @time('When the last item had ended.', optional)
  readonly finishedAt!: Date | null;
}

/** More currencies than there are rails. */
const currenciesMost = 20;

@Resolver(() => BatchType)
export class BatchResolver {
  @FieldResolver(() => BatchSummary, { description: 'How many items stand where.' })
  async summary(@Root() { id, size }: PayoutBatch, @Ctx() { load }: Context): Promise<BatchSummary> {
    const { items } = await load.batchCounts(id);
    const of = (status: ItemStatus): number => items[status] ?? 0;
    return {
      total: size,
      pending: of('pending'),
      processing: of('processing'),
      completed: of('completed'),
      failed: of('failed'),
      refused: of('refused'),
      returned: of('returned'),
      cancelled: of('cancelled'),
      verificationPending: of('verification_pending'),
    };
  }

  @atMost(currenciesMost)
  @FieldResolver(() => [BatchTotalType], { description: 'What the items ask for, by currency.' })
  async totals(@Root() { id }: PayoutBatch, @Ctx() { load }: Context): Promise<BatchTotalType[]> {
    const { totals } = await load.batchCounts(id);
    return totals.map(({ currency, requested, completed }) => ({
      currency,
      requested: show(requested, currency),
      completed: show(completed, currency),
    }));
  }

  @FieldResolver(() => BatchCancellation, {
    nullable: true,
    description: 'That it was asked to be cancelled.',
  })
  cancellation(@Root() { cancelRequestedAt, cancelFinishedAt }: PayoutBatch): BatchCancellation | null {
    return cancelRequestedAt === null
      ? null
      : { requestedAt: cancelRequestedAt, finishedAt: cancelFinishedAt };
  }

  @FieldResolver(() => DateTime, { nullable: true, description: 'When its last item had ended.' })
  finishedAt(@Root() batch: PayoutBatch): Date | null {
    return finishedAt(batch);
  }
}

@Resolver(() => ItemType)
export class BatchItemResolver {
  @FieldResolver(() => ItemStatusEnum, {
    description: "Where it stands; its payout's status once it has one.",
  })
  async status(@Root() item: PayoutBatchItem, @Ctx() { load }: Context): Promise<ItemStatus> {
    return itemStatus(item, item.payoutId === null ? null : await load.row('payout', item.payoutId));
  }
}
