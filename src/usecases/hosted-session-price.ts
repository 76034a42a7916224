import { rewriteSession, type HostedSession } from '../domain/hosted-session.js';
import { parseAmount } from '../domain/money.js';
import type { Price } from '../domain/price.js';
import { quoteStatus, type Quote } from '../domain/quote.js';
import type { Ports } from '../ports/ports.js';
import { lockSession } from './hosted-session.js';
import { freeze, previewQuote, type QuoteAsk } from './quote.js';

/** The remittance that a customer has chosen. */
export type RemittanceChoice = Pick<
  QuoteAsk,
  | 'method'
  | 'currency'
  | 'country'
  | 'sourceCurrency'
  | 'sourceMethod'
  | 'sourceCountry'
  | 'amount'
  | 'amountSide'
>;

/** The current price of a remittance; it is not stored. */
export const previewPrice = (
  ports: Pick<Ports, 'store' | 'catalogue'>,
  { accountId, ask }: { readonly accountId: string; readonly ask: RemittanceChoice },
): Promise<Price> => previewQuote(ports, { ...ask, accountId, product: 'remittance' });

export type FrozenPrice =
  | { readonly outcome: 'frozen' | 'reused'; readonly session: HostedSession; readonly quote: Quote }
  | { readonly outcome: 'submitted' | 'expired'; readonly session: HostedSession };

/** Freezes the price of the customer's choice. The session's existing quote is kept while it is valid. */
export function freezePrice(
  ports: Pick<Ports, 'store' | 'catalogue' | 'quoteSeconds'>,
  { id, ask }: { readonly id: string; readonly ask: RemittanceChoice },
): Promise<FrozenPrice> {
  return ports.store.transaction(async (tx) => {
    const { session, status } = await lockSession(tx, id);
    if (status !== 'open') return { outcome: status, session };
    const moment = await tx.moment();
    const known = session.quoteId === null ? [] : await tx.find('quote', { id: session.quoteId });
    const reusable = known.find(
      (quote) => quoteStatus(quote, moment.now) === 'open' && isPriceOf(quote, ask),
    );
    if (reusable) return { outcome: 'reused', session, quote: reusable };
    const { accountId } = session;
    const { row: quote, decision } = await freeze(ports, tx, { ...ask, accountId, product: 'remittance' });
    const { session: priced, ...rewritten } = rewriteSession(moment, session, { quoteId: quote.id });
    await tx.record([decision, rewritten]);
    return { outcome: 'frozen', session: priced, quote };
  });
}

/** Whether the quote is for this choice. */
export function isPriceOf(quote: Quote, ask: RemittanceChoice): boolean {
  const [stated, currency] =
    ask.amountSide === 'source'
      ? [quote.principal, quote.sourceCurrency]
      : [quote.destinationAmount, quote.destinationCurrency];
  return (
    quote.sourceCurrency === ask.sourceCurrency &&
    quote.destinationCurrency === ask.currency &&
    quote.method === ask.method &&
    (ask.sourceMethod ?? quote.sourceMethod) === quote.sourceMethod &&
    (ask.country ?? quote.country) === quote.country &&
    parseAmount(ask.amount, currency)?.isEqualTo(stated) === true
  );
}
