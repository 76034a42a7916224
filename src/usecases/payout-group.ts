import { checkBeneficiary } from '../domain/beneficiary.js';
import { findPayout, type Capability } from '../domain/capability.js';
import { checkCustomer } from '../domain/customer.js';
import { joined, decide, type Decision, type Moment } from '../domain/decision.js';
import { amountFrom, zero, type Amount } from '../domain/money.js';
import { labelsOf, type LabelsAsk } from '../domain/noun/label.js';
import type { Payout } from '../domain/payout.js';
import { noPolicy } from '../domain/approval-policy.js';
import { asOperation, createPayout, type NeededApproval } from '../domain/payout-action.js';
import { checkPayeePolicy, payeeFault } from '../domain/payee-check.js';
import { priceOf, type Price } from '../domain/price.js';
import { checkQuote, priceOfQuote, useQuote, type Quote } from '../domain/quote.js';
import { refuse } from '../domain/refusal.js';
import type { Ports } from '../ports/ports.js';
import type { KeyState, PayoutFacts, Tx } from '../ports/store.js';
import type { Command, DecidedRow, Facts } from './group.js';
import { sendsFrom } from './operation.js';
import { decideEarlyNotices } from './operation-notice.js';
import { absent } from './own.js';
import { approvalNeeded } from './payout-approval.js';
import {
  checkAvailable,
  checkLimit,
  DailyLimitRefusal,
  feesOf,
  noCapability,
  requireRate,
} from './pricing.js';

export interface PayoutCommand extends Command, LabelsAsk {
  readonly beneficiaryId: string;
  readonly quoteId?: string | undefined;
  readonly sourceCurrency?: string | undefined;
  readonly amount?: string | undefined;
  readonly amountSide?: 'source' | 'destination' | undefined;
  readonly description?: string | undefined;
  /** The API key, member or operator that asks, who therefore cannot approve. */
  readonly requestedBy?: string | undefined;
  /** The approval of its batch. */
  readonly approval?: NeededApproval | undefined;
  /** Its batch and index there. */
  readonly batchItem?: { readonly batchId: string; readonly batchIndex: number } | undefined;
}

/** The ports that a decision about new payouts needs. */
export type DecidingNeeds = Pick<Ports, 'vault' | 'catalogue' | 'risk' | 'providers' | 'bank'>;

const usageName = (accountId: string, { method, currency }: { method: string; currency: string }): string =>
  `${accountId} ${method} ${currency}`;

export interface DecidedPayout extends DecidedRow<Payout> {
  /** The paying balance before this payout. */
  readonly available: Amount;
  /** Warnings for a preview; an open set of codes. */
  readonly warnings: readonly string[];
}

interface Options {
  /** Whether to wait for keys and balances locked by other transactions. */
  readonly wait: boolean;
  /** False if the keys are new and no one else can use them: then they are not locked. */
  readonly keyed?: boolean;
}

/** The payouts of one transaction, decided in order: each sees the money and limits taken by earlier ones. */
export class PayoutGroup implements Facts<PayoutCommand, DecidedPayout> {
  private readonly available = new Map<string, Amount>();
  private readonly totals = new Map<string, { total: Amount; count: number }>();
  private readonly exactTotals = new Set<string>();
  private readonly usedQuotes = new Map<string, string>();

  private constructor(
    private readonly ports: DecidingNeeds,
    private readonly tx: Tx,
    private readonly loaded: { readonly moment: Moment; readonly facts: readonly PayoutFacts[] },
  ) {}

  static async load(
    { ports, tx }: { readonly ports: DecidingNeeds; readonly tx: Tx },
    commands: readonly PayoutCommand[],
    { wait, keyed = true }: Options,
  ): Promise<PayoutGroup> {
    const asks = commands.map(({ use, beneficiaryId, quoteId = null, sourceCurrency = null }) => ({
      ...use,
      beneficiaryId,
      quoteId,
      sourceCurrency,
    }));
    const options = { velocityMinutes: ports.risk.velocityMinutes, wait, keyed };
    const facts = await tx.loadPayouts(asks, options);
    return new PayoutGroup(ports, tx, { facts, moment: await tx.moment() });
  }

  get moment(): Moment {
    return this.loaded.moment;
  }

  get keys(): readonly KeyState[] {
    return this.loaded.facts;
  }

  /** The kill switch was on when they were loaded. */
  get isStopped(): boolean {
    return this.loaded.facts.some(({ payoutsStopped }) => payoutsStopped);
  }

  beside(made: readonly DecidedPayout[]): Promise<Decision[]> {
    return decideEarlyNotices(
      this.tx,
      made.map(({ row }) => asOperation(row)),
    );
  }

  async decide(command: PayoutCommand, index: number): Promise<DecidedPayout> {
    const facts = this.loaded.facts[index];
    if (!facts) throw new Error('the store must answer every request');
    try {
      return this.decideOn(command, facts);
    } catch (error) {
      if (!(error instanceof DailyLimitRefusal) || !(await this.lapse(command, facts))) throw error;
      return this.decideOn(command, facts);
    }
  }

  private decideOn(command: PayoutCommand, facts: PayoutFacts): DecidedPayout {
    const { beneficiary } = facts;
    if (!beneficiary) return absent('beneficiary', 'beneficiary_id');
    checkBeneficiary(beneficiary);
    if (facts.customer) checkCustomer(facts.customer);
    checkPayeePolicy(facts.terms.approvalPolicy ?? noPolicy, beneficiary, this.moment.now);
    const { method, currency } = beneficiary;
    const capability = findPayout(this.ports.catalogue, beneficiary) ?? noCapability('payouts', beneficiary);
    checkAvailable(capability, { ...facts, stopped: facts.payoutsStopped });
    const quote = this.quoteOf(command, facts, { id: command.beneficiaryId, method, currency });
    const price = quote ? priceOfQuote(quote) : this.priceNow(command, capability, facts);
    return this.reserve({ command, facts, capability, quote, price });
  }

