import { Ctx, ObjectType, Query, Resolver } from 'type-graphql';
import type { KeptNotice } from '../../ports/platform-read.js';
import { firstArg } from './argument.js';
import { pageSize } from './connection.js';
import type { Context } from './context.js';
import { enumOf } from './enum.js';
import { field, id, text, time } from './field.js';

const NoticeTypeEnum = enumOf<KeptNotice['type']>('NoticeType', 'Kind of a notice.', {
  payment_result: 'Result of a payment.',
  operation: 'Result of an operation.',
});

@ObjectType('KeptNotice', {
  description:
    "A provider's notice about an unknown payment or operation. It takes effect as soon as that is known.",
})
class KeptNoticeType {
  @text('Provider that sent it.')
  readonly provider!: string;

  @id("The provider's id of the notice.")
  readonly id!: string;

  @field(() => NoticeTypeEnum, 'Kind of the notice.')
  readonly type!: KeptNotice['type'];

  @text("Reference: the provider's for a payment, ours for an operation.")
  readonly reference!: string;

  @text('settled or reversed for a payment; paid, not_executed, returned or in_flight for an operation.')
  readonly outcome!: KeptNotice['outcome'];

  @time('Time of arrival, in machine time.')
  readonly receivedAt!: Date;
}

@Resolver()
export class NoticeResolver {
  @Query(() => [KeptNoticeType], {
    description: 'Notices that wait for their payment or operation, newest first.',
  })
  keptNotices(@firstArg() first: number, @Ctx() { ports }: Context): Promise<KeptNotice[]> {
    return ports.reader.keptNotices(pageSize(first));
  }
}
