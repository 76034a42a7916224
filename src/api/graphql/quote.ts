import {
  Args,
  ArgsType,
  Ctx,
  FieldResolver,
  InputType,
  ObjectType,
  Query,
  Resolver,
  Root,
} from 'type-graphql';
import type { Price } from '../../domain/price.js';
import type { Quote } from '../../domain/quote.js';
import { showSource } from '../../domain/quote.js';
import { filterId, idArg } from './argument.js';
import { AmountFilter, connectionOf, ListArgs, listPage, type Connection } from './connection.js';
import { found, type Context } from './context.js';
import { enumOf } from './enum.js';
import { amount, field, id, optional, text, time } from './field.js';
import { Money, money, optionalMoney } from './money.js';

type QuoteStatus = 'open' | 'used' | 'expired';

const QuoteStatusEnum = enumOf<QuoteStatus>('QuoteStatus', 'Whether a price can still be used.', {
  open: 'It can.',
  used: 'A payout or a remittance used it.',
  expired: 'Its time passed unused.',
});

export const QuoteProductEnum = enumOf<Quote['product']>('QuoteProduct', 'What a price is for.', {
  payout: 'A payout out of a balance.',
  remittance: 'A remittance that is funded by its own pay-in.',
});

@ObjectType({ description: 'What the account pays: total = principal + platformFee + tenantMarkup.' })
export class Source {
  @text('The currency of all of it.')
  readonly currency!: string;

  @amount('What is converted.')
  readonly principal!: string;

  @amount("The platform's fee.")
  readonly platformFee!: string;

  @amount("The account's own markup.")
  readonly tenantMarkup!: string;

  @amount('All of it.')
  readonly total!: string;
}

export function sourceOf(price: Price): Source {
  const { currency, principal, platform_fee, tenant_markup, total } = showSource(price);
  return { currency, principal, platformFee: platform_fee, tenantMarkup: tenant_markup, total };
}

@ObjectType('Quote', { description: 'A price that holds for a while.' })
export class QuoteType {
  @id('Its id, quo_….')
  readonly id!: string;

  @id('The account that it was made for.')
  readonly accountId!: string;

  @field(() => QuoteProductEnum, 'What it is for.')
  readonly product!: Quote['product'];

  @text('The method.')
  readonly method!: string;

  @text('The country, where the method has one.', optional)
  readonly country!: string | null;

  @id('The beneficiary that it was made for, if for one.', optional)
  readonly beneficiaryId!: string | null;

  @text('Units that arrive for one unit of principal.')
  readonly rate!: string;

  @time('When it ends.')
  readonly expiresAt!: Date;

  @text('Of a remittance: how the payer pays.', optional)
  readonly sourceMethod!: string | null;

  @id('The payout or remittance that used it.', optional)
  readonly usedBy!: string | null;

  @time('When it was made.')
  readonly createdAt!: Date;
}

const QuoteConnection = connectionOf('Quote', () => QuoteType);

@InputType({
  description: 'Which quotes are wanted: all that match every field given. Amounts are what arrives.',
})
class QuoteFilter extends AmountFilter {
  @text('Of this method.', optional)
  readonly method?: string | null;

  @text('Out of this currency.', optional)
  readonly sourceCurrency?: string | null;

  @text('Into this currency.', optional)
  readonly destinationCurrency?: string | null;

  @id('For this beneficiary.', optional)
  readonly beneficiaryId?: string | null;
}

@ArgsType()
class QuotesArgs extends ListArgs {
  @field(() => QuoteFilter, 'Which are wanted.', optional)
  readonly filter?: QuoteFilter | null;
}

@Resolver(() => QuoteType)
export class QuoteResolver {
  @Query(() => QuoteType, { nullable: true, description: 'One quote.' })
  quote(@idArg() quoteId: string, @Ctx() context: Context): Promise<Quote> {
    return found(context, 'quote', quoteId);
  }

  @Query(() => QuoteConnection, { description: 'Quotes, newest first.' })
  quotes(@Args(() => QuotesArgs) args: QuotesArgs, @Ctx() context: Context): Promise<Connection<Quote>> {
    const { method, sourceCurrency, destinationCurrency, beneficiaryId } = args.filter ?? {};
    return listPage(context, 'quote', {
      args,
      where: {
        method,
        sourceCurrency,
        destinationCurrency,
        beneficiaryId: filterId('beneficiary', 'beneficiaryId', beneficiaryId),
      },
    });
  }

  @FieldResolver(() => QuoteStatusEnum, { description: 'Whether it can still be used.' })
  async status(@Root() quote: Quote, @Ctx() { load }: Context): Promise<QuoteStatus> {
    if (quote.usedBy !== null) return 'used';
    return quote.expiresAt.getTime() <= (await load.now()).getTime() ? 'expired' : 'open';
  }

  @FieldResolver(() => Source, { description: 'What the account pays.' })
  source(@Root() quote: Quote): Source {
    return sourceOf(quote);
  }

  @FieldResolver(() => Money, {
    nullable: true,
    description: 'Of a remittance: what its pay-in must credit, and the most that its payout draws.',
  })
  funding(@Root() { fundingAmount, fundingCurrency }: Quote): Money | null {
    return optionalMoney(fundingAmount, fundingCurrency);
  }

  @FieldResolver(() => Money, { description: 'What arrives.' })
  destination(@Root() quote: Quote): Money {
    return money(quote.destinationAmount, quote.destinationCurrency);
  }
}
