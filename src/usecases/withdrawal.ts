import { decide, joined, type Decision } from '../domain/decision.js';
import type { SettlementDestination } from '../domain/noun/settlement-destination.js';
import type { Withdrawal } from '../domain/noun/withdrawal.js';
import { refuse, Refusal } from '../domain/refusal.js';
import { closeReview } from '../domain/risk.js';
import { checkDestination } from '../domain/settlement-destination.js';
import { decideApproval, verdictOn } from '../domain/withdrawal.js';
import type { Ports } from '../ports/ports.js';
import type { Tx } from '../ports/store.js';
import { audited, auditedActing, type Operator } from './audit.js';
import { gatherFor } from './gather.js';
import type { Made } from './made.js';
import { once } from './once.js';
import { sendsFrom } from './operation.js';
import { absent } from './own.js';
import { checkSeen } from './seen.js';
import { WithdrawalGroup, type GroupNeeds, type WithdrawalCommand } from './withdrawal-group.js';

type Needs = GroupNeeds & Pick<Ports, 'store' | 'wake' | 'log'>;
type Result = { readonly value: Made<Withdrawal> } | { readonly error: unknown };

const groupMax = 100;
const atOnce = 2;
/** Leaves what has begun the time that it needs until the caller hears 503 anyway. */
const waitMsMax = 2_000;

/**
 * Takes money out of the balance, to a settlement destination in its currency (contract §4.9). Those of many requests
 * are decided together, each as if it were alone.
 */
export const createWithdrawal = gatherFor<Needs, WithdrawalCommand, Made<Withdrawal>>((ports) => ({
  group: (commands) => createTogether(ports, commands),
  alone: (command) => createAlone(ports, command),
  keyOf: ({ accountId }) => accountId,
  groupMax,
  atOnce,
  waitMsMax,
  log: ports.log,
}));

async function createAlone(ports: Needs, command: WithdrawalCommand): Promise<Made<Withdrawal>> {
  const { use, by } = command;
  const made = await once(ports, { noun: 'withdrawal', use, by }, async (tx) => {
    const group = await WithdrawalGroup.load(ports, tx, [command]);
    const decided = group.decide(command);
    return { ...decided, decision: joined([decided.decision, ...(await group.beside(tx, [decided]))]) };
  });
  if (made.how === 'created') wake(ports);
  return made;
}

/** A refusal takes nothing from the others; a key that is bound already, or comes twice, is met alone. */
async function createTogether(
  ports: Needs,
  commands: readonly WithdrawalCommand[],
): Promise<(Result | undefined)[]> {
  const results = await ports.store.transaction(async (tx) => {
    const claims = await claimed(tx, commands);
    const free = commands.filter((command) => claims.get(command) === 'free');
    const group = await WithdrawalGroup.load(ports, tx, free);
    const moment = await tx.moment();
    const decided = commands.map((command) => {
      const claim = claims.get(command);
      return claim === 'free' ? refusable(() => group.decide(command)) : claim;
    });
    const made = commands.flatMap((command, index) => {
      const each = decided[index];
      return each && 'row' in each ? [{ command, ...each }] : [];
    });
    const told = await group.beside(tx, made);
    const entries = made.flatMap(({ command: { by }, row }) =>
      auditedActing(moment, by, { noun: 'withdrawal', row }),
    );
    const keys = made.map(({ command: { use }, row }) => ({ ...use, resourceId: row.id }));
    if (made.length > 0)
      await tx.record([...made.map(({ decision }) => decision), ...told, ...entries], keys);
    return decided;
  });
  wake(ports);
  return results.map((each): Result | undefined => {
    if (each === undefined || 'error' in each) return each;
    return { value: { resource: each.row, how: 'created' } };
  });
}

function wake(ports: Needs): void {
  ports.wake('withdrawal');
  ports.wake('mail');
}

type Claim = 'free' | { readonly error: Refusal } | undefined;

/** The keys are locked in order, so that no two groups wait for each other. */
async function claimed(
  tx: Tx,
  commands: readonly WithdrawalCommand[],
): Promise<ReadonlyMap<WithdrawalCommand, Claim>> {
  const nameOf = ({ use }: WithdrawalCommand): string => `${use.accountId}:${use.key}`;
  const inOrder = commands.toSorted((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1));
  const claims = new Map<WithdrawalCommand, Claim>();
  const seen = new Set<string>();
  for (const command of inOrder) {
    if (seen.has(nameOf(command))) continue;
    seen.add(nameOf(command));
    const bound = await tx.claimKey(command.use).catch(asRefusal);
    if (typeof bound === 'object') claims.set(command, bound);
    else if (bound === undefined) claims.set(command, 'free');
  }
  return claims;
}

function refusable<T>(work: () => T): T | { readonly error: Refusal } {
  try {
    return work();
  } catch (error) {
    return asRefusal(error);
  }
}

function asRefusal(error: unknown): { readonly error: Refusal } {
  if (!(error instanceof Refusal)) throw error;
  return { error };
}

/**
 * The platform approves what is above the threshold, or declines it and gives its money back. It is decided once: who
 * comes second is told who was first.
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
    const closed = approve ? [] : await reviewClosed(tx, row);
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
    await tx.record([...closed, decision, entry]);
    return next;
  });
  ports.wake('withdrawal');
  return judged;
}

const stateOf = (row: Withdrawal) => ({ status: row.status, decision: verdictOn(row) });

function checkUndecided(operator: Operator, row: Withdrawal): void {
  const present = { subjectId: row.id, state: stateOf(row), changedAt: row.updatedAt };
  // A decision says more than the status that it has come to since.
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
    refuse('insufficient_role', 'Who asked for a withdrawal does not approve it; another operator may.');
  }
  checkDestination(destination);
}

/** In a restored database the bank may have it already: it is approved, and its bank is asked before it is sent. */
async function checkDeclinable(tx: Tx): Promise<void> {
  if ((await tx.restoredAt()) !== null) {
    refuse(
      'invalid_request',
      'The database was restored, and the bank may have paid it before: decline it once that is over.',
    );
  }
}

/** The review that still holds what is declined. */
async function reviewClosed(tx: Tx, { riskStatus, riskDecisionId }: Withdrawal): Promise<Decision[]> {
  if (riskStatus !== 'in_review' || riskDecisionId === null) return [];
  const [review] = await tx.lock('riskDecision', [riskDecisionId]);
  if (review?.status !== 'in_review') return [];
  return [decide({ changes: [closeReview(await tx.moment(), review, false)] })];
}
