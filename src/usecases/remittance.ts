import { noPolicy } from '../domain/approval-policy.js';
import { checkBeneficiary, type Beneficiary } from '../domain/beneficiary.js';
import { findRemittance, type Capability } from '../domain/capability.js';
import { checkCustomer } from '../domain/customer.js';
import { decide, joined, type Decision, type Moment } from '../domain/decision.js';
import type { FundingAccount } from '../domain/funding-account.js';
import { show, type Amount } from '../domain/money.js';
import { labelsOf, type LabelsAsk } from '../domain/noun/label.js';
import type { Payin } from '../domain/payin.js';
import { checkPayeePolicy } from '../domain/payee-check.js';
import { checkQuote, fundingOf, useQuote, type Quote } from '../domain/quote.js';
import { leftOf } from '../domain/refund.js';
import { refuse } from '../domain/refusal.js';
import {
  beginRemittance,
  courseOf,
  failRemittance,
  followPayout,
  isLate,
  decisionOf,
  type RemittanceCourse,
  type Remittance,
} from '../domain/remittance.js';
import type { RiskVerdict } from '../domain/risk.js';
import type { Ports } from '../ports/ports.js';
import type { Follow, KeyUse, Tx } from '../ports/store.js';
import type { Operator } from './audit.js';
import type { CreateResult } from './made.js';
import { once, type Outcome } from './once.js';
import { findOwn, lockOwn } from './own.js';
import { checkAvailable, checkLimit, DailyLimitRefusal, noCapability } from './pricing.js';
import { assess, payOut, recentCount, type FundingFacts, type FundingNeeds } from './remittance-funding.js';

export interface RemittanceAsk extends LabelsAsk {
  readonly accountId: string;
  readonly quoteId: string;
  readonly beneficiaryId: string;
  readonly source: { readonly fundingAccountId: string } | { readonly payinId: string };
  readonly description?: string | undefined;
  /** The operator who asks on behalf of the account. */
  readonly by?: Operator | undefined;
  /** The API key, member or operator that asks, who therefore cannot approve its payout. */
  readonly requestedBy?: string | undefined;
}

type Needs = FundingNeeds & Pick<Ports, 'store' | 'vault' | 'wake'>;

/**
 * Supplement §3.4: waits for the next deposit into a funding account, or is funded at once from a credited pay-in.
 */
export async function createRemittance(
  ports: Needs,
  ask: RemittanceAsk,
  use: KeyUse,
): Promise<CreateResult<Remittance>> {
  const made = await once(ports, { noun: 'remittance', use, by: ask.by }, async (tx) => {
    const beneficiary = await payeeOf(tx, ask);
    const source = await lockSource(tx, ask);
    const reference = ports.vault.reference(ask.accountId, use.key);
    return acceptRemittance(ports, tx, { ...ask, beneficiary, source, reference });
  });
  ports.wake('remittance');
  ports.wake('payout');
  return made;
}

/** Creates the remittance at the quote's price, from the source and beneficiary already found. */
export async function acceptRemittance(
  ports: FundingNeeds,
  tx: Tx,
  ask: Pick<RemittanceAsk, 'accountId' | 'quoteId' | 'description' | 'requestedBy' | keyof LabelsAsk> & {
    readonly beneficiary: Beneficiary;
    readonly source: Source;
    readonly reference: string;
  },
): Promise<Outcome<Remittance>> {
  const { accountId, beneficiary, source, reference } = ask;
  const quote = await lockOwn(tx, 'quote', { accountId, id: ask.quoteId, param: 'quote_id' });
  checkQuote(quote, (await tx.moment()).now, { product: 'remittance', ...beneficiary });
  await source.check(quote);
  const capability = await capabilityOf(ports, tx, { accountId, beneficiary, quote });
  const policy = capability.terms.approvalPolicy ?? noPolicy;
  checkPayeePolicy(policy, beneficiary, (await tx.moment()).now);
  const limits = await limitsOf(tx, capability, { accountId, quote });
  const count = await recentCount(ports, tx, { accountId, ...capability.use });
  const description = ask.description ?? null;
  const verdict = assess(ports, quote, { description, recentCount: count });
  refuseBlocked(verdict);
  const { payin } = source;
  const available = payin && (await spendable(tx, payin));
  const moment = await tx.moment();
  const course = beginRemittance(moment, quote, {
    ...limits,
    accountId,
    beneficiaryId: beneficiary.id,
    customerId: beneficiary.customerId,
    method: beneficiary.method,
    fundingAccountId: payin ? null : source.id,
    sourcePayinId: payin?.id ?? null,
    ...labelsOf(ask),
    description,
    reference,
    requestedBy: ask.requestedBy ?? null,
  });
  const { course: ended, ...paid } = payin
    ? payFrom(ports, moment, {
        quote,
        verdict,
        policy,
        beneficiary,
        course,
        payinId: payin.id,
        available: available as Amount,
      })
    : { ...decide({}), course };
  const used = useQuote(quote, ended.row.id);
  const decision = joined([decisionOf(ended, true), paid, decide({ changes: [used] })]);
  return { row: ended.row, decision };
}

