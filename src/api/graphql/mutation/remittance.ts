import { Args, ArgsType, Ctx, Resolver } from 'type-graphql';
import { anyId, text } from '../../../domain/noun/declare.js';
import { present } from '../../../domain/event.js';
import type { Remittance } from '../../../domain/remittance.js';
import { createRemittance } from '../../../usecases/remittance.js';
import { remittanceAsk, remittanceCreateSchema } from '../../ask/remittance.js';
import { checkBody } from '../../body.js';
import { part, shape, type ShapeOf } from '../../shape.js';
import type { Context } from '../context.js';
import { field } from '../field.js';
import { labels } from '../metadata.js';
import { takes } from '../type.js';
import { keyedRequest, KeyedArgs } from './keyed.js';
import { mutation } from './mutation.js';

const remittanceSourceInput = shape('RemittanceSourceInput', 'Source of the money: one of two fields.', {
  fundingAccountId: anyId('The next deposit into this funding account.', { optional: true }),
  payinId: anyId('This credited pay-in, at once.', { optional: true }),
});

const remittanceInput = shape('RemittanceInput', 'A remittance at the price of a quote, paid by a pay-in.', {
  ...labels,
  quoteId: anyId('Quote that sets the price.'),
  beneficiaryId: anyId('Beneficiary.'),
  source: part(remittanceSourceInput, 'What pays.'),
  description: text('Description.', { optional: true }),
});

@ArgsType()
class RemittanceArgs extends KeyedArgs {
  @field(takes(remittanceInput), 'Remittance to create.')
  readonly input!: ShapeOf<typeof remittanceInput>;
}

@Resolver()
export class RemittanceMutations {
  @mutation('remittance', 'Pay a beneficiary with a pay-in at one price, as POST /v1/remittances does.')
  async createRemittance(
    @Args(() => RemittanceArgs) args: RemittanceArgs,
    @Ctx() context: Context,
  ): Promise<Remittance> {
    const { source, ...input } = args.input;
    const { ask, use, ...who } = await keyedRequest(context, args, {
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
