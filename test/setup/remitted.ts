import { decide, joined } from '../../src/domain/decision.js';
import { exact } from '../../src/domain/money.js';
import type { Payout } from '../../src/domain/payout.js';
import { createPayout } from '../../src/domain/payout-action.js';
import { createQuote, fundingOf, useQuote, type Quote } from '../../src/domain/quote.js';
import {
  beginRemittance,
  fundRemittance,
  payoutPriceOf,
  decisionOf,
  type NewRemittance,
} from '../../src/domain/remittance.js';
import type { Store } from '../../src/ports/store.js';
import { act, deposit, newId, openFunding, payoutFields } from './fixture.js';

interface Ask {
  readonly accountId: string;
  readonly beneficiaryId: string;
}

/** 203 MXN, which are 11.0432 USDT, for 37 PEN. */
async function priceOf(store: Store, ask: Ask): Promise<Quote> {
  const { quote } = await act(store, (moment) =>
    createQuote(moment, {
      ...ask,
      method: 'bank_transfer',
      country: 'PE',
      price: {
        sourceCurrency: 'MXN',
        principal: exact('200'),
        platformFee: exact('2'),
        tenantMarkup: exact('1'),
        total: exact('203'),
        destinationAmount: exact('37'),
        destinationCurrency: 'PEN',
        rate: '0.185',
      },
      remittance: {
        sourceMethod: 'spei',
        funding: { amount: exact('11.0432'), currency: 'USDT', rate: '0.0544' },
      },
      lifetimeSeconds: 1800,
    }),
  );
  return quote;
}

const fieldsOf = ({ accountId, beneficiaryId }: Ask): NewRemittance => ({
  accountId,
  beneficiaryId,
  customerId: null,
  method: 'bank_transfer',
  fundingAccountId: null,
  sourcePayinId: null,
  description: null,
  reference: newId('request', new Date()),
  limitDaily: exact('10000'),
  dailyTotal: exact('74'),
});

/** One that nobody has funded yet. */
export async function waitingRemittance(store: Store, ask: Ask): Promise<string> {
  const quote = await priceOf(store, ask);
  const { accountId } = ask;
  const { fundingAccount } = await openFunding(store, {
    accountId,
    currency: 'MXN',
    method: 'spei',
    settlementCurrency: 'USDT',
  });
  return store.transaction(async (tx) => {
    const course = beginRemittance(await tx.moment(), quote, {
      ...fieldsOf(ask),
      fundingAccountId: fundingAccount.id,
    });
    const { id } = course.row;
    const key = { accountId, key: newId('request', new Date()), fingerprint: 'f', resourceId: id };
    await tx.record([decisionOf(course, true), decide({ changes: [useQuote(quote, id)] })], [key]);
    return id;
  });
}

/** The payout of one that a pay-in has funded. */
export async function remittedPayout(store: Store, ask: Ask): Promise<Payout> {
  const quote = await priceOf(store, ask);
  const { accountId } = ask;
  const payin = await deposit(store, {
    accountId,
    currency: 'MXN',
    method: 'spei',
    amount: '203',
    credited: { currency: 'USDT', amount: '11.0432' },
  });
  return store.transaction(async (tx) => {
    const moment = await tx.moment();
    const fields = fieldsOf(ask);
    const course = beginRemittance(moment, quote, { ...fields, sourcePayinId: payin.id });
    const { id } = course.row;
    const { payout, ...paid } = createPayout(
      moment,
      {
        ...payoutFields(accountId, ask.beneficiaryId, moment.now),
        ...payoutPriceOf(quote, fundingOf(quote)),
        remittanceId: id,
        reference: fields.reference,
        limitDaily: null,
        dailyTotal: null,
      },
      { available: payin.amount, reviewReasons: [] },
    );
    const funded = decisionOf(fundRemittance(moment, course, { payinId: payin.id, payout }), true);
    const key = { accountId, key: newId('request', new Date()), fingerprint: 'f', resourceId: id };
    await tx.record([joined([funded, paid]), decide({ changes: [useQuote(quote, id)] })], [key]);
    return payout;
  });
}
