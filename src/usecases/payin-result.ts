import { changed, decide, joined, type Decision, type Moment } from '../domain/decision.js';
import { failureCodeOf } from '../domain/failure-code.js';
import { completePayin, failPayin, type EndingPayin, type Payin } from '../domain/payin.js';
import { raiseException, reversalOf } from '../domain/reconciliation.js';
import type { Ports } from '../ports/ports.js';
import type { Confirmation, PaymentResultNotice } from '../ports/provider.js';
import type { Tx } from '../ports/store.js';
import { takeNotices, type Subject } from './notice.js';
import { WaitingRemittances, type FundingNeeds } from './remittance-funding.js';

/** The bank's words about pay-ins being confirmed: credit them once, fail them, or ask again later. */
export async function recordConfirmations(
  ports: FundingNeeds & Pick<Ports, 'store' | 'wake'>,
  confirmed: readonly { payin: Payin; confirmation: Confirmation }[],
): Promise<void> {
  const isFunding = await ports.store.transaction(async (tx) => {
    const known = confirmed.map(({ payin }) => payin);
    const accountIds = known.map(({ fundingAccountId }) => fundingAccountId);
    // Sent together, and had in this order. A pay-in ends the account that waited for it alone; the others go on to be
    // paid meanwhile.
    const [waiting, ending, payins, kept] = await Promise.all([
      WaitingRemittances.lock(ports, tx, accountIds),
      tx.lockFound('fundingAccount', { id: accountIds, payinId: known.map(({ id }) => id) }),
      tx.lockKnown('payin', known),
      keptAbout(tx, known),
    ]);
    const endedBy = new Map(ending.map((account) => [account.payinId, account]));
    const confirmationOf = new Map(confirmed.map(({ payin, confirmation }) => [payin.id, confirmation]));
    const reversed = await reversals(tx, payins, kept);
    const moment = await tx.moment();
    await waiting.load(tx);
    const decisions = payins.map((payin) => {
      const confirmation = confirmationOf.get(payin.id);
      if (payin.status !== 'processing' || !confirmation) return decide({});
      // The bank has taken it back already: it is credited, and pays for nothing else.
      const isBack = isTold(kept, payin, 'reversed');
      const ask = { payin, account: endedBy.get(payin.id), confirmation };
      return settle(moment, ask, isBack ? undefined : waiting);
    });
    await tx.record([...decisions, ...reversed]);
    return waiting.haveFunded;
  });
  if (isFunding) ports.wake('payout');
}

function settle(
  moment: Moment,
  { payin, account, confirmation }: EndingPayin & { confirmation: Confirmation },
  waiting: WaitingRemittances | undefined,
): Decision {
  if (confirmation.outcome === 'not_confirmed') {
    return failPayin(moment, { payin, account }, failureCodeOf(confirmation.code));
  }
  if (confirmation.outcome === 'pending') {
    const wait = Math.min(60_000, 500 * 2 ** payin.attempts);
    const nextStepAt = new Date(moment.now.getTime() + wait);
    return decide({ changes: [changed('payin', { ...payin, attempts: payin.attempts + 1, nextStepAt })] });
  }
  const same =
    confirmation.currency === payin.paidCurrency && confirmation.amount.isEqualTo(payin.paidAmount);
  if (same) return waiting?.credit(moment, payin, account) ?? completePayin(moment, payin, account);
  // The bank holds another amount than it announced: nothing is credited until an operator has looked.
  const mismatch = raiseException(moment, {
    accountId: payin.accountId,
    type: 'provider_mismatch',
    resourceType: 'payin',
    resourceId: payin.id,
    expected: { amount: payin.paidAmount, currency: payin.paidCurrency },
    actual: { amount: confirmation.amount, currency: confirmation.currency },
    cause: 'confirmed',
  });
  return joined([failPayin(moment, { payin, account }, 'not_confirmed'), mismatch]);
}

