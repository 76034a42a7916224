import type { FundingAccount } from '../../src/domain/funding-account.js';
import { exact } from '../../src/domain/money.js';
import { before, moment } from './payout-state.js';

/** A funding account in PEN, credited in USDT; with an amount it waits for one payment. */
export function accountOf(patch: Partial<FundingAccount> = {}): FundingAccount {
  return {
    id: moment.newId('fundingAccount', before),
    accountId: moment.newId('account', before),
    status: 'active',
    method: 'bank_transfer',
    country: 'PE',
    currency: 'PEN',
    settlementCurrency: 'USDT',
    amount: null,
    payer: null,
    instructions: { reference: 'ABC' },
    failureCode: null,
    clientReference: null,
    metadata: {},
    reference: 'fund-7',
    provider: 'sandbox',
    expiresAt: null,
    payinId: null,
    closedBy: null,
    limitDaily: exact('1000'),
    dailyTotal: exact('100'),
    attempts: 1,
    nextStepAt: null,
    createdAt: before,
    version: 2,
    ...patch,
  };
}
