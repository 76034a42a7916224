import { Args, ArgsType, Ctx, Resolver } from 'type-graphql';
import { anyId, oneOf, text } from '../../../domain/noun/declare.js';
import { quote } from '../../../domain/noun/quote.js';
import type { Quote } from '../../../domain/quote.js';
import { createQuote } from '../../../usecases/quote.js';
import { quoteAsk, quoteCreateSchema } from '../../ask/quote.js';
import { checkBody } from '../../body.js';
import { amount, shape, type ShapeOf } from '../../shape.js';
import type { Context } from '../context.js';
import { field } from '../field.js';
import { amountSides } from './amount-side.js';
import { takes } from '../type.js';
import { keyedRequest, KeyedArgs } from './keyed.js';
import { mutation } from './mutation.js';

const quoteInput = shape('QuoteInput', 'A price for a beneficiary, or for a method and currency.', {
  beneficiaryId: anyId('The beneficiary.', { optional: true }),
  method: text('Method; without beneficiaryId only.', { optional: true }),
  currency: text('Currency that arrives; without beneficiaryId only.', { optional: true }),
  country: text('ISO 3166-1 alpha-2 code; without beneficiaryId only.', { optional: true }),
  sourceCurrency: text('Balance that pays; for a remittance, the currency that the payer pays.'),
  product: oneOf(quote.fields.product.words, {
    says: 'What the quote is for. Default: a payout.',
    optional: true,
  }),
  sourceMethod: text("Remittance only: the payer's method, if there are several.", { optional: true }),
  sourceCountry: text("Remittance only: the payer's country.", { optional: true }),
  amount: amount('In the currency of amountSide.'),
  amountSide: oneOf(amountSides, { says: 'Side on which the amount is exact.' }),
});

@ArgsType()
class QuoteArgs extends KeyedArgs {
  @field(takes(quoteInput), 'Quote to create.')
  readonly input!: ShapeOf<typeof quoteInput>;
}

@Resolver()
export class QuoteMutations {
  @mutation('quote', 'Fix a price for a short time, as POST /v1/quotes does.')
  async createQuote(@Args(() => QuoteArgs) args: QuoteArgs, @Ctx() context: Context): Promise<Quote> {
    const { ask, use, ...who } = await keyedRequest(context, args, {
      path: '/v1/quotes',
      input: args.input,
      read: (body) => quoteAsk(checkBody(quoteCreateSchema, body)),
    });
    return (await createQuote(context.ports, { ...ask, ...who }, use)).resource;
  }
}
