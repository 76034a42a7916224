import type { Decision } from '../domain/decision.js';
import {
  finishBatch,
  isOpen,
  noteCancelled,
  putOff,
  settleItems,
  type ItemCancelled,
  type ItemOutcome,
  type PayoutBatch,
  type PayoutBatchItem,
} from '../domain/payout-batch.js';
import { cancelInBatch } from '../domain/payout-action.js';
import type { Ports } from '../ports/ports.js';
import type { Tx } from '../ports/store.js';
import { stoppedMs } from './operation.js';
import { decidePayouts, type DecidedPayout, type DecidingNeeds, type PayoutCommand } from './payout.js';

type Needs = DecidingNeeds & Pick<Ports, 'store' | 'wake'>;

/**
 * One turn of a batch: its next items become payouts, in their order and together, or its cancellation is carried out.
 * A turn is one transaction under the batch's lock, so that what was not committed is done again from the same item on.
 * Answers whether there was a turn: another process may have it.
 */
export async function takeTurn(
  ports: Needs,
  { id, itemsAtOnce }: { readonly id: string; readonly itemsAtOnce: number },
): Promise<boolean> {
  const hadTurn = await ports.store.transaction(async (tx) => {
    const [batch] = await tx.lockDue('payoutBatch', 1, { ids: [id] });
    if (!batch) return false;
    if (batch.cancelRequestedAt === null) await makePayouts(ports, tx, { batch, itemsAtOnce });
    else await carryOutCancel(tx, batch, itemsAtOnce);
    return true;
  });
  if (hadTurn) ports.wake('payout');
  return hadTurn;
}

async function makePayouts(
  ports: Needs,
  tx: Tx,
  { batch, itemsAtOnce }: { batch: PayoutBatch; itemsAtOnce: number },
): Promise<void> {
  const found = await tx.find('payoutBatchItem', { batchId: batch.id, stage: 'pending' }, itemsAtOnce + 1);
  const items = found.slice(0, itemsAtOnce);
  const commands = items.map((item) => commandOf(ports, batch, item));
  const { results, decisions, keys, stopped } = await decidePayouts(ports, tx, { commands, wait: true });
  const moment = await tx.moment();
  if (stopped) {
    await tx.record([putOff(batch, new Date(moment.now.getTime() + stoppedMs))]);
    return;
  }
  const outcomes = items.map((item, index) => [item, outcomeOf(results[index])] as const);
  const goesOn = found.length > items.length;
  await tx.record([...decisions, settleItems(moment, batch, { outcomes, goesOn })], keys);
}

/**
 * Its key is made of the batch's and its place, so that a batch which is sent again after a restore meets the payments
 * of the one that was lost. No caller's own key has a space in it.
 */
export function commandOf(
  { vault }: Pick<Ports, 'vault'>,
  { accountId, id: batchId, idempotencyKey }: PayoutBatch,
  { id, index, ask }: PayoutBatchItem,
): PayoutCommand {
  const key = `${idempotencyKey} item ${index}`;
  const use = { accountId, key, fingerprint: vault.keyedHash(`batch item ${id}`) };
  return { ...ask, accountId, use, place: { batchId, batchIndex: index } };
}

function outcomeOf(result: DecidedPayout | undefined): ItemOutcome {
  if (result && 'payout' in result) return { payoutId: result.payout.id };
  if (!result || 'replayOf' in result) throw new Error('an item that was pending has a payout already');
  const { code, param } = result.refusal;
  return { errorCode: code, errorParam: param ?? null };
}

async function carryOutCancel(tx: Tx, batch: PayoutBatch, itemsAtOnce: number): Promise<void> {
  const { id: batchId, cancelRequestedAt } = batch;
  const [pending, found] = await Promise.all([
    tx.find('payoutBatchItem', { batchId, stage: 'pending' }),
    tx.find(
      'payoutBatchItem',
      { batchId, stage: ['made', 'refused'], notCancelledReason: null },
      itemsAtOnce + 1,
    ),
  ]);
  const judged = found.slice(0, itemsAtOnce);
  const payouts = await tx.lock(
    'payout',
    judged.flatMap(({ payoutId }) => payoutId ?? []),
  );
  const isRestored = (await tx.restoredAt()) !== null;
  const moment = await tx.moment();
  const byId = new Map(payouts.map((payout) => [payout.id, payout]));
  const decisions: Decision[] = [];
  const cancelled = judged.map((item): ItemCancelled => {
    const payout = byId.get(item.payoutId ?? '');
    if (!payout || cancelRequestedAt === null) return [item, 'already_refused'];
    const outcome = cancelInBatch(moment, payout, { requestedAt: cancelRequestedAt, isRestored });
    if ('notCancelledReason' in outcome) return [item, outcome.notCancelledReason];
    const { row: _row, ...decision } = outcome;
    decisions.push(decision);
    return [item, undefined];
  });
  const items = [...pending.map((item): ItemCancelled => [item, undefined]), ...cancelled];
  const goesOn = found.length > judged.length;
  await tx.record([...decisions, noteCancelled(moment, batch, { items, goesOn })]);
}

/** Ends a batch whose last payout has ended; answers whether it did. */
export function endBatch({ store }: Pick<Ports, 'store'>, id: string): Promise<boolean> {
  return store.transaction(async (tx) => {
    const [batch] = await tx.lock('payoutBatch', [id]);
    if (!batch || !isOpen(batch)) return false;
    const counts = await tx.countBatch(id);
    const decision = finishBatch(await tx.moment(), batch, counts);
    await tx.record([decision]);
    return decision.changes.length > 0;
  });
}
