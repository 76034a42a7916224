import { Args, Ctx, Mutation, Resolver } from 'type-graphql';
import type { Beneficiary } from '../../../domain/beneficiary.js';
import { judgeBeneficiary } from '../../../usecases/beneficiary.js';
import { BeneficiaryType } from '../beneficiary.js';
import { acting, type Context } from '../context.js';
import { Named } from './argument.js';

const judge = (context: Context, { id, reason }: Named, action: 'verify' | 'fail' | 'archive') =>
  judgeBeneficiary(context.ports, acting(context, reason), { id, action });

@Resolver()
export class BeneficiaryMutations {
  @Mutation(() => BeneficiaryType, { description: 'Mark a beneficiary as verified, which is final.' })
  verifyBeneficiary(@Args(() => Named) args: Named, @Ctx() context: Context): Promise<Beneficiary> {
    return judge(context, args, 'verify');
  }

  @Mutation(() => BeneficiaryType, { description: 'Mark a beneficiary as one that could not be verified.' })
  failBeneficiaryVerification(@Args(() => Named) args: Named, @Ctx() context: Context): Promise<Beneficiary> {
    return judge(context, args, 'fail');
  }

  @Mutation(() => BeneficiaryType, { description: 'Take a beneficiary out of use.' })
  archiveBeneficiary(@Args(() => Named) args: Named, @Ctx() context: Context): Promise<Beneficiary> {
    return judge(context, args, 'archive');
  }
}