  /**
   * Subtracts amounts older than 24 hours from the day's total, once. Returns whether there were any: a payout
   * refused because of that total may then be decided again.
   */
  private async lapse({ accountId }: PayoutCommand, facts: PayoutFacts): Promise<boolean> {
    if (!facts.beneficiary) return false;
    const capability = { product: 'payout', ...facts.beneficiary };
    const name = usageName(accountId, capability);
    if (this.exactTotals.has(name)) return false;
    this.exactTotals.add(name);
    const lapsed = await this.tx.lapsedUsage(accountId, capability);
    const used = this.usedOf(name, facts);
    this.totals.set(name, { ...used, total: used.total.minus(lapsed) });
    return !lapsed.isZero();
  }

  private usedOf(name: string, facts: PayoutFacts): { total: Amount; count: number } {
    return this.totals.get(name) ?? { total: facts.dailyTotal, count: facts.recentCount };
  }

  private quoteOf(
    command: PayoutCommand,
    facts: PayoutFacts,
    beneficiary: { id: string; method: string; currency: string },
  ): Quote | null {
    if (command.quoteId === undefined) return null;
    if (!facts.quote) return absent('quote', 'quote_id');
    const usedBy = this.usedQuotes.get(facts.quote.id) ?? facts.quote.usedBy;
    const quote = { ...facts.quote, usedBy };
    checkQuote(quote, this.moment.now, { product: 'payout', ...beneficiary });
    return quote;
  }

  private priceNow(command: PayoutCommand, capability: Capability, facts: PayoutFacts): Price {
    const { sourceCurrency = '', amountSide = 'source' } = command;
    const destinationCurrency = capability.currency;
    const stated = amountSide === 'source' ? sourceCurrency : destinationCurrency;
    const amount = amountFrom(command.amount ?? '', stated, 'amount');
    const { catalogue } = this.ports;
    const rate = requireRate(catalogue, sourceCurrency, destinationCurrency);
    return priceOf(
      { sourceCurrency, destinationCurrency, amount, amountSide },
      rate,
      feesOf(catalogue, facts.terms),
    );
  }

  private reserve(ask: {
    command: PayoutCommand;
    facts: PayoutFacts;
    capability: Capability;
    quote: Quote | null;
    price: Price;
  }): DecidedPayout {
    const { command, facts, capability, quote, price } = ask;
    const { accountId } = command;
    const usage = usageName(accountId, capability);
    const used = this.usedOf(usage, facts);
    const limits = checkLimit(capability, facts.terms, {
      amount: price.destinationAmount,
      before: used.total,
      param: quote ? 'quote_id' : 'amount',
    });
    const balance = `${accountId} ${price.sourceCurrency}`;
    const available = this.available.get(balance) ?? facts.available ?? zero;
    const { payout, ...decision } = createPayout(
      this.moment,
      {
        ...price,
        ...limits,
        accountId,
        method: capability.method,
        country: capability.country ?? facts.beneficiary?.country ?? null,
        beneficiaryId: command.beneficiaryId,
        quoteId: quote?.id ?? null,
        remittanceId: null,
        batchId: command.batchItem?.batchId ?? null,
        batchIndex: command.batchItem?.batchIndex ?? null,
        ...labelsOf(command),
        description: command.description ?? null,
        reference: this.ports.vault.reference(accountId, command.use.key),
        provider: capability.provider ?? null,
        nextStepAt: sendsFrom(this.ports, this.moment.now, command.description ?? null),
      },
      {
        available,
        reviewReasons: this.reviewReasons(command, price, used.count),
        approval:
          command.approval ??
          approvalNeeded(this.ports, this.moment, {
            ...command,
            policy: facts.terms.approvalPolicy ?? noPolicy,
            price,
            beneficiary: facts.beneficiary,
          }),
      },
    );
    if (payout.status === 'processing') {
      this.available.set(balance, available.minus(price.total));
      this.totals.set(usage, { total: used.total.plus(price.destinationAmount), count: used.count + 1 });
    }
    if (quote) this.usedQuotes.set(quote.id, payout.id);
    const warnings = this.warningsOf(payout, facts);
    if (!quote) return { row: payout, decision, available, warnings };
    const quoteUsed = decide({ changes: [useQuote(quote, payout.id)] });
    return { row: payout, decision: joined([decision, quoteUsed]), available, warnings };
  }

  private warningsOf({ approvalStatus }: Payout, { terms, beneficiary }: PayoutFacts): readonly string[] {
    const isWarned = terms.approvalPolicy?.payeeCheck === 'warn' && beneficiary !== null;
    const fault = isWarned ? payeeFault(beneficiary, this.moment.now) : undefined;
    return [
      ...(approvalStatus === 'pending' ? ['approval_required'] : []),
      ...(fault === undefined ? [] : ['beneficiary_not_verified']),
    ];
  }

  private reviewReasons(command: PayoutCommand, price: Price, recentCount: number): readonly string[] {
    const verdict = this.ports.risk.assess({
      principal: price.principal,
      sourceCurrency: price.sourceCurrency,
      recentCount,
      memo: command.description ?? null,
    });
    if (verdict.outcome === 'block') {
      refuse('risk_blocked', 'The payout was stopped by risk rules; see reasons.', {
        reasons: verdict.reasons,
      });
    }
    return verdict.outcome === 'review' ? verdict.reasons : [];
  }
}
