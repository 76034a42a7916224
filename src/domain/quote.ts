import { added, changed, decide, type Change, type Decision, type Moment } from './decision.js';
import { present, time, type Resource } from './event.js';
import { show, type Amount } from './money.js';
import type { Price } from './price.js';
import { refuse } from './refusal.js';

declare module './decision.js' {
  interface Nouns {
    quote: Quote;
  }
}

/** A frozen price (supplement §3.1). It is expired when its time has passed unused: nothing has to write that. */
export interface Quote extends Readonly<Price> {
  readonly id: string;
  readonly accountId: string;
  readonly product: 'payout' | 'remittance';
  readonly method: string;
  readonly country: string | null;
  readonly beneficiaryId: string | null;
  readonly expiresAt: Date;
  /** The payout that used it. */
  readonly usedBy: string | null;
  readonly createdAt: Date;
  readonly version: number;
}

export interface QuoteAsk {
  readonly accountId: string;
  readonly method: string;
  readonly country: string | null;
  readonly beneficiaryId: string | null;
  readonly price: Price;
  readonly lifetimeSeconds: number;
}

export function createQuote(moment: Moment, ask: QuoteAsk): Decision & { quote: Quote } {
  const { price, lifetimeSeconds, ...rest } = ask;
  const quote: Quote = {
    ...rest,
    ...price,
    id: moment.newId('quote', moment.now),
    product: 'payout',
    expiresAt: new Date(moment.now.getTime() + lifetimeSeconds * 1000),
    usedBy: null,
    createdAt: moment.now,
    version: 1,
  };
  return { ...decide({ changes: [added('quote', quote)] }), quote };
}

/** Used before expired: a quote that paid for something says so for ever. */
export function checkQuote(
  quote: Quote,
  now: Date,
  beneficiary: { id: string; method: string; currency: string },
): void {
  if (quote.usedBy !== null) refuse('quote_already_used', 'The quote already paid for another operation.');
  if (quote.expiresAt.getTime() <= now.getTime()) {
    refuse('quote_expired', 'The quote expired; ask for a new one.');
  }
  const fits =
    quote.product === 'payout' &&
    quote.method === beneficiary.method &&
    quote.destinationCurrency === beneficiary.currency &&
    (quote.beneficiaryId === null || quote.beneficiaryId === beneficiary.id);
  if (!fits) refuse('quote_mismatch', "The quote is not for this beneficiary's method and currency.");
}

export function useQuote(quote: Quote, usedBy: string): Change {
  return changed('quote', { ...quote, usedBy });
}

export function priceOfQuote(quote: Quote): Price {
  return {
    sourceCurrency: quote.sourceCurrency,
    principal: quote.principal,
    platformFee: quote.platformFee,
    tenantMarkup: quote.tenantMarkup,
    total: quote.total,
    destinationAmount: quote.destinationAmount,
    destinationCurrency: quote.destinationCurrency,
    rate: quote.rate,
  };
}

/** The source side of a quote or payout (contract §2.12). */
export function showSource(price: Price) {
  const amount = (value: Amount) => show(value, price.sourceCurrency);
  return {
    currency: price.sourceCurrency,
    principal: amount(price.principal),
    platform_fee: amount(price.platformFee),
    tenant_markup: amount(price.tenantMarkup),
    total: amount(price.total),
  };
}

export function showQuote(quote: Quote, now: Date): Resource {
  const expired = quote.expiresAt.getTime() <= now.getTime();
  return present({
    id: quote.id,
    status: quote.usedBy !== null ? 'used' : expired ? 'expired' : 'open',
    product: quote.product,
    method: quote.method,
    country: quote.country,
    beneficiary_id: quote.beneficiaryId,
    source: showSource(quote),
    destination: {
      amount: show(quote.destinationAmount, quote.destinationCurrency),
      currency: quote.destinationCurrency,
    },
    rate: quote.rate,
    expires_at: time(quote.expiresAt),
    used_by: quote.usedBy,
    created_at: time(quote.createdAt),
  });
}
