import { added, changed, decide, type Decision, type LimitUse, type Moment } from './decision.js';
import { eventOf, type EventDraft, type EventType } from './event.js';
import { can, step } from './flow.js';
import type { FundingAccount } from './funding-account.js';
import { show, sum, type Amount } from './money.js';
import { unlabelled, type Labels } from './noun/label.js';
import {
  remittance as declaration,
  remittanceFlow,
  type Remittance,
  type RemittanceAction,
} from './noun/remittance.js';
import { shownAt, type MadeFields } from './noun/show.js';
import type { Payout } from './payout.js';
import { rateThat, worthOf, type Price } from './price.js';
import type { Funding, Quote } from './quote.js';

export type { Remittance };

/** How long a payer's price is valid (supplement §9). */
export const remittanceQuoteSeconds = 1800;

export type NewRemittance = Pick<
  Remittance,
  | 'accountId'
  | 'beneficiaryId'
  | 'customerId'
  | 'method'
  | 'fundingAccountId'
  | 'sourcePayinId'
  | 'description'
  | 'reference'
  | 'limitDaily'
  | 'dailyTotal'
> &
  Partial<Labels & Pick<Remittance, 'requestedBy'>>;

/** The changes of a remittance within one decision: its row is written once, its events are published in order. */
export interface RemittanceCourse {
  readonly row: Remittance;
  readonly events: readonly EventDraft[];
  readonly limitUses: readonly LimitUse[];
}

/** Every remittance starts by waiting for its money, if only for an instant. */
export function beginRemittance(moment: Moment, quote: Quote, fields: NewRemittance): RemittanceCourse {
  const row: Remittance = {
    ...unlabelled,
    requestedBy: null,
    ...fields,
    id: moment.newId('remittance', moment.now),
    status: 'awaiting_funds',
    quoteId: quote.id,
    sourceAmount: quote.total,
    sourceCurrency: quote.sourceCurrency,
    destinationAmount: quote.destinationAmount,
    destinationCurrency: quote.destinationCurrency,
    rate: quote.rate,
    payinId: null,
    payoutId: null,
    failureCode: null,
    nextStepAt: quote.expiresAt,
    createdAt: moment.now,
    updatedAt: moment.now,
    reviewAt: null,
    processingAt: null,
    completedAt: null,
    failedAt: null,
    returnedAt: null,
    version: 1,
  };
  return { row, events: [fact(moment, row, 'remittance.created')], limitUses: [limitUse(row, 1)] };
}

export const courseOf = (row: Remittance): RemittanceCourse => ({ row, events: [], limitUses: [] });

/** The decision that records a course; empty if nothing happened. */
export function decisionOf({ row, events, limitUses }: RemittanceCourse, isNew = false): Decision {
  if (events.length === 0) return decide({});
  const change = isNew ? added('remittance', row) : changed('remittance', row);
  return decide({ changes: [change], events, limitUses });
}

const eventByAction: Readonly<Record<RemittanceAction, { event: EventType; at: keyof Remittance }>> = {
  fund: { event: 'remittance.processing', at: 'processingAt' },
  hold: { event: 'remittance.review', at: 'reviewAt' },
  approve: { event: 'remittance.processing', at: 'processingAt' },
  complete: { event: 'remittance.completed', at: 'completedAt' },
  fail: { event: 'remittance.failed', at: 'failedAt' },
  send_back: { event: 'remittance.returned', at: 'returnedAt' },
};

function takeAction(
  moment: Moment,
  { row, events, limitUses }: RemittanceCourse,
  { action, patch = {} }: { action: RemittanceAction; patch?: Partial<Remittance> },
): RemittanceCourse {
  const { event, at } = eventByAction[action];
  const next: Remittance = {
    ...row,
    ...patch,
    status: step(remittanceFlow, row.status, action),
    nextStepAt: null,
    updatedAt: moment.now,
    [at]: moment.now,
  };
  return {
    row: next,
    events: [...events, fact(moment, next, event)],
    limitUses: action === 'fail' ? [...limitUses, limitUse(next, -1)] : limitUses,
  };
}

/** The money was too little or came too late: it stays available. */
export const failRemittance = (
  moment: Moment,
  course: RemittanceCourse,
  failureCode: string,
): RemittanceCourse => takeAction(moment, course, { action: 'fail', patch: { failureCode } });

