import { Args, ArgsType, Ctx, InputType, Mutation, Resolver } from 'type-graphql';
import { quote } from '../../../domain/noun/quote.js';
import type { Quote } from '../../../domain/quote.js';
import { createQuote } from '../../../usecases/quote.js';
import { quoteAsk, quoteCreateSchema } from '../../ask/quote.js';
import { checkBody } from '../../body.js';
import type { Context } from '../context.js';
import { enumOfWords } from '../enum.js';
import { amount, field, id, optional, text } from '../field.js';
import { returns } from '../type.js';
import { AmountSideEnum } from './amount-side.js';
import { askedFor, KeyedArgs } from './keyed.js';

@InputType({ description: 'A price for a beneficiary, or for a method and currency.' })
class QuoteInput {
  @id('The beneficiary.', optional)
  readonly beneficiaryId?: string | null;

  @text('Method; without beneficiaryId only.', optional)
  readonly method?: string | null;

  @text('Currency that arrives; without beneficiaryId only.', optional)
  readonly currency?: string | null;

  @text('ISO 3166-1 alpha-2 code; without beneficiaryId only.', optional)
  readonly country?: string | null;

  @text('Balance that pays; for a remittance, the currency that the payer pays.')
  readonly sourceCurrency!: string;

  @field(() => enumOfWords(quote.fields.product.words), 'What the quote is for. Default: a payout.', optional)
  readonly product?: 'payout' | 'remittance' | null;

  @text("Remittance only: the payer's method, if there are several.", optional)
  readonly sourceMethod?: string | null;

  @text("Remittance only: the payer's country.", optional)
  readonly sourceCountry?: string | null;

  @amount('In the currency of amountSide.')
  readonly amount!: string;

  @field(() => AmountSideEnum, 'Side on which the amount is exact.')
  readonly amountSide!: 'source' | 'destination';
}

@ArgsType()
class QuoteArgs extends KeyedArgs {
  @field(() => QuoteInput, 'Quote to create.')
  readonly input!: QuoteInput;
}

@Resolver()
export class QuoteMutations {
  @Mutation(returns('quote'), { description: 'Fix a price for a short time, as POST /v1/quotes does.' })
  async createQuote(@Args(() => QuoteArgs) args: QuoteArgs, @Ctx() context: Context): Promise<Quote> {
    const { ask, use, ...who } = await askedFor(context, args, {
      path: '/v1/quotes',
      input: args.input,
      read: (body) => quoteAsk(checkBody(quoteCreateSchema, body)),
    });
    return (await createQuote(context.ports, { ...ask, ...who }, use)).resource;
  }
}
