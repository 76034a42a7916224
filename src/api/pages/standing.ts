import { createHash } from 'node:crypto';
import { show } from '../../domain/money.js';
import type { HostedProgress } from '../../usecases/hosted-progress.js';
import type { Step } from './visit.js';
import type { End, Progress } from './step/progress.js';

/** The stage of a session, as far as its pages differ. */
export type Standing = 'choosing' | 'preparing' | 'payable' | 'going';

export type PageName = Step | 'pay' | 'progress';

/** Each page, and the stages in which it may be shown. In any other stage, that stage's own page is shown. */
export const seenIn: Readonly<Record<PageName, readonly Standing[]>> = {
  amount: ['choosing'],
  sender: ['choosing'],
  beneficiary: ['choosing'],
  review: ['choosing'],
  pay: ['preparing', 'payable'],
  progress: ['payable', 'going'],
};

export const pageNames = Object.keys(seenIn) as PageName[];
export const isPageName = (name: string): name is PageName => Object.hasOwn(seenIn, name);

type Rows = Pick<HostedProgress, 'remittance' | 'fundingAccount' | 'payin' | 'exceptions'>;

export function standingOf({ remittance, fundingAccount, exceptions }: Rows): Standing {
  if (!remittance) return 'choosing';
  if (remittance.status !== 'awaiting_funds' || exceptions.length > 0) return 'going';
  if (fundingAccount?.status === 'pending') return 'preparing';
  return fundingAccount?.status === 'active' ? 'payable' : 'going';
}

/** The page to show in a stage if the request names none. */
export const pageOf = (standing: Exclude<Standing, 'choosing'>, hasReported: boolean): PageName =>
  standing === 'going' || (standing === 'payable' && hasReported) ? 'progress' : 'pay';

/** What became of the money. */
export function endOf({ remittance, payin, exceptions }: Rows): End {
  if (!remittance) throw new Error('nothing was confirmed');
  const { status, failureCode } = remittance;
  const isOff = exceptions.length > 0;
  if (status === 'awaiting_funds') return isOff ? 'mismatch' : 'waiting';
  if (status !== 'failed') return status;
  if (payin?.status === 'completed') {
    if (failureCode === 'quote_expired') return 'late';
    return failureCode === 'funding_insufficient' ? 'short' : 'failed';
  }
  // After the price has expired, a payment of any amount is late.
  if (failureCode === 'quote_expired' && exceptions.some(({ type }) => type === 'unmatched_deposit'))
    return 'late';
  if (isOff) return 'mismatch';
  // Without a payment, it fails because the price expired, the payment failed, or the funding account was not opened.
  if (failureCode === 'quote_expired') return 'expired';
  return payin?.status === 'failed' ? 'declined' : 'unopened';
}

type ProgressFacts = Omit<Progress, 'again' | 'sender' | 'receiver' | 'within'>;

/** The figures of a remittance's progress. */
export function progressOf(rows: Rows & Pick<HostedProgress, 'quote'>): ProgressFacts {
  const { remittance, payin, exceptions, quote } = rows;
  if (!remittance) throw new Error('nothing was confirmed');
  const { sourceAmount, sourceCurrency, destinationAmount, destinationCurrency } = remittance;
  const amount = { amount: show(sourceAmount, sourceCurrency), currency: sourceCurrency };
  const [seen] = exceptions;
  const off =
    seen?.actualAmount && seen.actualCurrency !== null
      ? { amount: show(seen.actualAmount, seen.actualCurrency), currency: seen.actualCurrency }
      : undefined;
  const credited = payin?.status === 'completed';
  return {
    end: endOf(rows),
    due: amount,
    paid: credited
      ? { amount: show(payin.paidAmount, payin.paidCurrency), currency: payin.paidCurrency }
      : (off ?? amount),
    arrives: { amount: show(destinationAmount, destinationCurrency), currency: destinationCurrency },
    reference: remittance.id,
    price: quote,
    paidAt: credited ? (payin.completedAt ?? undefined) : undefined,
    arrivedAt: remittance.status === 'completed' ? (remittance.completedAt ?? undefined) : undefined,
    until: untilOf(rows),
    confirmedAt: remittance.createdAt,
    isPayable: standingOf(rows) === 'payable',
  };
}

/** The payment deadline: the funding account's expiry if it takes one payment, otherwise the price's expiry. */
export function untilOf({ remittance, fundingAccount }: Rows): Date {
  const until = fundingAccount?.expiresAt ?? remittance?.nextStepAt ?? remittance?.updatedAt;
  if (!until) throw new Error('nothing was confirmed');
  return until;
}

/** A version of what a page shows: it changes when the page would. */
export function stateOf(rows: Rows): string {
  const { remittance, fundingAccount, payin, exceptions } = rows;
  const facts = [
    remittance?.status,
    remittance?.failureCode,
    fundingAccount?.status,
    remittance?.payinId ? 'bound' : payin?.status,
    exceptions.length,
  ];
  return createHash('sha256').update(JSON.stringify(facts)).digest('base64url').slice(0, 12);
}