/** Why a remittance can never be funded through this account; undefined as long as it can. */
export function unfundedCode({ status, failureCode, closedBy }: FundingAccount): string | undefined {
  if (status === 'failed') return failureCode ?? undefined;
  if (status !== 'closed') return undefined;
  // Not paid in time; or the payment failed or credited too little.
  return closedBy === 'expired' ? 'quote_expired' : 'funding_insufficient';
}

/** Links the pay-in that funds it and its payout. */
export function fundRemittance(
  moment: Moment,
  course: RemittanceCourse,
  { payinId, payout }: { payinId: string; payout: Payout },
): RemittanceCourse {
  const action = payout.riskStatus === 'in_review' ? 'hold' : 'fund';
  return takeAction(moment, course, { action, patch: { payinId, payoutId: payout.id } });
}

/** The steps from the remittance's status to that of its payout. */
const stepsTo: Readonly<Record<Payout['status'], readonly RemittanceAction[]>> = {
  processing: ['approve'],
  verification_pending: ['approve'],
  completed: ['complete'],
  failed: ['fail'],
  returned: ['complete', 'send_back'],
  cancelled: ['fail'],
};

/** A remittance follows its payout (supplement §3.4), in the same transaction. */
export function followPayout(moment: Moment, remittance: Remittance, payout: Payout): Decision {
  if (payout.status === 'processing' && payout.riskStatus === 'in_review') return decide({});
  const course = stepsTo[payout.status].reduce(
    (sofar, action) =>
      can(remittanceFlow, sofar.row.status, action)
        ? takeAction(moment, sofar, {
            action,
            ...(action === 'fail' && { patch: { failureCode: payout.failureCode } }),
          })
        : sofar,
    courseOf(remittance),
  );
  return decisionOf(course);
}

/** Whether the quote's price has expired; at the exact end it has. */
export const isLate = ({ expiresAt }: Pick<Quote, 'expiresAt'>, now: Date): boolean => expiresAt <= now;

/**
 * The credit of a payment: the quote's price applies to its total, and the excess is converted at the current rate
 * (supplement §9). Undefined if the payment is less than the total.
 */
export function creditedAt(
  { total }: Pick<Quote, 'total'>,
  { funding, paid, rate }: { funding: Funding; paid: Amount; rate: string },
): Amount | undefined {
  if (paid.isLessThan(total)) return undefined;
  return funding.amount.plus(worthOf(paid.minus(total), rate, funding.currency));
}

/** The price of the payout: the quote's price, in the currency that the pay-in was credited in (supplement §9). */
export function payoutPriceOf(quote: Quote, { amount: total, currency, rate }: Funding): Price {
  const platformFee = worthOf(quote.platformFee, rate, currency);
  const tenantMarkup = worthOf(quote.tenantMarkup, rate, currency);
  const principal = total.minus(sum([platformFee, tenantMarkup]));
  const { destinationAmount, destinationCurrency } = quote;
  return {
    sourceCurrency: currency,
    principal,
    platformFee,
    tenantMarkup,
    total,
    destinationAmount,
    destinationCurrency,
    rate: rateThat(principal, destinationAmount),
  };
}

export const madeOfRemittance: MadeFields<typeof declaration> = {
  source: ({ fundingAccountId, sourcePayinId, sourceAmount, sourceCurrency }) => ({
    ...(fundingAccountId === null
      ? { type: 'payin', payin_id: sourcePayinId }
      : { type: 'funding_account', funding_account_id: fundingAccountId }),
    currency: sourceCurrency,
    amount: show(sourceAmount, sourceCurrency),
  }),
};

/** Supplement §3.4: event data. */
export const showRemittance = shownAt(declaration, 'event', madeOfRemittance);

/** Counts the arriving amount towards the daily limit of remittances; -1 gives it back. */
function limitUse(row: Remittance, sign: 1 | -1): LimitUse {
  return {
    accountId: row.accountId,
    product: 'remittance',
    method: row.method,
    currency: row.destinationCurrency,
    at: row.createdAt,
    amount: row.destinationAmount.multipliedBy(sign),
    count: sign,
  };
}

const fact = (moment: Moment, row: Remittance, type: EventType): EventDraft =>
  eventOf(moment, { accountId: row.accountId, type, data: showRemittance(row) });
