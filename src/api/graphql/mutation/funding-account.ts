import { Args, ArgsType, Ctx, InputType, Mutation, Resolver } from 'type-graphql';
import type { FundingAccount } from '../../../domain/funding-account.js';
import { refuse } from '../../../domain/refusal.js';
import { createFundingAccount } from '../../../usecases/funding-account.js';
import {
  fundingAccountAsk,
  fundingAccountCreateSchema,
  fundingAccountFault,
} from '../../ask/funding-account.js';
import { checkBody } from '../../body.js';
import type { Context } from '../context.js';
import { amount, field, optional, text } from '../field.js';
import { returns } from '../type.js';
import { LabelledInput } from '../metadata.js';
import { askedFor, KeyedArgs } from './keyed.js';

@InputType({ description: 'A field that a method requires of a payer.' })
class PayerDatum {
  @text('Full dotted name, as in the capability.')
  readonly name!: string;

  @text("The payer's value.")
  readonly value!: string;
}

@InputType({ description: 'Funding account to open.' })
class FundingAccountInput extends LabelledInput {
  @text('The method.')
  readonly method!: string;

  @text('Currency that payers send.')
  readonly currency!: string;

  @amount('For one payment of exactly this amount. Default: any deposit.', optional)
  readonly amount?: string | null;

  @field(() => [PayerDatum], "Only with an amount: the payer's data.", optional)
  readonly payer?: PayerDatum[] | null;

  @text("Currency credited. Default: the method's first.", optional)
  readonly settlementCurrency?: string | null;
}

@ArgsType()
class FundingAccountArgs extends KeyedArgs {
  @field(() => FundingAccountInput, 'Funding account to open.')
  readonly input!: FundingAccountInput;
}

function payerOf(data: readonly PayerDatum[]): Record<string, string> {
  const payer = Object.fromEntries(data.map(({ name, value }) => [name, value]));
  if (Object.keys(payer).length === data.length) return payer;
  return refuse('invalid_parameter', 'payer: has a field twice; send each once.', {
    param: 'payer',
  });
}

@Resolver()
export class FundingAccountMutations {
  @Mutation(returns('fundingAccount'), {
    description: 'Open a funding account, as POST /v1/funding-accounts does.',
  })
  async createFundingAccount(
    @Args(() => FundingAccountArgs) args: FundingAccountArgs,
    @Ctx() context: Context,
  ): Promise<FundingAccount> {
    const { payer: data, ...input } = args.input;
    const payer = data && payerOf(data);
    const { ask, use, ...who } = await askedFor(context, args, {
      path: '/v1/funding-accounts',
      input: { ...input, payer },
      read: (body) => fundingAccountAsk(checkBody(fundingAccountCreateSchema, body, fundingAccountFault)),
    });
    return (await createFundingAccount(context.ports, { ...ask, ...who }, use)).resource;
  }
}
