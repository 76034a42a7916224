import { untraced } from '../../src/domain/noun/bank-reference.js';
import { exact } from '../../src/domain/money.js';
import type { Refund } from '../../src/domain/noun/refund.js';
import type { Withdrawal } from '../../src/domain/noun/withdrawal.js';
import { createRefund } from '../../src/domain/refund.js';
import { createWithdrawal } from '../../src/domain/withdrawal.js';
import { before, moment } from './payout-state.js';

/** A withdrawal of 100 MXN for a fee of 5 as it stands in that status, sent; `patch` changes it. */
export function withdrawalIn(status: Withdrawal['status'], patch: Partial<Withdrawal> = {}): Withdrawal {
  const { withdrawal } = createWithdrawal(
    moment,
    {
      accountId: moment.newId('account', before),
      destinationId: moment.newId('settlementDestination', before),
      amount: exact('100'),
      fee: exact('5'),
      currency: 'MXN',
      description: null,
      approvalThresholdAmount: null,
      approvalThresholdCurrency: null,
      madeBy: null,
      reference: 'ref-7',
      provider: 'sandbox',
      nextStepAt: moment.now,
    },
    { available: exact('105'), needsApproval: false, reviewReasons: [] },
  );
  return { ...withdrawal, status, sending: 'accepted', attempts: 1, ...patch };
}

/** A refund of 12 USDT, which are 40 PEN for the payer, as it stands in that status, sent; `patch` changes it. */
export function refundIn(status: Refund['status'], patch: Partial<Refund> = {}): Refund {
  const { refund } = createRefund(
    moment,
    {
      payin: {
        id: moment.newId('payin', before),
        accountId: moment.newId('account', before),
        status: 'completed',
        fundingAccountId: moment.newId('fundingAccount', before),
        amount: exact('30'),
        currency: 'USDT',
        paidAmount: exact('100'),
        paidCurrency: 'PEN',
        failureCode: null,
        provider: 'sandbox',
        bankReference: 'bank-7',
        ...untraced,
        paymentReference: 'pay-7',
        attempts: 1,
        nextStepAt: null,
        createdAt: before,
        completedAt: before,
        version: 2,
      },
      amount: exact('12'),
      payerAmount: exact('40'),
      reason: null,
      reference: 'ref-8',
      nextStepAt: moment.now,
    },
    { available: exact('30'), reviewReasons: [] },
  );
  return { ...refund, status, sending: 'accepted', attempts: 1, ...patch };
}
