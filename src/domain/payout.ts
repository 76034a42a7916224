import { present, isoTime, type EventType, type Resource } from './event.js';
import { showHold } from './approval.js';
import { postings, type Postings } from './ledger.js';
import { show } from './money.js';
import { madeOfTrace } from './noun/bank-reference.js';
import { payout as declared, type Payout, type PayoutAction } from './noun/payout.js';
import { shownAt } from './noun/show.js';
import { showSource } from './quote.js';

export { payoutFlow, type Payout, type PayoutAction, type PayoutStatus } from './noun/payout.js';

declare module './operation-kind.js' {
  interface OperationKinds {
    payout: Payout;
  }
}

/** The fields of a payout in lists and in the answer to its creation. */
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
  'approvalId',
  'approvalStatus',
  'refundStatus',
  'clientReference',
  'metadata',
  'traceKind',
  'traceReference',
  'createdAt',
  'updatedAt',
] as const satisfies readonly (keyof Payout)[];

export type ListedPayout = Pick<Payout, (typeof listedPayoutFields)[number]>;

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

/** The postings of each action. After a return the principal comes back; fees do not (supplement §9 Fees). */
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

/** Moves the principal from a bucket to the provider, through fx if the currencies differ. */
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

/** Contract §3.3: the events of each action. */
export const payoutEvents: Readonly<Record<PayoutAction, readonly EventType[]>> = {
  doubt: [],
  complete: ['payout.completed'],
  fail: ['payout.failed'],
  cancel: ['payout.cancelled'],
  send_back: ['payout.returned'],
  settle_return: ['payout.return_settled'],
};

const made = {
  ...madeOfTrace,
  source: showSource,
  refund: showRefund,
  approval: showHold,
  cancellation: () => undefined,
  beneficiary: () => undefined,
};
const payoutAt = { list: shownAt(declared, 'list', made), event: shownAt(declared, 'event', made) };

/** As in lists and after creation; reads no other fields. */
export const showListedPayout = (payout: ListedPayout): Resource => payoutAt.list(payout as Payout);

/** As on retrieve and in events, without description and beneficiary. */
export const showPayout = (payout: Payout): Resource => payoutAt.event(payout);

function showRefund(payout: ListedPayout) {
  if (payout.refundStatus === null) return null;
  const amount = show(payout.principal, payout.sourceCurrency);
  return { amount, currency: payout.sourceCurrency, status: payout.refundStatus };
}

/** Contract §2.12 `cancellation`: on retrieve and in the answer to a cancel. */
export function showCancellation(payout: Payout) {
  if (payout.cancelRequestedAt === null) return null;
  const isRefused = payout.cancelDecidedAt !== null && payout.status !== 'cancelled';
  return present({
    status: isRefused ? 'refused' : 'requested',
    not_cancelled_reason: isRefused ? 'submitted' : null,
    requested_at: isoTime(payout.cancelRequestedAt),
    requested_via: 'api',
    decided_at: isoTime(payout.cancelDecidedAt),
  });
}
