import type { FieldRuleName } from './field-rule.js';
import { exact, showDown } from './money.js';
import { crossRate, type Fees } from './price.js';
import { refuse } from './refusal.js';

export const products = ['payin', 'payout', 'remittance'] as const;
export type Product = (typeof products)[number];

/** The languages of the hosted page's questions. */
export const wordLanguages = ['en', 'es', 'pt'] as const;

/** How the hosted page asks for a field, in one language. */
export interface FieldWords {
  label: string;
  hint?: string;
  /** Shown if the value is invalid. */
  error: string;
  /** Names of the enumeration's values. */
  values?: Readonly<Record<string, string>>;
}

/** A field that a capability requires (contract §2.6). The second group is internal and never shown. */
export interface FieldSpec {
  name: string;
  type: 'string' | 'number' | 'iban' | 'phone' | 'email' | 'date' | 'enum';
  required: boolean;
  description: string;
  pattern?: string;
  enum?: readonly string[];
  example?: string;
  note?: string;

  /** Part of the account's identity: two accounts with equal identity fields are the same account. */
  identity?: boolean;
  /** The field whose last characters are shown as account_hint. */
  hint?: boolean;
  /** A published rule beyond the pattern, such as a check digit. */
  rule?: FieldRuleName;
  /** Only required of senders of this type; by default of all. */
  customerType?: 'individual' | 'business';
  /** Questions of the hosted page. */
  words?: Partial<Record<(typeof wordLanguages)[number], FieldWords>>;
}

/** Limits in the capability's currency, as decimal text in its precision (contract §2.6). */
export interface CapabilityLimit {
  currency: string;
  perOperation: string;
  daily: string;
}

/** Identifies a capability. */
export interface CapabilityKey {
  readonly product: string;
  readonly method: string;
  readonly currency: string;
}

export function isSameCapability(a: CapabilityKey, b: CapabilityKey): boolean {
  return a.product === b.product && a.method === b.method && a.currency === b.currency;
}

/** The most that a provider accepts per operation, and per account within 24 hours, as decimal text. */
export interface ProviderLimits {
  readonly perOperation?: string | undefined;
  readonly daily?: string | undefined;
}

/** A product, method and currency that accounts can use (contract §2.6). */
export interface Capability extends CapabilityKey {
  readonly product: Product;
  country?: string;
  collection?: readonly ('account' | 'payment')[];
  paymentCurrency?: string;
  settlementAsset?: string;
  settlementCurrencies?: readonly string[];
  sourceMethod?: string;
  sourceCurrency?: string;
  sourceCountry?: string;
  features?: readonly ('refund' | 'partial_refund')[];
  limits: readonly CapabilityLimit[];
  /** Limits of the provider, if it states any. The terms of an account cannot exceed them. */
  providerLimits?: ProviderLimits;
  beneficiaryFields?: readonly FieldSpec[];
  customerFields?: readonly FieldSpec[];
  paymentMethodFields?: readonly FieldSpec[];
  /** The provider that executes it; absent if there is none. */
  provider?: string;
}

/** The amount (decimal text) that a risk rule compares with, and its currency. */
export interface Threshold {
  amount: string;
  currency: string;
}

/** What the deployment offers, and its prices. Configuration, not code (supplement §3.10). */
export interface Catalogue {
  primaryTreasuryAsset: string;
  capabilities: readonly Capability[];
  rates: readonly { from: string; to: string; rate: string }[];
  fees: Fees;
  risk: {
    reviewAbove: Threshold;
    blockAbove: Threshold;
    velocity: { minutes: number; count: number };
    /** Withdrawals above this amount to a destination younger than this are held. Absent: none is held for that. */
    newDestination?: { hours: number; above: Threshold };
  };
  /** Business time after which an unpaid one-payment account expires. */
  oneTimeAccountMinutes: number;
  /** Machine time after send_by from which a provider's "not found" proves "not executed" (supplement §7). */
  settlingSeconds: number;
}

/** An account's own terms for one capability; absent fields use the catalogue. */
export interface Override extends CapabilityKey {
  enabled?: boolean;
  perOperation?: string;
  daily?: string;
}

export type Availability =
  { available: true } | { available: false; reason: 'suspended' | 'not_enabled' | 'no_provider' };

/**
 * The payout capability of a method and currency. A given country must be the country of the method, if it has one
 * (contract §2.8).
 */
export function findPayout(
  catalogue: Catalogue,
  rail: { method: string; currency: string; country?: string | null },
): Capability | undefined {
  const { method, currency, country } = rail;
  const found = catalogue.capabilities.find((each) =>
    isSameCapability(each, { product: 'payout', method, currency }),
  );
  const own = found?.country;
  return own === undefined || (country ?? own) === own ? found : undefined;
}

