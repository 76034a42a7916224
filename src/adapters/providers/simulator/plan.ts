import type { Amount } from '../../../domain/money.js';
import { smallestUnit, zero } from '../../../domain/money.js';
import { simTags } from '../../../domain/sandbox.js';
import type { Submission } from '../../../ports/provider.js';

/** The plan for a submission: its answer, the finding of look-ups, and the later change of that finding. */
export interface Plan {
  answer: 'accepted' | 'paid' | 'refused' | 'uncertain' | 'not_sent';
  answerCode?: string;
  answersInMs: number;
  amount: Amount;
  finding: 'paid' | 'not_executed' | 'in_flight' | 'unknown';
  findingCode?: string;
  turn?: { to: 'paid' | 'returned' | 'not_executed'; inMs: number; announced: boolean };
}

/** Delay from the answer to the later change. */
export const afterthoughtMs = 300;

/**
 * Delay between attempts that are not sent. It is short (supplement §3.10); the usual delays add up to 7.5 s.
 */
export const unsentMs = 150;

/** `sim:slow` and `sim:mismatch` combine with other tags; the first other known tag decides the outcome. */
export function planOf(submission: Pick<Submission, 'memo' | 'amount' | 'currency'>): Plan {
  const tags = simTags(submission.memo);
  const tag = tags.find(({ name }) => outcomes.has(name));
  const outcome = tag ? outcomes.get(tag.name)?.(tag.arg) : undefined;
  const excess = tags.some(({ name }) => name === 'mismatch') ? smallestUnit(submission.currency) : zero;
  const plan: Plan = { ...(outcome ?? paid), amount: submission.amount.plus(excess) };
  const slow = tags.find(({ name, arg }) => name === 'slow' && /^[0-9]{1,7}$/.test(arg ?? ''));
  return slow ? delayed(plan, Number(slow.arg)) : plan;
}

type Outcome = Omit<Plan, 'amount'>;

const paid: Outcome = { answer: 'paid', answersInMs: 0, finding: 'paid' };
const uncertain: Outcome = { answer: 'uncertain', answersInMs: 0, finding: 'unknown' };

const outcomes = new Map<string, (arg: string | undefined) => Outcome>([
  ['paid', () => paid],
  ['fail', (arg) => (arg === 'late' ? refusedThenPaid() : refused(arg ?? 'provider_rejected'))],
  ['uncertain', uncertainOf],
  ['return', () => ({ ...paid, turn: turnTo('returned') })],
  ['hold', () => ({ answer: 'accepted', answersInMs: 0, finding: 'in_flight' })],
  ['unsent', () => ({ ...uncertain, answer: 'not_sent' })],
]);

function uncertainOf(arg: string | undefined): Outcome {
  if (arg === 'paid') return { ...uncertain, turn: turnTo('paid') };
  if (arg !== 'fail') return uncertain;
  return { ...uncertain, findingCode: 'simulated_failure', turn: turnTo('not_executed') };
}

function turnTo(to: 'paid' | 'returned' | 'not_executed'): NonNullable<Plan['turn']> {
  return { to, inMs: afterthoughtMs, announced: true };
}

function refused(code: string): Outcome {
  return { answer: 'refused', answerCode: code, answersInMs: 0, finding: 'not_executed', findingCode: code };
}

function refusedThenPaid(): Outcome {
  return { ...refused('provider_rejected'), turn: turnTo('paid') };
}

function delayed(plan: Plan, ms: number): Plan {
  // An answer without an outcome does not delay the notice, so the notice may come first.
  if (plan.finding === 'in_flight' || plan.finding === 'unknown') return { ...plan, answersInMs: ms };
  // Before it answers, the bank is still processing the order, and look-ups say so.
  const turn = plan.turn
    ? { ...plan.turn, inMs: ms + plan.turn.inMs }
    : { to: plan.finding, inMs: ms, announced: false };
  return { ...plan, answersInMs: ms, finding: 'in_flight', turn };
}
