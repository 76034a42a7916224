import { added, changed, decide, type Decision, type Moment } from './decision.js';
import { eventOf } from './event.js';
import type { Amount } from './money.js';
import { exception as declaration, type Exception } from './noun/exception.js';
import { shownAt, type MadeFields } from './noun/show.js';
import { refuse } from './refusal.js';

export type { Exception };
export type ExceptionType = Exception['type'];

export interface Discrepancy {
  readonly accountId: string;
  readonly type: ExceptionType;
  readonly resourceType: Exception['resourceType'];
  readonly resourceId: string;
  readonly expected?: { amount: Amount; currency: string } | undefined;
  readonly actual?: { amount: Amount; currency: string } | undefined;
  readonly cause: string;
  readonly paymentReference?: string | undefined;
}

export function raiseException(moment: Moment, found: Discrepancy): Decision & { exception: Exception } {
  const exception: Exception = {
    id: moment.newId('exception', moment.now),
    accountId: found.accountId,
    type: found.type,
    status: 'open',
    resourceType: found.resourceType,
    resourceId: found.resourceId,
    expectedAmount: found.expected?.amount ?? null,
    expectedCurrency: found.expected?.currency ?? null,
    actualAmount: found.actual?.amount ?? null,
    actualCurrency: found.actual?.currency ?? null,
    cause: found.cause,
    paymentReference: found.paymentReference ?? null,
    note: null,
    createdAt: moment.now,
    resolvedAt: null,
    version: 1,
  };
  const data = showException(exception);
  const type = 'reconciliation.exception_created';
  return {
    ...decide({
      changes: [added('exception', exception)],
      events: [eventOf(moment, { accountId: found.accountId, type, data })],
    }),
    exception,
  };
}

/**
 * The bank reversed a payment that was no pay-in. This is a second exception, in addition to the one that the payment
 * raised.
 */
export function reversalOf(misfit: Exception): Discrepancy {
  const { actualAmount: amount, actualCurrency: currency } = misfit;
  // Only mismatches may share a bank reference; the payment's reference distinguishes them.
  const name =
    misfit.type === 'provider_mismatch' ? `${misfit.cause} ${misfit.paymentReference ?? ''}` : misfit.cause;
  return {
    accountId: misfit.accountId,
    type: 'payin_reversed',
    resourceType: misfit.resourceType,
    resourceId: misfit.resourceId,
    expected: amount === null || currency === null ? undefined : { amount, currency },
    cause: `reversed ${name}`,
  };
}

/** An order that a provider has for an account and that is unknown here. */
export interface UnknownOrder {
  readonly accountId: string;
  readonly reference: string;
  /** The money it moved. */
  readonly moved?: { readonly amount: Amount; readonly currency: string } | undefined;
}

export const unknownOrder = ({ accountId, reference, moved }: UnknownOrder): Discrepancy => ({
  accountId,
  type: 'provider_mismatch',
  resourceType: 'account',
  resourceId: accountId,
  actual: moved,
  cause: `order ${reference}`,
  paymentReference: reference,
});

/** The request was repeated and the provider's outcome decided it, so there is nothing left to investigate. */
export const knownAgain = (moment: Moment, exception: Exception, id: string): Decision =>
  resolveException(moment, exception, `The request was repeated: it is ${id}, with the provider's result.`);

/** The totals of the clearing account and of a provider's statement under one reference. */
export interface Sums {
  readonly currency: string;
  readonly expected: Amount;
  readonly actual: Amount;
}

/** The provider's statement and the clearing account have different totals for a resource. */
export const otherSum = (
  about: Pick<Discrepancy, 'accountId' | 'resourceType' | 'resourceId'>,
  { currency, expected, actual }: Sums,
): Discrepancy => ({
  ...about,
  type: 'provider_mismatch',
  expected: { amount: expected.abs(), currency },
  actual: { amount: actual.abs(), currency },
  cause: `statement ${actual.toFixed()} ${currency}`,
});

/** Whether an exception already reports these totals. */
export function isAbout(exception: Exception, { currency, actual }: Sums): boolean {
  const { type, actualAmount, actualCurrency } = exception;
  if (type === 'payin_reversed') return actual.isZero();
  if (type !== 'provider_mismatch') return true;
  return actualCurrency === currency && actualAmount?.isEqualTo(actual.abs()) === true;
}

/** Resolved by an operator; final. */
export function resolveException(
  moment: Moment,
  exception: Exception,
  note: string,
): Decision & { exception: Exception } {
  if (exception.status === 'resolved') refuse('invalid_request', 'The exception is already resolved.');
  const next: Exception = { ...exception, status: 'resolved', note, resolvedAt: moment.now };
  const type = 'reconciliation.exception_resolved';
  return {
    ...decide({
      changes: [changed('exception', next)],
      events: [eventOf(moment, { accountId: next.accountId, type, data: showException(next) })],
    }),
    exception: next,
  };
}

/** How much the provider's record exceeds ours; undefined if one is missing or the currencies differ. */
export function differenceOf(exception: Exception): { amount: Amount; currency: string } | undefined {
  const { expectedAmount, expectedCurrency, actualAmount, actualCurrency } = exception;
  if (expectedAmount === null || actualAmount === null || actualCurrency === null) return undefined;
  if (expectedCurrency !== actualCurrency) return undefined;
  return { amount: actualAmount.minus(expectedAmount), currency: actualCurrency };
}

const nextSteps: Readonly<Record<ExceptionType, string>> = {
  amount_mismatch:
    'Ask the account what the payment is for. Credit it with the resolution, or have the provider return it.',
  payin_reversed:
    'Debit the credited amount with the resolution. If it is already spent or refunded, ask the account for it.',
  unmatched_deposit:
    'Find out who it is for. Credit the account with the resolution, or have the provider return it.',
  duplicate_deposit:
    'Ask the account whether it was intended. Credit it with the resolution, or have the provider return it.',
  late_payment_evidence:
    'Ask the provider, by reference, which is true. If it paid an operation that failed here, debit the account or have the payment recalled.',
  provider_mismatch:
    'Ask the provider, by reference, what it moved. If the account gained or lost, correct its balance with the resolution.',
};

const contradictedPayin =
  'Ask the provider, by reference, which is true. If it credited a payment that failed here, credit the account. If it never had a payment credited here, debit the account.';

/** Advice for the operator; undefined once it is resolved. */
export function nextStepOf({ type, status, resourceType }: Exception): string | undefined {
  if (status !== 'open') return undefined;
  return type === 'late_payment_evidence' && resourceType === 'payin' ? contradictedPayin : nextSteps[type];
}

export const madeOfException: MadeFields<typeof declaration> = {
  resource: ({ resourceType, resourceId }) => ({ type: resourceType, id: resourceId }),
};

/** Supplement §3.7: event data. */
export const showException = shownAt(declaration, 'event', madeOfException);
