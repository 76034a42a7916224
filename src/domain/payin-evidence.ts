import { changed, decide, joined, type Decision, type Moment } from './decision.js';
import type { Amount } from './money.js';
import { tracedBy, type BankReference } from './noun/bank-reference.js';
import type { Payin } from './noun/payin.js';
import { raiseException, type Discrepancy, type Exception } from './reconciliation.js';

/** What a provider reports about a pay-in: in a deposit, a notice, a confirmation or a statement line. */
export type PaymentEvidence =
  /** `seen`: a payment without an outcome. `settled`: the bank has decided; its confirmation says how. */
  | { readonly outcome: 'seen' | 'settled' | 'failed' | 'reversed' }
  | { readonly outcome: 'completed'; readonly amount: Amount; readonly currency: string };

/** `ask`: only the provider's confirmation can show whether the evidence contradicts the pay-in. */
export type EvidenceVerdict = 'agrees' | 'ask' | 'contradicts' | 'reversed';

/** One table for all sources. Only the confirmation decides a pay-in that is processing. */
export const evidenceVerdicts: Readonly<
  Record<Payin['status'], Readonly<Record<PaymentEvidence['outcome'], EvidenceVerdict>>>
> = {
  processing: {
    seen: 'agrees',
    settled: 'ask',
    completed: 'agrees',
    failed: 'agrees',
    reversed: 'reversed',
  },
  completed: {
    seen: 'agrees',
    settled: 'ask',
    completed: 'agrees',
    failed: 'contradicts',
    reversed: 'reversed',
  },
  failed: {
    seen: 'ask',
    settled: 'ask',
    completed: 'contradicts',
    failed: 'agrees',
    reversed: 'reversed',
  },
};

export const verdictOf = ({ status }: Payin, { outcome }: PaymentEvidence): EvidenceVerdict =>
  evidenceVerdicts[status][outcome];

/**
 * Evidence moves no money. Evidence against a final state raises one exception, however often it is reported.
 * `known`: the exceptions about the pay-in. Returns the exception that reports the evidence, new or known.
 */
export function applyPaymentEvidence(
  moment: Moment,
  payin: Payin,
  { evidence, known }: { readonly evidence: PaymentEvidence; readonly known: readonly Exception[] },
): Decision & { readonly exception?: Exception } {
  const found = discrepancyOf(payin, evidence);
  if (found) {
    const same = known.find((exception) => isSame(exception, found));
    return same ? { ...decide({}), exception: same } : raiseException(moment, found);
  }
  // A final pay-in also becomes due: the provider's answer is compared with it.
  const due = changed('payin', { ...payin, nextStepAt: moment.now });
  return decide({ changes: verdictOf(payin, evidence) === 'ask' ? [due] : [] });
}

/**
 * Applies a decision about a pay-in and stores the bank reference that came with it. If the decision does not change the
 * row, only the reference is stored.
 */
export function withPayinTrace<D extends Decision>(
  payin: Payin,
  { trace, decideOn }: { readonly trace: BankReference | undefined; readonly decideOn: (payin: Payin) => D },
): D {
  const row = tracedBy(payin, trace);
  const decided = decideOn(row);
  if (row === payin || decided.changes.some((change) => change.row.id === row.id)) return decided;
  return { ...decided, ...joined([decided, decide({ changes: [changed('payin', row)] })]) };
}

/** Applies all evidence about one pay-in, in order. */
export function applyInOrder(
  moment: Moment,
  payin: Payin,
  {
    evidence,
    known,
  }: { readonly evidence: readonly PaymentEvidence[]; readonly known: readonly Exception[] },
): Decision {
  const raised = [...known];
  const all = joined(
    evidence.map((each) => {
      const decision = applyPaymentEvidence(moment, payin, { evidence: each, known: raised });
      if (decision.exception) raised.push(decision.exception);
      return decision;
    }),
  );
  const first = all.changes.find(({ noun }) => noun === 'payin');
  return { ...all, changes: all.changes.filter((change) => change.noun !== 'payin' || change === first) };
}

function discrepancyOf(payin: Payin, evidence: PaymentEvidence): Discrepancy | undefined {
  if (evidence.outcome === 'completed') {
    const { amount, currency } = evidence;
    const isSameMoney = currency === payin.paidCurrency && amount.isEqualTo(payin.paidAmount);
    if (!isSameMoney) return otherMoney(payin, { amount, currency });
  }
  switch (verdictOf(payin, evidence)) {
    case 'agrees':
    case 'ask':
      return undefined;
    case 'reversed':
      return { ...about(payin), type: 'payin_reversed', expected: paidFor(payin), cause: 'reversed' };
    case 'contradicts': {
      const actual = evidence.outcome === 'completed' ? paidFor(payin) : undefined;
      return { ...about(payin), type: 'late_payment_evidence', actual, cause: evidence.outcome };
    }
  }
}

/** The bank holds another amount than it announced. */
export const otherMoney = (
  payin: Payin,
  actual: { readonly amount: Amount; readonly currency: string },
): Discrepancy => ({
  ...about(payin),
  type: 'provider_mismatch',
  expected: paidFor(payin),
  actual,
  cause: `confirmed ${actual.amount.toFixed()} ${actual.currency}`,
});

const about = ({ accountId, id }: Payin) => ({ accountId, resourceType: 'payin', resourceId: id }) as const;

const paidFor = ({ paidAmount: amount, paidCurrency: currency }: Payin) => ({ amount, currency });

/** Mismatches with the same amount are the same: the statement reports them under another cause. */
function isSame({ type, cause, actualAmount, actualCurrency }: Exception, found: Discrepancy): boolean {
  if (type !== found.type) return false;
  if (type !== 'provider_mismatch') return cause === found.cause;
  const { actual } = found;
  return actual !== undefined && actualCurrency === actual.currency && actual.amount.eq(actualAmount ?? 0);
}
