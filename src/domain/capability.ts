import type { FieldRuleName } from './field-rule.js';
import { exact, showDown } from './money.js';
import { crossRate, type Fees } from './price.js';
import { refuse } from './refusal.js';

export const products = ['payin', 'payout', 'remittance'] as const;
export type Product = (typeof products)[number];

/** The languages in which people are asked for data. */
export const wordLanguages = ['en', 'es', 'pt'] as const;

/** How a person is asked for a datum, in one language. */
export interface FieldWords {
  label: string;
  hint?: string;
  /** Said where the value cannot be taken. */
  error: string;
  /** The names of an enumeration's values. */
  values?: Readonly<Record<string, string>>;
}

/** One datum that a capability asks for (contract §2.6). The second group is ours alone and never shown. */
export interface FieldSpec {
  name: string;
  type: 'string' | 'number' | 'iban' | 'phone' | 'email' | 'date' | 'enum';
  required: boolean;
  description: string;
  pattern?: string;
  enum?: readonly string[];
  example?: string;
  note?: string;

  /** Part of what makes two accounts the same account. */
  identity?: boolean;
  /** The field whose end is shown as account_hint. */
  hint?: boolean;
  /** The published rule that its numbers keep beyond the pattern. */
  rule?: FieldRuleName;
  /** Asked of senders of this type only; absent asks everyone. */
  customerType?: 'individual' | 'business';
  /** For the hosted page. */
  words?: Partial<Record<(typeof wordLanguages)[number], FieldWords>>;
}

/** Bounds in the capability's currency, as decimal text in its exact precision (contract §2.6). */
export interface CapabilityLimit {
  currency: string;
  perOperation: string;
  daily: string;
}

/** The key of which there is one capability. */
export interface CapabilityKey {
  readonly product: string;
  readonly method: string;
  readonly currency: string;
}

export function isSameCapability(a: CapabilityKey, b: CapabilityKey): boolean {
  return a.product === b.product && a.method === b.method && a.currency === b.currency;
}

/** The most that a provider takes at once, and of one account within 24 hours, as decimal text. */
export interface ProviderLimits {
  readonly perOperation?: string | undefined;
  readonly daily?: string | undefined;
}

/** An account's use of one product, method and currency (contract §2.6). */
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
  /** Those of the provider that serves it, where it names any: no account's own terms lift them. */
  providerLimits?: ProviderLimits;
  beneficiaryFields?: readonly FieldSpec[];
  customerFields?: readonly FieldSpec[];
  /** Payout and remittance: the longest usual time until the beneficiary has the money, from when it is sent. */
  arrivesWithinSeconds?: number;
  paymentMethodFields?: readonly FieldSpec[];
  /** The provider that serves it; absent: none does. */
  provider?: string;
}

/** An amount (decimal text) that a risk rule compares with, in its own currency. */
export interface Threshold {
  amount: string;
  currency: string;
}

/** Everything the deployment offers and at what price: configuration, not code (supplement §3.10). */
export interface Catalogue {
  primaryTreasuryAsset: string;
  capabilities: readonly Capability[];
  rates: readonly { from: string; to: string; rate: string }[];
  fees: Fees;
  risk: {
    reviewAbove: Threshold;
    blockAbove: Threshold;
    velocity: { minutes: number; count: number };
    /** A withdrawal above it, to a destination that was registered no longer ago, is held; absent: none is for that. */
    newDestination?: { hours: number; above: Threshold };
  };
  /** Business time after which a one-payment account that nobody paid expires. */
  oneTimeAccountMinutes: number;
  /** Machine time after send_by from which a provider's "not found" proves "not executed" (supplement §7). */
  settlingSeconds: number;
}

/** An account's own terms for one capability; what is left out stays as in the catalogue. */
export interface Override extends CapabilityKey {
  enabled?: boolean;
  perOperation?: string;
  daily?: string;
}

export type Availability =
  { available: true } | { available: false; reason: 'suspended' | 'not_enabled' | 'no_provider' };

/** The payout of a method and currency; a stated country must be the method's own, where it has one (contract §2.8). */
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

/** The remittance that a quote asks for: the first of what the payer may pay with, unless that is said. */
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

/** Refuses to look for a method that no capability has (supplement §9); one that is not given looks for any. */
export function checkMethodFilter({ capabilities }: Catalogue, method: string | undefined): void {
  if (method === undefined || capabilities.some((each) => each.method === method)) return;
  refuse('invalid_parameter', 'method: is not offered; GET /v1/capabilities lists the methods.', {
    param: 'method',
    see: 'capabilities',
  });
}

/** The products that have to be open for a product to be: a remittance ends in a payout. */
export const productsOf = ({ product }: Pick<CapabilityKey, 'product'>): readonly string[] =>
  product === 'remittance' ? ['remittance', 'payout'] : [product];

/** Whether the account can use it now; what is suspended is so for the account or for everyone. */
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
 * The limit in force for an account, in the capability's currency: its own terms before the catalogue's, and never above
 * the provider's.
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
 * Units of `to` for one unit of `from`, or undefined when the catalogue has no price: "1" for a currency with itself,
 * the pair's own rate, or the way through the primary treasury asset.
 */
export function rateOf(catalogue: Priced, from: string, to: string): string | undefined {
  if (from === to) return '1';
  const known = rates.get(catalogue) ?? new Map<string, string | undefined>();
  rates.set(catalogue, known);
  const pair = `${from} ${to}`;
  if (!known.has(pair)) known.set(pair, findRate(catalogue, from, to));
  return known.get(pair);
}

/** Of each catalogue, which never changes: what was asked for once. */
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
