import { applyEvidence } from '../domain/dispatch.js';
import type { Payout } from '../domain/payout.js';
import { isFinal } from '../domain/payout-action.js';
import type { Ports } from '../ports/ports.js';
import type { OperationNotice } from '../ports/provider.js';
import type { Tx } from '../ports/store.js';

/**
 * Notices about operations; one told before is passed over. One about an unknown reference is kept, and answered: a
 * payout is committed before it is sent, so it is not ours, or of a time before the database was restored.
 */
export async function takeOperationNotices(
  ports: Pick<Ports, 'store' | 'wake'>,
  provider: string,
  notices: readonly OperationNotice[],
): Promise<OperationNotice[]> {
  const early = await ports.store.transaction(async (tx) => {
    const fresh = await tx.takeNotices(
      provider,
      notices.map(({ id }) => id),
    );
    const payouts = await lockTold(tx, notices);
    const ours = new Set(payouts.map(({ reference }) => reference));
    const unknown = notices.filter(({ reference }) => !ours.has(reference));
    const told = notices.filter(({ id }) => fresh.has(id));
    await tx.keepNotices(
      provider,
      unknown.filter(({ id }) => fresh.has(id)),
    );
    await heed(tx, payouts, told);
    return unknown;
  });
  // A payout looks for what was kept once it is committed, and here it is looked for once the notice is: whichever of
  // the two comes second sees the other.
  if (early.length > 0) await ports.store.transaction(async (tx) => heed(tx, await lockTold(tx, early), []));
  ports.wake('payout');
  return early;
}

async function lockTold(tx: Tx, notices: readonly OperationNotice[]): Promise<Payout[]> {
  const known = await tx.find('payout', { reference: notices.map(({ reference }) => reference) });
  return tx.lock(
    'payout',
    known.map(({ id }) => id),
  );
}

/** Does as the notices say about these payouts, which are locked, and before that as the kept ones say. */
async function heed(tx: Tx, payouts: readonly Payout[], told: readonly OperationNotice[]): Promise<void> {
  if (payouts.length === 0) return;
  const kept = await tx.takeKept(
    'operation',
    payouts.map(({ reference }) => reference),
  );
  await applyNotices(tx, payouts, [...kept, ...told]);
}

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
