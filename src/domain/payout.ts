import { present, time, type EventType, type Resource } from './event.js';
import type { Flow } from './flow.js';
import { postings, type Postings } from './ledger.js';
import { show, type Amount } from './money.js';
import type { Operation } from './operation.js';
import type { Price } from './price.js';
import { showSource } from './quote.js';

declare module './decision.js' {
  interface Nouns {
    payout: Payout;
  }
}

declare module './operation-kind.js' {
  interface OperationKinds {
    payout: Payout;
  }
}

export const payoutStatuses = [
  'processing',
  'verification_pending',
  'completed',
  'failed',
  'returned',
  'cancelled',
] as const;
export type PayoutStatus = (typeof payoutStatuses)[number];
export type PayoutAction = 'doubt' | 'complete' | 'fail' | 'cancel' | 'send_back' | 'settle_return';

/** Contract §2.12, with what the service itself needs to know about sending it. */
export interface Payout extends Operation, Readonly<Price> {
  readonly status: PayoutStatus;
  readonly description: string | null;
  readonly cancelRequestedAt: Date | null;
  readonly cancelDecidedAt: Date | null;
  readonly method: string;
  readonly country: string | null;
  readonly beneficiaryId: string;
  readonly quoteId: string | null;
  readonly remittanceId: string | null;
  /** The batch that it is a payout of, and its place there. */
  readonly batchId: string | null;
  readonly batchIndex: number | null;
  readonly refundStatus: 'pending' | 'settled' | null;
  readonly limitDaily: Amount | null;
  readonly dailyTotal: Amount | null;
  readonly completedAt: Date | null;
  readonly failedAt: Date | null;
  readonly returnedAt: Date | null;
  readonly cancelledAt: Date | null;
}

/** The payout as a list shows it, and the answer that it was created. */
export const listedPayoutFields = [
  'id',
  'status',
  'method',
  'beneficiaryId',
  'sourceCurrency',
  'principal',
  'platformFee',
  'tenantMarkup',
  'total',
  'destinationAmount',
  'destinationCurrency',
  'rate',
  'quoteId',
  'remittanceId',
  'batchId',
  'failureCode',
  'riskStatus',
  'riskDecisionId',
  'refundStatus',
  'createdAt',
  'updatedAt',
] as const satisfies readonly (keyof Payout)[];

export type ListedPayout = Pick<Payout, (typeof listedPayoutFields)[number]>;

/** Contract §3.3. Only completed → returned leaves a final state. */
export const payoutFlow: Flow<PayoutStatus, PayoutAction> = {
  processing: { doubt: 'verification_pending', complete: 'completed', fail: 'failed', cancel: 'cancelled' },
  verification_pending: { complete: 'completed', fail: 'failed' },
  completed: { send_back: 'returned' },
  failed: {},
  returned: { settle_return: 'returned' },
  cancelled: {},
};

const giveBack = {
  purpose: 'reversal',
  of: (payout: Payout) =>
    postings({
      debit: 'reserved',
      credit: 'available',
      amount: payout.total,
      currency: payout.sourceCurrency,
    }),
} as const;

/** The postings of each action; fees stay after a return, the principal comes back (supplement §9 Fees). */
export const payoutPostings: Postings<PayoutAction | 'reserve', Payout> = {
  reserve: {
    purpose: 'payout_reserve',
    of: (payout) => [
      { debit: 'available', credit: 'reserved', amount: payout.total, currency: payout.sourceCurrency },
    ],
  },
  doubt: 'none',
  complete: {
    purpose: 'payout_capture',
    of: (payout) => [
      ...principalMoves(payout, 'reserved'),
      ...postings(
        { debit: 'reserved', credit: 'fees', amount: payout.platformFee, currency: payout.sourceCurrency },
        {
          debit: 'reserved',
          credit: 'earnings',
          amount: payout.tenantMarkup,
          currency: payout.sourceCurrency,
        },
      ),
    ],
  },
  fail: giveBack,
  cancel: giveBack,
  send_back: {
    purpose: 'payout_return',
    of: (payout) =>
      principalMoves(payout, 'pending').map(({ debit, credit, ...rest }) => ({
        debit: credit,
        credit: debit,
        ...rest,
      })),
  },
  settle_return: {
    purpose: 'payout_return_settled',
    of: (payout) => [
      { debit: 'pending', credit: 'available', amount: payout.principal, currency: payout.sourceCurrency },
    ],
  },
};

/** The principal's way from a bucket to the provider, through fx where the currencies differ. */
function principalMoves(payout: Payout, bucket: 'reserved' | 'pending') {
  const clearing = `clearing:${payout.provider ?? 'none'}` as const;
  const { principal, sourceCurrency, destinationAmount, destinationCurrency } = payout;
  if (sourceCurrency === destinationCurrency) {
    return postings({ debit: bucket, credit: clearing, amount: principal, currency: sourceCurrency });
  }
  return postings(
    { debit: bucket, credit: 'fx', amount: principal, currency: sourceCurrency },
    { debit: 'fx', credit: clearing, amount: destinationAmount, currency: destinationCurrency },
  );
}

/** Contract §3.3: what each action publishes. */
export const payoutEvents: Readonly<Record<PayoutAction, readonly EventType[]>> = {
  doubt: [],
  complete: ['payout.completed'],
  fail: ['payout.failed'],
  cancel: ['payout.cancelled'],
  send_back: ['payout.returned'],
  settle_return: ['payout.return_settled'],
};

/** As created, and in lists. */
export function showListedPayout(payout: ListedPayout): Resource {
  return present({
    id: payout.id,
    status: payout.status,
    method: payout.method,
    beneficiary_id: payout.beneficiaryId,
    source: showSource(payout),
    destination: {
      amount: show(payout.destinationAmount, payout.destinationCurrency),
      currency: payout.destinationCurrency,
    },
    rate: payout.rate,
    quote_id: payout.quoteId,
    remittance_id: payout.remittanceId,
    batch_id: payout.batchId,
    failure_code: payout.failureCode,
    risk_status: payout.riskStatus,
    risk_decision_id: payout.riskDecisionId,
    refund: showRefund(payout),
    created_at: time(payout.createdAt),
    updated_at: time(payout.updatedAt),
  });
}

/** As retrieved and in events, without description and beneficiary. */
export function showPayout(payout: Payout): Resource {
  return present({
    ...showListedPayout(payout),
    country: payout.country,
    completed_at: time(payout.completedAt),
    failed_at: time(payout.failedAt),
    returned_at: time(payout.returnedAt),
    cancelled_at: time(payout.cancelledAt),
  });
}

function showRefund(payout: ListedPayout) {
  if (payout.refundStatus === null) return null;
  const amount = show(payout.principal, payout.sourceCurrency);
  return { amount, currency: payout.sourceCurrency, status: payout.refundStatus };
}

/** Contract §2.12 cancellation: on retrieve and on the cancel answer. */
export function showCancellation(payout: Payout) {
  if (payout.cancelRequestedAt === null) return null;
  const isRefused = payout.cancelDecidedAt !== null && payout.status !== 'cancelled';
  return present({
    status: isRefused ? 'refused' : 'requested',
    not_cancelled_reason: isRefused ? 'submitted' : null,
    requested_at: time(payout.cancelRequestedAt),
    requested_via: 'api',
    decided_at: time(payout.cancelDecidedAt),
  });
}
