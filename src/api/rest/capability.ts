import { z } from 'zod';
import { checkMethodFilter, products, type FieldSpec } from '../../domain/capability.js';
import { present } from '../../domain/event.js';
import { offersOf, type Offer } from '../offer.js';
import { amount, named } from '../field.js';
import { listOf } from './page.js';
import { countryParameter, currencyParameter, oneOf, textParameter } from './query.js';
import { ok, route } from './route.js';

const fieldSpec = named(
  'FieldSpec',
  z.object({
    name: z.string().describe('Nested fields are written with a dot.'),
    type: z.enum(['string', 'number', 'iban', 'phone', 'email', 'date', 'enum']),
    required: z.boolean(),
    description: z.string(),
    pattern: z.string().exactOptional().describe('Regular expression for the whole value.'),
    enum: z.array(z.string()).exactOptional(),
    example: z.string().exactOptional(),
    note: z.string().exactOptional(),
  }),
  {
    name: 'pix_key',
    type: 'string',
    required: true,
    description: 'CPF, CNPJ, phone, e-mail or random key',
    example: '52998224725',
  },
);
const fields = z.array(fieldSpec).exactOptional();
const word = z.string().exactOptional();

const capabilitySchema = named(
  'Capability',
  z.object({
    product: z.enum(products),
    operation: z.enum(['payout', 'payin']).exactOptional().describe('Absent for a remittance.'),
    method: z.string().describe("Payment method code, such as pix; for a remittance, the payout's."),
    currency: z
      .string()
      .describe('Currency that the beneficiary receives; for a pay-in, what the payer sends.'),
    country: word.describe('If the method has one; for a remittance, the destination country.'),
    available: z.boolean().describe('false: it cannot be used now; see reason.'),
    reason: z
      .enum(['suspended', 'not_enabled', 'no_provider'])
      .exactOptional()
      .describe(
        'Why it is unavailable. Using it gives: suspended 503 operation_suspended, not_enabled 422 unsupported_method, no_provider a failed operation.',
      ),
    collection: z
      .array(z.enum(['account', 'payment']))
      .exactOptional()
      .describe('account: any deposit, created without amount. payment: one payment of the stated amount.'),
    payment_currency: word.describe('Pay-in and remittance: currency that the payer pays.'),
    settlement_asset: word.describe('Pay-in and remittance: currency credited by default.'),
    settlement_currencies: z
      .array(z.string())
      .exactOptional()
      .describe('Currencies in which a pay-in can be credited.'),
    source_country: word.describe('Remittance only.'),
    source_currency: word.describe('Remittance only.'),
    source_method: word.describe('Remittance only.'),
    features: z
      .array(z.enum(['refund', 'partial_refund']))
      .exactOptional()
      .describe('Whether its pay-ins can be refunded, and in part.'),
    limits: z.array(
      z.object({
        currency: z.string(),
        per_operation: amount.describe('Most that one operation may move.'),
        daily: amount.describe('Most that all operations of 24 hours may move.'),
      }),
    ),
    arrives_within_seconds: z
      .int()
      .exactOptional()
      .describe(
        'Payout and remittance: usual longest time until the beneficiary has the money, once it is sent. It is not a promise.',
      ),
    beneficiary_fields: fields,
    customer_fields: fields,
    payment_method_fields: fields,
  }),
  {
    product: 'payin',
    operation: 'payin',
    method: 'ach',
    currency: 'USD',
    country: 'US',
    available: true,
    collection: ['account'],
    payment_currency: 'USD',
    settlement_asset: 'USDT',
    settlement_currencies: ['USDT', 'USD'],
    features: ['refund'],
    limits: [{ currency: 'USD', per_operation: '1000000.00', daily: '20000000.00' }],
  },
);

/** Contract §4.4. */
export const capabilityRoutes = [
  route({
    method: 'GET',
    path: '/v1/capabilities',
    operationId: 'listCapabilities',
    tag: 'Capabilities',
    summary: 'List capabilities',
    description: 'The list is complete: has_more is always false.',
    scope: 'read',
    idempotency: 'none',
    query: {
      product: oneOf(products, 'The product.'),
      country: countryParameter,
      currency: currencyParameter,
      method: textParameter(64, 'A method from capabilities.'),
    },
    answers: { 200: listOf(capabilitySchema) },
    errors: [],
    handle: async ({ ports }, { caller, query }) => {
      checkMethodFilter(ports.catalogue, query.method);
      const offers = await offersOf(ports, caller.account.id);
      const wanted = Object.entries(query);
      const data = offers
        .filter(({ capability }) => wanted.every(([name, value]) => Reflect.get(capability, name) === value))
        .map(showOffer);
      return ok({ data, has_more: false });
    },
  }),
];

function showOffer({ capability, standing, limit }: Offer) {
  return present({
    product: capability.product,
    operation: capability.product === 'remittance' ? null : capability.product,
    method: capability.method,
    currency: capability.currency,
    country: capability.country,
    ...standing,
    collection: capability.collection,
    payment_currency: capability.paymentCurrency,
    settlement_asset: capability.settlementAsset,
    settlement_currencies: capability.settlementCurrencies,
    source_country: capability.sourceCountry,
    source_currency: capability.sourceCurrency,
    source_method: capability.sourceMethod,
    features: capability.features,
    limits: [{ currency: limit.currency, per_operation: limit.perOperation, daily: limit.daily }],
    arrives_within_seconds: capability.arrivesWithinSeconds,
    beneficiary_fields: capability.beneficiaryFields?.map(showField),
    customer_fields: capability.customerFields?.map(showField),
    payment_method_fields: capability.paymentMethodFields?.map(showField),
  });
}

/** Leaves out validation rules that only the platform needs. */
function showField(field: FieldSpec) {
  const { name, type, required, description, pattern, example, note } = field;
  return present({ name, type, required, description, pattern, enum: field.enum, example, note });
}
