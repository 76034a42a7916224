import { added, changed, decide, type Change, type Decision, type Moment } from './decision.js';
import type { Resource } from './event.js';
import { show, type Amount } from './money.js';
import { quote as declared, type quoteStatuses, type Quote } from './noun/quote.js';
import { shownAt } from './noun/show.js';
import type { Price } from './price.js';
import { refuse } from './refusal.js';

export type { Quote };

export interface QuoteAsk {
  readonly accountId: string;
  readonly method: string;
  readonly country: string | null;
  readonly beneficiaryId: string | null;
  readonly price: Price;
  readonly remittance?: { readonly sourceMethod: string; readonly funding: Funding } | undefined;
  readonly lifetimeSeconds: number;
}

/** The amount that a remittance's pay-in must credit, and the rate from the payer's currency (supplement §3.1). */
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
  if (amount === null || currency === null || rate === null)
    throw new Error(`${id} belongs to no remittance`);
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

/** `used` takes precedence over `expired`: a quote that paid for something says so from then on. */
export function checkQuote(
  quote: Quote,
  now: Date,
  { product, ...beneficiary }: { product: Quote['product']; id: string; method: string; currency: string },
): void {
  if (quote.usedBy !== null)
    refuse('quote_already_used', 'The quote has already paid for another operation.');
  if (quote.expiresAt.getTime() <= now.getTime()) {
    refuse('quote_expired', 'The quote has expired; request a new one.');
  }
  const fits =
    quote.product === product &&
    quote.method === beneficiary.method &&
    quote.destinationCurrency === beneficiary.currency &&
    (quote.beneficiaryId === null || quote.beneficiaryId === beneficiary.id);
  if (!fits)
    refuse(
      'quote_mismatch',
      `The quote does not match the method and currency of this ${product}'s beneficiary.`,
    );
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

export type QuoteStatus = (typeof quoteStatuses.values)[number];

/** `used` takes precedence over `expired`, as in `checkQuote`. */
export function quoteStatus({ usedBy, expiresAt }: Quote, now: Date): QuoteStatus {
  if (usedBy !== null) return 'used';
  return expiresAt.getTime() <= now.getTime() ? 'expired' : 'open';
}

const quoteInDetail = shownAt(declared, 'detail', { status: () => undefined, source: showSource });

export function showQuote(quote: Quote, now: Date): Resource {
  const { id, ...rest } = quoteInDetail(quote);
  return { id, status: quoteStatus(quote, now), ...rest };
}
