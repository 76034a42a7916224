import { describe, expect, it, test } from 'vitest';
import { exact } from '../../src/domain/money.js';
import {
  completePayin,
  expireFundingAccount,
  failPayin,
  seePayment,
  showPayin,
  type Payin,
} from '../../src/domain/payin.js';
import { payinFlow } from '../../src/domain/noun/payin.js';
import { accountOf } from '../setup/funding-state.js';
import { moment, summaryOf } from '../setup/payout-state.js';

const payment = {
  amount: exact('100'),
  currency: 'PEN',
  bankReference: 'bank-7',
  paymentReference: 'pay-7',
  credited: exact('29.5'),
};

function payinIn(status: Payin['status'], patch: Partial<Payin> = {}): Payin {
  const { payin } = seePayment(moment, accountOf(), payment);
  if (!payin) throw new Error('the payment made no pay-in');
  return { ...payin, status, ...patch };
}

const one = exact('100');

describe('a payment seen', () => {
  test.each([
    ['on an account for any deposit', {}, ['new payin']],
    ['of exactly the requested amount', { amount: one }, ['new payin', 'changed fundingAccount']],
  ])('%s is to be confirmed', (_when, account, rows) => {
    const decision = seePayment(moment, accountOf(account), payment);
    expect(summaryOf(decision)).toMatchObject({ rows, events: [], purposes: [] });
    expect(decision.payin).toMatchObject({ status: 'processing', nextStepAt: moment.now, currency: 'USDT' });
  });

  // Contract §2.11, supplement §3.7 and §9: an unexpected payment moves nothing.
  test.each([
    ['of a little less', { amount: one }, { amount: exact('99.99') }, 'amount_mismatch'],
    ['of a little more', { amount: one }, { amount: exact('100.01') }, 'amount_mismatch'],
    ['in another currency', {}, { currency: 'USD' }, 'amount_mismatch'],
    ['while another is using the account up', { amount: one, payinId: 'pin_1' }, {}, 'duplicate_deposit'],
    [
      'after the account was paid',
      { amount: one, status: 'closed', closedBy: 'paid', payinId: 'pin_1' },
      {},
      'duplicate_deposit',
    ],
    [
      'after it expired',
      { amount: one, status: 'closed', closedBy: 'expired', payinId: 'pin_1' },
      {},
      'unmatched_deposit',
    ],
    [
      'after its payment failed',
      { amount: one, status: 'closed', closedBy: 'failed', payinId: 'pin_1' },
      {},
      'unmatched_deposit',
    ],
    ['before it is open', { status: 'pending' }, {}, 'unmatched_deposit'],
    ['where it could not be opened', { status: 'failed' }, {}, 'unmatched_deposit'],
  ] as const)('%s is an exception', (_when, account, paid, type) => {
    const decision = seePayment(moment, accountOf(account), { ...payment, ...paid });
    expect(summaryOf(decision)).toMatchObject({
      rows: ['new exception'],
      events: ['reconciliation.exception_created'],
      purposes: [],
      data: [{ type, status: 'open', resource: { type: 'funding_account' } }],
    });
    expect(decision.exception?.cause).toBe('bank-7');
  });

  it('states the expected and the actual amount', () => {
    const wrong = seePayment(moment, accountOf({ amount: one }), { ...payment, amount: exact('99.99') });
    expect(summaryOf(wrong).data[0]).toMatchObject({
      expected: { amount: '100.00', currency: 'PEN' },
      actual: { amount: '99.99', currency: 'PEN' },
    });
    const closed = seePayment(moment, accountOf({ status: 'closed', closedBy: 'expired' }), payment);
    expect(summaryOf(closed).data[0]).not.toHaveProperty('expected');
  });
});

describe('a pay-in that is processing', () => {
  it('is credited', () => {
    expect(summaryOf(completePayin(moment, payinIn('processing'), accountOf()))).toMatchObject({
      rows: ['changed payin'],
      events: ['payin.completed'],
      purposes: ['funding_deposit'],
      moves: ['clearing:sandbox > fx 100 PEN', 'fx > available 29.5 USDT'],
      data: [{ status: 'completed', completed_at: moment.now.toISOString() }],
    });
  });

  it('may fail, and nothing moves', () => {
    const ask = { payin: payinIn('processing'), account: accountOf() };
    expect(summaryOf(failPayin(moment, ask, 'not_confirmed'))).toMatchObject({
      rows: ['changed payin'],
      events: ['payin.failed'],
      purposes: [],
      limits: [],
      data: [{ status: 'failed', failure_code: 'not_confirmed' }],
    });
  });
});

const final = (Object.keys(payinFlow) as Payin['status'][]).filter((status) => status !== 'processing');
test.each(final)('a pay-in that is %s is never decided again', (status) => {
  const payin = payinIn(status);
  const account = accountOf();
  expect(() => completePayin(moment, payin, account)).toThrow(`no step complete from ${status}`);
  expect(() => failPayin(moment, { payin, account }, 'late')).toThrow(`no step fail from ${status}`);
});

describe('a one-payment account', () => {
  const payin = payinIn('processing');
  const account = accountOf({ amount: one, payinId: payin.id });

  it('closes when its payment is credited', () => {
    expect(summaryOf(completePayin(moment, payin, account))).toMatchObject({
      rows: ['changed payin', 'changed fundingAccount'],
      limits: [],
    });
  });

  it('closes when its payment fails, and gives the limit back', () => {
    expect(summaryOf(failPayin(moment, { payin, account }, 'not_confirmed'))).toMatchObject({
      rows: ['changed payin', 'changed fundingAccount'],
      limits: ['-100 -1'],
    });
  });

  it('that expires unpaid gets one failed pay-in with the expected credit', () => {
    const decision = expireFundingAccount(moment, accountOf({ amount: one }), exact('29.5'));
    expect(summaryOf(decision)).toMatchObject({
      rows: ['new payin', 'changed fundingAccount'],
      events: ['payin.failed'],
      purposes: [],
      limits: ['-100 -1'],
      data: [
        {
          status: 'failed',
          failure_code: 'expired',
          amount: '29.500000',
          currency: 'USDT',
          paid: { amount: '100.00', currency: 'PEN' },
        },
      ],
    });
  });
});

it('a pay-in in its own currency is credited without a conversion', () => {
  const own = payinIn('processing', { currency: 'PEN', amount: one });
  expect(summaryOf(completePayin(moment, own, accountOf())).moves).toEqual([
    'clearing:sandbox > available 100 PEN',
  ]);
  expect(showPayin(own)).not.toHaveProperty('completed_at');
});
