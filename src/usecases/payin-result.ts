import { changed, decide, joined, type Decision, type Moment } from '../domain/decision.js';
import { failureCodeOf } from '../domain/failure-code.js';
import { completePayin, failPayin, type EndingPayin, type Payin } from '../domain/payin.js';
import {
  applyInOrder,
  applyPaymentEvidence,
  otherMoney,
  withPayinTrace,
  type PaymentEvidence,
} from '../domain/payin-evidence.js';
import type { BankReference } from '../domain/noun/bank-reference.js';
import { raiseException, reversalOf, type Exception } from '../domain/reconciliation.js';
import { doubling } from '../flow-control/back-off.js';
import type { Ports } from '../ports/ports.js';
import type { Confirmation, PaymentResultNotice } from '../ports/provider.js';
import type { Tx } from '../ports/store.js';
import { takeNotices, type NoticeSubject } from './notice.js';
import { WaitingRemittances, type FundingNeeds } from './remittance-funding.js';

/**
 * Records the bank's answers about pay-ins: credits them once, fails them, asks again later, or compares them with a
 * final state.
 */
export async function recordConfirmations(
  ports: FundingNeeds & Pick<Ports, 'store' | 'wake'>,
  confirmed: readonly { payin: Payin; confirmation: Confirmation }[],
): Promise<void> {
  const isFunding = await ports.store.transaction(async (tx) => {
    const known = confirmed.map(({ payin }) => payin);
    const accountIds = known.map(({ fundingAccountId }) => fundingAccountId);
    // Sent as one round trip, locked in this order. A final pay-in locks the account that waited only for it; other
    // accounts can still be paid.
    const [ending, waiting, payins, early] = await Promise.all([
      tx.lockFound('fundingAccount', { id: accountIds, payinId: known.map(({ id }) => id) }),
      WaitingRemittances.lock(ports, tx, accountIds),
      tx.lockKnown('payin', known),
      earlyReversalsOf(tx, known),
    ]);
    const endedBy = new Map(ending.map((account) => [account.payinId, account]));
    const questionById = new Map(confirmed.map((each) => [each.payin.id, each]));
    const reported = await exceptionsAbout(
      tx,
      payins.filter((payin) => payin.status !== 'processing' || isReported(early, payin, 'reversed')),
    );
    const moment = await tx.moment();
    await waiting.load(tx);
    const decisions = payins.map((payin) => {
      const question = questionById.get(payin.id);
      if (!question || isDueAgain(moment, payin, question.payin)) return decide({});
      const { confirmation } = question;
      const decideOn = (traced: Payin): Decision => {
        if (payin.status !== 'processing')
          return compareFinal(moment, traced, { confirmation, known: reported.get(payin.id) ?? [] });
        // The bank has already reversed it: it is credited, but funds no remittance.
        const isBack = isReported(early, payin, 'reversed');
        const ask = { payin: traced, account: endedBy.get(payin.id), confirmation };
        const settled = settle(moment, ask, isBack ? undefined : waiting);
        return joined([settled, waiting.unfunded(moment, settled)]);
      };
      return withPayinTrace(payin, { trace: lastTrace([...early, confirmation], payin), decideOn });
    });
    await tx.record([...decisions, ...reversals(moment, payins, { results: early, reported })]);
    return waiting.haveFunded;
  });
  if (isFunding) ports.wake('payout');
}

/** The bank reported a decision after it was asked, so the answer may be older than the decision: ask once more. */
const isDueAgain = ({ now }: Moment, payin: Payin, before: Payin): boolean =>
  payin.version !== before.version && payin.nextStepAt !== null && payin.nextStepAt <= now;

function settle(
  moment: Moment,
  { payin, account, confirmation }: EndingPayin & { confirmation: Confirmation },
  waiting: WaitingRemittances | undefined,
): Decision {
  if (confirmation.outcome === 'not_confirmed') {
    return failPayin(moment, { payin, account }, failureCodeOf(confirmation.code));
  }
  if (confirmation.outcome === 'pending') return askLater(moment, payin);
  const same =
    confirmation.currency === payin.paidCurrency && confirmation.amount.isEqualTo(payin.paidAmount);
  if (same) return waiting?.credit(moment, payin, account) ?? completePayin(moment, payin, account);
  // The bank holds another amount than it announced: nothing is credited until an operator decides.
  const mismatch = raiseException(moment, otherMoney(payin, confirmation));
  return joined([failPayin(moment, { payin, account }, 'not_confirmed'), mismatch]);
}

const askAgainMs = doubling(500, 60_000);

function askLater(moment: Moment, payin: Payin): Decision {
  const nextStepAt = new Date(moment.now.getTime() + askAgainMs(payin.attempts));
  return decide({ changes: [changed('payin', { ...payin, attempts: payin.attempts + 1, nextStepAt })] });
}

