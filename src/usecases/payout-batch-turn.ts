import type { Decision } from '../domain/decision.js';
import {
  finishBatch,
  isOpen,
  noteCancelled,
  noteHeld,
  settleItems,
  type ItemCancelled,
  type ItemOutcome,
  type PayoutBatch,
  type PayoutBatchItem,
} from '../domain/payout-batch.js';
import { cancelInBatch, dismissPayout, releasePayout } from '../domain/payout-action.js';
import type { Ports } from '../ports/ports.js';
import type { Tx } from '../ports/store.js';
import { sendsFrom } from './operation.js';
import { decideGroup, type Verdict } from './group.js';
import { PayoutGroup, type DecidedPayout, type DecidingNeeds, type PayoutCommand } from './payout-group.js';

type Needs = DecidingNeeds & Pick<Ports, 'store' | 'wake'>;

/**
 * Runs one turn of a batch: turns its next items into payouts, in order, or carries out its cancellation. A turn is
 * one transaction under the batch's lock, so uncommitted work restarts at the same item. Returns false if another
 * process has the batch.
 */
export async function takeTurn(
  ports: Needs,
  { id, itemsAtOnce }: { readonly id: string; readonly itemsAtOnce: number },
): Promise<boolean> {
  const hadTurn = await ports.store.transaction(async (tx) => {
    const [known] = await tx.find('payoutBatch', { id });
    if (!known) return false;
    if (known.cancelRequestedAt !== null) return carryOutCancel(tx, known, itemsAtOnce);
    if (isApprovalDecided(known)) {
      const outcome = await carryOutApproval({ ports, tx }, known, itemsAtOnce);
      if (outcome !== 'nothing_held') return outcome === 'turn';
    }
    const [batch] = await tx.lockDue('payoutBatch', 1, { ids: [id] });
    // If the batch was cancelled or its approval decided meanwhile, it is due at once as well.
    if (batch && batch.cancelRequestedAt === null && batch.approvalStatus === known.approvalStatus)
      await makePayouts(ports, tx, { batch, itemsAtOnce });
    return batch !== undefined;
  });
  if (hadTurn) ports.wake('payout');
  return hadTurn;
}

async function makePayouts(
  ports: Needs,
  tx: Tx,
  { batch, itemsAtOnce }: { batch: PayoutBatch; itemsAtOnce: number },
): Promise<void> {
  const pending = await tx.find('payoutBatchItem', { batchId: batch.id, stage: 'pending' }, itemsAtOnce + 1);
  const all = pending.slice(0, itemsAtOnce).map((item) => [item, commandOf(ports, batch, item)] as const);
  const keys = await tx.tryKeys(all.map(([, { use }]) => use));
  // Items become payouts in order, so items behind a locked key wait too.
  const held = keys.findIndex(({ busy }) => busy);
  const taken = held < 0 ? all : all.slice(0, held);
  const commands = taken.map(([, command]) => command);
  const group = await PayoutGroup.load({ ports, tx }, commands, { wait: true });
  // The kill switch was turned on meanwhile; the items wait instead of being refused.
  if (group.isStopped) return;
  const { verdicts, decisions, keys: bound } = await decideGroup('payout', group, commands);
  const outcomes = taken.map(([item], index) => [item, outcomeOf(verdicts[index])] as const);
  const nextTurn = held >= 0 ? 'later' : pending.length > all.length ? 'at_once' : 'none';
  await tx.record([...decisions, settleItems(group.moment, batch, { outcomes, nextTurn })], bound);
}

/**
 * The item's key is derived from the batch's key and the item's index. A batch sent again after a restore therefore
 * finds the payments of the lost one. Keys of callers cannot contain a space.
 */
export function commandOf(
  { vault }: Pick<Ports, 'vault'>,
  { accountId, id: batchId, idempotencyKey, requestedBy, approvalId, approvalStatus }: PayoutBatch,
  { id, index, ask }: PayoutBatchItem,
): PayoutCommand {
  if (approvalStatus === 'declined' || approvalStatus === 'expired')
    throw new Error(`${batchId} is ${approvalStatus}: no item of it becomes a payout`);
  const approval =
    approvalId === null || approvalStatus === null
      ? undefined
      : ({ of: 'batch', id: approvalId, status: approvalStatus } as const);
  const key = `${idempotencyKey} item ${index}`;
  const use = { accountId, key, fingerprint: vault.keyedHash(`batch item ${id}`) };
  const approvalRequest = { requestedBy: requestedBy ?? undefined, approval };
  return { ...ask, ...approvalRequest, accountId, use, batchItem: { batchId, batchIndex: index } };
}

