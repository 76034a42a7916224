import type { Decision } from '../domain/decision.js';
import { applyInTurn, type Evidence } from '../domain/dispatch.js';
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
    await tx.record(await heedNotices(tx, payouts, [...kept, ...told]));
  },
});

/** What the notices do to these payouts, which are locked. It is recorded at once with whatever else is decided. */
export async function heedNotices(
  tx: Tx,
  payouts: readonly Payout[],
  notices: readonly OperationNotice[],
): Promise<Decision[]> {
  const byReference = Map.groupBy(notices, ({ reference }) => reference);
  const told = payouts.filter(({ reference }) => byReference.has(reference));
  if (told.length === 0) return [];
  const causes = await lateCauses(tx, told);
  const moment = await tx.moment();
  return told.map((payout) => {
    const known = causes.get(payout.id);
    const evidence = (byReference.get(payout.reference) ?? []).map(({ outcome, code, amount }): Evidence => ({
      outcome,
      code,
      amount,
      known,
    }));
    return applyInTurn(moment, payout, evidence);
  });
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
