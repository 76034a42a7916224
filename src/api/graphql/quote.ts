import { oneOf, text } from '../../domain/noun/declare.js';
import { quote, quoteStatuses } from '../../domain/noun/quote.js';
import type { Price } from '../../domain/price.js';
import { quoteStatus, showSource } from '../../domain/quote.js';
import { amount, part, shape, type ShapeOf } from '../shape.js';
import { answering, type Answered } from './type.js';

export const sourceShape = shape(
  'Source',
  'What the account pays: total = principal + platformFee + tenantMarkup.',
  {
    currency: text('Currency of these amounts.'),
    principal: amount('Amount that is converted.'),
    platformFee: amount("The platform's fee."),
    tenantMarkup: amount("The account's own markup."),
    total: amount('Principal, fee and markup together.'),
  },
);

export function sourceOf(price: Price): ShapeOf<typeof sourceShape> {
  const { currency, principal, platform_fee, tenant_markup, total } = showSource(price);
  return { currency, principal, platformFee: platform_fee, tenantMarkup: tenant_markup, total };
}

/** The source side of a row with a price. */
export const sourceAnswer: Answered<Price> = {
  is: part(sourceShape, quote.fields.source.says),
  answer: (row) => sourceOf(row),
};

export const quoteAnswers = answering('quote', {
  status: {
    is: oneOf(quoteStatuses, { says: 'Whether it can still be used.' }),
    answer: async (row, { load }) => quoteStatus(row, await load.now()),
  },
  source: sourceAnswer,
});
