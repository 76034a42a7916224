import {
  isSameCapability,
  limitOf,
  type Capability,
  type CapabilityKey,
  type Override,
} from './capability.js';
import { currencyFrom } from './currency.js';
import { exact, parseAmount, parseAmountOrZero, show, type Amount, type MoneyAsk } from './money.js';
import type { AccountTerms } from './noun/account-terms.js';
import { refuse } from './refusal.js';

export type { AccountTerms } from './noun/account-terms.js';

export type { MoneyAsk } from './money.js';

/** In the capability's currency; null removes the account's own limit. */
export interface LimitUpdate extends CapabilityKey {
  readonly perOperation?: string | null | undefined;
  readonly daily?: string | null | undefined;
}

export interface MethodUpdate extends CapabilityKey {
  readonly enabled: boolean;
}

/** Absent fields stay; null restores the catalogue's default. */
export interface TermsUpdate {
  readonly platformFeeBps?: number | null | undefined;
  readonly tenantMarkupBps?: number | null | undefined;
  readonly withdrawalFee?: MoneyAsk | null | undefined;
  readonly approvalThreshold?: MoneyAsk | null | undefined;
  readonly limits?: readonly LimitUpdate[] | undefined;
  readonly methods?: readonly MethodUpdate[] | undefined;
}

const bpsMax = 10_000;

/** The terms of an account without an agreement: the catalogue. */
export function defaultTerms(accountId: string): AccountTerms {
  return {
    id: accountId,
    accountId,
    platformFeeBps: null,
    tenantMarkupBps: null,
    overrides: [],
    withdrawalFeeAmount: null,
    withdrawalFeeCurrency: null,
    approvalThresholdAmount: null,
    approvalThresholdCurrency: null,
    approvalPolicy: null,
    passkeysRequiredAt: null,
    whiteLabelAt: null,
    version: 1,
  };
}

/** Whether the terms equal the catalogue. */
export function areUsual({
  id: _id,
  accountId: _account,
  version: _version,
  ...terms
}: AccountTerms): boolean {
  return Object.values(terms).every(
    (value) => value === null || (Array.isArray(value) && value.length === 0),
  );
}

/** The terms with the update applied. Refuses what the catalogue does not offer or allow. */
export function updateTerms(
  capabilities: readonly Capability[],
  terms: AccountTerms,
  update: TermsUpdate,
): AccountTerms {
  const fee = moneyOf(update.withdrawalFee, 'withdrawal_fee');
  const threshold = moneyOf(update.approvalThreshold, 'approval_threshold');
  refuseRepeated(update.methods ?? [], 'methods');
  refuseRepeated(update.limits ?? [], 'limits');
  const methods = (update.methods ?? []).map((method, index) => {
    capabilityOf(capabilities, method, `methods.${index}`);
    // Enabled is the default.
    return ownOf(method, { enabled: method.enabled ? null : false });
  });
  const enabled = methods.reduce(merged, terms.overrides);
  const overrides = (update.limits ?? []).reduce(
    (sofar, limit, index) => limited(capabilities, sofar, { limit, param: `limits.${index}` }),
    enabled,
  );
  return {
    ...terms,
    overrides,
    platformFeeBps: bpsOf(update.platformFeeBps, terms.platformFeeBps, 'platform_fee_bps'),
    tenantMarkupBps: bpsOf(update.tenantMarkupBps, terms.tenantMarkupBps, 'tenant_markup_bps'),
    ...(fee && { withdrawalFeeAmount: fee.amount, withdrawalFeeCurrency: fee.currency }),
    ...(threshold && {
      approvalThresholdAmount: threshold.amount,
      approvalThresholdCurrency: threshold.currency,
    }),
  };
}

/** A capability given twice could contradict itself. */
function refuseRepeated(keys: readonly CapabilityKey[], param: string): void {
  for (const [index, key] of keys.entries()) {
    if (keys.findIndex((each) => isSameCapability(each, key)) === index) continue;
    const { product, method, currency } = key;
    const at = `${param}.${index}`;
    refuse('invalid_parameter', `${product} by ${method} in ${currency} is sent twice; send it once.`, {
      param: at,
    });
  }
}

