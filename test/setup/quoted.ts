import { exact } from '../../src/domain/money.js';
import { createQuote, type Quote, type QuoteAsk } from '../../src/domain/quote.js';
import { before, moment } from './payout-state.js';

const price = {
  sourceCurrency: 'MXN',
  principal: exact('200'),
  platformFee: exact('2'),
  tenantMarkup: exact('1'),
  total: exact('203'),
  destinationAmount: exact('37'),
  destinationCurrency: 'PEN',
  rate: '0.185',
};
const funding = { amount: exact('11.0432'), currency: 'USDT', rate: '0.0544' };

/** A quote of a minute ago that holds half an hour: 203 MXN, fees of 3 among them, for 37 PEN. */
export const quoteFor = (product: Quote['product'], ask: Partial<QuoteAsk> = {}): Quote =>
  createQuote(
    { ...moment, now: before },
    {
      accountId: moment.newId('account', before),
      method: 'bank_transfer',
      country: 'PE',
      beneficiaryId: null,
      price,
      remittance: product === 'remittance' ? { sourceMethod: 'spei', funding } : undefined,
      lifetimeSeconds: 1_800,
      ...ask,
    },
  ).quote;