const isApprovalDecided = ({ approvalStatus }: PayoutBatch): boolean =>
  approvalStatus !== null && approvalStatus !== 'pending';

/**
 * Carries out the decision on the batch's approval, one group per turn: held payouts are released, or fail and return
 * their money; remaining items of a declined batch are refused. `not_due`: another process may have the batch.
 */
async function carryOutApproval(
  { ports, tx }: { readonly ports: Needs; readonly tx: Tx },
  { id: batchId }: PayoutBatch,
  itemsAtOnce: number,
): Promise<'turn' | 'nothing_held' | 'not_due'> {
  const found = await tx.find('payout', { batchId, approvalStatus: 'pending' }, itemsAtOnce);
  const payouts = await tx.lock(
    'payout',
    found.map(({ id }) => id),
  );
  const [batch] = await tx.lockDue('payoutBatch', 1, { ids: [batchId] });
  if (!batch) return 'not_due';
  const { approvalStatus: status } = batch;
  if (batch.cancelRequestedAt !== null) return 'turn';
  if (status === null || status === 'pending') return 'nothing_held';
  const moment = await tx.moment();
  const held = payouts.filter(({ approvalStatus }) => approvalStatus === 'pending');
  if (held.length > 0) {
    const decisions = held.map((payout): Decision => {
      const { row: _, ...decision } =
        status === 'approved'
          ? releasePayout(moment, payout, sendsFrom(ports, payout.createdAt, payout.description))
          : dismissPayout(moment, payout, status);
      return decision;
    });
    await tx.record([...decisions, noteHeld(moment, batch)]);
    return 'turn';
  }
  if (status === 'approved') return 'nothing_held';
  const pending = await tx.find('payoutBatchItem', { batchId, stage: 'pending' });
  const refused = { errorCode: `approval_${status}`, errorParam: null };
  const outcomes = pending.map((item) => [item, refused] as const);
  await tx.record([settleItems(moment, batch, { outcomes, nextTurn: 'none' })]);
  return 'turn';
}

function outcomeOf(verdict: Verdict<DecidedPayout> | undefined): ItemOutcome {
  if (verdict && 'row' in verdict) return { payoutId: verdict.row.id };
  if (!verdict || 'replayOf' in verdict) throw new Error('an item that was pending has a payout already');
  const { code, param } = verdict.refusal;
  return { errorCode: code, errorParam: param ?? null };
}

/**
 * Payouts are locked before their batch, as for a returned payout. While a batch is being cancelled, its items no
 * longer become payouts. Items that another process decided meanwhile are skipped.
 */
async function carryOutCancel(tx: Tx, { id: batchId }: PayoutBatch, itemsAtOnce: number): Promise<boolean> {
  const undecided = { batchId, stage: ['made', 'refused'], notCancelledReason: null } as const;
  const found = await tx.find('payoutBatchItem', undecided, itemsAtOnce);
  const payouts = await tx.lock(
    'payout',
    found.flatMap(({ payoutId }) => payoutId ?? []),
  );
  const [batch] = await tx.lockDue('payoutBatch', 1, { ids: [batchId] });
  if (!batch) return false;
  const [pending, left] = await Promise.all([
    tx.find('payoutBatchItem', { batchId, stage: 'pending' }),
    tx.find('payoutBatchItem', undecided, itemsAtOnce + 1),
  ]);
  const locked = new Set(found.map(({ id }) => id));
  const judged = left.filter(({ id }) => locked.has(id));
  const isRestored = (await tx.restoredAt()) !== null;
  const moment = await tx.moment();
  const requestedAt = batch.cancelRequestedAt ?? moment.now;
  const byId = new Map(payouts.map((payout) => [payout.id, payout]));
  const decisions: Decision[] = [];
  const cancelled = judged.map((item): ItemCancelled => {
    const payout = byId.get(item.payoutId ?? '');
    if (!payout) return [item, 'already_refused'];
    const outcome = cancelInBatch(moment, payout, { requestedAt, isRestored });
    if ('notCancelledReason' in outcome) return [item, outcome.notCancelledReason];
    const { row: _row, ...decision } = outcome;
    decisions.push(decision);
    return [item, undefined];
  });
  const items = [...pending.map((item): ItemCancelled => [item, undefined]), ...cancelled];
  const goesOn = left.length > judged.length;
  await tx.record([...decisions, noteCancelled(moment, batch, { items, goesOn })]);
  return true;
}

/** Ends a batch whose last payout has ended. Returns whether it did. */
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
