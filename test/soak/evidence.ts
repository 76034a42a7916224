import { exact } from '../../src/domain/money.js';
import type { OperationNotice } from '../../src/ports/provider.js';

type Outcome = Exclude<OperationNotice['outcome'], 'in_flight'>;

/** One notice: an outcome, with a variation. */
type Word = Outcome | 'same again' | 'paid 100.01' | 'not_executed account_closed';

/** Notices in one delivery, or the bank's record from then on without a notice. */
type Step = readonly Word[] | { readonly found: Outcome };

/** A sequence of evidence about a payout of 100.00 MXN, and the expected payout afterwards. */
export interface Order {
  readonly description?: string;
  /** The payout's state before the first step; `open`: its send has no answer yet. */
  readonly when?: 'verification_pending' | 'accepted' | 'open' | 'completed' | 'failed' | 'cancelled';
  readonly steps: readonly Step[];
  readonly status: string;
  readonly code?: string;
  /** Expected reconciliation exceptions: type, then expected and actual amount. */
  readonly exceptions?: readonly string[];
  /** Number of calls to the bank; one by default. */
  readonly calls?: number;
}

/** The bank denies a final payout: not executed, or paid or returned. */
const denied = 'late_payment_evidence';
const claimed = 'late_payment_evidence 100.00';

const completed = { status: 'completed' };
const returned = { status: 'returned' };
const failed = { status: 'failed', code: 'resolved_not_executed' };

const uncertain = { description: 'sim:uncertain', when: 'verification_pending' } as const;
const accepted = { description: 'sim:hold', when: 'accepted' } as const;

/** Delay of an answer that evidence should overtake. */
const slow = 'sim:slow:7000';
const early = (answer: string) => ({ description: `${slow} ${answer}`.trim(), when: 'open' }) as const;

/** Most payouts: the answer to the send is sufficient. */
export const plain: readonly Order[] = [
  { steps: [], ...completed },
  { steps: [], ...completed },
  { steps: [], ...completed },
  { description: 'sim:slow:200', steps: [], ...completed },
  { description: 'sim:fail', steps: [], status: 'failed', code: 'provider_rejected' },
  { description: 'sim:return', steps: [], ...returned },
];

/** After an unclear answer, or none (contract §3.3, supplement §7, §9). */
export const late: readonly Order[] = [
  {
    description: 'sim:queue:86400000',
    steps: [['paid'], ['not_executed']],
    ...completed,
    exceptions: [denied],
    calls: 0,
  },
  { description: 'sim:queue:86400000', steps: [['not_executed']], ...failed, calls: 0 },
  { description: 'sim:review', steps: [['returned']], ...returned, calls: 0 },
  { ...uncertain, steps: [], status: 'verification_pending' },
  { description: 'sim:uncertain:paid', steps: [], ...completed },
  { description: 'sim:uncertain:fail', steps: [], status: 'failed', code: 'simulated_failure' },
  { ...uncertain, steps: [['paid']], ...completed },
  { ...uncertain, steps: [['paid'], ['same again']], ...completed },
  { ...uncertain, steps: [['paid'], ['paid']], ...completed },
  { ...uncertain, steps: [['paid', 'same again', 'paid']], ...completed },
  { ...uncertain, steps: [['not_executed']], ...failed },
  {
    ...uncertain,
    steps: [['not_executed account_closed'], ['not_executed']],
    ...failed,
    code: 'account_closed',
  },
  { ...uncertain, steps: [['returned']], ...returned },
  { ...uncertain, steps: [['paid'], ['returned'], ['same again']], ...returned },
  { ...uncertain, steps: [['returned'], ['paid']], ...returned },
  { ...uncertain, steps: [['paid'], ['not_executed']], ...completed, exceptions: [denied] },
  { ...uncertain, steps: [['paid', 'not_executed']], ...completed, exceptions: [denied] },
  { ...uncertain, steps: [['paid'], ['not_executed'], ['not_executed']], ...completed, exceptions: [denied] },
  { ...uncertain, steps: [['paid'], ['not_executed'], ['returned']], ...returned, exceptions: [denied] },
  { ...uncertain, steps: [['returned'], ['not_executed']], ...returned, exceptions: [denied] },
  { ...uncertain, steps: [['not_executed'], ['paid']], ...failed, exceptions: [claimed] },
  { ...uncertain, steps: [['not_executed', 'paid']], ...failed, exceptions: [claimed] },
  {
    ...uncertain,
    steps: [['not_executed'], ['paid'], ['same again'], ['paid']],
    ...failed,
    exceptions: [claimed],
  },
  {
    ...uncertain,
    steps: [['not_executed'], ['paid'], ['returned']],
    ...failed,
    exceptions: [claimed, claimed],
  },
  {
    ...uncertain,
    steps: [['paid 100.01'], ['paid']],
    ...completed,
    exceptions: ['provider_mismatch 100.00 100.01'],
  },
  { ...uncertain, steps: [{ found: 'paid' }, ['not_executed']], ...completed, exceptions: [denied] },
  {
    ...uncertain,
    steps: [{ found: 'not_executed' }, ['paid']],
    status: 'failed',
    code: 'simulated_failure',
    exceptions: [claimed],
  },
  { ...uncertain, steps: [{ found: 'returned' }, ['paid']], ...returned },
  { ...accepted, steps: [['paid'], ['same again']], ...completed },
  { ...accepted, steps: [['not_executed'], ['paid']], ...failed, exceptions: [claimed] },
  { when: 'completed', steps: [['not_executed'], ['paid']], ...completed, exceptions: [denied] },
  {
    description: 'sim:fail',
    when: 'failed',
    steps: [['paid'], ['not_executed']],
    status: 'failed',
    code: 'provider_rejected',
    exceptions: [claimed],
  },
  {
    description: 'sim:queue:86400000',
    when: 'cancelled',
    steps: [['not_executed'], ['paid']],
    status: 'cancelled',
    code: 'cancelled_before_submission',
    exceptions: [claimed],
    calls: 0,
  },
];

