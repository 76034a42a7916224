import { checkBeneficiary } from '../domain/beneficiary.js';
import { findPayout, type Capability } from '../domain/capability.js';
import { checkCustomer } from '../domain/customer.js';
import { joined, decide, type Decision, type Moment } from '../domain/decision.js';
import type { Binding } from '../domain/idempotency-key.js';
import { amountFrom, zero, type Amount } from '../domain/money.js';
import type { Payout } from '../domain/payout.js';
import { createPayout } from '../domain/payout-action.js';
import { priceOf, type Price } from '../domain/price.js';
import { checkQuote, priceOfQuote, useQuote, type Quote } from '../domain/quote.js';
import { refuse } from '../domain/refusal.js';
import type { Ports } from '../ports/ports.js';
import type { KeyUse, PayoutFacts, Tx } from '../ports/store.js';
import type { Operator } from './audit.js';
import { sendsFrom } from './operation.js';
import { absent } from './own.js';
import { checkAvailable, checkLimit, feesOf, requireRate } from './pricing.js';

export interface PayoutCommand {
  readonly use: KeyUse;
  readonly accountId: string;
  readonly beneficiaryId: string;
  readonly quoteId?: string | undefined;
  readonly sourceCurrency?: string | undefined;
  readonly amount?: string | undefined;
  readonly amountSide?: 'source' | 'destination' | undefined;
  readonly description?: string | undefined;
  /** Where it stands in a batch. */
  readonly place?: { readonly batchId: string; readonly batchIndex: number } | undefined;
  /** The operator who asks in the account's stead. */
  readonly by?: Operator | undefined;
}

type Needs = Pick<Ports, 'vault' | 'catalogue' | 'risk' | 'providers' | 'bank'>;

const usageName = (accountId: string, { method, currency }: { method: string; currency: string }): string =>
  `${accountId} ${method} ${currency}`;

interface Reserved {
  readonly payout: Payout;
  /** The balance that pays, before it. */
  readonly available: Amount;
}

/** The payouts of one transaction, decided in order: each sees what those before it took. */
export class Group {
  private readonly available = new Map<string, Amount>();
  private readonly totals = new Map<string, { total: Amount; count: number }>();
  private readonly exactTotals = new Set<string>();
  private readonly usedQuotes = new Map<string, string>();
  private readonly keys = new Map<string, Binding>();

  constructor(
    private readonly ports: Needs,
    private readonly moment: Moment,
  ) {}

  /** The payout that the key made earlier in this group. */
  bound(use: KeyUse): Binding | undefined {
    return this.keys.get(`${use.accountId}:${use.key}`);
  }

  decide(command: PayoutCommand, facts: PayoutFacts): Decision & Reserved {
    const { beneficiary } = facts;
    if (!beneficiary) return absent('beneficiary', 'beneficiary_id');
    checkBeneficiary(beneficiary);
    if (facts.customer) checkCustomer(facts.customer);
    const { method, currency } = beneficiary;
    const capability = findPayout(this.ports.catalogue, beneficiary);
    if (!capability)
      return refuse(
        'unsupported_method',
        `There are no payouts by ${method} in ${currency}; send what GET /v1/capabilities lists.`,
      );
    checkAvailable(capability, { ...facts, stopped: facts.payoutsStopped });
    const quote = this.quoteOf(command, facts, { id: command.beneficiaryId, method, currency });
    const price = quote ? priceOfQuote(quote) : this.priceNow(command, capability, facts);
    return this.reserve({ command, facts, capability, quote, price });
  }

  /**
   * Takes out of the day's total what is older than 24 hours, once. Answers whether there was any, so that what was
   * refused by that total may be decided again.
   */
  async lapse(tx: Tx, { use: { accountId } }: PayoutCommand, facts: PayoutFacts): Promise<boolean> {
    if (!facts.beneficiary) return false;
    const capability = { product: 'payout', ...facts.beneficiary };
    const name = usageName(accountId, capability);
    if (this.exactTotals.has(name)) return false;
    this.exactTotals.add(name);
    const lapsed = await tx.lapsedUsage(accountId, capability);
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
  }): Decision & Reserved {
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
        batchId: command.place?.batchId ?? null,
        batchIndex: command.place?.batchIndex ?? null,
        description: command.description ?? null,
        reference: this.ports.vault.reference(accountId, command.use.key),
        provider: capability.provider ?? null,
        nextStepAt: sendsFrom(this.ports, this.moment.now, command.description ?? null),
      },
      { available, reviewReasons: this.reviewReasons(command, price, used.count) },
    );
    if (payout.status === 'processing') {
      this.available.set(balance, available.minus(price.total));
      this.totals.set(usage, { total: used.total.plus(price.destinationAmount), count: used.count + 1 });
    }
    if (quote) this.usedQuotes.set(quote.id, payout.id);
    this.keys.set(`${accountId}:${command.use.key}`, {
      fingerprint: command.use.fingerprint,
      resourceId: payout.id,
    });
    if (!quote) return { ...decision, payout, available };
    return { ...joined([decision, decide({ changes: [useQuote(quote, payout.id)] })]), payout, available };
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
