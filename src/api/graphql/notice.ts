import { Ctx, Query, Resolver } from 'type-graphql';
import { anyId, oneOf, text, time, words } from '../../domain/noun/declare.js';
import type { KeptNotice } from '../../ports/platform-read.js';
import { shape } from '../shape.js';
import { firstArg } from './argument.js';
import { pageSize } from './connection.js';
import type { Context } from './context.js';
import { returnsList } from './type.js';

const noticeTypes = words(
  { payment_result: 'Result of a payment.', operation: 'Result of an operation.' },
  { name: 'NoticeType', says: 'Kind of a notice.' },
);

const keptNotice = shape(
  'KeptNotice',
  "A provider's notice about an unknown payment or operation. It takes effect as soon as that is known.",
  {
    provider: text('Provider that sent it.'),
    id: anyId("The provider's id of the notice."),
    type: oneOf(noticeTypes, { says: 'Kind of the notice.' }),
    reference: text("Reference: the provider's for a payment, ours for an operation."),
    outcome: text(
      'settled or reversed for a payment; paid, not_executed, returned or in_flight for an operation.',
    ),
    receivedAt: time('Time of arrival, in machine time.'),
  },
);

@Resolver()
export class NoticeResolver {
  @Query(returnsList(keptNotice), {
    description: 'Notices that wait for their payment or operation, newest first.',
  })
  keptNotices(@firstArg() first: number, @Ctx() { ports }: Context): Promise<KeptNotice[]> {
    return ports.reader.keptNotices(pageSize(first));
  }
}