/** Before the answer to the send, which is late; the bank reports the rest after 300 ms. */
export const overtaking: readonly Order[] = [
  { ...early('sim:uncertain'), steps: [['paid']], ...completed },
  { ...early('sim:uncertain'), steps: [['not_executed'], ['same again']], ...failed },
  { ...early('sim:uncertain'), steps: [['paid'], ['not_executed']], ...completed, exceptions: [denied] },
  { ...early('sim:uncertain'), steps: [['returned']], ...returned },
  { ...early('sim:uncertain:paid'), steps: [], ...completed },
  { ...early('sim:uncertain:fail'), steps: [], status: 'failed', code: 'simulated_failure' },
  { ...early(''), steps: [['paid'], ['same again']], ...completed },
  { ...early(''), steps: [['returned']], ...returned },
  { ...early(''), steps: [['not_executed']], ...failed, exceptions: [claimed] },
  { ...early(''), steps: [['not_executed'], ['paid']], ...failed, exceptions: [claimed] },
  { ...early('sim:return'), steps: [], ...returned },
  { ...early('sim:return'), steps: [['returned']], ...returned },
  { ...early('sim:fail'), steps: [['not_executed account_closed']], ...failed, code: 'account_closed' },
  { ...early('sim:fail'), steps: [['paid']], ...completed, exceptions: [denied] },
  {
    ...early('sim:fail:late'),
    steps: [],
    status: 'failed',
    code: 'provider_rejected',
    exceptions: [claimed],
  },
  { ...early('sim:fail:late'), steps: [['paid']], ...completed, exceptions: [denied] },
];

/** The payout events that lead to each status. */
export const eventsOf: Readonly<Record<string, readonly string[]>> = {
  verification_pending: ['payout.created'],
  completed: ['payout.created', 'payout.completed'],
  failed: ['payout.created', 'payout.failed'],
  cancelled: ['payout.created', 'payout.cancelled'],
  returned: ['payout.created', 'payout.completed', 'payout.returned', 'payout.return_settled'],
};

/** Sum of its movements in a balance, in cents: 1.00 is the platform's fee and 0.50 the account's markup. */
export const movesOf: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  verification_pending: { available: -10150, reserved: 10150 },
  completed: { available: -10150, earnings: 50 },
  failed: {},
  cancelled: {},
  returned: { available: -150, earnings: 50 },
};

/** Creates the notices of an operation, each with its own id. */
export function noticesFrom(reference: string): (words: readonly Word[]) => OperationNotice[] {
  let noticeCount = 0;
  let last: OperationNotice | undefined;
  const say = (word: Word): OperationNotice => {
    if (word === 'same again' && last) return last;
    const [outcome, more] = word.split(' ') as [Outcome, string?];
    const notice = {
      id: `${reference}:by-hand-${(noticeCount += 1)}`,
      type: 'operation',
      reference,
      outcome,
    } as const;
    if (outcome === 'not_executed') return { ...notice, ...(more !== undefined && { code: more }) };
    return { ...notice, amount: exact(more ?? '100.00'), currency: 'MXN' };
  };
  return (words) => words.map((word) => (last = say(word)));
}
