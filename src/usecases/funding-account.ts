import { findPayin, rateOf, type Capability } from '../domain/capability.js';
import { decimalsOf } from '../domain/currency.js';
import { decide, joined, type Decision, type Moment } from '../domain/decision.js';
import { checkPayer } from '../domain/details.js';
import { failureCodeOf } from '../domain/failure-code.js';
import {
  createFundingAccount as decideFundingAccount,
  failFundingAccount,
  noteClosing,
  openFundingAccount,
  retryOpening,
  type FundingAccount,
} from '../domain/funding-account.js';
import { parseAmount, type Amount } from '../domain/money.js';
import { expireFundingAccount } from '../domain/payin.js';
import { creditOf } from '../domain/price.js';
import { refuse } from '../domain/refusal.js';
import type { Ports } from '../ports/ports.js';
import type { Opening } from '../ports/provider.js';
import type { KeyUse, Terms, Tx } from '../ports/store.js';
import type { Operator } from './audit.js';
import type { CreateResult } from './made.js';
import { once, type Outcome } from './once.js';
import { checkAvailable, checkLimit, DailyLimitRefusal, noCapability } from './pricing.js';
import { labelsOf, type LabelsAsk } from '../domain/noun/label.js';
import { failUnfunded, lockWaiting } from './remittance-funding.js';

export interface FundingAccountAsk extends LabelsAsk {
  readonly accountId: string;
  readonly method: string;
  readonly currency: string;
  readonly amount?: string | undefined;
  readonly payer?: Readonly<Record<string, string>> | undefined;
  readonly settlementCurrency?: string | undefined;
  /** The operator who asks on behalf of the account. */
  readonly by?: Operator | undefined;
}

/** Contract §4.5. Creates the account as pending; the worker asks the provider to open it. */
export async function createFundingAccount(
  ports: Pick<Ports, 'store' | 'vault' | 'catalogue' | 'wake'>,
  ask: FundingAccountAsk,
  use: KeyUse,
): Promise<CreateResult<FundingAccount>> {
  const made = await once(ports, { noun: 'fundingAccount', use, by: ask.by }, (tx) =>
    askFundingAccount(ports, tx, { ...ask, reference: ports.vault.reference(ask.accountId, use.key) }),
  );
  ports.wake('fundingAccount');
  return made;
}

/** Creates a pending funding account. A one-payment account expires automatically, at `endsAt` if given. */
export async function askFundingAccount(
  { catalogue, vault }: Pick<Ports, 'vault' | 'catalogue'>,
  tx: Tx,
  ask: FundingAccountAsk & { readonly reference: string; readonly endsAt?: Date },
): Promise<Outcome<FundingAccount>> {
  const amount = oneAmountOf(ask);
  const capability = findPayin(catalogue, ask.method, ask.currency) ?? noCapability('pay-ins', ask);
  const standing = await tx.standing(ask.accountId, capability);
  checkAvailable(capability, { ...standing, stopped: false });
  const payer = amount === null ? null : checkPayer(capability.paymentMethodFields ?? [], ask.payer ?? {});
  checkCollection(capability, amount);
  const settlementCurrency = settlementOf(capability, ask.settlementCurrency);
  checkWorth(catalogue, { amount, currency: ask.currency, settlementCurrency });
  const { terms } = standing;
  const limits = await limitsOf(tx, { accountId: ask.accountId, capability, terms, amount });
  const moment = await tx.moment();
  const id = moment.newId('fundingAccount', moment.now);
  const payerAt = { noun: 'fundingAccount', field: 'payer', id } as const;
  const { fundingAccount, ...decision } = decideFundingAccount(moment, {
    id,
    ...limits,
    accountId: ask.accountId,
    method: ask.method,
    country: capability.country ?? null,
    currency: ask.currency,
    settlementCurrency,
    amount,
    ...labelsOf(ask),
    payer: ask.payer === undefined ? null : vault.encrypt(JSON.stringify(payer), payerAt),
    reference: ask.reference,
    provider: capability.provider ?? null,
    lifetimeMinutes: catalogue.oneTimeAccountMinutes,
    ...(ask.endsAt !== undefined && { endsAt: ask.endsAt }),
  });
  return { row: fundingAccount, decision };
}

/** The amount of a one-payment account; null for an account that takes any deposit. */
export function oneAmountOf(ask: Pick<FundingAccountAsk, 'amount' | 'currency' | 'payer'>): Amount | null {
  if (ask.amount === undefined) {
    if (ask.payer === undefined) return null;
    return refuse('invalid_parameter', 'payer: needs amount; send both or neither.', {
      param: 'payer',
    });
  }
  return (
    parseAmount(ask.amount, ask.currency) ??
    refuse(
      'invalid_request',
      `amount: is not an amount of ${ask.currency}; send one above zero with at most ${decimalsOf(ask.currency)} decimals.`,
      {
        param: 'amount',
      },
    )
  );
}

