import { z } from 'zod';
import { present } from '../../domain/event.js';
import { amountFrom } from '../../domain/money.js';
import { amountText, country, currency, idOf, invalid, named, text } from '../field.js';

export const quoteCreateSchema = named(
  'QuoteCreate',
  z
    .strictObject({
      beneficiary_id: idOf('beneficiary').exactOptional().describe('Replaces method, currency and country.'),
      method: text(64).exactOptional(),
      currency: currency.exactOptional(),
      country: country.exactOptional(),
      source_currency: currency.describe(
        'Balance to pay from; for a remittance, the currency that the payer pays.',
      ),
      amount: amountText.describe('In the currency of amount_side.'),
      amount_side: z.enum(['source', 'destination']).describe('Side on which the amount is exact.'),
      product: z
        .enum(['payout', 'remittance'])
        .exactOptional()
        .describe('What the quote is for. Default: payout.'),
      source_method: text(64)
        .exactOptional()
        .describe("Remittance only: the payer's method, if there are several."),
      source_country: country.exactOptional().describe("Remittance only: the payer's country."),
    })
    .meta({
      alternatives: [
        { title: 'For a method', required: ['method', 'currency'], optional: ['country'] },
        { title: 'For a beneficiary', required: ['beneficiary_id'] },
      ],
    }),
  { method: 'pix', currency: 'BRL', source_currency: 'USDT', amount: '100', amount_side: 'source' },
);

/** The use case's request, from a body. */
export function quoteAsk(body: z.infer<typeof quoteCreateSchema>) {
  checkRail(body);
  const stated = body.amount_side === 'source' ? body.source_currency : body.currency;
  // Without it, the currency is the beneficiary's, which is not read yet.
  if (stated !== undefined) amountFrom(body.amount, stated, 'amount');
  return present({
    beneficiaryId: body.beneficiary_id,
    method: body.method,
    currency: body.currency,
    country: body.country,
    sourceCurrency: body.source_currency,
    amount: body.amount,
    amountSide: body.amount_side,
    product: body.product,
    sourceMethod: body.source_method,
    sourceCountry: body.source_country,
  });
}

/** A quote names either a beneficiary, which has method and currency, or method and currency themselves. */
function checkRail(body: z.infer<typeof quoteCreateSchema>): void {
  const rail = ['method', 'currency', 'country'] as const;
  if (body.beneficiary_id !== undefined) {
    const extra = rail.find((name) => body[name] !== undefined);
    if (extra !== undefined)
      invalid(extra, 'is not accepted together with beneficiary_id; send one of the two');
    return;
  }
  const missing = rail.slice(0, 2).find((name) => body[name] === undefined);
  if (missing !== undefined) invalid(missing, 'is required without beneficiary_id');
}
