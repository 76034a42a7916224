import { Args, ArgsType, Ctx, InputType, ObjectType, Query, Resolver } from 'type-graphql';
import type { Suspension } from '../../domain/account.js';
import type { Product } from '../../domain/capability.js';
import { absent } from '../../usecases/own.js';
import { offersOf } from '../offer.js';
import { sightOf } from './caller.js';
import { connectionOf, ListArgs, ListFilter, listPage, type Connection } from './connection.js';
import type { Context } from './context.js';
import { enumOf } from './enum.js';
import { amount, field, flag, id, optional, text, time } from './field.js';

export const ProductEnum = enumOf<Product>('Product', 'What money does.', {
  payin: 'Comes in.',
  payout: 'Goes out of a balance.',
  remittance: 'Comes in and goes out in one.',
});

type Reason = 'suspended' | 'not_enabled' | 'no_provider';

const UnavailableReasonEnum = enumOf<Reason>('UnavailableReason', 'Why something cannot be used now.', {
  suspended: 'The platform stopped it for a while.',
  not_enabled: "It is not the account's, or not offered yet.",
  no_provider: 'No provider serves it.',
});

@ObjectType('Capability', { description: 'What an account can do with one product, method and currency.' })
export class CapabilityType {
  @field(() => ProductEnum, 'The product.')
  readonly product!: Product;

  @text('The method.')
  readonly method!: string;

  @text('What the beneficiary receives; of a pay-in, what the payer sends.')
  readonly currency!: string;

  @text('The country, where the method has one.', optional)
  readonly country!: string | null;

  @flag('Whether it can be used now.')
  readonly available!: boolean;

  @field(() => UnavailableReasonEnum, 'Why not.', optional)
  readonly reason!: Reason | null;

  @text('The currency of the limits.')
  readonly limitCurrency!: string;

  @amount('The most that one operation may move.')
  readonly perOperation!: string;

  @amount('The most that the last 24 hours may total.')
  readonly daily!: string;

  @text('The provider that serves it; null for members.', optional)
  readonly provider!: string | null;
}

@ObjectType('Suspension', { description: 'A temporary stop of a capability.' })
export class SuspensionType {
  @id('Its id, sus_….')
  readonly id!: string;

  @id('The account that it stops; null stops everybody.', optional)
  readonly accountId!: string | null;

  @field(() => ProductEnum, 'The product.')
  readonly product!: string;

  @text('The method.')
  readonly method!: string;

  @text('The currency.')
  readonly currency!: string;

  @time('When it began.')
  readonly createdAt!: Date;

  @time('When it was lifted; null while it is in force.', optional)
  readonly liftedAt!: Date | null;
}

const SuspensionConnection = connectionOf('Suspension', () => SuspensionType);

@InputType({ description: 'Which suspensions are wanted: all that match every field given.' })
class SuspensionFilter extends ListFilter {
  @field(() => ProductEnum, 'Of this product.', optional)
  readonly product?: Product | null;

  @text('Of this method.', optional)
  readonly method?: string | null;

  @text('Of this currency.', optional)
  readonly currency?: string | null;
}

@ArgsType()
class SuspensionsArgs extends ListArgs {
  @field(() => SuspensionFilter, 'Which are wanted.', optional)
  readonly filter?: SuspensionFilter | null;
}

@ArgsType()
class CapabilitiesArgs {
  @id('The account.')
  readonly accountId!: string;
}

@Resolver(() => CapabilityType)
export class CapabilityResolver {
  @Query(() => [CapabilityType], { description: 'What an account can do, all of it.' })
  async capabilities(
    @Args(() => CapabilitiesArgs) { accountId }: CapabilitiesArgs,
    @Ctx() { ports, caller, load }: Context,
  ): Promise<CapabilityType[]> {
    sightOf(caller, accountId);
    if ((await load.row('account', accountId)) === null) absent('account', 'accountId');
    const offers = await offersOf(ports, accountId);
    return offers.map(({ capability, standing, limit }) => ({
      product: capability.product,
      method: capability.method,
      currency: capability.currency,
      country: capability.country ?? null,
      available: standing.available,
      reason: standing.available ? null : standing.reason,
      limitCurrency: limit.currency,
      perOperation: limit.perOperation,
      daily: limit.daily,
      provider: caller.kind === 'operator' ? (capability.provider ?? null) : null,
    }));
  }

  @Query(() => SuspensionConnection, { description: 'Suspensions, newest first.' })
  suspensions(
    @Args(() => SuspensionsArgs) args: SuspensionsArgs,
    @Ctx() context: Context,
  ): Promise<Connection<Suspension>> {
    const { product, method, currency } = args.filter ?? {};
    return listPage(context, 'suspension', { args, where: { product, method, currency } });
  }
}
