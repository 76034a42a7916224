import { availability, limitOf, rateOf, type Capability, type Catalogue } from '../domain/capability.js';
import { exact, type Amount } from '../domain/money.js';
import type { Fees } from '../domain/price.js';
import { refuse, Refusal } from '../domain/refusal.js';
import type { Terms } from '../ports/store.js';
import { checkNotStopped } from './kill-switch.js';

export interface CapabilityState {
  readonly suspended: boolean;
  readonly stopped: boolean;
  readonly terms: Terms;
}

/** Refuses a method and currency that no capability has. */
export function noCapability(
  what: 'payouts' | 'pay-ins' | `remittances from ${string}`,
  { method, currency }: { readonly method: string; readonly currency: string },
): never {
  return refuse('unsupported_method', `The catalogue has no ${what} by ${method} in ${currency}.`, {
    see: 'capabilities',
  });
}

/**
 * not_enabled gives 422, a suspension 503. A missing provider is found when the operation is sent (supplement §9).
 */
export function checkAvailable(capability: Capability, standing: CapabilityState): void {
  const { suspended, stopped, terms } = standing;
  const usable = availability(capability, terms.overrides, suspended ? [capability] : []);
  const name = `${capability.product} by ${capability.method} in ${capability.currency}`;
  if (!usable.available && usable.reason === 'not_enabled') {
    refuse('unsupported_method', `${name} is not enabled for the account.`, { see: 'capabilities' });
  }
  checkNotStopped(stopped);
  if (suspended) refuse('operation_suspended', `The platform suspended ${name}; try again later.`);
}

export function feesOf(catalogue: Catalogue, terms: Terms): Fees {
  return {
    platformFeeBps: terms.platformFeeBps ?? catalogue.fees.platformFeeBps,
    tenantMarkupBps: terms.tenantMarkupBps ?? catalogue.fees.tenantMarkupBps,
  };
}

export function requireRate(catalogue: Catalogue, from: string, to: string): string {
  return (
    rateOf(catalogue, from, to) ??
    refuse(
      'pricing_unavailable',
      `source_currency: has no price from ${from} to ${to} at present; send another, or try again later.`,
      {
        param: 'source_currency',
      },
    )
  );
}

/** Refused by a total that may count up to a minute too much. */
export class DailyLimitRefusal extends Refusal {}

/**
 * The daily limit, and the 24-hour total with this amount; both are stored with the operation. Refuses amounts beyond
 * a limit, naming the field of the amount.
 */
export function checkLimit(
  capability: Capability,
  terms: Terms,
  use: { amount: Amount; before: Amount | undefined; param?: string },
): { limitDaily: Amount; dailyTotal: Amount } {
  const limit = limitOf(capability, terms.overrides);
  const { param = 'amount' } = use;
  if (use.amount.isGreaterThan(exact(limit.perOperation))) {
    refuse(
      'limit_exceeded',
      `${param}: exceeds the limit of one operation; send at most ${limit.perOperation} ${limit.currency}.`,
      {
        param,
      },
    );
  }
  const limitDaily = exact(limit.daily);
  const dailyTotal = use.before === undefined ? use.amount : use.before.plus(use.amount);
  if (dailyTotal.isGreaterThan(limitDaily)) {
    const message = `${param}: exceeds the limit of ${limit.daily} ${limit.currency} in 24 hours; send less, or later.`;
    throw new DailyLimitRefusal('limit_exceeded', message, { param });
  }
  return { limitDaily, dailyTotal };
}
