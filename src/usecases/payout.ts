import type { Decision, Moment } from '../domain/decision.js';
import { replayOf } from '../domain/idempotency-key.js';
import type { Amount } from '../domain/money.js';
import type { Payout } from '../domain/payout.js';
import { asOperation, requestCancel } from '../domain/payout-action.js';
import { Refusal } from '../domain/refusal.js';
import type { Ports } from '../ports/ports.js';
import type { KeyUse, PayoutFacts, Tx } from '../ports/store.js';
import { audited, auditedActing, type Operator } from './audit.js';
import { gatherFor } from './gather.js';
import type { Made } from './made.js';
import { contradicted } from './operation-notice.js';
import { absent, lockOwn } from './own.js';
import { Group, type PayoutCommand } from './payout-group.js';
import { DailyLimitRefusal } from './pricing.js';
import { checkSeen } from './seen.js';

/** The ports that decide new payouts. */
export type DecidingNeeds = Pick<Ports, 'vault' | 'catalogue' | 'risk' | 'providers' | 'bank'>;
type Needs = DecidingNeeds & Pick<Ports, 'store' | 'reader' | 'wake' | 'log'>;
type Result = { readonly value: Made<Payout> } | { readonly error: unknown };

/** Everybody waits while the loop is busy with a group: in groups of 100 a crowd held the others up twice as long. */
const groupMax = 40;
const atOnce = 2;
/** Leaves what has begun the time that it needs until the caller hears 503 anyway. */
const waitMsMax = 2_000;

/** Contract §4.6. Payouts of many requests are decided together, each as if it were alone. */
export const createPayout = gatherFor<Needs, PayoutCommand, Made<Payout>>((ports) => ({
  group: (commands) => createPayouts(ports, commands, { wait: false }),
  alone: async (only) => {
    const [result] = await createPayouts(ports, [only], { wait: true });
    if (!result) throw new Error('a payout that waits for its key is decided');
    if ('error' in result) throw result.error;
    return result.value;
  },
  keyOf: ({ accountId }) => accountId,
  groupMax,
  atOnce,
  waitMsMax,
  log: ports.log,
}));

/**
 * Payouts of one transaction, decided in order, each as if it were alone, with a result each: what is refused is an
 * error of that result and takes nothing from the others. A command whose key another transaction holds is left undecided
 * (undefined), or waits for it where `wait`.
 */
export async function createPayouts(
  ports: Needs,
  commands: readonly PayoutCommand[],
  { wait }: { wait: boolean },
): Promise<(Result | undefined)[]> {
  const results = await ports.store.transaction(async (tx) => {
    const { results: decided, decisions, keys } = await decidePayouts(ports, tx, { commands, wait });
    if (keys.length > 0) await tx.record(decisions, keys);
    return decided;
  });
  if (results.some((result) => result && 'decision' in result)) ports.wake('payout');
  return Promise.all(results.map((result, index) => answer(ports, commands[index], result)));
}

/** Payouts that a transaction has decided, with what it is to record of them. */
export interface DecidedPayouts {
  readonly results: readonly (DecidedPayout | undefined)[];
  readonly decisions: readonly Decision[];
  readonly keys: readonly (KeyUse & { resourceId: string })[];
  /** The kill switch was on when they were decided. */
  readonly stopped: boolean;
}

/**
 * Decides payouts in order, in a transaction that records them with whatever else it has decided. Where they are not
 * `keyed`, nobody has used their keys, and nobody else will.
 */
export async function decidePayouts(
  ports: DecidingNeeds,
  tx: Tx,
  { commands, wait, keyed = true }: { commands: readonly PayoutCommand[]; wait: boolean; keyed?: boolean },
): Promise<DecidedPayouts> {
  const asks = commands.map((command) => ({
    ...command.use,
    beneficiaryId: command.beneficiaryId,
    quoteId: command.quoteId ?? null,
    sourceCurrency: command.sourceCurrency ?? null,
  }));
  const facts = await tx.loadPayouts(asks, { velocityMinutes: ports.risk.velocityMinutes, wait, keyed });
  const moment = await tx.moment();
  const group = new Group(ports, moment);
  const results: (DecidedPayout | undefined)[] = [];
  for (const [index, command] of commands.entries()) {
    results.push(await decideNext(tx, group, { command, facts: facts[index] }));
  }
  const made = results.flatMap((each) => (each && 'decision' in each ? [each] : []));
  const entries = made.flatMap(({ command, payout }) =>
    auditedActing(moment, command.by, { noun: 'payout', row: payout }),
  );
  const told = await contradicted(
    tx,
    made.map(({ payout }) => asOperation(payout)),
  );
  return {
    results,
    decisions: [...made.map(({ decision }) => decision), ...told, ...entries],
    keys: made.map(({ command, payout }) => ({ ...command.use, resourceId: payout.id })),
    stopped: facts.some(({ payoutsStopped }) => payoutsStopped),
  };
}