function checkCollection(capability: Capability, amount: Amount | null): void {
  const collection = capability.collection ?? [];
  if (amount === null && !collection.includes('account')) {
    refuse(
      'amount_required',
      `amount: is required by ${capability.method}, which collects one stated payment.`,
      {
        param: 'amount',
      },
    );
  }
  if (amount !== null && !collection.includes('payment')) {
    refuse(
      'one_payment_unavailable',
      `amount: is not accepted by ${capability.method}, which collects any deposit; leave it out.`,
      {
        param: 'amount',
      },
    );
  }
}

/** Refuses a payment that would convert to nothing: it could never be credited. */
function checkWorth(
  catalogue: Ports['catalogue'],
  ask: { amount: Amount | null; currency: string; settlementCurrency: string },
): void {
  const { amount, currency, settlementCurrency } = ask;
  const rate = rateOf(catalogue, currency, settlementCurrency);
  if (rate === undefined)
    return refuse(
      'pricing_unavailable',
      `There is no price from ${currency} to ${settlementCurrency} at present; try again later.`,
    );
  if (amount !== null) creditOf(amount, rate, settlementCurrency);
}

function settlementOf(capability: Capability, wanted: string | undefined): string {
  const offered = capability.settlementCurrencies ?? [];
  const chosen = wanted ?? capability.settlementAsset ?? offered[0] ?? capability.currency;
  if (offered.includes(chosen)) return chosen;
  return refuse(
    'unsupported_method',
    `settlement_currency: is not offered by ${capability.method}; send ${offered.join(' or ')}.`,
    {
      param: 'settlement_currency',
    },
  );
}

async function limitsOf(
  tx: Tx,
  ask: { accountId: string; capability: Capability; terms: Terms; amount: Amount | null },
): Promise<{ limitDaily: Amount | null; dailyTotal: Amount | null }> {
  const { accountId, capability, terms, amount } = ask;
  if (amount === null) return { limitDaily: null, dailyTotal: null };
  const before = await tx.lockUsage(accountId, capability);
  try {
    return checkLimit(capability, terms, { amount, before });
  } catch (error) {
    if (!(error instanceof DailyLimitRefusal)) throw error;
    const lapsed = await tx.lapsedUsage(accountId, capability);
    return checkLimit(capability, terms, { amount, before: before.minus(lapsed) });
  }
}

/** A provider's answer about an account: the result of opening it, or that it is closed there. */
export type AccountAnswer = Opening | { readonly outcome: 'closed' };

/** Records the providers' answers. An account that was opened, failed or closed meanwhile stays unchanged. */
export function recordAccountAnswers(
  ports: Pick<Ports, 'store'>,
  answers: readonly { id: string; answer: AccountAnswer }[],
): Promise<void> {
  return ports.store.transaction(async (tx) => {
    const byId = new Map(answers.map(({ id, answer }) => [id, answer]));
    const unopened = answers.filter(
      ({ answer: { outcome } }) => outcome !== 'opened' && outcome !== 'closed',
    );
    const accounts = await tx.lock('fundingAccount', [...byId.keys()]);
    const waiting =
      unopened.length === 0
        ? []
        : await lockWaiting(
            tx,
            unopened.map(({ id }) => id),
          );
    const moment = await tx.moment();
    const decisions = accounts.map((account) => decideAnswer(moment, account, byId.get(account.id)));
    await tx.record([...decisions, failUnfunded(moment, waiting, joined(decisions))]);
  });
}

function decideAnswer(moment: Moment, account: FundingAccount, answer: AccountAnswer | undefined): Decision {
  if (account.status === 'closed' && account.nextStepAt !== null) {
    return noteClosing(moment, account, answer?.outcome === 'closed');
  }
  return answer && answer.outcome !== 'closed' ? decideOpening(moment, account, answer) : decide({});
}

function decideOpening(moment: Moment, account: FundingAccount, opening: Opening): Decision {
  if (account.status !== 'pending') return decide({});
  if (opening.outcome === 'opened') return openFundingAccount(moment, account, opening.instructions);
  if (opening.outcome === 'refused') return failFundingAccount(moment, account, failureCodeOf(opening.code));
  return retryOpening(moment, account);
}

/** Expires one-payment accounts that were not paid in time (contract §3.1). */
export function expireDue(ports: Pick<Ports, 'store' | 'catalogue'>, ids: readonly string[]): Promise<void> {
  return ports.store.transaction(async (tx) => {
    const accounts = await tx.lock('fundingAccount', ids);
    const waiting = await lockWaiting(tx, ids);
    const moment = await tx.moment();
    const expired = joined(accounts.map((account) => expiry(ports, moment, account)));
    await tx.record([expired, failUnfunded(moment, waiting, expired)]);
  });
}

function expiry(ports: Pick<Ports, 'catalogue'>, moment: Moment, account: FundingAccount): Decision {
  const { amount, expiresAt, currency, settlementCurrency } = account;
  const isDue = expiresAt !== null && expiresAt.getTime() <= moment.now.getTime();
  if (account.status !== 'active' || account.payinId !== null || amount === null || !isDue) return decide({});
  const rate = rateOf(ports.catalogue, currency, settlementCurrency);
  if (rate === undefined) throw new Error(`no price from ${currency} to ${settlementCurrency}`);
  return expireFundingAccount(moment, account, creditOf(amount, rate, settlementCurrency));
}