const results: Subject<Payin, PaymentResultNotice> = {
  referenceOf: ({ paymentReference }) => paymentReference,
  nameOf: ({ paymentReference }) => paymentReference,
  lock: (tx, references) => tx.lockFound('payin', { paymentReference: references }),
  heed: async (tx, payins, told) => {
    const all = [...told, ...(await keptAbout(tx, payins))];
    const moment = await tx.moment();
    const settled = payins
      .filter((payin) => payin.status === 'processing' && isTold(all, payin, 'settled'))
      .map((payin) => decide({ changes: [changed('payin', { ...payin, nextStepAt: moment.now })] }));
    await tx.record([...settled, ...(await reversals(tx, payins, all))]);
  },
};

/** The bank decided about a payment, or took it back (contract §2.11: a reversal moves nothing by itself). */
export async function takePaymentResults(
  ports: Pick<Ports, 'store' | 'wake'>,
  provider: string,
  notices: readonly PaymentResultNotice[],
): Promise<PaymentResultNotice[]> {
  const early = await takeNotices(ports, results, { provider, notices });
  ports.wake('payin');
  const known = await heedReversals(
    ports,
    early.map(({ paymentReference }) => paymentReference),
  );
  return early.filter(({ paymentReference }) => !known.has(paymentReference));
}

/**
 * Reversals kept about payments that became an exception and no pay-in; which of them did. They are looked for once both
 * are committed, the exception and the notice: whichever of the two comes second sees the other.
 */
export async function heedReversals(
  ports: Pick<Ports, 'store'>,
  paymentReferences: readonly string[],
): Promise<ReadonlySet<string | null>> {
  if (paymentReferences.length === 0) return new Set();
  return ports.store.transaction(async (tx) => {
    const misfits = await tx.find('exception', { paymentReference: paymentReferences });
    if (misfits.length === 0) return new Set();
    const accounts = misfits.map(({ resourceId }) => resourceId);
    await tx.lock('fundingAccount', accounts);
    const kept = await keptAbout(tx, misfits);
    const raised = await tx.find('exception', { resourceId: accounts, type: 'payin_reversed' });
    const moment = await tx.moment();
    const reversals = misfits
      .filter((misfit) => isTold(kept, misfit, 'reversed'))
      .map(reversalOf)
      .filter(
        (found) => !raised.some((each) => each.resourceId === found.resourceId && each.cause === found.cause),
      );
    await tx.record(reversals.map((found) => raiseException(moment, found)));
    return new Set(misfits.map(({ paymentReference }) => paymentReference));
  });
}

type Named = Pick<Payin, 'paymentReference'>;

function keptAbout(tx: Tx, payments: readonly Named[]): Promise<PaymentResultNotice[]> {
  return tx.takeKept(
    'payment_result',
    payments.flatMap(({ paymentReference }) => paymentReference ?? []),
  );
}

const isTold = (
  results: readonly PaymentResultNotice[],
  payment: Named,
  outcome: PaymentResultNotice['outcome'],
): boolean =>
  results.some((each) => each.paymentReference === payment.paymentReference && each.outcome === outcome);

/** One exception a pay-in that the bank took back, however often it says so. */
async function reversals(
  tx: Tx,
  payins: readonly Payin[],
  results: readonly PaymentResultNotice[],
): Promise<Decision[]> {
  const taken = payins.filter((payin) => isTold(results, payin, 'reversed'));
  if (taken.length === 0) return [];
  const raised = await tx.find('exception', {
    resourceId: taken.map(({ id }) => id),
    type: 'payin_reversed',
  });
  const moment = await tx.moment();
  return taken
    .filter(({ id }) => !raised.some(({ resourceId }) => resourceId === id))
    .map((payin) =>
      raiseException(moment, {
        accountId: payin.accountId,
        type: 'payin_reversed',
        resourceType: 'payin',
        resourceId: payin.id,
        expected: { amount: payin.paidAmount, currency: payin.paidCurrency },
        cause: 'reversed',
      }),
    );
}
