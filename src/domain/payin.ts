import { added, changed, decide, type Change, type Decision, type Moment } from './decision.js';
import { eventOf, type EventType } from './event.js';
import { step } from './flow.js';
import { closedAccount, limitUse, type FundingAccount } from './funding-account.js';
import { journalsOf, postings, type Postings } from './ledger.js';
import { zero, type Amount } from './money.js';
import { madeOfTrace, tracedBy, untraced, type BankReference } from './noun/bank-reference.js';
import { payin as declared, payinFlow, type Payin, type PayinAction } from './noun/payin.js';
import { shownAt } from './noun/show.js';
import { raiseException, type Exception, type ExceptionType } from './reconciliation.js';

export type { Payin } from './noun/payin.js';

/**
 * Nothing is posted until the bank has confirmed. Then the client is credited, through fx if the currencies differ.
 */
export const payinPostings: Postings<PayinAction, Payin> = {
  complete: {
    purpose: 'funding_deposit',
    of: (payin) => {
      const clearing = `clearing:${payin.provider ?? 'none'}` as const;
      const { amount, currency, paidAmount, paidCurrency } = payin;
      if (currency === paidCurrency) return [{ debit: clearing, credit: 'available', amount, currency }];
      return postings(
        { debit: clearing, credit: 'fx', amount: paidAmount, currency: paidCurrency },
        { debit: 'fx', credit: 'available', amount, currency },
      );
    },
  },
  fail: 'none',
};

export interface Payment {
  readonly amount: Amount;
  readonly currency: string;
  readonly bankReference: string;
  readonly paymentReference: string;
  /** Whether the provider used this reference for another payment: then a confirmation by it proves nothing. */
  readonly isNameTaken?: boolean;
  readonly trace?: BankReference | undefined;
}

/**
 * A payment seen on a funding account becomes a pay-in or, if it is not the expected one, a reconciliation exception
 * that moves nothing (contract §2.11, supplement §9).
 */
export function seePayment(
  moment: Moment,
  account: FundingAccount,
  payment: Payment & { credited: Amount },
): Decision & { payin?: Payin; exception?: Exception } {
  const mismatch = mismatchOf(account, payment);
  if (mismatch) {
    return raiseException(moment, {
      accountId: account.accountId,
      type: mismatch,
      resourceType: 'funding_account',
      resourceId: account.id,
      expected: account.amount === null ? undefined : { amount: account.amount, currency: account.currency },
      actual: { amount: payment.amount, currency: payment.currency },
      cause: payment.bankReference,
      paymentReference: payment.isNameTaken === true ? undefined : payment.paymentReference,
    });
  }
  const payin = newPayin(moment, account, payment);
  const changes: Change[] = [added('payin', payin)];
  if (account.amount !== null) {
    // The account's one payment has arrived: from now on the end of this pay-in closes the account, and it no longer
    // expires.
    changes.push(changed('fundingAccount', { ...account, payinId: payin.id, nextStepAt: null }));
  }
  return { ...decide({ changes }), payin };
}

/** The result of a payment. */
export interface PaymentResult {
  readonly payin?: Payin | undefined;
  readonly exception?: Exception | undefined;
}

const paidIn = ({ payin, exception }: PaymentResult) => ({
  amount: payin?.paidAmount ?? exception?.actualAmount ?? zero,
  currency: payin?.paidCurrency ?? exception?.actualCurrency ?? '',
  paymentReference: payin?.paymentReference ?? exception?.paymentReference,
});

/**
 * A payment with a known bank reference. With the same amount it is the existing payment; with another amount it
 * raises an exception that moves nothing (supplement §9).
 */
export function seeAgain(
  moment: Moment,
  account: FundingAccount,
  { payment, known }: { payment: Payment; known: readonly PaymentResult[] },
): { fact: PaymentResult; decision?: Decision } {
  const same = known.find((fact) => {
    const { amount, currency } = paidIn(fact);
    return currency === payment.currency && amount.isEqualTo(payment.amount);
  });
  if (same) return { fact: same };
  const [first] = known;
  if (!first) throw new Error('a known payment arrived as new');
  const { amount, currency } = paidIn(first);
  // Confirmations or reversals under a reference used by another payment would concern that payment.
  const isNamed =
    payment.isNameTaken === true ||
    known.some((fact) => paidIn(fact).paymentReference === payment.paymentReference);
  const { exception, ...decision } = raiseException(moment, {
    accountId: account.accountId,
    type: 'provider_mismatch',
    resourceType: 'funding_account',
    resourceId: account.id,
    expected: { amount, currency },
    actual: { amount: payment.amount, currency: payment.currency },
    cause: payment.bankReference,
    paymentReference: isNamed ? undefined : payment.paymentReference,
  });
  return { fact: { exception }, decision };
}

