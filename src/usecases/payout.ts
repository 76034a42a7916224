import type { Moment } from '../domain/decision.js';
import type { Payout } from '../domain/payout.js';
import { requestCancel } from '../domain/payout-action.js';
import type { Ports } from '../ports/ports.js';
import type { KeyUse } from '../ports/store.js';
import { audited, type Operator } from './audit.js';
import { makeInGroups } from './group.js';
import { absent, lockOwn } from './own.js';
import { PayoutGroup, type DecidedPayout, type DecidingNeeds, type PayoutCommand } from './payout-group.js';
import { checkSeen } from './seen.js';

type Needs = DecidingNeeds & Pick<Ports, 'store' | 'reader' | 'wake' | 'log'>;

/** Contract §4.6. Payouts of many requests are decided together; each result is the same as if it were alone. */
export const createPayout = makeInGroups<Needs, PayoutCommand, 'payout', DecidedPayout>({
  noun: 'payout',
  load: (ports, tx, commands) => PayoutGroup.load({ ports, tx }, commands, { wait: false }),
  wake: ({ wake }) => wake('payout'),
  // The event loop is busy while a group is decided: with groups of 100 a crowd delayed other accounts twice as long.
  groupMax: 40,
});

/** 202 once recorded; 200 if it is cancelled already, with any key (contract §4.6). */
export async function cancelPayout(
  ports: Pick<Ports, 'store' | 'wake'>,
  ask: { accountId: string; id: string; by?: Operator | undefined },
  use: KeyUse,
): Promise<{ payout: Payout; settled: boolean; replayed: boolean }> {
  const outcome = await ports.store.transaction(async (tx) => {
    const bound = await tx.claimKey(use);
    const payout = await lockOwn(tx, 'payout', ask);
    if (bound !== undefined) return { payout, settled: payout.status === 'cancelled', replayed: true };
    const { next, decisions } = cancelRequest(await tx.moment(), payout, ask.by);
    await tx.record(decisions, [{ ...use, resourceId: payout.id }]);
    return { payout: next, settled: payout.status === 'cancelled', replayed: false };
  });
  ports.wake('payout');
  return outcome;
}

/** An operator cancels for the client, without a key: repeating it changes nothing. */
export async function cancelForClient(
  ports: Pick<Ports, 'store' | 'wake'>,
  operator: Operator,
  id: string,
): Promise<Payout> {
  const payout = await ports.store.transaction(async (tx) => {
    const [known] = await tx.lock('payout', [id]);
    if (!known) return absent('payout');
    checkSeen(operator, { subjectId: id, state: { status: known.status }, changedAt: known.updatedAt });
    const { next, decisions } = cancelRequest(await tx.moment(), known, operator);
    await tx.record(decisions);
    return next;
  });
  ports.wake('payout');
  return payout;
}

/** The payout after the request to cancel, with the audit entry if an operator asked. */
function cancelRequest(moment: Moment, payout: Payout, by: Operator | undefined) {
  const { row: next, ...decision } = requestCancel(moment, payout);
  if (by === undefined) return { next, decisions: [decision] };
  const { id: subjectId, accountId, status } = payout;
  const entry = audited(moment, by, {
    action: 'payout.cancel',
    accountId,
    subjectId,
    before: { status },
    after: { status, cancellation: 'requested' },
  });
  return { next, decisions: [decision, entry] };
}

export type { DecidingNeeds, PayoutCommand };
