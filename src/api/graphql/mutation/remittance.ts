import { Args, ArgsType, Ctx, InputType, Mutation, Resolver } from 'type-graphql';
import { present } from '../../../domain/event.js';
import type { Remittance } from '../../../domain/remittance.js';
import { createRemittance } from '../../../usecases/remittance.js';
import { remittanceAsk, remittanceCreateSchema } from '../../ask/remittance.js';
import { checkBody } from '../../body.js';
import type { Context } from '../context.js';
import { field, id, optional, text } from '../field.js';
import { returns } from '../type.js';
import { LabelledInput } from '../metadata.js';
import { askedFor, KeyedArgs } from './keyed.js';

@InputType({ description: 'Source of the money: one of two fields.' })
class RemittanceSourceInput {
  @id('The next deposit into this funding account.', optional)
  readonly fundingAccountId?: string | null;

  @id('This credited pay-in, at once.', optional)
  readonly payinId?: string | null;
}

@InputType({ description: 'A remittance at the price of a quote, paid by a pay-in.' })
class RemittanceInput extends LabelledInput {
  @id('Quote that sets the price.')
  readonly quoteId!: string;

  @id('Beneficiary.')
  readonly beneficiaryId!: string;

  @field(() => RemittanceSourceInput, 'What pays.')
  readonly source!: RemittanceSourceInput;

  @text('Description.', optional)
  readonly description?: string | null;
}

@ArgsType()
class RemittanceArgs extends KeyedArgs {
  @field(() => RemittanceInput, 'Remittance to create.')
  readonly input!: RemittanceInput;
}

@Resolver()
export class RemittanceMutations {
  @Mutation(returns('remittance'), {
    description: 'Pay a beneficiary with a pay-in at one price, as POST /v1/remittances does.',
  })
  async createRemittance(
    @Args(() => RemittanceArgs) args: RemittanceArgs,
    @Ctx() context: Context,
  ): Promise<Remittance> {
    const { source, ...input } = args.input;
    const { ask, use, ...who } = await askedFor(context, args, {
      path: '/v1/remittances',
      input: {
        ...input,
        source: present({ funding_account_id: source.fundingAccountId, payin_id: source.payinId }),
      },
      read: (body) => remittanceAsk(checkBody(remittanceCreateSchema, body)),
    });
    return (
      await createRemittance(context.ports, { ...ask, ...who, requestedBy: who.by.id ?? who.by.name }, use)
    ).resource;
  }
}
