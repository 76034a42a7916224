import { Args, ArgsType, Ctx, Mutation, Resolver } from 'type-graphql';
import type { Suspension } from '../../../domain/account.js';
import type { Product } from '../../../domain/capability.js';
import { resumeCapability, suspendCapability } from '../../../usecases/capability.js';
import { ProductEnum, SuspensionType } from '../capability.js';
import { acting, type Context } from '../context.js';
import { field, id, optional, text } from '../field.js';
import { Reasoned } from './argument.js';

@ArgsType()
class RailArgs extends Reasoned {
  @field(() => ProductEnum, 'The product.')
  readonly product!: Product;

  @text('The method.')
  readonly method!: string;

  @text('The currency.')
  readonly currency!: string;

  @id('For this account alone; for every account unless stated.', optional)
  readonly accountId?: string | null;
}

const railOf = ({ product, method, currency, accountId = null }: RailArgs) => ({
  product,
  method,
  currency,
  accountId,
});

@Resolver()
export class CapabilityMutations {
  @Mutation(() => SuspensionType, {
    description: 'Refuse new use of a capability with operation_suspended until it is resumed.',
  })
  suspendCapability(@Args(() => RailArgs) args: RailArgs, @Ctx() context: Context): Promise<Suspension> {
    return suspendCapability(context.ports, acting(context, args.reason), railOf(args));
  }

  @Mutation(() => SuspensionType, {
    description: 'Lift a suspension of exactly this reach; invalid_request where there is none.',
  })
  resumeCapability(@Args(() => RailArgs) args: RailArgs, @Ctx() context: Context): Promise<Suspension> {
    return resumeCapability(context.ports, acting(context, args.reason), railOf(args));
  }
}
