import { Args, ArgsType, Ctx, InputType, ObjectType, Query, Resolver } from 'type-graphql';
import type { Suspension } from '../../domain/account.js';
import type { Capability, FieldSpec, Product } from '../../domain/capability.js';
import { suspension } from '../../domain/noun/suspension.js';
import { absent } from '../../usecases/own.js';
import { offersOf } from '../offer.js';
import { sightOf } from './caller.js';
import { connectionOf, ListArgs, ListFilter, listPage, type Connection } from './connection.js';
import { idArg } from './argument.js';
import { found, type Context } from './context.js';
import { enumOf } from './enum.js';
import { amount, atMost, field, flag, id, optional, text, texts } from './field.js';
import { answers, typeOf } from './type.js';

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

const CollectionEnum = enumOf<NonNullable<Capability['collection']>[number]>(
  'Collection',
  'How a funding account collects.',
  { account: 'Any deposit.', payment: 'One payment, of the amount stated.' },
);

const FeatureEnum = enumOf<NonNullable<Capability['features']>[number]>(
  'CapabilityFeature',
  'What refunds of its pay-ins may do.',
  { refund: 'The whole of a pay-in.', partial_refund: 'A part of it.' },
);

/** More than any method asks for. */
const fieldsMost = 10;
/** More than the catalogue has. */
const capabilitiesMost = 50;

@ObjectType('FieldSpec', { description: 'One datum that a capability asks for.' })
export class FieldSpecType {
  @text('Its full dotted name.')
  readonly name!: string;

  @text('What it is: string, number, iban, phone, email, date or enum.')
  readonly type!: string;

  @flag('Whether it must be given.')
  readonly required!: boolean;

  @text('What it is, in words.')
  readonly description!: string;

  @text('Regular expression of the whole value.', optional)
  readonly pattern?: string | null;

  @texts('The values that it may have.', optional)
  readonly enum?: readonly string[] | null;

  @text('A value that is taken.', optional)
  readonly example?: string | null;

  @text('What else there is to know.', optional)
  readonly note?: string | null;
}

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

  @field(() => [CollectionEnum], 'Pay-in: how it collects.', optional)
  readonly collection!: Capability['collection'] | null;

  @text('Pay-in and remittance: what the payer pays in.', optional)
  readonly paymentCurrency!: string | null;

  @text('Pay-in and remittance: what is credited unless stated.', optional)
  readonly settlementAsset!: string | null;

  @texts('Pay-in: what it may be credited in.', optional)
  readonly settlementCurrencies!: readonly string[] | null;

  @text('Remittance: where the money comes from.', optional)
  readonly sourceCountry!: string | null;

  @text('Remittance: what is sent.', optional)
  readonly sourceCurrency!: string | null;

  @text('Remittance: the method by which it is sent.', optional)
  readonly sourceMethod!: string | null;

  @field(() => [FeatureEnum], 'Pay-in: what could be sent back.', optional)
  readonly features!: Capability['features'] | null;

  @atMost(fieldsMost)
  @field(() => [FieldSpecType], 'What it asks of a beneficiary.', optional)
  readonly beneficiaryFields!: readonly FieldSpec[] | null;

  @atMost(fieldsMost)
  @field(() => [FieldSpecType], 'What it asks of the customer who sends.', optional)
  readonly customerFields!: readonly FieldSpec[] | null;

  @atMost(fieldsMost)
  @field(() => [FieldSpecType], 'What it asks of the payer.', optional)
  readonly paymentMethodFields!: readonly FieldSpec[] | null;
}

const SuspensionType = typeOf('suspension');

answers('suspension', {
  name: 'product',
  type: () => ProductEnum,
  says: suspension.fields.product.says,
  answer: ({ product }) => product,
});

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
  @atMost(capabilitiesMost)
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
      collection: capability.collection ?? null,
      paymentCurrency: capability.paymentCurrency ?? null,
      settlementAsset: capability.settlementAsset ?? null,
      settlementCurrencies: capability.settlementCurrencies ?? null,
      sourceCountry: capability.sourceCountry ?? null,
      sourceCurrency: capability.sourceCurrency ?? null,
      sourceMethod: capability.sourceMethod ?? null,
      features: capability.features ?? null,
      beneficiaryFields: capability.beneficiaryFields ?? null,
      customerFields: capability.customerFields ?? null,
      paymentMethodFields: capability.paymentMethodFields ?? null,
    }));
  }

  @Query(() => SuspensionType, { nullable: true, description: 'One suspension.' })
  suspension(@idArg() suspensionId: string, @Ctx() context: Context): Promise<Suspension> {
    return found(context, 'suspension', suspensionId);
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
