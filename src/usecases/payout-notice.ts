import { applyEvidence } from '../domain/dispatch.js';
import type { Payout } from '../domain/payout.js';
import { isFinal } from '../domain/payout-action.js';
import type { OperationNotice } from '../ports/provider.js';
import type { Tx } from '../ports/store.js';
import { taking } from './notice.js';

/** What a bank tells of operations that were submitted to it. */
export const takeOperationNotices = taking<'payout', OperationNotice>({
  noun: 'payout',
  referenceOf: ({ reference }) => reference,
  lock: (tx, references) => tx.lockFound('payout', { reference: references }),
  heed: async (tx, payouts, told) => {
    const kept = await tx.takeKept(
      'operation',
      payouts.map(({ reference }) => reference),
    );
    await applyNotices(tx, payouts, [...kept, ...told]);
  },
});

/** Notices about one payout are applied one after the other, all others together. */
export async function applyNotices(
  tx: Tx,
  locked: readonly Payout[],
  notices: readonly OperationNotice[],
): Promise<void> {
  const moment = await tx.moment();
  const ids = locked.map(({ id }) => id);
  for (const [index, round] of rounds(notices).entries()) {
    const payouts = index === 0 ? locked : await tx.lock('payout', ids);
    const causes = await lateCauses(tx, payouts);
    const decisions = payouts.flatMap((payout) => {
      const told = round.get(payout.reference);
      if (!told) return [];
      const evidence = { outcome: told.outcome, code: told.code, amount: told.amount };
      return [applyEvidence(moment, payout, { ...evidence, known: causes.get(payout.id) })];
    });
    await tx.record(decisions);
  }
}

/** The first notice of each operation, then the second of each, and so on, in the order in which they came. */
function rounds(notices: readonly OperationNotice[]): Map<string, OperationNotice>[] {
  const list: Map<string, OperationNotice>[] = [];
  for (const notice of notices) {
    const free = list.find((round) => !round.has(notice.reference));
    if (free) free.set(notice.reference, notice);
    else list.push(new Map([[notice.reference, notice]]));
  }
  return list;
}

/** The late evidence that each payout's exceptions already tell of. */
export async function lateCauses(
  tx: Tx,
  payouts: readonly Payout[],
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const final = payouts.filter(isFinal).map(({ id }) => id);
  if (final.length === 0) return new Map();
  const told = await tx.find('exception', { resourceId: final, type: 'late_payment_evidence' });
  const causes = new Map<string, Set<string>>();
  for (const { resourceId, cause } of told) {
    causes.set(resourceId, (causes.get(resourceId) ?? new Set()).add(cause));
  }
  return causes;
}
