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
  /** Of a remittance: how the payer pays, and what that must credit at which rate; null of a payout. */
  readonly sourceMethod: string | null;
  readonly fundingAmount: Amount | null;
  readonly fundingCurrency: string | null;
  readonly fundingRate: string | null;
  readonly expiresAt: Date;
  /** The payout or remittance that used it. */
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
  readonly remittance?: { readonly sourceMethod: string; readonly funding: Funding } | undefined;
  readonly lifetimeSeconds: number;
}

/** The amount that the pay-in of a remittance must credit, and the rate from what the payer pays (supplement §3.1). */
export interface Funding {
  readonly amount: Amount;
  readonly currency: string;
  readonly rate: string;
}

export function fundingOf({
  id,
  fundingAmount: amount,
  fundingCurrency: currency,
  fundingRate: rate,
}: Quote): Funding {
  if (amount === null || currency === null || rate === null) throw new Error(`${id} is of no remittance`);
  return { amount, currency, rate };
}

export function createQuote(moment: Moment, ask: QuoteAsk): Decision & { quote: Quote } {
  const { price, remittance, lifetimeSeconds, ...rest } = ask;
  const quote: Quote = {
    ...rest,
    ...price,
    id: moment.newId('quote', moment.now),
    product: remittance ? 'remittance' : 'payout',
    sourceMethod: remittance?.sourceMethod ?? null,
    fundingAmount: remittance?.funding.amount ?? null,
    fundingCurrency: remittance?.funding.currency ?? null,
    fundingRate: remittance?.funding.rate ?? null,
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
  { product, ...beneficiary }: { product: Quote['product']; id: string; method: string; currency: string },
): void {
  if (quote.usedBy !== null) refuse('quote_already_used', 'The quote already paid for another operation.');
  if (quote.expiresAt.getTime() <= now.getTime()) {
    refuse('quote_expired', 'The quote expired; ask for a new one.');
  }
  const fits =
    quote.product === product &&
    quote.method === beneficiary.method &&
    quote.destinationCurrency === beneficiary.currency &&
    (quote.beneficiaryId === null || quote.beneficiaryId === beneficiary.id);
  if (!fits)
    refuse('quote_mismatch', `The quote is not for a ${product} by this beneficiary's method and currency.`);
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
    source_method: quote.sourceMethod,
    funding:
      quote.fundingAmount === null || quote.fundingCurrency === null
        ? null
        : { amount: show(quote.fundingAmount, quote.fundingCurrency), currency: quote.fundingCurrency },
    expires_at: time(quote.expiresAt),
    used_by: quote.usedBy,
    created_at: time(quote.createdAt),
  });
}