function mismatchOf(
  account: FundingAccount,
  payment: Payment & { credited: Amount },
): ExceptionType | undefined {
  // A second payment is a duplicate of one that was or may still be credited.
  if (account.closedBy === 'paid') return 'duplicate_deposit';
  if (account.status !== 'active') return 'unmatched_deposit';
  if (account.payinId !== null) return 'duplicate_deposit';
  if (payment.isNameTaken === true) return 'provider_mismatch';
  if (payment.currency !== account.currency || payment.credited.isZero()) return 'amount_mismatch';
  if (account.amount !== null && !account.amount.isEqualTo(payment.amount)) return 'amount_mismatch';
  return undefined;
}

function newPayin(
  moment: Moment,
  account: FundingAccount,
  payment: {
    amount: Amount;
    credited: Amount;
    bankReference: string | null;
    paymentReference: string | null;
    trace?: BankReference | undefined;
  },
): Payin {
  const { bankReference, paymentReference, trace = otherName(bankReference) } = payment;
  const row: Payin = {
    ...untraced,
    id: moment.newId('payin', moment.now),
    accountId: account.accountId,
    fundingAccountId: account.id,
    status: 'processing',
    amount: payment.credited,
    currency: account.settlementCurrency,
    paidAmount: payment.amount,
    paidCurrency: account.currency,
    provider: account.provider,
    bankReference,
    paymentReference,
    failureCode: null,
    attempts: 0,
    nextStepAt: moment.now,
    createdAt: moment.now,
    completedAt: null,
    version: 1,
  };
  return tracedBy(row, trace);
}

/** The bank's own reference of the payment, until the bank reports another one. */
const otherName = (value: string | null): BankReference | undefined =>
  value === null || value === '' ? undefined : { kind: 'other', value };

/** A pay-in, and its account if that waited only for this payment. */
export interface EndingPayin {
  readonly payin: Payin;
  readonly account: FundingAccount | undefined;
}

/** Confirmed by the bank: credits once, and closes the account that waited only for this payment. */
export function completePayin(moment: Moment, payin: Payin, account: EndingPayin['account']): Decision {
  const next: Payin = {
    ...payin,
    status: step(payinFlow, payin.status, 'complete'),
    completedAt: moment.now,
    nextStepAt: null,
  };
  const changes: Change[] = [changed('payin', next)];
  if (account?.payinId === payin.id) changes.push(closedAccount(moment, account, 'paid'));
  return decide({
    changes,
    journals: journalsOf(moment, payinPostings.complete, { originType: 'payin', state: next }),
    events: [fact(moment, next, 'payin.completed')],
  });
}

export function failPayin(moment: Moment, { payin, account }: EndingPayin, failureCode: string): Decision {
  const status = step(payinFlow, payin.status, 'fail');
  const next: Payin = { ...payin, status, failureCode, nextStepAt: null };
  const changes: Change[] = [changed('payin', next)];
  const ending = account?.payinId === payin.id ? account : undefined;
  if (ending) changes.push(closedAccount(moment, ending, 'failed'));
  return decide({
    changes,
    events: [fact(moment, next, 'payin.failed')],
    limitUses: ending ? [limitUse(ending, -1)] : [],
  });
}

/** An unpaid one-payment account gets one pay-in, created and failed at once, and closes. */
export function expireFundingAccount(moment: Moment, account: FundingAccount, credited: Amount): Decision {
  const amount = account.amount as Amount;
  const made = newPayin(moment, account, { amount, credited, bankReference: null, paymentReference: null });
  const payin: Payin = {
    ...made,
    status: step(payinFlow, made.status, 'fail'),
    failureCode: 'expired',
    nextStepAt: null,
  };
  return decide({
    changes: [added('payin', payin), closedAccount(moment, { ...account, payinId: payin.id }, 'expired')],
    events: [fact(moment, payin, 'payin.failed')],
    limitUses: [limitUse(account, -1)],
  });
}

/** Contract §2.11. `refunded` and `refundable` are shown on retrieve only, never in events. */
export const showPayin = shownAt(declared, 'event', {
  ...madeOfTrace,
  refunded: () => undefined,
  refundable: () => undefined,
});

function fact(moment: Moment, payin: Payin, type: EventType) {
  return eventOf(moment, { accountId: payin.accountId, type, data: showPayin(payin) });
}