export type DecidedPayout =
  | {
      readonly command: PayoutCommand;
      readonly payout: Payout;
      readonly decision: Decision;
      /** The balance that pays, before it. */
      readonly available: Amount;
    }
  | { readonly replayOf: string }
  | { readonly refusal: Refusal };

interface Loaded {
  readonly command: PayoutCommand;
  readonly facts: PayoutFacts | undefined;
}

async function decideNext(
  tx: Tx,
  group: Group,
  { command, facts }: Loaded,
): Promise<DecidedPayout | undefined> {
  const decided = decideOne(group, { command, facts });
  const isOverDay = decided && 'refusal' in decided && decided.refusal instanceof DailyLimitRefusal;
  if (!isOverDay || !facts || !(await group.lapse(tx, command, facts))) return decided;
  return decideOne(group, { command, facts });
}

function decideOne(group: Group, { command, facts }: Loaded): DecidedPayout | undefined {
  if (!facts) throw new Error('the store answers every ask');
  if (facts.busy) return undefined;
  try {
    const bound = group.bound(command.use) ?? facts.bound;
    if (bound) return { replayOf: replayOf(command.use, bound) };
    const { payout, available, ...decision } = group.decide(command, facts);
    return { command, payout, decision, available };
  } catch (error) {
    if (error instanceof Refusal) return { refusal: error };
    throw error;
  }
}

async function answer(
  ports: Pick<Ports, 'reader'>,
  command: PayoutCommand | undefined,
  result: DecidedPayout | undefined,
): Promise<Result | undefined> {
  if (!result) return undefined;
  if ('refusal' in result) return { error: result.refusal };
  if ('payout' in result) return { value: { resource: result.payout, how: 'created' } };
  const payout = await ports.reader.get('payout', [command?.accountId ?? ''], result.replayOf);
  if (!payout) throw new Error(`key bound to ${result.replayOf}, which is no payout`);
  return { value: { resource: payout, how: 'replayed' } };
}

/** 202 once recorded; 200 where it is cancelled already, whatever the key (contract §4.6). */
export async function cancelPayout(
  ports: Pick<Ports, 'store' | 'wake'>,
  ask: { accountId: string; id: string; by?: Operator | undefined },
  use: KeyUse,
): Promise<{ payout: Payout; settled: boolean; replayed: boolean }> {
  const outcome = await ports.store.transaction(async (tx) => {
    const bound = await tx.claimKey(use);
    const payout = await lockOwn(tx, 'payout', ask);
    if (bound !== undefined) return { payout, settled: payout.status === 'cancelled', replayed: true };
    const { next, decisions } = askedToCancel(await tx.moment(), payout, ask.by);
    await tx.record(decisions, [{ ...use, resourceId: payout.id }]);
    return { payout: next, settled: payout.status === 'cancelled', replayed: false };
  });
  ports.wake('payout');
  return outcome;
}

/** An operator asks in place of the client, without a key: asking again changes nothing. */
export async function cancelForClient(
  ports: Pick<Ports, 'store' | 'wake'>,
  operator: Operator,
  id: string,
): Promise<Payout> {
  const payout = await ports.store.transaction(async (tx) => {
    const [known] = await tx.lock('payout', [id]);
    if (!known) return absent('payout');
    checkSeen(operator, { subjectId: id, state: { status: known.status }, changedAt: known.updatedAt });
    const { next, decisions } = askedToCancel(await tx.moment(), known, operator);
    await tx.record(decisions);
    return next;
  });
  ports.wake('payout');
  return payout;
}

/** By whichever way it is asked: what becomes of the payout, with the entry of an operator who asks. */
function askedToCancel(moment: Moment, payout: Payout, by: Operator | undefined) {
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

export type { PayoutCommand };
