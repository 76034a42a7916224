import { added, changed, decide, joined, type Decision, type Moment } from './decision.js';
import { attemptsMax, sendWindowMs, type Intent, type IntentState } from './intent.js';
import type { Amount } from './money.js';
import type { Payout } from './payout.js';
import { actOnPayout, awaitsCancel, carryOutCancel, isFinal, noteOnPayout } from './payout-action.js';
import { raiseException } from './reconciliation.js';
import { refuse } from './refusal.js';

/** The code of a failure: one of ours, or a provider's own (contract §2.12). */
export const failureCodePattern = /^[A-Za-z0-9._-]{1,64}$/;

/** What is known of an operation from outside: a provider's notice, a look-up, or an operator's word. */
export interface Evidence {
  readonly outcome: 'paid' | 'not_executed' | 'returned';
  readonly code?: string | undefined;
  readonly amount?: Amount | undefined;
  /** Outcomes that already stand in a late_payment_evidence exception of this operation. */
  readonly known?: ReadonlySet<string> | undefined;
}

/** What a provider answered to a submission (supplement §7), with the evidence that is known already. */
export type Answer = (
  | { readonly outcome: 'accepted' }
  | { readonly outcome: 'paid'; readonly amount: Amount }
  | { readonly outcome: 'refused'; readonly code: string }
  | { readonly outcome: 'not_sent'; readonly reason: string; readonly againMs?: number }
  | { readonly outcome: 'uncertain'; readonly reason: string }
) &
  Pick<Evidence, 'known'>;

const later = (moment: Moment, ms: number) => new Date(moment.now.getTime() + ms);
const doubling = (first: number, times: number, most: number) => Math.min(most, first * 2 ** times);

/** Look-ups of an accepted operation and of an uncertain one: soon at first, then ever more rarely. */
const acceptedWait = (lookUps: number) => doubling(60_000, lookUps, 3_600_000);
const uncertainWait = (lookUps: number) => doubling(1_000, lookUps, 3_600_000);
const resendWait = (attempts: number) => doubling(250, attempts, 4_000);
/** Business time after which an open intent is looked at again; machine time decides whether it may still leave. */
const leaseMs = sendWindowMs + 2_000;

/** Commits to send: after this the operation may have left, whatever becomes of this process. */
export function takeIntent(moment: Moment, machineNow: Date, payout: Payout): Decision & { intent: Intent } {
  const number = payout.attempts + 1;
  const sendBy = new Date(machineNow.getTime() + sendWindowMs);
  const intent: Intent = {
    id: moment.newId('intent', moment.now),
    accountId: payout.accountId,
    payoutId: payout.id,
    number,
    reference: payout.reference,
    state: 'open',
    sendBy,
    detail: null,
    createdAt: moment.now,
    decidedAt: null,
    version: 1,
  };
  const noted = noteOnPayout(payout, {
    sending: 'open',
    attempts: number,
    sendBy,
    nextStepAt: later(moment, leaseMs),
  });
  return { ...joined([decide({ changes: [added('intent', intent)] }), noted]), intent };
}

/** Records the answer to a send. A notice may have been faster: then only the intent learns of it. */
export function recordAnswer(
  moment: Moment,
  { payout, intent }: { payout: Payout; intent: Intent },
  answer: Answer,
): Decision {
  if (intent.state !== 'open' && intent.state !== 'uncertain') return decide({});
  const state: IntentState = answer.outcome === 'paid' ? 'accepted' : answer.outcome;
  const detail = 'reason' in answer ? answer.reason : 'code' in answer ? answer.code : null;
  const noted = decide({ changes: [changed('intent', { ...intent, state, detail, decidedAt: moment.now })] });
  return joined([noted, outcomeOf(moment, payout, answer)]);
}