/** A confirmation of a final pay-in changes nothing. If it contradicts the pay-in, it raises an exception. */
function compareFinal(
  moment: Moment,
  payin: Payin,
  { confirmation, known }: { confirmation: Confirmation; known: readonly Exception[] },
): Decision {
  if (confirmation.outcome === 'pending')
    return payin.nextStepAt === null ? decide({}) : askLater(moment, payin);
  const evidence: PaymentEvidence =
    confirmation.outcome === 'confirmed'
      ? { outcome: 'completed', amount: confirmation.amount, currency: confirmation.currency }
      : { outcome: 'failed' };
  const cleared = payin.nextStepAt === null ? [] : [changed('payin', { ...payin, nextStepAt: null })];
  return joined([decide({ changes: cleared }), applyPaymentEvidence(moment, payin, { evidence, known })]);
}

const results: NoticeSubject<Payin, PaymentResultNotice> = {
  referenceOf: ({ paymentReference }) => paymentReference,
  nameOf: ({ paymentReference }) => paymentReference,
  lock: (tx, references) => tx.lockFound('payin', { paymentReference: references }),
  apply: async (tx, payins, notices) => {
    const all = [...notices, ...(await earlyReversalsOf(tx, payins))];
    const reported = await exceptionsAbout(tx, payins);
    const moment = await tx.moment();
    const decisions = payins.map((payin) => {
      const evidence = all.filter(({ paymentReference }) => paymentReference === payin.paymentReference);
      return withPayinTrace(payin, {
        trace: lastTrace(evidence, payin),
        decideOn: (traced) => applyInOrder(moment, traced, { evidence, known: reported.get(payin.id) ?? [] }),
      });
    });
    await tx.record(decisions);
  },
};

/** Takes in results of payments: decided, or reversed (contract §2.11: a reversal alone moves no money). */
export async function takePaymentResults(
  ports: Pick<Ports, 'store' | 'wake'>,
  provider: string,
  notices: readonly PaymentResultNotice[],
): Promise<PaymentResultNotice[]> {
  const early = await takeNotices(ports, results, { provider, notices });
  ports.wake('payin');
  const known = await applyEarlyReversals(
    ports,
    early.map(({ paymentReference }) => paymentReference),
  );
  return early.filter(({ paymentReference }) => !known.has(paymentReference));
}

/**
 * Applies kept reversals to payments that became an exception instead of a pay-in; returns the references that had
 * one. Both the exception and the notice are committed before this runs, so whichever comes second sees the other.
 */
export async function applyEarlyReversals(
  ports: Pick<Ports, 'store'>,
  paymentReferences: readonly string[],
): Promise<ReadonlySet<string | null>> {
  if (paymentReferences.length === 0) return new Set();
  return ports.store.transaction(async (tx) => {
    const misfits = await tx.find('exception', { paymentReference: paymentReferences });
    if (misfits.length === 0) return new Set();
    const accounts = misfits.map(({ resourceId }) => resourceId);
    await tx.lock('fundingAccount', accounts);
    const early = await earlyReversalsOf(tx, misfits);
    const raised = await tx.find('exception', { resourceId: accounts, type: 'payin_reversed' });
    const moment = await tx.moment();
    const reversals = misfits
      .filter((misfit) => isReported(early, misfit, 'reversed'))
      .map(reversalOf)
      .filter(
        (found) => !raised.some((each) => each.resourceId === found.resourceId && each.cause === found.cause),
      );
    await tx.record(reversals.map((found) => raiseException(moment, found)));
    return new Set(misfits.map(({ paymentReference }) => paymentReference));
  });
}

type ReferencedPayment = Pick<Payin, 'paymentReference'>;

function earlyReversalsOf(tx: Tx, payments: readonly ReferencedPayment[]): Promise<PaymentResultNotice[]> {
  return tx.takeEarlyNotices(
    'payment_result',
    payments.flatMap(({ paymentReference }) => paymentReference ?? []),
  );
}

/** The last bank reference reported for a pay-in. A confirmation only names its own. */
const lastTrace = (
  evidence: readonly (PaymentResultNotice | Confirmation)[],
  { paymentReference }: ReferencedPayment,
): BankReference | undefined =>
  evidence.findLast(
    (each) =>
      each.trace !== undefined &&
      (!('paymentReference' in each) || each.paymentReference === paymentReference),
  )?.trace;

const isReported = (
  results: readonly PaymentResultNotice[],
  payment: ReferencedPayment,
  outcome: PaymentResultNotice['outcome'],
): boolean =>
  results.some((each) => each.paymentReference === payment.paymentReference && each.outcome === outcome);

/** Existing exceptions about pay-ins, by pay-in id. */
export async function exceptionsAbout(
  tx: Tx,
  payins: readonly Payin[],
): Promise<ReadonlyMap<string, readonly Exception[]>> {
  if (payins.length === 0) return new Map();
  const reported = await tx.find('exception', { resourceId: payins.map(({ id }) => id) });
  return Map.groupBy(reported, ({ resourceId }) => resourceId);
}

/** Applies reversals that were kept until their pay-ins were created. */
function reversals(
  moment: Moment,
  payins: readonly Payin[],
  {
    results,
    reported,
  }: { results: readonly PaymentResultNotice[]; reported: ReadonlyMap<string, readonly Exception[]> },
): Decision[] {
  return payins
    .filter((payin) => isReported(results, payin, 'reversed'))
    .map((payin) => {
      const known = reported.get(payin.id) ?? [];
      return applyPaymentEvidence(moment, payin, { evidence: { outcome: 'reversed' }, known });
    });
}
