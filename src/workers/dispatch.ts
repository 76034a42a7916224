import { channel } from 'node:diagnostics_channel';
import type { Answer } from '../domain/dispatch.js';
import type { Payout } from '../domain/payout.js';
import type { Log } from '../ports/log.js';
import type { Ports } from '../ports/ports.js';
import type { Finding, Provider } from '../ports/provider.js';
import {
  recordAnswers,
  recordFindings,
  takeDuePayouts,
  type DueWork,
  type Send,
} from '../usecases/dispatch.js';
import { gather } from '../usecases/gather.js';
import { GiveWay } from './give-way.js';
import { eachOrAll, startLoop, type Loop } from './loop.js';

const groupMax = 100;
const inFlightMax = 500;
/** Long enough for a group to gather where many are created: each pass takes locks that creation waits for. */
const breathMs = 80;
const steps = channel('psp:step');

/** Sends what is due, once each, and asks about what is uncertain (supplement §7). */
export function startDispatch(ports: Ports, log: Log): Loop {
  const creation = new GiveWay();
  const inFlight = new Set<Promise<void>>();
  const recordAnswer = gather<{ intent: Send['intent']; answer: Answer }, void>({
    group: async (answers) => {
      steps.publish('receipt:before');
      await recordAnswers(ports, answers);
      return answers.map(() => ({ value: undefined }));
    },
    alone: (answer) => recordAnswers(ports, [answer]),
    keyOf: ({ intent }) => intent.accountId,
    groupMax,
    lanes: 2,
  });

  const deliver = async (send: Send): Promise<void> => {
    const { intent } = send;
    try {
      steps.publish('send:before');
      const answer = await submit(ports, send);
      steps.publish('send:after');
      await recordAnswer({ intent, answer });
      if (answer.outcome === 'not_sent') loop.wake();
    } catch (error) {
      // The intent stays open: once its window has passed it is uncertain and is looked up.
      log.error(
        { worker: 'dispatch', intent: intent.id, err: error },
        'the answer to a send was not recorded',
      );
    }
  };

  const loop = startLoop({
    name: 'dispatch',
    log,
    full: groupMax,
    breathMs,
    work: async () => {
      await creation.over();
      if (inFlight.size >= inFlightMax) await Promise.race(inFlight);
      const room = Math.min(creation.share(groupMax), inFlightMax - inFlight.size);
      const { sends, lookUps, found, lateMs } = await takeDue(ports, room, log);
      creation.left(found < room ? undefined : lateMs);
      for (const send of sends) {
        const sending = deliver(send).finally(() => inFlight.delete(sending));
        inFlight.add(sending);
      }
      await lookUp(ports, lookUps);
      return found;
    },
  });
  return {
    wake(count = 0) {
      creation.came(count);
      loop.wake();
    },
    async stop() {
      creation.stop();
      await loop.stop();
      await Promise.all(inFlight);
    },
  };
}

/** Takes a group, or, where one payout of it cannot be decided, each by itself. */
async function takeDue(ports: Ports, limit: number, log: Log): Promise<DueWork> {
  try {
    return await takeDuePayouts(ports, limit);
  } catch {
    const sends: Send[] = [];
    const lookUps: Payout[] = [];
    const due = await ports.reader.due('payout', limit);
    const takeOne = async ([payout]: readonly Payout[]): Promise<void> => {
      const taken = payout ? await takeDuePayouts(ports, 1, [payout.id]) : undefined;
      sends.push(...(taken?.sends ?? []));
      lookUps.push(...(taken?.lookUps ?? []));
    };
    for (const payout of due) await eachOrAll([payout], takeOne, log);
    return { sends, lookUps, found: sends.length + lookUps.length, lateMs: 0 };
  }
}

/** One submission under one deadline; what did not answer by then is uncertain, whatever comes later. */
async function submit(ports: Ports, { provider: name, submission }: Send): Promise<Answer> {
  const provider = ports.providers.get(name);
  const left = submission.sendBy.getTime() - ports.clock.machineNow().getTime();
  if (!provider || left <= 0) return { outcome: 'not_sent', reason: 'the send window had passed' };
  const deadline = new AbortController();
  const late = ports.clock
    .sleep(left, deadline.signal)
    .then((): Answer => ({ outcome: 'uncertain', reason: 'no answer within the send window' }));
  try {
    return await Promise.race([provider.submit(submission), late]);
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'the submission failed';
    return { outcome: 'uncertain', reason: reason.slice(0, 200) };
  } finally {
    // A reason of ours: without one the platform makes an error with its stack, for each send.
    deadline.abort('answered');
  }
}

async function lookUp(ports: Ports, payouts: readonly Payout[]): Promise<void> {
  const groups = Map.groupBy(payouts, ({ provider }) => provider ?? '');
  for (const [name, group] of groups) {
    const provider = ports.providers.get(name);
    const found = provider ? await findingsOf(provider, group) : new Map<string, Finding>();
    const findings = group.map((payout) => ({
      payout,
      finding: found.get(payout.reference) ?? ({ outcome: 'unknown' } as const),
    }));
    await recordFindings(ports, findings);
  }
}

/** A provider that cannot be asked now knows nothing: the next look-up comes later. */
async function findingsOf(provider: Provider, payouts: readonly Payout[]): Promise<Map<string, Finding>> {
  try {
    return await provider.lookUp(payouts.map(({ reference }) => reference));
  } catch {
    return new Map<string, Finding>(payouts.map(({ reference }) => [reference, { outcome: 'unknown' }]));
  }
}
