import { z } from 'zod';
import { present } from '../../domain/event.js';
import { amountText, exampleId, idOf, lines, named } from '../field.js';
import { labelFields, labelsExample } from './label.js';

export const withdrawalCreateSchema = named(
  'WithdrawalCreate',
  z.strictObject({
    destination_id: idOf('settlementDestination').describe('An active settlement destination.'),
    amount: amountText.describe('Amount that the destination receives, in its currency; the fee is added.'),
    description: lines(500, 0)
      .exactOptional()
      .describe('Stored unencrypted; do not send personal data. In sandbox it may contain a sim: tag.'),
    ...labelFields,
  }),
  {
    destination_id: exampleId('settlementDestination'),
    amount: '1500.00',
    description: 'November',
    ...labelsExample,
  },
);

/** The use case's request, from a body. */
export const withdrawalAsk = ({
  destination_id: destinationId,
  reference: clientReference,
  ...rest
}: z.infer<typeof withdrawalCreateSchema>) => present({ ...rest, destinationId, clientReference });