function outcomeOf(moment: Moment, payout: Payout, answer: Answer): Decision {
  if (answer.outcome === 'paid') return applyEvidence(moment, payout, answer);
  if (answer.outcome === 'refused') {
    return applyEvidence(moment, payout, { outcome: 'not_executed', code: answer.code, known: answer.known });
  }
  if (isFinal(payout)) return decide({});
  if (answer.outcome === 'not_sent') return notSent(moment, payout, answer.againMs);
  if (payout.status === 'verification_pending') return decide({});
  if (answer.outcome === 'uncertain') return doubtPayout(moment, payout);
  return noteOnPayout(payout, { sending: 'accepted', nextStepAt: later(moment, acceptedWait(0)) });
}

function notSent(moment: Moment, payout: Payout, againMs = resendWait(payout.attempts)): Decision {
  if (payout.attempts >= attemptsMax || payout.status === 'verification_pending') {
    return actOnPayout(moment, { ...payout, failureCode: 'not_submitted' }, 'fail');
  }
  const unsent: Payout = { ...payout, sending: 'unsent' };
  if (payout.cancelRequestedAt !== null) return carryOutCancel(moment, unsent);
  return noteOnPayout(unsent, { nextStepAt: later(moment, againMs), sendBy: null });
}

/** It may or may not have been executed: the money stays reserved and look-ups decide (contract §3.3). */
function doubtPayout(moment: Moment, payout: Payout): Decision {
  const nextStepAt = later(moment, uncertainWait(0));
  return actOnPayout(moment, { ...payout, sending: 'uncertain', nextStepAt }, 'doubt');
}

/** A look-up that decided nothing: the next one comes later. */
export function lookAgain(moment: Moment, payout: Payout): Decision {
  const wait =
    payout.sending === 'accepted' ? acceptedWait(payout.lookUps + 1) : uncertainWait(payout.lookUps + 1);
  return noteOnPayout(payout, { lookUps: payout.lookUps + 1, nextStepAt: later(moment, wait) });
}

/** Whether the send may still be on its way out: until send_by nobody knows that it never left. */
export const mayLeave = ({ sending, sendBy }: Payout, machineNow: Date): boolean =>
  sending === 'open' && sendBy !== null && sendBy > machineNow;

/**
 * Evidence that is given by hand is of what was sent, and only what can no longer leave is known not to have been
 * executed. Against a final state an operator's makes an exception; in the sandbox only a completed payout's return fits.
 */
export function checkFits(
  payout: Payout,
  outcome: Evidence['outcome'],
  { mayContradict, isLeaving }: { readonly mayContradict: boolean; readonly isLeaving: boolean },
): void {
  const fitsFinal = mayContradict || (outcome === 'returned' && payout.status === 'completed');
  if (isFinal(payout) && !fitsFinal) misfit(`is ${payout.status}`);
  if (isFinal(payout)) return;
  if (isLeaving && outcome === 'not_executed') misfit('is being sent');
  if (payout.sending === 'unsent') misfit('is not sent yet');
}

function misfit(how: string): never {
  return refuse('operation_not_in_flight', `The payout ${how}; this evidence does not fit it.`);
}

type Applied = Decision & { readonly payout: Payout };

/**
 * Evidence decides an operation in flight; told twice it changes nothing, and against a final state it moves no
 * money but makes a reconciliation exception (supplement §7, §9).
 */
export function applyEvidence(moment: Moment, payout: Payout, evidence: Evidence): Applied {
  if (evidence.outcome === 'not_executed') return notExecuted(moment, payout, evidence);
  if (payout.status === 'failed' || payout.status === 'cancelled')
    return lateEvidence(moment, payout, evidence);
  if (payout.status === 'processing' && payout.sending === 'unsent') {
    return sentBefore(moment, payout, evidence);
  }
  if (evidence.outcome === 'paid')
    return isFinal(payout) ? unchanged(payout) : paid(moment, payout, evidence);
  if (payout.status === 'returned') return unchanged(payout);
  if (payout.status === 'completed') return sendBack(moment, payout);
  // The return overtook the payment's own notice: it proves both.
  const completed = actOnPayout(moment, payout, 'complete');
  return inOneStep(completed, sendBack(moment, completed.payout));
}

