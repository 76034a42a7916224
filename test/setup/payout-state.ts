import { randomBytes } from 'node:crypto';
import type { Decision, Moment } from '../../src/domain/decision.js';
import { idSource } from '../../src/domain/id.js';
import { untraced } from '../../src/domain/noun/bank-reference.js';
import { exact } from '../../src/domain/money.js';
import type { Payout, PayoutStatus } from '../../src/domain/payout.js';

/** One moment of business time, for decisions that are looked at and not recorded. */
export const moment: Moment = {
  now: new Date('2026-03-04T05:06:07.089Z'),
  newId: idSource((bytes) => {
    bytes.set(randomBytes(bytes.length));
    return bytes;
  }),
  livemode: false,
};

export const before = new Date(moment.now.getTime() - 60_000);

const sendingOf: Record<PayoutStatus, Payout['sending']> = {
  processing: 'accepted',
  verification_pending: 'uncertain',
  completed: 'accepted',
  failed: 'accepted',
  returned: 'accepted',
  cancelled: 'unsent',
};

/** A payout of 10 USDT, fees 1.50, into 37 PEN as it stands in that status, sent unless cancelled; `patch` changes it. */
export function payoutIn(status: PayoutStatus, patch: Partial<Payout> = {}): Payout {
  return {
    id: moment.newId('payout', before),
    accountId: moment.newId('account', before),
    status,
    method: 'bank_transfer',
    country: 'PE',
    beneficiaryId: moment.newId('beneficiary', before),
    quoteId: null,
    remittanceId: null,
    batchId: null,
    batchIndex: null,
    clientReference: null,
    metadata: {},
    ...untraced,
    approvalId: null,
    approvalStatus: null,
    sourceCurrency: 'USDT',
    principal: exact('10'),
    platformFee: exact('1'),
    tenantMarkup: exact('0.5'),
    total: exact('11.5'),
    destinationAmount: exact('37'),
    destinationCurrency: 'PEN',
    rate: '3.7',
    description: 'invoice 7',
    failureCode: null,
    riskStatus: 'allowed',
    riskDecisionId: null,
    refundStatus: status === 'returned' ? 'pending' : null,
    cancelRequestedAt: null,
    cancelDecidedAt: null,
    reference: 'ref-7',
    provider: 'sandbox',
    sending: sendingOf[status],
    attempts: status === 'cancelled' ? 0 : 1,
    lookUps: 0,
    sendBy: null,
    nextStepAt: status === 'processing' || status === 'verification_pending' ? before : null,
    limitDaily: exact('1000'),
    dailyTotal: exact('37'),
    createdAt: before,
    updatedAt: before,
    completedAt: null,
    failedAt: null,
    returnedAt: null,
    cancelledAt: null,
    version: 3,
    ...patch,
  };
}

/** The words of a decision, as a table can hold them. */
export function summaryOf(decision: Decision) {
  const bodies = decision.events.map(
    ({ body }) => JSON.parse(body) as { type: string; data: Record<string, unknown> },
  );
  return {
    rows: decision.changes.map(({ noun, isNew }) => `${isNew ? 'new' : 'changed'} ${noun}`),
    events: bodies.map(({ type }) => type),
    data: bodies.map(({ data }) => data),
    purposes: decision.journals.map(({ purpose }) => purpose),
    moves: decision.journals.flatMap(({ postings }) =>
      postings.map((each) => `${each.debit} > ${each.credit} ${each.amount.toFixed()} ${each.currency}`),
    ),
    limits: decision.limitUses.map(({ amount, count }) => `${amount.toFixed()} ${count}`),
  };
}

/** The payout as the decision leaves it, undefined where the decision does not touch it. */
export function payoutAfter(decision: Decision): Payout | undefined {
  return decision.changes.flatMap((change) => (change.noun === 'payout' ? [change.row] : [])).at(-1);
}
