import { Refusal } from '../domain/refusal.js';
import { ClockStepped, isStepped, type Clock } from '../ports/clock.js';
import type { Log } from '../ports/log.js';
import { tellOfGroup } from '../usecases/gather.js';
import type { Setbacks } from '../flow-control/back-off.js';

export interface Loop {
  /** Something may be due: look now instead of at the next poll. A pass that failed is tried again after its rest. */
  readonly wake: () => void;
  /** Resolves when the pass in hand has ended. */
  readonly stop: () => Promise<void>;
}

export interface LoopOptions {
  readonly name: string;
  readonly log: Log;
  /** One pass; how much was found. More is looked for while there was something. */
  readonly work: () => Promise<number>;
  /** The most that a pass finds: one that found less is followed by the next after a breath, which gathers more. */
  readonly full: number;
  /** While it shows a step of the database's clock no pass begins. */
  readonly clock: Pick<Clock, 'stepMs'>;
  /** Milliseconds between a pass that found something and the next; 20 unless stated. */
  readonly breathMs?: number;
  /** Milliseconds after which it looks by itself; unless stated it looks when it is woken (`due.ts`) and no other time. */
  readonly everyMs?: number;
}

/** How soon what nobody told of is found. */
export const pollMs = 200;
const usualBreathMs = 20;
const failureMs = 1_000;
/** Between looks at whether the database's clock is right again. */
export const stepRestMs = 100;

/** Looks for what is due at its start, whenever it is woken, and by itself where that is stated. */
export function startLoop({
  name,
  log,
  clock,
  work,
  full,
  breathMs = usualBreathMs,
  everyMs = Number.POSITIVE_INFINITY,
}: LoopOptions): Loop {
  let stopped = false;
  let woken = false;
  let failed = false;
  let rouse = (): void => undefined;

  const rest = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = Number.isFinite(ms) ? setTimeout(resolve, ms) : undefined;
      rouse = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  const pass = async (): Promise<number> => {
    woken = false;
    failed = false;
    if (isStepped(clock)) return stepRestMs;
    try {
      const found = await work();
      if (found >= full) return 0;
      if (found > 0) await breath();
      return found > 0 || woken ? 0 : everyMs;
    } catch (error) {
      if (error instanceof ClockStepped) return stepRestMs;
      log.error({ worker: name, err: error }, 'worker pass failed; retrying');
      failed = true;
      return failureMs;
    }
  };

  const breath = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, stopped ? 0 : breathMs));

  const run = async (): Promise<void> => {
    while (!stopped) {
      const waitMs = await pass();
      if (waitMs > 0 && !stopped && (failed || !woken)) await rest(waitMs);
    }
  };
  const ended = run();
  return {
    wake() {
      woken = true;
      if (!failed) rouse();
    },
    stop() {
      stopped = true;
      rouse();
      return ended;
    },
  };
}

type Work<T> = (group: readonly T[]) => Promise<void>;

/** Who hears of what cannot be worked on, and what is left out for a while since it could not. */
export interface Trouble {
  readonly log: Log;
  readonly setbacks: Setbacks;
}

/** That many failures in a row mean that the store is away: each of the others would wait for it too. */
const busyMax = 2;

/**
 * Works on a group at once and, where that fails, on each by itself: what cannot be worked on is logged and does not
 * hold up the others. Answers how many were worked on: what stays due must not make its loop run without a rest.
 */
export async function eachOrAll<T extends { readonly id: string }>(
  items: readonly T[],
  work: Work<T>,
  trouble: Trouble,
): Promise<number> {
  if (items.length === 0) return 0;
  try {
    await work(items);
    return items.length;
  } catch (error) {
    if (error instanceof ClockStepped) throw error;
    const [only] = items;
    if (!only || items.length > 1) return eachAlone(items, work, { ...trouble, error });
    setBack(only, trouble, error);
    return 0;
  }
}

/** Works on each of a group by itself, since the group could not be worked on for that error. */
export async function eachAlone<T extends { readonly id: string }>(
  items: readonly T[],
  work: Work<T>,
  { error: ofGroup, ...trouble }: Trouble & { readonly error: unknown },
): Promise<number> {
  tellOfGroup(trouble.log, items.length, ofGroup);
  let done = 0;
  let busy = 0;
  for (const item of items) {
    try {
      await work([item]);
      done += 1;
      busy = 0;
    } catch (error) {
      setBack(item, trouble, error);
      busy = isBusy(error) ? busy + 1 : 0;
      if (busy === busyMax) break;
    }
  }
  return done;
}

/** Not now, which is no fault of the operation: its row is locked, or the store is away. */
const isBusy = (error: unknown): boolean =>
  error instanceof Refusal && error.code === 'temporarily_unavailable';

function setBack({ id }: { readonly id: string }, { log, setbacks }: Trouble, error: unknown): void {
  if (!isBusy(error)) setbacks.add(id);
  log[isBusy(error) ? 'warn' : 'error']({ operation_id: id, err: error }, 'operation failed; retrying');
}
