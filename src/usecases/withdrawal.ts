import type { SettlementDestination } from '../domain/noun/settlement-destination.js';
import type { Withdrawal } from '../domain/noun/withdrawal.js';
import { refuse } from '../domain/refusal.js';
import { checkDestination } from '../domain/settlement-destination.js';
import { decideApproval, verdictOn } from '../domain/withdrawal.js';
import type { Ports } from '../ports/ports.js';
import { audited, type Operator } from './audit.js';
import { makeInGroups, type DecidedRow } from './group.js';
import { sendsFrom } from './operation.js';
import { absent } from './own.js';
import { checkDeclinable } from './restored.js';
import { checkSeen } from './seen.js';
import { WithdrawalGroup, type WithdrawalCommand, type WithdrawalNeeds } from './withdrawal-group.js';

type Needs = WithdrawalNeeds & Pick<Ports, 'store' | 'reader' | 'wake' | 'log'>;

/**
 * Pays out of the balance to a settlement destination in its currency (contract §4.9). Withdrawals of many requests
 * are decided together; each result is the same as if it were alone.
 */
export const createWithdrawal = makeInGroups<Needs, WithdrawalCommand, 'withdrawal', DecidedRow<Withdrawal>>({
  noun: 'withdrawal',
  load: (ports, tx, commands) => WithdrawalGroup.load(ports, tx, commands),
  wake: ({ wake }) => {
    wake('withdrawal');
    wake('mail');
  },
  groupMax: 100,
});

/**
 * The platform approves a withdrawal above the threshold, or declines it, which returns its money. A second decision
 * is refused and names the first.
 */
export async function judgeWithdrawal(
  ports: Pick<Ports, 'store' | 'bank' | 'wake'>,
  operator: Operator,
  { id, approve }: { readonly id: string; readonly approve: boolean },
): Promise<Withdrawal> {
  const judged = await ports.store.transaction(async (tx) => {
    const [found] = await tx.find('withdrawal', { id });
    if (!found) return absent('withdrawal');
    const [destination] = await tx.lock('settlementDestination', [found.destinationId]);
    const [row] = await tx.lock('withdrawal', [id]);
    if (!row || !destination) throw new Error(`${id} has no destination`);
    checkUndecided(operator, row);
    if (approve) checkApprovable(operator, row, destination);
    else await checkDeclinable(tx);
    const moment = await tx.moment();
    const notBefore = sendsFrom(ports, row.createdAt, row.description);
    const { row: next, ...decision } = decideApproval(moment, row, { approve, notBefore });
    const entry = audited(moment, operator, {
      action: approve ? 'withdrawal.approve' : 'withdrawal.decline',
      accountId: row.accountId,
      subjectId: id,
      before: stateOf(row),
      after: stateOf(next),
    });
    await tx.record([decision, entry]);
    return next;
  });
  ports.wake('withdrawal');
  return judged;
}

const stateOf = (row: Withdrawal) => ({ status: row.status, decision: verdictOn(row) });

function checkUndecided(operator: Operator, row: Withdrawal): void {
  const present = { subjectId: row.id, state: stateOf(row), changedAt: row.updatedAt };
  // The decision is a better message than the status reached since.
  checkSeen({ ...operator, seen: { decision: 'undecided' } }, present);
  checkSeen(operator, present);
  checkSeen({ ...operator, seen: { status: 'pending_approval' } }, present);
}

function checkApprovable(
  operator: Operator,
  { madeBy }: Withdrawal,
  destination: SettlementDestination,
): void {
  if (madeBy !== null && madeBy === operator.id) {
    refuse('insufficient_role', 'You requested this withdrawal; another operator must approve it.');
  }
  checkDestination(destination);
}
