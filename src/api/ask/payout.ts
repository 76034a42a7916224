import { z } from 'zod';
import { present } from '../../domain/event.js';
import { decimalsOf, isCurrency } from '../../domain/currency.js';
import { parseAmount } from '../../domain/money.js';
import { amountText, currency, exampleId, idOf, invalid, lines, named } from '../field.js';
import { labelFields } from './label.js';

export const payoutCreateSchema = named(
  'PayoutCreate',
  z
    .strictObject({
      beneficiary_id: idOf('beneficiary'),
      quote_id: idOf('quote').exactOptional().describe('Replaces source_currency, amount and amount_side.'),
      source_currency: currency.exactOptional().describe('Balance that the payout is paid from.'),
      amount: amountText.exactOptional().describe('In the currency of amount_side.'),
      amount_side: z
        .enum(['source', 'destination'])
        .exactOptional()
        .describe('Side on which the amount is exact: source (the principal) or destination (what arrives).'),
      description: lines(500, 0)
        .exactOptional()
        .describe('Stored unencrypted; do not send personal data. In sandbox it may contain a sim: tag.'),
      ...labelFields,
    })
    .meta({
      alternatives: [
        { title: 'At the present price', required: ['source_currency', 'amount', 'amount_side'] },
        { title: 'At the price of a quote', required: ['quote_id'] },
      ],
    }),
  {
    beneficiary_id: exampleId('beneficiary'),
    source_currency: 'USDT',
    amount: '100',
    amount_side: 'source',
    description: 'Invoice 1042',
    reference: 'order-1042',
    metadata: { order: '1042' },
  },
);

type PayoutBody = z.infer<typeof payoutCreateSchema>;
/** The body of a payout whose beneficiary does not exist yet. */
type PricedBody = Omit<PayoutBody, 'beneficiary_id'> & { readonly beneficiary_id?: string };

/** The use case's request, from a body. */
export function payoutAsk(body: PayoutBody) {
  const fault = pricingFault(body);
  if (fault !== undefined) invalid(...fault);
  return payoutRequest(body);
}

/** Like `payoutAsk`, for a body whose pricing was checked before. */
export const payoutRequest = (body: PricedBody) =>
  present({
    beneficiaryId: body.beneficiary_id,
    quoteId: body.quote_id,
    sourceCurrency: body.source_currency,
    amount: body.amount,
    amountSide: body.amount_side,
    description: body.description,
    clientReference: body.reference,
    metadata: body.metadata,
  });

const priced = ['source_currency', 'amount', 'amount_side'] as const;

/**
 * A payout has either a quote or all the fields of a price (contract §4.6). Returns the faulty field and why.
 */
export function pricingFault(body: PricedBody): readonly [field: string, what: string] | undefined {
  if (body.quote_id !== undefined) {
    if (priced.every((name) => body[name] === undefined)) return undefined;
    return ['quote_id', `replaces ${priced.join(', ')}; send either the quote or all of these`];
  }
  const missing = priced.find((name) => body[name] === undefined);
  if (missing !== undefined) return [missing, 'is required without quote_id'];
  const { amount = '', amount_side: side, source_currency: source = '' } = body;
  // The destination currency is the beneficiary's, which is not read yet. An unknown source currency is
  // reported by its own field.
  if (!isCurrency(source)) return undefined;
  if (side !== 'source' || parseAmount(amount, source) !== undefined) return undefined;
  return [
    'amount',
    `is not an amount of ${source}; send one above zero with at most ${decimalsOf(source)} decimals`,
  ];
}
