import { Args, ArgsType, Ctx, InputType, Mutation, Resolver } from 'type-graphql';
import type { Quote } from '../../../domain/quote.js';
import { createQuote } from '../../../usecases/quote.js';
import { quoteAsk, quoteCreateSchema } from '../../ask/quote.js';
import { checkBody } from '../../body.js';
import type { Context } from '../context.js';
import { amount, field, id, optional, text } from '../field.js';
import { QuoteProductEnum, QuoteType } from '../quote.js';
import { AmountSideEnum } from './amount-side.js';
import { askedFor, KeyedArgs } from './keyed.js';

@InputType({ description: 'For a beneficiary, or for a method and currency.' })
class QuoteInput {
  @id('The beneficiary.', optional)
  readonly beneficiaryId?: string | null;

  @text('The method, where there is no beneficiary.', optional)
  readonly method?: string | null;

  @text('What arrives, where there is no beneficiary.', optional)
  readonly currency?: string | null;

  @text('ISO 3166-1 alpha-2 code, where there is no beneficiary.', optional)
  readonly country?: string | null;

  @text('The balance that pays; of a remittance, what the payer pays in.')
  readonly sourceCurrency!: string;

  @field(() => QuoteProductEnum, 'What it is to pay for; a payout unless stated.', optional)
  readonly product?: 'payout' | 'remittance' | null;

  @text('Of a remittance: how the payer pays, where there is more than one way.', optional)
  readonly sourceMethod?: string | null;

  @text('Of a remittance: where the payer pays.', optional)
  readonly sourceCountry?: string | null;

  @amount('In the currency of amountSide.')
  readonly amount!: string;

  @field(() => AmountSideEnum, 'The side on which the amount is exact.')
  readonly amountSide!: 'source' | 'destination';
}

@ArgsType()
class QuoteArgs extends KeyedArgs {
  @field(() => QuoteInput, 'What to price.')
  readonly input!: QuoteInput;
}

@Resolver()
export class QuoteMutations {
  @Mutation(() => QuoteType, { description: 'Freeze a price for a short time, as POST /v1/quotes does.' })
  async createQuote(@Args(() => QuoteArgs) args: QuoteArgs, @Ctx() context: Context): Promise<Quote> {
    const { ask, use, ...who } = await askedFor(context, args, {
      path: '/v1/quotes',
      input: args.input,
      read: (body) => quoteAsk(checkBody(quoteCreateSchema, body)),
    });
    return (await createQuote(context.ports, { ...ask, ...who }, use)).resource;
  }
}
