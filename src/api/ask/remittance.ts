import { z } from 'zod';
import { present } from '../../domain/event.js';
import { exampleId, idOf, invalid, lines, named } from '../field.js';
import { labelFields, labelsExample } from './label.js';

const sourceSchema = z
  .strictObject({
    funding_account_id: idOf('fundingAccount')
      .exactOptional()
      .describe(
        'The next deposit into this funding account pays. It must be credited before the quote expires.',
      ),
    payin_id: idOf('payin')
      .exactOptional()
      .describe('A completed pay-in that funds nothing else; pays at once.'),
  })
  .meta({
    alternatives: [
      { title: 'The next deposit', required: ['funding_account_id'] },
      { title: 'A credited pay-in', required: ['payin_id'] },
    ],
  });

export const remittanceCreateSchema = named(
  'RemittanceCreate',
  z.strictObject({
    quote_id: idOf('quote').describe('A quote of product remittance.'),
    beneficiary_id: idOf('beneficiary'),
    source: sourceSchema.describe('Source of the money: one of two fields.'),
    description: lines(500, 0)
      .exactOptional()
      .describe(
        'Stored unencrypted and copied to its payout; do not send personal data. In sandbox it may contain a sim: tag.',
      ),
    ...labelFields,
  }),
  {
    quote_id: exampleId('quote'),
    beneficiary_id: exampleId('beneficiary'),
    source: { funding_account_id: exampleId('fundingAccount') },
    description: 'Rent for May',
    ...labelsExample,
  },
);

/** The use case's request, from a body. */
export function remittanceAsk({ source, ...body }: z.infer<typeof remittanceCreateSchema>) {
  return present({
    quoteId: body.quote_id,
    beneficiaryId: body.beneficiary_id,
    source: sourceOf(source),
    description: body.description,
    clientReference: body.reference,
    metadata: body.metadata,
  });
}

function sourceOf({ funding_account_id: fundingAccountId, payin_id: payinId }: z.infer<typeof sourceSchema>) {
  if (fundingAccountId !== undefined && payinId !== undefined)
    return invalid(
      'source.payin_id',
      'is not accepted together with funding_account_id; send one of the two',
    );
  if (payinId !== undefined) return { payinId };
  return fundingAccountId === undefined
    ? invalid('source.funding_account_id', 'is required without payin_id')
    : { fundingAccountId };
}
