import { z } from 'zod';
import { present } from '../../domain/event.js';
import { amountText, exampleId, idOf, lines, named } from '../field.js';
import { labelFields, labelsExample } from './label.js';

export const refundCreateSchema = named(
  'RefundCreate',
  z.strictObject({
    payin_id: idOf('payin').describe('A completed pay-in whose method has the feature refund.'),
    amount: amountText
      .exactOptional()
      .describe('In the currency in which the pay-in was credited. Default: everything left of it.'),
    reason: lines(500, 0)
      .exactOptional()
      .describe('Stored unencrypted; do not send personal data. In sandbox it may contain a sim: tag.'),
    ...labelFields,
  }),
  { payin_id: exampleId('payin'), amount: '1', reason: 'Order 1042 was cancelled', ...labelsExample },
);

/** The use case's request, from a body. */
export const refundAsk = ({
  payin_id: payinId,
  reference: clientReference,
  ...rest
}: z.infer<typeof refundCreateSchema>) => present({ ...rest, payinId, clientReference });
