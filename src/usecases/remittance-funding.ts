import { noPolicy, type ApprovalPolicy } from '../domain/approval-policy.js';
import type { Beneficiary } from '../domain/beneficiary.js';
import { findPayout, rateOf } from '../domain/capability.js';
import { joined, type Decision, type Moment } from '../domain/decision.js';
import type { FundingAccount } from '../domain/funding-account.js';
import type { Amount } from '../domain/money.js';
import { completePayin, type Payin } from '../domain/payin.js';
import type { Payout } from '../domain/payout.js';
import { createPayout } from '../domain/payout-action.js';
import { fundingOf, type Quote } from '../domain/quote.js';
import {
  courseOf,
  creditedAt,
  failRemittance,
  fundRemittance,
  isLate,
  payoutPriceOf,
  unfundedCode,
  decisionOf,
  type RemittanceCourse,
  type Remittance,
} from '../domain/remittance.js';
import type { RiskVerdict } from '../domain/risk.js';
import type { Ports } from '../ports/ports.js';
import type { Tx } from '../ports/store.js';
import { sendsFrom } from './operation.js';
import { approvalNeeded } from './payout-approval.js';

export type FundingNeeds = Pick<Ports, 'catalogue' | 'risk' | 'bank'>;

export interface FundingFacts {
  readonly quote: Quote;
  readonly verdict: RiskVerdict;
  readonly policy: ApprovalPolicy;
  readonly beneficiary: Pick<Beneficiary, 'createdAt'>;
}

/**
 * The remittances that wait for deposits into given funding accounts, locked in the transaction that credits the
 * deposits.
 */
export class WaitingRemittances {
  haveFunded = false;
  private readonly facts = new Map<string, FundingFacts>();

  private constructor(
    private readonly ports: FundingNeeds,
    private readonly byAccount: Map<string, Remittance>,
  ) {}

  static async lock(
    ports: FundingNeeds,
    tx: Tx,
    fundingAccountId: readonly string[],
  ): Promise<WaitingRemittances> {
    const rows = await lockWaiting(tx, fundingAccountId);
    return new WaitingRemittances(ports, new Map(rows.map((row) => [row.fundingAccountId ?? '', row])));
  }

  /** Fails remittances whose funding account the decision closes without funding them. */
  unfunded(moment: Moment, decision: Decision): Decision {
    return failUnfunded(moment, [...this.byAccount.values()], decision);
  }

  /** Loads quotes, terms and beneficiaries; the parts used here can no longer change. */
  async load(tx: Tx): Promise<void> {
    const rows = [...this.byAccount.values()];
    if (rows.length === 0) return;
    const [quotes, terms, beneficiaries] = await Promise.all([
      tx.find('quote', { id: rows.map(({ quoteId }) => quoteId) }),
      tx.find('accountTerms', { accountId: [...new Set(rows.map(({ accountId }) => accountId))] }),
      tx.find('beneficiary', { id: rows.map(({ beneficiaryId }) => beneficiaryId) }),
    ]);
    for (const row of rows) {
      const quote = quotes.find(({ id }) => id === row.quoteId);
      const beneficiary = beneficiaries.find(({ id }) => id === row.beneficiaryId);
      if (!quote || !beneficiary) throw new Error(`${row.id} has no quote or no beneficiary`);
      const others = (await recentCount(this.ports, tx, row)) - 1;
      const verdict = assess(this.ports, quote, { ...row, recentCount: others });
      const policy = terms.find(({ accountId }) => accountId === row.accountId)?.approvalPolicy ?? noPolicy;
      this.facts.set(row.id, { quote, verdict, policy, beneficiary });
    }
  }

  /**
   * Credits a deposit and pays out the remittance that waited for it, in one decision: nothing can take the money
   * between.
   */
  credit(moment: Moment, payin: Payin, account: FundingAccount | undefined): Decision | undefined {
    const row = this.byAccount.get(payin.fundingAccountId);
    const known = row && this.facts.get(row.id);
    if (!row || !known) return undefined;
    this.byAccount.delete(payin.fundingAccountId);
    const { quote } = known;
    const course = courseOf(row);
    const paid = isLate(quote, moment.now) ? 'quote_expired' : this.worth(payin, quote);
    if (typeof paid === 'string') {
      const failed = decisionOf(failRemittance(moment, course, paid));
      return joined([completePayin(moment, payin, account), failed]);
    }
    this.haveFunded = true;
    const credited = completePayin(moment, { ...payin, amount: paid }, account);
    const { course: funded, ...payout } = payOut(this.ports, moment, {
      ...known,
      course,
      payinId: payin.id,
      available: paid,
    });
    return joined([credited, payout, decisionOf(funded)]);
  }

