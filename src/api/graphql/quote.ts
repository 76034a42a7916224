import { ObjectType } from 'type-graphql';
import { quote, quoteStatuses, type Quote } from '../../domain/noun/quote.js';
import type { Price } from '../../domain/price.js';
import { quoteStatus, showSource } from '../../domain/quote.js';
import { enumOfWords } from './enum.js';
import { amount, text } from './field.js';
import { answers, typeOf } from './type.js';

const QuoteStatusEnum = enumOfWords(quoteStatuses);
export const QuoteProductEnum = enumOfWords(quote.fields.product.words);

@ObjectType({ description: 'What the account pays: total = principal + platformFee + tenantMarkup.' })
export class Source {
  @text('Currency of these amounts.')
  readonly currency!: string;

  @amount('Amount that is converted.')
  readonly principal!: string;

  @amount("The platform's fee.")
  readonly platformFee!: string;

  @amount("The account's own markup.")
  readonly tenantMarkup!: string;

  @amount('Principal, fee and markup together.')
  readonly total!: string;
}

export function sourceOf(price: Price): Source {
  const { currency, principal, platform_fee, tenant_markup, total } = showSource(price);
  return { currency, principal, platformFee: platform_fee, tenantMarkup: tenant_markup, total };
}

export const QuoteType = typeOf('quote');

answers('quote', {
  name: 'status',
  type: () => QuoteStatusEnum,
  says: 'Whether it can still be used.',
  answer: async (row, { load }) => quoteStatus(row as unknown as Quote, await load.now()),
});

answers('quote', {
  name: 'source',
  type: () => Source,
  says: quote.fields.source.says,
  answer: (row) => sourceOf(row as unknown as Quote),
});
