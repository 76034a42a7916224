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
import { amount, atMost, field, flag, id, optional, text, texts, whole } from './field.js';
import { answers, typeOf } from './type.js';

export const ProductEnum = enumOf<Product>('Product', 'Product of a capability.', {
  payin: 'Comes in.',
  payout: 'Pays out of a balance.',
  remittance: 'Collects and pays out in one.',
});

type Reason = 'suspended' | 'not_enabled' | 'no_provider';

const UnavailableReasonEnum = enumOf<Reason>('UnavailableReason', 'Why a capability is unavailable.', {
  suspended: 'The platform suspended it.',
  not_enabled: 'Not enabled for the account, or not offered yet.',
  no_provider: 'No provider serves it.',
});

const CollectionEnum = enumOf<NonNullable<Capability['collection']>[number]>(
  'Collection',
  'How a funding account collects.',
  { account: 'Any deposit.', payment: 'One payment of the stated amount.' },
);

const FeatureEnum = enumOf<NonNullable<Capability['features']>[number]>(
  'CapabilityFeature',
  'Refunds that its pay-ins support.',
  { refund: 'The whole pay-in.', partial_refund: 'A part of the pay-in.' },
);

/** More than any method asks for. */
const fieldsMost = 10;
/** More than the catalogue has. */
const capabilitiesMost = 50;

@ObjectType('FieldSpec', { description: 'A field that a capability requires.' })
export class FieldSpecType {
  @text('Full dotted name.')
  readonly name!: string;

  @text('Type: string, number, iban, phone, email, date or enum.')
  readonly type!: string;

  @flag('Whether it is required.')
  readonly required!: boolean;

  @text('Meaning of the field.')
  readonly description!: string;

  @text('Regular expression for the whole value.', optional)
  readonly pattern?: string | null;

  @texts('Allowed values.', optional)
  readonly enum?: readonly string[] | null;

  @text('Example of a valid value.', optional)
  readonly example?: string | null;

  @text('Additional advice.', optional)
  readonly note?: string | null;
}

@ObjectType('Capability', { description: 'What an account can do with one product, method and currency.' })
export class CapabilityType {
  @field(() => ProductEnum, 'The product.')
  readonly product!: Product;

  @text('The method.')
  readonly method!: string;

  @text('Currency that the beneficiary receives; for a pay-in, what the payer sends.')
  readonly currency!: string;

  @text('Country of the method, if it has one.', optional)
  readonly country!: string | null;

  @flag('Whether it can be used now.')
  readonly available!: boolean;

  @field(() => UnavailableReasonEnum, 'Why not.', optional)
  readonly reason!: Reason | null;

  @text('Currency of the limits.')
  readonly limitCurrency!: string;

  @amount('Most that one operation may move.')
  readonly perOperation!: string;

  @amount('Most that all operations of 24 hours may move.')
  readonly daily!: string;

  @text('Provider that serves it; null for members.', optional)
  readonly provider!: string | null;

  @field(() => [CollectionEnum], 'Pay-in: how it collects.', optional)
  readonly collection!: Capability['collection'] | null;

  @text('Pay-in and remittance: currency that the payer pays.', optional)
  readonly paymentCurrency!: string | null;

  @text('Pay-in and remittance: currency credited by default.', optional)
  readonly settlementAsset!: string | null;

  @texts('Pay-in: currencies in which it can be credited.', optional)
  readonly settlementCurrencies!: readonly string[] | null;

  @text('Remittance: country of the payer.', optional)
  readonly sourceCountry!: string | null;

  @text('Remittance: currency that the payer sends.', optional)
  readonly sourceCurrency!: string | null;

  @text('Remittance: method of the payer.', optional)
  readonly sourceMethod!: string | null;

  @field(() => [FeatureEnum], 'Pay-in: refunds that are supported.', optional)
  readonly features!: Capability['features'] | null;

  @whole(
    'Payout and remittance: usual longest time in seconds until the beneficiary has the money, once it is sent.',
    optional,
  )
  readonly arrivesWithinSeconds!: number | null;

  @atMost(fieldsMost)
  @field(() => [FieldSpecType], 'Fields required of a beneficiary.', optional)
  readonly beneficiaryFields!: readonly FieldSpec[] | null;

  @atMost(fieldsMost)
  @field(() => [FieldSpecType], 'Fields required of the sending customer.', optional)
  readonly customerFields!: readonly FieldSpec[] | null;

  @atMost(fieldsMost)
  @field(() => [FieldSpecType], 'Fields required of the payer.', optional)
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

@InputType({ description: 'Suspensions that match every given field.' })
class SuspensionFilter extends ListFilter {
  @field(() => ProductEnum, 'Only of this product.', optional)
  readonly product?: Product | null;

  @text('Only of this method.', optional)
  readonly method?: string | null;

  @text('Only of this currency.', optional)
  readonly currency?: string | null;
}

@ArgsType()
class SuspensionsArgs extends ListArgs {
  @field(() => SuspensionFilter, 'Filter.', optional)
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
  @Query(() => [CapabilityType], { description: 'Everything an account can do.' })
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
      arrivesWithinSeconds: capability.arrivesWithinSeconds ?? null,
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
