import { Args, ArgsType, Ctx, Resolver } from 'type-graphql';
import type { Beneficiary } from '../../../domain/beneficiary.js';
import { isId } from '../../../domain/id.js';
import { absent } from '../../../usecases/own.js';
import { checkPayee } from '../../../usecases/payee-check.js';
import type { Context } from '../context.js';
import { id } from '../field.js';
import { keyedRequest, KeyedArgs } from './keyed.js';
import { mutation } from './mutation.js';

@ArgsType()
class CheckPayeeArgs extends KeyedArgs {
  @id('The beneficiary.')
  readonly id!: string;
}

@Resolver()
export class BeneficiaryMutations {
  @mutation(
    'beneficiary',
    "Ask the bank whether the name is the account holder's, as POST /v1/beneficiaries/{id}/verification does.",
  )
  async checkPayee(
    @Args(() => CheckPayeeArgs) args: CheckPayeeArgs,
    @Ctx() context: Context,
  ): Promise<Beneficiary> {
    if (!isId('beneficiary', args.id)) return absent('beneficiary', 'id');
    const face = { path: `/v1/beneficiaries/${args.id}/verification`, input: {}, read: () => undefined };
    const { accountId, by, use } = await keyedRequest(context, args, face);
    return (await checkPayee(context.ports, { accountId, id: args.id, by }, use)).resource;
  }
}