  private worth({ paidAmount: paid, paidCurrency, currency }: Payin, quote: Quote): Amount | string {
    const rate = rateOf(this.ports.catalogue, paidCurrency, currency);
    if (rate === undefined) throw new Error(`no price from ${paidCurrency} to ${currency}`);
    return creditedAt(quote, { funding: fundingOf(quote), paid, rate }) ?? 'funding_insufficient';
  }
}

/**
 * Locks the remittances that wait for deposits into these funding accounts, at most one per account. Lock the account
 * first when closing it: remittances are created under its lock, and would otherwise be missed.
 */
export const lockWaiting = (tx: Tx, fundingAccountId: readonly string[]): Promise<Remittance[]> =>
  tx.lockFound('remittance', { fundingAccountId, status: 'awaiting_funds' });

/** Fails the remittances whose funding account the decision closes or fails to open: they cannot be paid any more. */
export function failUnfunded(
  moment: Moment,
  waiting: readonly Remittance[],
  { changes }: Decision,
): Decision {
  const accounts = changes.flatMap((change) => (change.noun === 'fundingAccount' ? [change.row] : []));
  return joined(
    waiting.flatMap((row) => {
      const account = accounts.find(({ id }) => id === row.fundingAccountId);
      const code = account && unfundedCode(account);
      return code === undefined ? [] : [decisionOf(failRemittance(moment, courseOf(row), code))];
    }),
  );
}

/** How many similar remittances were accepted recently, as counted by the velocity rule. */
export const recentCount = (
  { risk }: Pick<Ports, 'risk'>,
  tx: Tx,
  {
    accountId,
    method,
    destinationCurrency: currency,
  }: Pick<Remittance, 'accountId' | 'method' | 'destinationCurrency'>,
): Promise<number> =>
  tx.recentCount(accountId, { product: 'remittance', method, currency }, risk.velocityMinutes);

/** The verdict of the risk rules on the payout. */
export function assess(
  { risk }: Pick<Ports, 'risk'>,
  quote: Quote,
  { description, recentCount: count }: { description: string | null; recentCount: number },
): RiskVerdict {
  const { principal, sourceCurrency } = payoutPriceOf(quote, fundingOf(quote));
  return risk.assess({ principal, sourceCurrency, recentCount: count, memo: description });
}

/**
 * Creates the single payout of a remittance from the money its pay-in credited. If the risk rules would now block it,
 * it is held for a person instead, because the remittance was accepted.
 */
export function payOut(
  ports: FundingNeeds,
  moment: Moment,
  {
    quote,
    verdict,
    policy,
    beneficiary,
    ...of
  }: FundingFacts & { course: RemittanceCourse; payinId: string; available: Amount },
): Decision & { course: RemittanceCourse; payout: Payout } {
  const { row } = of.course;
  const capability = findPayout(ports.catalogue, { method: row.method, currency: row.destinationCurrency });
  const price = payoutPriceOf(quote, fundingOf(quote));
  const { payout, ...decision } = createPayout(
    moment,
    {
      ...price,
      accountId: row.accountId,
      method: row.method,
      country: quote.country,
      beneficiaryId: row.beneficiaryId,
      quoteId: null,
      batchId: null,
      batchIndex: null,
      remittanceId: row.id,
      clientReference: row.clientReference,
      metadata: row.metadata,
      description: row.description,
      reference: row.reference,
      provider: capability?.provider ?? null,
      limitDaily: null,
      dailyTotal: null,
      nextStepAt: sendsFrom(ports, moment.now, row.description),
    },
    {
      available: of.available,
      reviewReasons: verdict.outcome === 'allow' ? [] : verdict.reasons,
      approval: approvalNeeded(ports, moment, { ...row, policy, price, beneficiary }),
    },
  );
  const course = fundRemittance(moment, of.course, { payinId: of.payinId, payout });
  return { ...decision, payout, course };
}
