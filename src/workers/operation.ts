import { channel, tracingChannel } from 'node:diagnostics_channel';
import type { Answer } from '../domain/operation-evidence.js';
import type { AnyOperation } from '../domain/operation-kind.js';
import { ClockStepped, isStepped, maySend, type Clock } from '../ports/clock.js';
import type { Log } from '../ports/log.js';
import type { SentKind } from '../ports/operation.js';
import type { Ports } from '../ports/ports.js';
import type { DueAsk } from '../ports/store.js';
import type { Span } from '../ports/trace.js';
import { recordAnswers, takeDueOperations, type TakenOperations, type Send } from '../usecases/operation.js';
import { gather } from '../usecases/gather.js';
import { startLookUps } from './look-up.js';
import { eachAlone, startLoop, stepRestMs, type Loop, type FailureHandling } from './loop.js';
import { withTimeout } from './provider.js';
import { RetryBackoff } from '../flow-control/back-off.js';

const groupMax = 100;
const inFlightMax = 500;
/**
 * Long enough for a group to gather while many operations are created: each pass takes locks that creation waits for.
 */
const pauseMs = 80;
const steps = channel('psp:step');
const spans = tracingChannel<unknown, Span>('psp:span');

type Needs = Pick<
  Ports,
  'store' | 'reader' | 'vault' | 'catalogue' | 'providers' | 'clock' | 'traceOf' | 'sendWindowMs'
>;

type AnsweredSend = Pick<Send, 'row' | 'intent'> & { readonly answer: Answer };

/** Sends due operations of a kind, each once, and looks up uncertain ones (supplement §7). */
export function startOperations(ports: Needs, kind: SentKind, log: Log): Loop {
  const inFlight = new Set<Promise<void>>();
  const failures: FailureHandling = { log, backoff: new RetryBackoff() };
  const lookUps = startLookUps(ports, kind, {
    failures,
    onUnknown: async (ids) =>
      begin(await takeDueOperations(ports, kind, { ids, limit: ids.length, areUnknown: true })),
  });
  const recordAnswer = answerRecorder(ports, kind, log);

  const deliver = async (send: Send): Promise<void> => {
    const { row, intent } = send;
    try {
      steps.publish('send:before');
      const answer = await submit(ports, send);
      steps.publish('send:after');
      await afterStep(ports.clock, () => recordAnswer({ row, intent, answer }));
      if (answer.outcome === 'not_sent') loop.wake();
    } catch (error) {
      // The intent stays open. After its send window it becomes uncertain and is looked up.
      log.error(
        { worker: 'dispatch', intent: intent.id, err: error },
        'recording the answer to a send failed',
      );
    }
  };

  /** Sends at once: the send window of a committed intent is already running. */
  const begin = (due: TakenOperations): void => {
    for (const send of due.sends) {
      const sending = traced(ports, send, () => deliver(send)).finally(() => inFlight.delete(sending));
      inFlight.add(sending);
    }
    lookUps.begin(due.lookUps);
  };

  const loop = startLoop({
    name: 'dispatch',
    log,
    clock: ports.clock,
    passMax: groupMax,
    pauseMs,
    work: async () => {
      if (inFlight.size >= inFlightMax) await Promise.race(inFlight);
      const limit = Math.min(groupMax, inFlightMax - inFlight.size);
      return takeDue(ports, kind, { ...failures, limit, begin });
    },
  });
  return {
    wake: loop.wake,
    async stop() {
      const lookUpsEnded = lookUps.stop();
      await loop.stop();
      await Promise.all([...inFlight, lookUpsEnded]);
    },
  };
}

const stepWaitMsMax = 60_000;

/**
 * Waits until the database's clock can be trusted, then does the work: recording an answer late is cheaper than a
 * look-up.
 */
async function afterStep(clock: Clock, work: () => Promise<void>): Promise<void> {
  const until = performance.now() + stepWaitMsMax;
  for (;;) {
    while (isStepped(clock) && performance.now() < until) await clock.sleep(stepRestMs);
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ClockStepped) || performance.now() >= until) throw error;
      await clock.sleep(stepRestMs);
    }
  }
}

/** Runs the send within the trace of the request that created the operation, if there is one. */
async function traced(ports: Needs, { intent }: Send, run: () => Promise<void>): Promise<void> {
  const { operationId } = intent;
  // Sending matters more than tracing.
  const from = await ports.traceOf?.(operationId).catch(() => '');
  if (!from) return run();
  const facts = { 'psp.operation_id': operationId, 'psp.intent': intent.id };
  return spans.tracePromise(run, { name: 'send', kind: 'internal', from, facts });
}

/** Answers that arrive while others are being recorded are recorded together. */
function answerRecorder(ports: Needs, kind: SentKind, log: Log): (answered: AnsweredSend) => Promise<void> {
  return gather<AnsweredSend, void>({
    group: async (answers) => {
      steps.publish('receipt:before');
      await recordAnswers(ports, kind, answers);
      return answers.map(() => ({ value: undefined }));
    },
    keyOf: ({ intent }) => intent.accountId,
    groupMax,
    atOnce: 2,
    log,
  });
}

/**
 * Takes a group and starts its sends. If the group fails, takes each operation separately. Returns how many were
 * found.
 */
async function takeDue(
  ports: Needs,
  kind: SentKind,
  {
    limit,
    begin,
    ...failures
  }: FailureHandling & { readonly limit: number; readonly begin: (due: TakenOperations) => void },
): Promise<number> {
  const except = failures.backoff.ids;
  const take = async (most: number, which: DueAsk): Promise<number> => {
    const due = await takeDueOperations(ports, kind, { ...which, limit: most });
    begin(due);
    return due.found;
  };
  try {
    return await take(limit, { except });
  } catch (error) {
    if (error instanceof ClockStepped) throw error;
    let found = 0;
    const takeOne = async ([row]: readonly AnyOperation[]): Promise<void> => {
      if (row) found += await take(1, { ids: [row.id] });
    };
    const due = await ports.reader.due(kind.spec.kind, limit, { except });
    await eachAlone(due, takeOne, { ...failures, error });
    return found;
  }
}

/**
 * Submits once, within one deadline. Without an answer by then the operation is uncertain, even if the answer comes
 * later.
 */
async function submit(ports: Needs, { provider: name, submission }: Send): Promise<Answer> {
  const provider = ports.providers.get(name);
  if (!provider) return { outcome: 'not_sent', reason: 'its provider is not there any more' };
  const left = submission.sendBy.getTime() - ports.clock.machineNow().getTime();
  if (left <= 0 || !maySend(ports.clock)) return { outcome: 'too_late' };
  const late = { outcome: 'uncertain', reason: 'no answer within the send window' } as const;
  try {
    const ms = Math.min(left, ports.sendWindowMs);
    return await withTimeout({ clock: ports.clock, ms }, provider.submit(submission), late);
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'the submission failed';
    return { outcome: 'uncertain', reason: reason.slice(0, 200) };
  }
}