/** Funds it from a credited pay-in, at once or not at all. */
function payFrom(
  ports: FundingNeeds,
  moment: Moment,
  ask: FundingFacts & { course: RemittanceCourse; payinId: string; available: Amount },
): Decision & { course: RemittanceCourse } {
  if (ask.available.isLessThan(fundingOf(ask.quote).amount)) {
    return { ...decide({}), course: failRemittance(moment, ask.course, 'funding_insufficient') };
  }
  return payOut(ports, moment, ask);
}

async function payeeOf(tx: Tx, { accountId, beneficiaryId }: RemittanceAsk): Promise<Beneficiary> {
  const beneficiary = await findOwn(tx, 'beneficiary', {
    accountId,
    id: beneficiaryId,
    param: 'beneficiary_id',
  });
  checkBeneficiary(beneficiary);
  const { customerId } = beneficiary;
  if (customerId !== null) checkCustomer(await findOwn(tx, 'customer', { accountId, id: customerId }));
  return beneficiary;
}

/** The funding account or pay-in that funds a remittance. */
export interface Source {
  readonly id: string;
  readonly payin?: Payin;
  /** Refuses a source that does not fit the quote or is in use. */
  check(quote: Quote): Promise<void>;
}

async function lockSource(tx: Tx, { accountId, source }: RemittanceAsk): Promise<Source> {
  if ('payinId' in source) {
    const ask = { accountId, id: source.payinId, param: 'source.payin_id' };
    const payin = await lockOwn(tx, 'payin', ask);
    return { id: payin.id, payin, check: (quote) => checkPayin(tx, payin, quote) };
  }
  const ask = { accountId, id: source.fundingAccountId, param: 'source.funding_account_id' };
  const account = await lockOwn(tx, 'fundingAccount', ask);
  return { id: account.id, check: (quote) => checkFundingAccount(tx, account, quote) };
}

async function checkFundingAccount(tx: Tx, account: FundingAccount, quote: Quote): Promise<void> {
  checkFits(account, quote, 'source.funding_account_id');
  checkAsks(account, quote);
  if (account.status !== 'active') {
    refuse(
      'funding_account_not_active',
      `The funding account is ${account.status}; only an active one can be paid.`,
      {
        param: 'source.funding_account_id',
      },
    );
  }
  const waiting = await tx.find('remittance', { fundingAccountId: account.id, status: 'awaiting_funds' });
  if (waiting.length > 0) {
    refuse(
      'funding_account_in_use',
      'Another remittance is waiting for the next deposit into the funding account.',
      {
        param: 'source.funding_account_id',
      },
    );
  }
}

async function checkPayin(tx: Tx, payin: Payin, quote: Quote): Promise<void> {
  const { id, accountId } = payin;
  const param = 'source.payin_id';
  const [account] = await tx.find('fundingAccount', { id: payin.fundingAccountId });
  if (account) checkFits(account, quote, param);
  const bound = await tx.find('remittance', { accountId, payinId: id });
  if (bound.length > 0)
    refuse('payin_already_used', 'The pay-in already funds another remittance.', { param });
  if (payin.status !== 'completed') {
    refuse('invalid_parameter', `${param}: the pay-in is ${payin.status}; send a completed one.`, {
      param,
    });
  }
  const doubts = { type: ['payin_reversed', 'late_payment_evidence'], status: 'open' } as const;
  const doubted = await tx.find('exception', { resourceId: id, ...doubts });
  if (doubted.length > 0) {
    const message = `${param}: the bank took the pay-in back, or reported it as failed; send another.`;
    refuse('invalid_parameter', message, { param });
  }
}

/** Refuses a funding account whose currency, settlement currency or method differs from the quote (supplement §9). */
function checkFits(account: FundingAccount, quote: Quote, param: string): void {
  const fits =
    account.currency === quote.sourceCurrency &&
    account.settlementCurrency === quote.fundingCurrency &&
    account.method === quote.sourceMethod;
  if (fits) return;
  refuse(
    'quote_mismatch',
    `The quote is for ${quote.sourceCurrency} by ${quote.sourceMethod}, credited in ${quote.fundingCurrency}.`,
    { param },
  );
}

