import { Args, ArgsType, Ctx, InputType, Query, Resolver } from 'type-graphql';
import type { Suspension } from '../../domain/account.js';
import type { Product } from '../../domain/capability.js';
import { flag, oneOf, text, texts, whole, words } from '../../domain/noun/declare.js';
import { suspension } from '../../domain/noun/suspension.js';
import { absent } from '../../usecases/own.js';
import { offersOf } from '../offer.js';
import { amount, parts, shape, type ShapeOf } from '../shape.js';
import { sightOf } from './caller.js';
import { connectionOf, ListArgs, ListFilter, listPage, type Connection } from './connection.js';
import { idArg } from './argument.js';
import { rowOf, type Context } from './context.js';
import { enumOfWords } from './enum.js';
import * as argument from './field.js';
import { atMost, optional } from './field.js';
import { answering, returns, returnsList } from './type.js';

const productWords = words(
  {
    payin: 'Comes in.',
    payout: 'Pays out of a balance.',
    remittance: 'Collects and pays out in one.',
  },
  { name: 'Product', says: 'Product of a capability.' },
);

const reasonWords = words(
  {
    suspended: 'The platform suspended it.',
    not_enabled: 'Not enabled for the account, or not offered yet.',
    no_provider: 'No provider serves it.',
  },
  { name: 'UnavailableReason', says: 'Why a capability is unavailable.' },
);

const collectionWords = words(
  { account: 'Any deposit.', payment: 'One payment of the stated amount.' },
  { name: 'Collection', says: 'How a funding account collects.' },
);

const featureWords = words(
  { refund: 'The whole pay-in.', partial_refund: 'A part of the pay-in.' },
  { name: 'CapabilityFeature', says: 'Refunds that its pay-ins support.' },
);

/** More fields than any method has. */
const fieldsMost = 10;
/** More capabilities than the catalogue has. */
const capabilitiesMost = 50;

const fieldSpec = shape('FieldSpec', 'A field that a capability requires.', {
  name: text('Full dotted name.'),
  type: text('Type: string, number, iban, phone, email, date or enum.'),
  required: flag('Whether it is required.'),
  description: text('Meaning of the field.'),
  pattern: text('Regular expression for the whole value.', { optional: true }),
  enum: texts('Allowed values.', { optional: true }),
  example: text('Example of a valid value.', { optional: true }),
  note: text('Additional advice.', { optional: true }),
});

const specs = { optional: true, most: fieldsMost } as const;

const capabilityShape = shape('Capability', 'What an account can do with one product, method and currency.', {
  product: oneOf(productWords, { says: 'The product.' }),
  method: text('The method.'),
  currency: text('Currency that the beneficiary receives; for a pay-in, what the payer sends.'),
  country: text('Country of the method, if it has one.', { optional: true }),
  available: flag('Whether it can be used now.'),
  reason: oneOf(reasonWords, { says: 'Why not.', optional: true }),
  limitCurrency: text('Currency of the limits.'),
  perOperation: amount('Most that one operation may move.'),
  daily: amount('Most that all operations of 24 hours may move.'),
  provider: text('Provider that serves it; null for members.', { optional: true }),
  collection: texts('Pay-in: how it collects.', { of: collectionWords, optional: true }),
  paymentCurrency: text('Pay-in and remittance: currency that the payer pays.', { optional: true }),
  settlementAsset: text('Pay-in and remittance: currency credited by default.', { optional: true }),
  settlementCurrencies: texts('Pay-in: currencies in which it can be credited.', { optional: true }),
  sourceCountry: text('Remittance: country of the payer.', { optional: true }),
  sourceCurrency: text('Remittance: currency that the payer sends.', { optional: true }),
  sourceMethod: text('Remittance: method of the payer.', { optional: true }),
  features: texts('Pay-in: refunds that are supported.', { of: featureWords, optional: true }),
  arrivesWithinSeconds: whole(
    'Payout and remittance: usual longest time in seconds until the beneficiary has the money, once it is sent.',
    { optional: true },
  ),
  beneficiaryFields: parts(fieldSpec, 'Fields required of a beneficiary.', specs),
  customerFields: parts(fieldSpec, 'Fields required of the sending customer.', specs),
  paymentMethodFields: parts(fieldSpec, 'Fields required of the payer.', specs),
});

const product = oneOf(productWords, { says: suspension.fields.product.says });

export const suspensionAnswers = answering('suspension', {
  product: { is: product, answer: (row) => row.product },
});

const SuspensionConnection = connectionOf('Suspension', 'suspension');

@InputType({ description: 'Suspensions that match every given field.' })
class SuspensionFilter extends ListFilter {
  @argument.field(() => enumOfWords(productWords), 'Only of this product.', optional)
  readonly product?: Product | null;

  @argument.text('Only of this method.', optional)
  readonly method?: string | null;

  @argument.text('Only of this currency.', optional)
  readonly currency?: string | null;
}

@ArgsType()
class SuspensionsArgs extends ListArgs {
  @argument.field(() => SuspensionFilter, 'Filter.', optional)
  readonly filter?: SuspensionFilter | null;
}

@ArgsType()
class CapabilitiesArgs {
  @argument.id('The account.')
  readonly accountId!: string;
}

@Resolver()
export class CapabilityResolver {
  @atMost(capabilitiesMost)
  @Query(returnsList(capabilityShape), { description: 'Everything an account can do.' })
  async capabilities(
    @Args(() => CapabilitiesArgs) { accountId }: CapabilitiesArgs,
    @Ctx() { ports, caller, load }: Context,
  ): Promise<ShapeOf<typeof capabilityShape>[]> {
    sightOf(caller, accountId);
    if ((await load.row('account', accountId)) === null) absent('account', 'accountId');
    const offers = await offersOf(ports, accountId);
    return offers.map(({ capability, standing, limit }) => ({
      ...capability,
      available: standing.available,
      reason: standing.available ? null : standing.reason,
      limitCurrency: limit.currency,
      perOperation: limit.perOperation,
      daily: limit.daily,
      provider: caller.kind === 'operator' ? (capability.provider ?? null) : null,
    }));
  }

  @Query(returns('suspension'), { nullable: true, description: 'One suspension.' })
  suspension(@idArg() suspensionId: string, @Ctx() context: Context): Promise<Suspension> {
    return rowOf(context, 'suspension', suspensionId);
  }

  @Query(returns(SuspensionConnection), { description: 'Suspensions, newest first.' })
  suspensions(
    @Args(() => SuspensionsArgs) args: SuspensionsArgs,
    @Ctx() context: Context,
  ): Promise<Connection<Suspension>> {
    const { product, method, currency } = args.filter ?? {};
    return listPage(context, 'suspension', { args, where: { product, method, currency } });
  }
}
