import { added, changed, decide, joined, type Decision, type Moment } from './decision.js';
import { attemptsMax, type Intent, type IntentState } from './intent.js';
import {
  act,
  actOrNote,
  carryOutCancel,
  doubt,
  isCancelRequested,
  isFinal,
  note,
  uncertainWait,
  withTrace,
} from './operation.js';
import type { Applied, OfKind, Operation } from './operation.js';
import { applyEvidence, type Answer } from './operation-evidence.js';

const later = (moment: Moment, ms: number) => new Date(moment.now.getTime() + ms);
const doubling = (first: number, times: number, most: number) => Math.min(most, first * 2 ** times);

/** Wait before the next look-up of an accepted operation; grows with each one. */
const acceptedWait = (lookUps: number) => doubling(60_000, lookUps, 3_600_000);
const putOffMs = 1_000;
const resendWait = (attempts: number) => doubling(250, attempts, 4_000);

/**
 * Commits the intent to send: from now on the operation may have been sent, even if this process dies. It stays
 * due, so that it is taken again if no answer comes in time.
 */
export function takeIntent<T extends Operation>(
  moment: Moment,
  sendBy: Date,
  { spec, row }: OfKind<T>,
): Decision & { taken: T; intent: Intent } {
  const number = row.attempts + 1;
  const intent: Intent = {
    id: moment.newId('intent', moment.now),
    accountId: row.accountId,
    kind: spec.kind,
    operationId: row.id,
    number,
    reference: row.reference,
    state: 'open',
    sendBy,
    detail: null,
    createdAt: moment.now,
    decidedAt: null,
    version: 1,
  };
  const noted = note({ spec, row }, { sending: 'open', attempts: number, sendBy });
  const taken: T = { ...noted.row, version: row.version + 1 };
  return { ...joined([decide({ changes: [added('intent', intent)] }), noted]), taken, intent };
}

/** Records the answer to a send. If a notice was faster, only the intent is updated. */
export function recordAnswer<T extends Operation>(
  moment: Moment,
  { intent, ...operation }: OfKind<T> & { readonly intent: Intent },
  answer: Answer,
): Decision {
  if (intent.state !== 'open' && intent.state !== 'uncertain') return decide({});
  const state = stateAfter(operation, answer);
  const detail = 'reason' in answer ? answer.reason : 'code' in answer ? answer.code : null;
  const noted = decide({ changes: [changed('intent', { ...intent, state, detail, decidedAt: moment.now })] });
  const outcome = withTrace(operation, {
    trace: answer.trace,
    decideOn: (of): Decision => outcomeOf(moment, of, answer),
  });
  return joined([noted, outcome]);
}

function stateAfter<T extends Operation>(operation: OfKind<T>, { outcome }: Answer): IntentState {
  if (outcome === 'paid') return 'accepted';
  if (outcome === 'too_late') return mayBePutOff(operation) ? 'put_off' : 'not_sent';
  return outcome;
}

/** An operation that was decided or found unanswered meanwhile is not sent again. */
const mayBePutOff = <T extends Operation>(operation: OfKind<T>): boolean =>
  operation.row.sending === 'open' && !isFinal(operation);

/** Closes the intent of an operation that evidence decided first. The answer may still be recorded on it. */
export function overtakeIntent(moment: Moment, intent: Intent): Decision {
  const detail = 'evidence came before the answer';
  const decided = { ...intent, state: 'uncertain', detail, decidedAt: moment.now } as const;
  return decide({ changes: [changed('intent', decided)] });
}

function outcomeOf<T extends Operation>(moment: Moment, operation: OfKind<T>, answer: Answer): Decision {
  if (answer.outcome === 'paid') return applyEvidence(moment, operation, answer);
  if (answer.outcome === 'refused') {
    return applyEvidence(moment, operation, {
      outcome: 'not_executed',
      code: answer.code,
      known: answer.known,
    });
  }
  if (isFinal(operation)) return decide({});
  if (answer.outcome === 'not_sent') return notSent(moment, operation, answer.againMs);
  if (answer.outcome === 'too_late') {
    return mayBePutOff(operation) ? putOff(moment, operation) : notSent(moment, operation);
  }
  if (operation.row.sending === 'uncertain') return decide({});
  if (answer.outcome === 'uncertain') return doubt(moment, operation);
  const patch = { sending: 'accepted', nextStepAt: later(moment, acceptedWait(0)) } as const;
  return actOrNote(moment, operation, { action: 'accept', patch });
}

function notSent<T extends Operation>(
  moment: Moment,
  { spec, row }: OfKind<T>,
  againMs = resendWait(row.attempts),
): Decision {
  if (row.attempts >= attemptsMax || row.sending === 'uncertain') {
    return act(moment, { spec, row: { ...row, failureCode: 'not_submitted' } }, 'fail');
  }
  return unsentAgain(moment, { spec, row }, againMs);
}

/** The send missed its window. Neither the operation nor its provider is at fault, so the attempt does not count. */
function putOff<T extends Operation>(moment: Moment, { spec, row }: OfKind<T>): Decision {
  return unsentAgain(moment, { spec, row: { ...row, attempts: row.attempts - 1 } }, putOffMs);
}

function unsentAgain<T extends Operation>(
  moment: Moment,
  { spec, row }: OfKind<T>,
  againMs: number,
): Decision {
  const unsent: T = { ...row, sending: 'unsent' };
  if (isCancelRequested(row)) return carryOutCancel(moment, { spec, row: unsent });
  return note({ spec, row: unsent }, { nextStepAt: later(moment, againMs), sendBy: null });
}

/** A look-up decided nothing: plan the next one. */
export function lookAgain<T extends Operation>(moment: Moment, operation: OfKind<T>): Applied<T> {
  const { sending, lookUps: lookedUp } = operation.row;
  const lookUps = lookedUp + 1;
  const wait = sending === 'accepted' ? acceptedWait(lookUps) : uncertainWait(lookUps);
  return note(operation, { lookUps, nextStepAt: later(moment, wait) });
}

/** Whether a send may still leave: until send_by nothing proves that it did not. */
export const mayLeave = ({ sending, sendBy }: Operation, machineNow: Date): boolean =>
  sending === 'open' && sendBy !== null && sendBy > machineNow;
