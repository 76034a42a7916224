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
  pending: 'Waiting for its turn.',
  refused: 'Could not become a payout; see errorCode.',
  processing: 'Its payout is in flight, or held by risk rules.',
  verification_pending: 'The outcome of its payout is unknown.',
  completed: 'Paid.',
  failed: 'Not paid.',
  returned: 'Paid, then sent back.',
  cancelled: 'Cancelled before it was sent.',
};

const ItemStatusEnum = enumOf<ItemStatus>('PayoutBatchItemStatus', 'Status of a batch item.', meanings);

@ObjectType({ description: 'Number of items of a batch by status; they always add up to total.' })
class BatchSummary {
  @whole('All items.')
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

@ObjectType({ description: 'Amounts of a batch in one currency.' })
class BatchTotalType {
  @text('Currency of the requested amounts.')
  readonly currency!: string;

  @amount('Requested amount.')
  readonly requested!: string;

  @amount('Paid amount.')
  readonly completed!: string;
}

@ObjectType({ description: 'Cancellation of a batch.' })
class BatchCancellation {
  @time('Time of the request.')
  readonly requestedAt!: Date;

  @time('Time when the last item ended.', optional)
  readonly finishedAt!: Date | null;
}

/** More currencies than there are rails. */
const currenciesMost = 20;

@Resolver(() => BatchType)
export class BatchResolver {
  @FieldResolver(() => BatchSummary, { description: 'Number of items by status.' })
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
  @FieldResolver(() => [BatchTotalType], { description: 'Requested and paid amounts, by currency.' })
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
    description: 'Cancellation, if it was requested.',
  })
  cancellation(@Root() { cancelRequestedAt, cancelFinishedAt }: PayoutBatch): BatchCancellation | null {
    return cancelRequestedAt === null
      ? null
      : { requestedAt: cancelRequestedAt, finishedAt: cancelFinishedAt };
  }

  @FieldResolver(() => DateTime, { nullable: true, description: 'Time when its last item ended.' })
  finishedAt(@Root() batch: PayoutBatch): Date | null {
    return finishedAt(batch);
  }
}

@Resolver(() => ItemType)
export class BatchItemResolver {
  @FieldResolver(() => ItemStatusEnum, {
    description: "Status of the item; the payout's status once it has one.",
  })
  async status(@Root() item: PayoutBatchItem, @Ctx() { load }: Context): Promise<ItemStatus> {
    return itemStatus(item, item.payoutId === null ? null : await load.row('payout', item.payoutId));
  }
}
