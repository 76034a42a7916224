import {
  added,
  changed,
  decide,
  type Change,
  type Decision,
  type LimitUse,
  type Moment,
} from './decision.js';
import { eventOf, type EventType } from './event.js';
import { step } from './flow.js';
import type { Amount } from './money.js';
import { unlabelled, type Labels } from './noun/label.js';
import {
  fundingAccount as declared,
  fundingAccountFlow,
  type FundingAccount,
} from './noun/funding-account.js';
import { shownAt } from './noun/show.js';

export type { FundingAccount };

export const openingsMax = 5;

export type NewFundingAccount = Pick<
  FundingAccount,
  | 'id'
  | 'accountId'
  | 'method'
  | 'country'
  | 'currency'
  | 'settlementCurrency'
  | 'amount'
  | 'payer'
  | 'reference'
  | 'provider'
  | 'limitDaily'
  | 'dailyTotal'
> &
  Partial<Labels> & { readonly lifetimeMinutes: number; readonly endsAt?: Date };

export function createFundingAccount(
  moment: Moment,
  ask: NewFundingAccount,
): Decision & { fundingAccount: FundingAccount } {
  const { lifetimeMinutes, endsAt, ...fields } = ask;
  const usualEnd = new Date(moment.now.getTime() + lifetimeMinutes * 60_000);
  const fundingAccount: FundingAccount = {
    ...unlabelled,
    ...fields,
    status: 'pending',
    instructions: null,
    failureCode: null,
    expiresAt: ask.amount === null ? null : (endsAt ?? usualEnd),
    payinId: null,
    closedBy: null,
    attempts: 0,
    nextStepAt: moment.now,
    createdAt: moment.now,
    version: 1,
  };
  return {
    ...decide({
      changes: [added('fundingAccount', fundingAccount)],
      limitUses: ask.amount === null ? [] : [limitUse(fundingAccount, 1)],
    }),
    fundingAccount,
  };
}

/** Counts a one-payment account towards the daily limit; -1 gives it back. */
export function limitUse(account: FundingAccount, sign: 1 | -1): LimitUse {
  return {
    accountId: account.accountId,
    product: 'payin',
    method: account.method,
    currency: account.currency,
    at: account.createdAt,
    amount: (account.amount as Amount).multipliedBy(sign),
    count: sign,
  };
}

export function openFundingAccount(
  moment: Moment,
  account: FundingAccount,
  instructions: Readonly<Record<string, string>>,
): Decision {
  const next: FundingAccount = {
    ...account,
    status: step(fundingAccountFlow, account.status, 'open'),
    instructions,
    nextStepAt: account.expiresAt,
  };
  return rewritten(moment, next, 'funding_account.active');
}

export function failFundingAccount(moment: Moment, account: FundingAccount, failureCode: string): Decision {
  const next: FundingAccount = {
    ...account,
    status: step(fundingAccountFlow, account.status, 'fail'),
    failureCode,
    nextStepAt: null,
  };
  const limitUses = account.amount === null ? [] : [limitUse(account, -1)];
  return { ...rewritten(moment, next, 'funding_account.failed'), limitUses };
}

/** The provider was unreachable: try again a little later, a few times. */
export function retryOpening(moment: Moment, account: FundingAccount): Decision {
  const attempts = account.attempts + 1;
  if (attempts >= openingsMax) return failFundingAccount(moment, account, 'provider_unavailable');
  const nextStepAt = new Date(moment.now.getTime() + 1000 * 2 ** attempts);
  return decide({ changes: [changed('fundingAccount', { ...account, attempts, nextStepAt })] });
}

/** A closed account can still be paid at the provider until the provider knows, so telling it is due at once. */
export function closedAccount(
  moment: Moment,
  account: FundingAccount,
  closedBy: 'paid' | 'failed' | 'expired',
): Change {
  return changed('fundingAccount', {
    ...account,
    status: step(fundingAccountFlow, account.status, 'close'),
    closedBy,
    attempts: 0,
    nextStepAt: moment.now,
  });
}

/**
 * Repeats telling the provider, at growing intervals, until it succeeds. Money that arrives meanwhile raises an
 * exception.
 */
export function noteClosing(moment: Moment, account: FundingAccount, isClosed: boolean): Decision {
  const attempts = account.attempts + 1;
  const wait = Math.min(3_600_000, 1000 * 2 ** attempts);
  const nextStepAt = isClosed ? null : new Date(moment.now.getTime() + wait);
  return decide({ changes: [changed('fundingAccount', { ...account, attempts, nextStepAt })] });
}

export const showFundingAccount = shownAt(declared, 'event', {});

function rewritten(moment: Moment, account: FundingAccount, type: EventType): Decision {
  const data = showFundingAccount(account);
  return decide({
    changes: [changed('fundingAccount', account)],
    events: [eventOf(moment, { accountId: account.accountId, type, data })],
  });
}