/** The remittance capability for a quote: the first one the payer can use, unless the source method is given. */
export function findRemittance(
  { capabilities }: Catalogue,
  ask: {
    method: string;
    currency: string;
    country: string | null;
    sourceCurrency: string;
    sourceMethod?: string | undefined;
    sourceCountry?: string | undefined;
  },
): Capability | undefined {
  const { method, currency, country, sourceCurrency } = ask;
  return capabilities.find(
    (each) =>
      isSameCapability(each, { product: 'remittance', method, currency }) &&
      each.sourceCurrency === sourceCurrency &&
      (country ?? each.country) === each.country &&
      (ask.sourceMethod ?? each.sourceMethod) === each.sourceMethod &&
      (ask.sourceCountry ?? each.sourceCountry) === each.sourceCountry,
  );
}

export function findPayin(catalogue: Catalogue, method: string, currency: string): Capability | undefined {
  return catalogue.capabilities.find((each) =>
    isSameCapability(each, { product: 'payin', method, currency }),
  );
}

/** Refuses a filter by a method that no capability has (supplement §9). Without a method, any matches. */
export function checkMethodFilter({ capabilities }: Catalogue, method: string | undefined): void {
  if (method === undefined || capabilities.some((each) => each.method === method)) return;
  refuse('invalid_parameter', 'method: is not offered; GET /v1/capabilities lists the methods.', {
    param: 'method',
    see: 'capabilities',
  });
}

/** The products that must be available for a product: a remittance includes a payout. */
export const productsOf = ({ product }: Pick<CapabilityKey, 'product'>): readonly string[] =>
  product === 'remittance' ? ['remittance', 'payout'] : [product];

/** Whether the account can use it now. Suspensions apply to the account or to all accounts. */
export function availability(
  capability: Capability,
  overrides: readonly Override[],
  suspended: readonly CapabilityKey[],
): Availability {
  const { method, currency } = capability;
  const isNeeded = (key: CapabilityKey): boolean =>
    productsOf(capability).some((product) => isSameCapability(key, { product, method, currency }));
  const disabled = overrides.some((override) => override.enabled === false && isNeeded(override));
  if (disabled) return { available: false, reason: 'not_enabled' };
  if (suspended.some(isNeeded)) {
    return { available: false, reason: 'suspended' };
  }
  return capability.provider === undefined
    ? { available: false, reason: 'no_provider' }
    : { available: true };
}

/**
 * The limit for an account in the capability's currency: its own terms, else the catalogue, never above the
 * provider's.
 */
export function limitOf(capability: Capability, overrides: readonly Override[]): CapabilityLimit {
  const limit = capability.limits.find(({ currency }) => currency === capability.currency);
  if (limit === undefined)
    throw new Error(`${capability.product} ${capability.method} has no limit of its own`);
  const own = overrides.find((override) => isSameCapability(override, capability));
  const { currency } = limit;
  const { perOperation, daily } = capability.providerLimits ?? {};
  return {
    currency,
    perOperation: least(own?.perOperation ?? limit.perOperation, perOperation, currency),
    daily: least(own?.daily ?? limit.daily, daily, currency),
  };
}

const least = (ours: string, theirs: string | undefined, currency: string): string =>
  theirs !== undefined && exact(theirs).isLessThan(exact(ours)) ? showDown(exact(theirs), currency) : ours;

type Priced = Pick<Catalogue, 'rates' | 'primaryTreasuryAsset'>;

/**
 * Units of `to` per unit of `from`: "1" for equal currencies, the pair's own rate, or the rate through the primary
 * treasury asset. Undefined if the catalogue has no price.
 */
export function rateOf(catalogue: Priced, from: string, to: string): string | undefined {
  if (from === to) return '1';
  const known = rates.get(catalogue) ?? new Map<string, string | undefined>();
  rates.set(catalogue, known);
  const pair = `${from} ${to}`;
  if (!known.has(pair)) known.set(pair, findRate(catalogue, from, to));
  return known.get(pair);
}

/** Computed rates per catalogue; catalogues never change. */
const rates = new WeakMap<Priced, Map<string, string | undefined>>();

function findRate(catalogue: Priced, from: string, to: string): string | undefined {
  const direct = (a: string, b: string): string | undefined =>
    catalogue.rates.find((rate) => rate.from === a && rate.to === b)?.rate;
  const own = direct(from, to);
  if (own !== undefined) return own;
  const first = direct(from, catalogue.primaryTreasuryAsset);
  const second = direct(catalogue.primaryTreasuryAsset, to);
  return first !== undefined && second !== undefined ? crossRate(first, second) : undefined;
}
