import { checkBeneficiary, type Beneficiary } from '../domain/beneficiary.js';
import { findPayout, findRemittance, type Capability } from '../domain/capability.js';
import { checkCustomer } from '../domain/customer.js';
import { amountFrom } from '../domain/money.js';
import { creditOf, priceOf, type Price } from '../domain/price.js';
import { createQuote as decideQuote, type Funding, type Quote } from '../domain/quote.js';
import { refuse } from '../domain/refusal.js';
import { remittanceQuoteSeconds } from '../domain/remittance.js';
import type { Ports } from '../ports/ports.js';
import type { KeyUse, Tx } from '../ports/store.js';
import type { Operator } from './audit.js';
import type { CreateResult } from './made.js';
import { once, type Outcome } from './once.js';
import { findOwn } from './own.js';
import { checkAvailable, checkLimit, feesOf, requireRate, noCapability } from './pricing.js';

export interface QuoteAsk {
  readonly accountId: string;
  readonly product?: string | undefined;
  readonly beneficiaryId?: string | undefined;
  readonly method?: string | undefined;
  readonly currency?: string | undefined;
  readonly country?: string | undefined;
  readonly sourceCurrency: string;
  /** For a remittance: how the payer pays, if the catalogue has several ways. */
  readonly sourceMethod?: string | undefined;
  readonly sourceCountry?: string | undefined;
  readonly amount: string;
  readonly amountSide: 'source' | 'destination';
  /** The operator who asks on behalf of the account. */
  readonly by?: Operator | undefined;
}

/** Freezes a price for a short time (supplement §3.1). */
export function createQuote(
  ports: Pick<Ports, 'store' | 'catalogue' | 'quoteSeconds'>,
  ask: QuoteAsk,
  use?: KeyUse,
): Promise<CreateResult<Quote>> {
  return once(ports, { noun: 'quote', use, by: ask.by }, (tx) => freeze(ports, tx, ask));
}

/** The price that would be frozen now. */
export const previewQuote = (ports: Pick<Ports, 'store' | 'catalogue'>, ask: QuoteAsk): Promise<Price> =>
  ports.store.transaction(async (tx) => (await offer(ports, tx, ask)).price);

export async function freeze(
  ports: Pick<Ports, 'catalogue' | 'quoteSeconds'>,
  tx: Tx,
  ask: QuoteAsk,
): Promise<Outcome<Quote>> {
  const { accountId } = ask;
  const { target, capability, price } = await offer(ports, tx, ask);
  const { quote, ...decision } = decideQuote(await tx.moment(), {
    accountId,
    method: target.method,
    country: capability.country ?? target.country,
    beneficiaryId: target.beneficiaryId,
    price,
    ...(capability.product === 'remittance'
      ? { remittance: fundedBy(ports.catalogue, capability, price), lifetimeSeconds: remittanceQuoteSeconds }
      : { lifetimeSeconds: ports.quoteSeconds }),
  });
  return { row: quote, decision };
}

/** The price, or the reason why there is none. */
async function offer(
  { catalogue }: Pick<Ports, 'catalogue'>,
  tx: Tx,
  ask: QuoteAsk,
): Promise<{ target: Target; capability: Capability; price: Price }> {
  const { accountId, sourceCurrency, amountSide } = ask;
  const target = await targetOf(tx, ask);
  const { currency } = target;
  if (sourceCurrency === currency) {
    refuse(
      'same_currency',
      'A conversion into the same currency needs no quote; create the payout directly.',
    );
  }
  const capability = capabilityOf(catalogue, ask, target);
  const standing = await tx.standing(accountId, capability);
  checkAvailable(capability, standing);
  const amount = amountFrom(ask.amount, amountSide === 'source' ? sourceCurrency : currency, 'amount');
  const price = priceOf(
    { sourceCurrency, destinationCurrency: currency, amount, amountSide },
    requireRate(catalogue, sourceCurrency, currency),
    feesOf(catalogue, standing.terms),
  );
  checkLimit(capability, standing.terms, { amount: price.destinationAmount, before: undefined });
  return { target, capability, price };
}

function capabilityOf(
  catalogue: Ports['catalogue'],
  { product, sourceCurrency, sourceMethod, sourceCountry }: QuoteAsk,
  target: Target,
): Capability {
  if (product !== 'remittance') {
    return findPayout(catalogue, target) ?? noCapability('payouts', target);
  }
  const capability = findRemittance(catalogue, { ...target, sourceCurrency, sourceMethod, sourceCountry });
  return capability ?? noCapability(`remittances from ${sourceCurrency}`, target);
}

/**
 * The amount that the pay-in has to credit: the payer's total, converted and rounded down into the treasury asset.
 */
function fundedBy(
  catalogue: Ports['catalogue'],
  { sourceMethod = '', settlementAsset = '' }: Capability,
  { total, sourceCurrency }: Price,
): { sourceMethod: string; funding: Funding } {
  const rate = requireRate(catalogue, sourceCurrency, settlementAsset);
  const amount = creditOf(total, rate, settlementAsset);
  return { sourceMethod, funding: { amount, currency: settlementAsset, rate } };
}

interface Target {
  readonly method: string;
  readonly currency: string;
  readonly country: string | null;
  readonly beneficiaryId: string | null;
}

async function targetOf(tx: Tx, ask: QuoteAsk): Promise<Target> {
  const { accountId, beneficiaryId: id, method = '', currency = '', country = null } = ask;
  if (id === undefined) return { method, currency, country, beneficiaryId: null };
  const beneficiary = await findOwn(tx, 'beneficiary', { accountId, id, param: 'beneficiary_id' });
  checkBeneficiary(beneficiary);
  await checkOwner(tx, beneficiary);
  return {
    method: beneficiary.method,
    currency: beneficiary.currency,
    country: beneficiary.country,
    beneficiaryId: id,
  };
}

async function checkOwner(tx: Tx, { accountId, customerId }: Beneficiary): Promise<void> {
  if (customerId !== null) checkCustomer(await findOwn(tx, 'customer', { accountId, id: customerId }));
}
