import { added, changed, decide, type Decision, type Moment } from './decision.js';
import { eventOf, present, time, type Resource } from './event.js';
import { show, type Amount } from './money.js';
import type { OperationKind } from './operation-kind.js';
import { refuse } from './refusal.js';

declare module './decision.js' {
  interface Nouns {
    exception: Exception;
  }
}

export const exceptionTypes = [
  'amount_mismatch',
  'payin_reversed',
  'unmatched_deposit',
  'duplicate_deposit',
  'late_payment_evidence',
  'provider_mismatch',
] as const;
export type ExceptionType = (typeof exceptionTypes)[number];
export const exceptionStatuses = ['open', 'resolved'] as const;

/** An inconsistency that moves no money until an operator decides (supplement §3.7). */
export interface Exception {
  readonly id: string;
  readonly accountId: string;
  readonly type: ExceptionType;
  readonly status: (typeof exceptionStatuses)[number];
  readonly resourceType: 'payin' | 'funding_account' | OperationKind;
  readonly resourceId: string;
  readonly expectedAmount: Amount | null;
  readonly expectedCurrency: string | null;
  readonly actualAmount: Amount | null;
  readonly actualCurrency: string | null;
  /** The bank's own reference or the evidence that came; finds the same fact told twice. */
  readonly cause: string;
  /** The provider's name for a payment that became this instead of a pay-in. */
  readonly paymentReference: string | null;
  readonly note: string | null;
  readonly createdAt: Date;
  readonly resolvedAt: Date | null;
  readonly version: number;
}

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

/** The bank took a payment back that was no pay-in: it stands apart from what the payment became when it came. */
export function reversalOf(misfit: Exception): Discrepancy {
  const { actualAmount: amount, actualCurrency: currency } = misfit;
  return {
    accountId: misfit.accountId,
    type: 'payin_reversed',
    resourceType: misfit.resourceType,
    resourceId: misfit.resourceId,
    expected: amount === null || currency === null ? undefined : { amount, currency },
    cause: `reversed ${misfit.cause}`,
  };
}

/** An operator has looked into it; final. */
export function resolveException(
  moment: Moment,
  exception: Exception,
  note: string,
): Decision & { exception: Exception } {
  if (exception.status === 'resolved') refuse('invalid_request', 'The exception is resolved already.');
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

/** Supplement §3.7. */
export function showException(exception: Exception): Resource {
  return present({
    id: exception.id,
    type: exception.type,
    status: exception.status,
    resource: { type: exception.resourceType, id: exception.resourceId },
    expected: money(exception.expectedAmount, exception.expectedCurrency),
    actual: money(exception.actualAmount, exception.actualCurrency),
    note: exception.note,
    created_at: time(exception.createdAt),
    resolved_at: time(exception.resolvedAt),
  });
}

function money(amount: Amount | null, currency: string | null) {
  return amount === null || currency === null ? null : { amount: show(amount, currency), currency };
}