/** As shown in the audit log and to operators. */
export function showTerms(terms: AccountTerms) {
  return {
    platformFeeBps: terms.platformFeeBps,
    tenantMarkupBps: terms.tenantMarkupBps,
    withdrawalFee: moneyText(terms.withdrawalFeeAmount, terms.withdrawalFeeCurrency),
    approvalThreshold: moneyText(terms.approvalThresholdAmount, terms.approvalThresholdCurrency),
    overrides: terms.overrides,
  };
}

const moneyText = (amount: Amount | null, currency: string | null): MoneyAsk | null =>
  amount === null || currency === null ? null : { amount: show(amount, currency), currency };

function bpsOf(bps: number | null | undefined, known: number | null, param: string): number | null {
  if (bps === undefined) return known;
  if (bps !== null && !(Number.isInteger(bps) && bps >= 0 && bps <= bpsMax)) {
    refuse('invalid_parameter', `${param}: is out of range; send a whole number from 0 to ${bpsMax}.`, {
      param,
    });
  }
  return bps;
}

/** A fee or threshold may be zero; undefined if absent. */
function moneyOf(money: MoneyAsk | null | undefined, param: string) {
  if (money === undefined) return undefined;
  if (money === null) return { amount: null, currency: null };
  const { amount: text, currency } = money;
  currencyFrom(currency, `${param}.currency`);
  const amount = parseAmountOrZero(text, currency);
  return amount === undefined
    ? refuse(
        'invalid_parameter',
        `${param}.amount: is not an amount of ${currency}; send a string such as "10.00".`,
        { param: `${param}.amount` },
      )
    : { amount, currency };
}

function capabilityOf(capabilities: readonly Capability[], key: CapabilityKey, param: string): Capability {
  const { product, method, currency } = key;
  currencyFrom(currency, `${param}.currency`);
  return (
    capabilities.find((each) => isSameCapability(each, key)) ??
    refuse(
      'invalid_parameter',
      `${param}: names ${product} by ${method} in ${currency}, which is not in the catalogue.`,
      { param },
    )
  );
}

function limited(
  capabilities: readonly Capability[],
  overrides: readonly Override[],
  { limit, param }: { limit: LimitUpdate; param: string },
): Override[] {
  const capability = capabilityOf(capabilities, limit, param);
  const textOf = (text: string | null | undefined, name: string): string | null | undefined => {
    if (text === undefined || text === null) return text;
    const amount = parseAmount(text, limit.currency);
    if (amount) return show(amount, limit.currency);
    const at = `${param}.${name}`;
    return refuse(
      'invalid_parameter',
      `${at}: is not an amount of ${limit.currency}; send a string such as "10.00".`,
      { param: at },
    );
  };
  const next = merged(
    overrides,
    ownOf(limit, {
      perOperation: textOf(limit.perOperation, 'per_operation'),
      daily: textOf(limit.daily, 'daily'),
    }),
  );
  const { perOperation, daily } = limitOf({ ...capability, providerLimits: {} }, next);
  if (exact(perOperation).isGreaterThan(exact(daily))) {
    refuse(
      'invalid_parameter',
      `${param}: allows ${daily} a day but ${perOperation} per operation; the daily limit must not be lower.`,
      { param },
    );
  }
  return next;
}

type Own = { readonly [K in 'enabled' | 'perOperation' | 'daily']?: Override[K] | null | undefined };

const ownOf = ({ product, method, currency }: CapabilityKey, own: Own) => ({
  product,
  method,
  currency,
  ...own,
});

/** One override per capability: given values replace, null removes, absent values stay. */
function merged(overrides: readonly Override[], change: CapabilityKey & Own): Override[] {
  const known = overrides.find((override) => isSameCapability(override, change));
  const stated = Object.entries(change).filter(([, value]) => value !== undefined);
  const next = Object.entries({ ...known, ...Object.fromEntries(stated) }).filter(
    ([, value]) => value !== null,
  );
  const rest = overrides.filter((override) => !isSameCapability(override, change));
  // Only its key is left, so the override is dropped.
  if (next.every(([name]) => name === 'product' || name === 'method' || name === 'currency')) return rest;
  return [...rest, Object.fromEntries(next) as unknown as Override];
}
