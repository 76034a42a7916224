import { Ctx, ObjectType, Query, Resolver } from 'type-graphql';
import type { KeptNotice } from '../../ports/platform-read.js';
import { firstArg } from './argument.js';
import { pageSize } from './connection.js';
import type { Context } from './context.js';
import { enumOf } from './enum.js';
import { field, id, text, time } from './field.js';

const NoticeTypeEnum = enumOf<KeptNotice['type']>('NoticeType', 'What a notice is about.', {
  payment_result: 'What became of a payment.',
  operation: 'How an operation ended.',
});

@ObjectType('KeptNotice', {
  description:
    'What a provider told of something that is not here, such as a payment that it has not told of yet: it takes effect once it is.',
})
class KeptNoticeType {
  @text('Who told it.')
  readonly provider!: string;

  @id("The provider's own id of it.")
  readonly id!: string;

  @field(() => NoticeTypeEnum, 'What it is about.')
  readonly type!: KeptNotice['type'];

  @text("The provider's name of the payment, or ours of the operation.")
  readonly reference!: string;

  @text('settled or reversed of a payment; paid, not_executed, returned or in_flight of an operation.')
  readonly outcome!: KeptNotice['outcome'];

  @time('When it came, in machine time.')
  readonly receivedAt!: Date;
}

@Resolver()
export class NoticeResolver {
  @Query(() => [KeptNoticeType], { description: 'Notices that wait for what they tell of, newest first.' })
  keptNotices(@firstArg() first: number, @Ctx() { ports }: Context): Promise<KeptNotice[]> {
    return ports.reader.keptNotices(pageSize(first));
  }
}
