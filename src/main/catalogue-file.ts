import { z } from 'zod';
import { settlingMsMin, statementTimeoutMs } from '../adapters/providers/simulator/schema.js';
import { fieldRules, type FieldRuleName } from '../domain/field-rule.js';
import { wordLanguages } from '../domain/capability.js';
import { isCurrency } from '../domain/currency.js';

/** The shape of the catalogue file; `catalogue-check` checks its parts against each other. */
export type CatalogueFile = z.infer<typeof catalogueFile>;

const currency = z.string().refine(isCurrency, 'is not a known currency');
const country = z.string().regex(/^[A-Z]{2}$/, 'must be an ISO 3166-1 alpha-2 code');
const method = z.string().regex(/^[a-z][a-z0-9_]{0,39}$/, 'must be a lower-case method code');
const amount = z.string().regex(/^[0-9]{1,18}(\.[0-9]+)?$/, 'must be a decimal number in quotes');
const numberRule = z.enum(Object.keys(fieldRules) as FieldRuleName[]);
const bps = z.int().min(0).max(10_000);

const settlingSeconds = z.number().min(settlingMsMin / 1000, {
  error: `must be at least ${settlingMsMin / 1000}: a call to the bank may take ${statementTimeoutMs / 1000} seconds, and a payout that is not found may still be paid until it ends`,
});

const sentence = z.string().min(1).max(200);
const words = z.strictObject({
  label: sentence,
  hint: sentence.exactOptional(),
  error: sentence,
  values: z.record(z.string(), sentence).exactOptional(),
});

const fieldSpec = z.strictObject({
  name: z.string().regex(/^[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)*$/, 'must be lower-case words joined by dots'),
  type: z.enum(['string', 'number', 'iban', 'phone', 'email', 'date', 'enum']),
  required: z.boolean(),
  description: z.string().min(1),
  pattern: z.string().exactOptional(),
  enum: z.array(z.string()).min(1).exactOptional(),
  example: z.string().exactOptional(),
  note: z.string().exactOptional(),
  identity: z.boolean().exactOptional(),
  hint: z.boolean().exactOptional(),
  rule: numberRule.exactOptional(),
  customerType: z.enum(['individual', 'business']).exactOptional(),
  words: z.partialRecord(z.enum(wordLanguages), words).exactOptional(),
});

const payin = z.strictObject({
  method,
  currency,
  country: country.exactOptional(),
  provider: z.string().exactOptional(),
  collection: z.array(z.enum(['account', 'payment'])).min(1),
  settlementCurrencies: z.array(currency).min(1),
  features: z.array(z.enum(['refund', 'partial_refund'])).exactOptional(),
  paymentMethodFields: z.array(fieldSpec).exactOptional(),
});

const payout = z.strictObject({
  method,
  currency,
  country: country.exactOptional(),
  provider: z.string().exactOptional(),
  beneficiaryFields: z.array(fieldSpec).min(1),
  customerFields: z.array(fieldSpec).exactOptional(),
});

const threshold = z.strictObject({ amount, currency });

export const catalogueFile = z.strictObject({
  primaryTreasuryAsset: currency,
  fees: z.strictObject({ platformFeeBps: bps, tenantMarkupBps: bps }),
  risk: z.strictObject({
    reviewAbove: threshold,
    blockAbove: threshold,
    velocity: z.strictObject({ minutes: z.int().positive(), count: z.int().positive() }),
    newDestination: z.strictObject({ hours: z.int().positive(), above: threshold }).exactOptional(),
  }),
  oneTimeAccountMinutes: z.int().positive(),
  settlingSeconds,
  rates: z.array(z.strictObject({ from: currency, to: currency, rate: z.string() })),
  limits: z.array(z.strictObject({ currency, perOperation: amount, daily: amount })),
  payins: z.array(payin),
  payouts: z.array(payout),
  remittances: z.array(z.strictObject({ source: z.strictObject({ method, currency }), method, currency })),
});

const list = <T extends z.ZodType>(item: T) =>
  z
    .array(z.union([item, z.unknown().transform(() => undefined)]))
    .catch([])
    .transform((items) => items.filter((each) => each !== undefined));

const text = z.string();
const thresholdPart = z.object({ currency: text }).optional().catch(undefined);
const looseFields = list(
  z.object({
    name: text,
    required: z.boolean().catch(false),
    type: text.exactOptional(),
    pattern: text.exactOptional(),
    enum: z.array(text).exactOptional(),
    example: text.exactOptional(),
    rule: numberRule.exactOptional(),
    identity: z.boolean().exactOptional(),
    hint: z.boolean().exactOptional(),
    words: z.record(text, z.object({ values: z.record(text, text).exactOptional() })).exactOptional(),
  }),
);

/** The readable parts of a file that has other faults, so that all problems are reported at once. */
export const catalogueParts = z.object({
  primaryTreasuryAsset: text.catch(''),
  risk: z
    .object({
      reviewAbove: thresholdPart,
      blockAbove: thresholdPart,
      newDestination: z.object({ above: thresholdPart }).optional().catch(undefined),
    })
    .catch({ reviewAbove: undefined, blockAbove: undefined, newDestination: undefined }),
  rates: list(z.object({ from: text, to: text, rate: text })),
  limits: list(z.object({ currency: text, perOperation: text, daily: text })),
  payins: list(
    z.object({
      method: text,
      currency: text,
      settlementCurrencies: list(text),
      paymentMethodFields: looseFields,
    }),
  ),
  payouts: list(
    z.object({ method: text, currency: text, beneficiaryFields: looseFields, customerFields: looseFields }),
  ),
  remittances: list(
    z.object({ source: z.object({ method: text, currency: text }), method: text, currency: text }),
  ),
});
export type CatalogueParts = z.infer<typeof catalogueParts>;
