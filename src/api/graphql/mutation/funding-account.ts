import { Args, ArgsType, Ctx, Resolver } from 'type-graphql';
import { text } from '../../../domain/noun/declare.js';
import type { FundingAccount } from '../../../domain/funding-account.js';
import { refuse } from '../../../domain/refusal.js';
import { createFundingAccount } from '../../../usecases/funding-account.js';
import {
  fundingAccountAsk,
  fundingAccountCreateSchema,
  fundingAccountFault,
} from '../../ask/funding-account.js';
import { checkBody } from '../../body.js';
import { amount, parts, shape, type ShapeOf } from '../../shape.js';
import type { Context } from '../context.js';
import { field } from '../field.js';
import { labels } from '../metadata.js';
import { takes } from '../type.js';
import { keyedRequest, KeyedArgs } from './keyed.js';
import { mutation } from './mutation.js';

const payerDatum = shape('PayerDatum', 'A field that a method requires of a payer.', {
  name: text('Full dotted name, as in the capability.'),
  value: text("The payer's value."),
});

const fundingAccountInput = shape('FundingAccountInput', 'Funding account to open.', {
  ...labels,
  method: text('The method.'),
  currency: text('Currency that payers send.'),
  amount: amount('For one payment of exactly this amount. Default: any deposit.', { optional: true }),
  payer: parts(payerDatum, "Only with an amount: the payer's data.", { optional: true }),
  settlementCurrency: text("Currency credited. Default: the method's first.", { optional: true }),
});

@ArgsType()
class FundingAccountArgs extends KeyedArgs {
  @field(takes(fundingAccountInput), 'Funding account to open.')
  readonly input!: ShapeOf<typeof fundingAccountInput>;
}

function payerOf(data: readonly ShapeOf<typeof payerDatum>[]): Record<string, string> {
  const payer = Object.fromEntries(data.map(({ name, value }) => [name, value]));
  if (Object.keys(payer).length === data.length) return payer;
  return refuse('invalid_parameter', 'payer: has a field twice; send each once.', {
    param: 'payer',
  });
}

@Resolver()
export class FundingAccountMutations {
  @mutation('fundingAccount', 'Open a funding account, as POST /v1/funding-accounts does.')
  async createFundingAccount(
    @Args(() => FundingAccountArgs) args: FundingAccountArgs,
    @Ctx() context: Context,
  ): Promise<FundingAccount> {
    const { payer: data, ...input } = args.input;
    const payer = data && payerOf(data);
    const { ask, use, ...who } = await keyedRequest(context, args, {
      path: '/v1/funding-accounts',
      input: { ...input, payer },
      read: (body) => fundingAccountAsk(checkBody(fundingAccountCreateSchema, body, fundingAccountFault)),
    });
    return (await createFundingAccount(context.ports, { ...ask, ...who }, use)).resource;
  }
}
