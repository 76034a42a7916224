import { Refusal } from '../domain/refusal.js';
import * as flow from '../flow-control/gather.js';
import { ClockStepped } from '../ports/clock.js';
import type { Log } from '../ports/log.js';
import { noAnswerYet, queueFull, tooLate } from './late.js';

export type { Result } from '../flow-control/gather.js';

type Own = 'refusals' | 'onSplit';

export interface GatherOptions<A, R> extends Omit<flow.GatherOptions<A, R>, Own> {
  /** Logs why a group failed whose asks are now run one by one. */
  readonly log?: Log;
}

const refusals: flow.Refusals = {
  full: queueFull,
  tooLate,
  noAnswerYet,
  isMomentary: (error) => error instanceof Refusal && error.code === 'temporarily_unavailable',
};

/** The scheduler of requests (docs/flow-control.md), with the refusals of this service. */
export function gather<A, R>({ log, ...options }: GatherOptions<A, R>): (ask: A) => Promise<R> {
  const onSplit = (count: number, error: unknown): void => {
    if (log && !(error instanceof ClockStepped)) logGroupFailure(log, count, error);
  };
  return flow.gather({ ...options, refusals, onSplit });
}

export const inTurns = (width: Omit<flow.ConcurrencyLimits, Own>) => flow.inTurns({ ...width, refusals });

/** Creates one gatherer per set of ports, on the first ask. */
export function gatherFor<P extends object, A, R>(
  optionsOf: (ports: P) => GatherOptions<A, R>,
): (ports: P, ask: A) => Promise<R> {
  const gatherers = new WeakMap<P, (ask: A) => Promise<R>>();
  return (ports, ask) => {
    const run = gatherers.get(ports) ?? gather(optionsOf(ports));
    gatherers.set(ports, run);
    return run(ask);
  };
}

/** Logs that a group of `count` failed and its items run one by one now. */
export function logGroupFailure(log: Log, count: number, error: unknown): void {
  log.warn({ count, err: error }, 'batch failed; processing its items one by one');
}