/** Everything that was told of one payout, in that order: each sees what became of the one before. */
export function applyInTurn(moment: Moment, payout: Payout, told: readonly Evidence[]): Applied {
  let applied = unchanged(payout);
  const heard = new Set<string>();
  for (const evidence of told) {
    const known = new Set([...(evidence.known ?? []), ...heard]);
    applied = inOneStep(applied, applyEvidence(moment, applied.payout, { ...evidence, known }));
    heard.add(evidence.outcome);
  }
  return applied;
}

const unchanged = (payout: Payout): Applied => ({ ...decide({}), payout });

/**
 * It was paid and was not sent from here: the same request sent it before the database was restored. The intent that
 * was lost is written again as one of unknown end, and nothing is sent a second time.
 */
function sentBefore(moment: Moment, payout: Payout, evidence: Evidence): Applied {
  const intent: Intent = {
    id: moment.newId('intent', moment.now),
    accountId: payout.accountId,
    payoutId: payout.id,
    number: payout.attempts + 1,
    reference: payout.reference,
    state: 'uncertain',
    sendBy: moment.now,
    detail: 'told of before it was sent from here',
    createdAt: moment.now,
    decidedAt: moment.now,
    version: 1,
  };
  const { number: attempts, sendBy } = intent;
  const sent: Payout = { ...overtaken(moment, payout), sending: 'uncertain', attempts, sendBy };
  const decided = applyEvidence(moment, sent, evidence);
  return { ...joined([decide({ changes: [added('intent', intent)] }), decided]), payout: decided.payout };
}

/** Two steps of one operation in one transaction: both are posted and published, the row is written once. */
function inOneStep(first: Applied, second: Applied): Applied {
  const both = joined([first, second]);
  const written = both.changes.findLast(({ noun }) => noun === 'payout');
  const changes = both.changes.filter((change) => change.noun !== 'payout' || change === written);
  return { ...both, changes, payout: second.payout };
}

function paid(moment: Moment, payout: Payout, evidence: Evidence): Applied {
  const completed = actOnPayout(moment, payout, 'complete');
  const actual = evidence.amount;
  if (actual === undefined || actual.isEqualTo(payout.destinationAmount)) return completed;
  const currency = payout.destinationCurrency;
  const mismatch = raiseException(moment, {
    accountId: payout.accountId,
    type: 'provider_mismatch',
    resourceType: 'payout',
    resourceId: payout.id,
    expected: { amount: payout.destinationAmount, currency },
    actual: { amount: actual, currency },
    cause: 'paid',
  });
  return { ...joined([completed, mismatch]), payout: completed.payout };
}

function notExecuted(moment: Moment, payout: Payout, evidence: Evidence): Applied {
  if (payout.status === 'failed' || payout.status === 'cancelled') return unchanged(payout);
  if (isFinal(payout)) return lateEvidence(moment, payout, evidence);
  const failureCode = evidence.code ?? 'resolved_not_executed';
  return actOnPayout(moment, { ...overtaken(moment, payout), failureCode }, 'fail');
}

/** Evidence came before a cancel that was asked for was carried out: it is refused. */
function overtaken(moment: Moment, payout: Payout): Payout {
  return awaitsCancel(payout) ? { ...payout, cancelDecidedAt: moment.now } : payout;
}

function sendBack(moment: Moment, payout: Payout): Applied {
  return actOnPayout(moment, { ...payout, refundStatus: 'pending', nextStepAt: moment.now }, 'send_back');
}

/** The returned money is back in available. */
export function settleReturn(moment: Moment, payout: Payout): Decision {
  return actOnPayout(moment, { ...payout, refundStatus: 'settled' }, 'settle_return');
}

function lateEvidence(moment: Moment, payout: Payout, evidence: Evidence): Applied {
  if (evidence.known?.has(evidence.outcome)) return unchanged(payout);
  const currency = payout.destinationCurrency;
  const raised = raiseException(moment, {
    accountId: payout.accountId,
    type: 'late_payment_evidence',
    resourceType: 'payout',
    resourceId: payout.id,
    expected: undefined,
    actual: evidence.outcome === 'not_executed' ? undefined : { amount: payout.destinationAmount, currency },
    cause: evidence.outcome,
  });
  return { ...raised, payout };
}