/** A one-payment account accepts only its own amount, so it can only fund a quote for that amount. */
function checkAsks({ amount, currency }: FundingAccount, quote: Quote): void {
  if (amount === null || amount.isEqualTo(quote.total)) return;
  const [asks, total] = [show(amount, currency), show(quote.total, quote.sourceCurrency)];
  refuse(
    'quote_mismatch',
    `The funding account takes ${asks} ${currency}, but the quote needs ${total}; send an account for that amount.`,
    { param: 'source.funding_account_id' },
  );
}

interface Offered {
  readonly capability: Capability;
  readonly terms: Awaited<ReturnType<Tx['standing']>>['terms'];
  readonly use: Pick<Remittance, 'method' | 'destinationCurrency'>;
}

async function capabilityOf(
  { catalogue }: Pick<Ports, 'catalogue'>,
  tx: Tx,
  { accountId, beneficiary, quote }: { accountId: string; beneficiary: Beneficiary; quote: Quote },
): Promise<Offered> {
  const { method, currency, country } = beneficiary;
  const { sourceCurrency, sourceMethod } = quote;
  const capability = findRemittance(catalogue, {
    method,
    currency,
    country,
    sourceCurrency,
    ...(sourceMethod !== null && { sourceMethod }),
  });
  if (!capability) return noCapability(`remittances from ${sourceCurrency}`, { method, currency });
  const { terms, ...standing } = await tx.standing(accountId, capability);
  checkAvailable(capability, { terms, ...standing });
  return { capability, terms, use: { method, destinationCurrency: currency } };
}

async function limitsOf(
  tx: Tx,
  { capability, terms }: Offered,
  { accountId, quote }: { accountId: string; quote: Quote },
): Promise<{ limitDaily: Amount; dailyTotal: Amount }> {
  const before = await tx.lockUsage(accountId, capability);
  const use = { amount: quote.destinationAmount, param: 'quote_id' };
  try {
    return checkLimit(capability, terms, { ...use, before });
  } catch (error) {
    if (!(error instanceof DailyLimitRefusal)) throw error;
    const lapsed = await tx.lapsedUsage(accountId, capability);
    return checkLimit(capability, terms, { ...use, before: before.minus(lapsed) });
  }
}

function refuseBlocked(verdict: RiskVerdict): void {
  if (verdict.outcome !== 'block') return;
  refuse('risk_blocked', 'The remittance was stopped by risk rules; see reasons.', {
    reasons: verdict.reasons,
  });
}

/** How much of a pay-in a remittance may use: not more than is left after refunds, nor than is available. */
async function spendable(tx: Tx, payin: Payin): Promise<Amount> {
  const left = leftOf(payin, await tx.takenOf(payin.id));
  const available = await tx.lockAvailable(payin.accountId, payin.currency);
  return available.isLessThan(left) ? available : left;
}

/** Fails remittances that were not funded in time (supplement §9). */
export function expireRemittances(ports: Pick<Ports, 'store'>, ids: readonly string[]): Promise<void> {
  return ports.store.transaction(async (tx) => {
    const rows = await tx.lock('remittance', ids);
    const moment = await tx.moment();
    const late = rows.filter(
      ({ nextStepAt }) => nextStepAt !== null && isLate({ expiresAt: nextStepAt }, moment.now),
    );
    await tx.record(late.map((row) => decisionOf(failRemittance(moment, courseOf(row), 'quote_expired'))));
  });
}

/**
 * A decision about a remittance's payout also decides the remittance. The payout's lock covers both: once funded,
 * nothing else changes a remittance.
 */
export const followPayouts: Follow = async (tx, decisions) => {
  const payouts = decisions
    .flatMap(({ changes }) => changes)
    .flatMap((change) =>
      change.noun === 'payout' && !change.isNew && change.row.remittanceId !== null ? [change.row] : [],
    );
  if (payouts.length === 0) return [];
  const rows = await tx.lockFound('remittance', {
    accountId: [...new Set(payouts.map(({ accountId }) => accountId))],
    payoutId: payouts.map(({ id }) => id),
  });
  const moment = await tx.moment();
  return rows.flatMap((row) => {
    const payout = payouts.find(({ id }) => id === row.payoutId);
    return payout ? [followPayout(moment, row, payout)] : [];
  });
};
