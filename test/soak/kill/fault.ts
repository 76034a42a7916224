import type { Random } from '../../fuzz/random.js';

export const steps = [
  'commit:before',
  'commit:after',
  'send:before',
  'send:during',
  'send:after',
  'receipt:before',
] as const;

/** A named step of the service at which a fault can occur. */
export type Step = (typeof steps)[number];

/** A fault that happens to a process once. */
export interface Fault {
  /** Time before the fault. */
  readonly afterMs: number;
  /** Undefined: at any moment. */
  readonly step?: Step;
  /** Only if the step follows from this one, not one that runs beside it. */
  readonly after?: Step;
  /** Which occurrence of the step. */
  readonly nth: number;
  /** How long to wait for the step; then the fault happens at any moment. */
  readonly patienceMs: number;
  /** Milliseconds of a pause, or a pause until another process has taken over; undefined: killed. */
  readonly paused?: number | 'until taken over';
  /** The clock is wrong by `aheadMs` for `ms`; no other fault. */
  readonly skewed?: { readonly aheadMs: number; readonly ms: number };
  /** PostgreSQL is killed with the process, or alone. */
  readonly database?: 'too' | 'alone';
}

/** The kind of fault in reports. */
export const wordOf = ({ paused, skewed }: Fault): string =>
  skewed !== undefined ? 'wrong clock' : paused !== undefined ? 'pause' : 'kill';

/** Kills while a receipt is written and not yet committed. */
export const killAtReceipt: Fault = {
  after: 'receipt:before',
  step: 'commit:before',
  nth: 1,
  afterMs: 500,
  patienceMs: 20_000,
};

/** Pauses with an answer received, until the other process has found and decided the intent. */
export const takeOver: Fault = {
  step: 'send:after',
  nth: 1,
  afterMs: 500,
  patienceMs: 20_000,
  paused: 'until taken over',
};

/** Sets the clock back by more than the send window. */
export const behind: Fault = {
  nth: 1,
  afterMs: 1_000,
  patienceMs: 0,
  skewed: { aheadMs: -12_000, ms: 4_000 },
};

const patienceMs = 3_000;

/** The send window; the intent of a dead process is taken over after it. */
export const sendWindowMs = 3_000;

/** Longer than the send window, so that the other process takes over. */
const longPauseMs = [sendWindowMs + 3_000, sendWindowMs + 7_000] as const;

/** Number of faults of each kind. */
export interface Measure {
  readonly kills: number;
  /** Kills of PostgreSQL among the kills. */
  readonly databases: number;
  readonly pauses: number;
  readonly clocks: number;
}

/** Kills, with the other faults spread evenly among them. Variants are dealt in turn, so that each occurs. */
export function faultsOf(random: Random, { kills, databases, pauses, clocks }: Measure): Fault[] {
  const afterMs = (): number => random.whole(0, 300);
  const database = dealt(random, ['too', 'alone'] as const);
  const killed = moments(random);
  const paused = pausesOf(random);
  const aheadMs = dealt(random, [-12_000, -1_500, 1_500, 12_000]);
  const faults: Fault[] = [];
  for (let number = 1; number <= kills; number += 1) {
    const due = (of: number): boolean =>
      Math.floor((number * of) / kills) > Math.floor(((number - 1) * of) / kills);
    const struck = due(databases) ? { nth: 1, patienceMs, database: database() } : killed();
    faults.push({ ...struck, afterMs: afterMs() });
    if (due(pauses)) faults.push({ ...paused(), afterMs: afterMs() });
    if (!due(clocks)) continue;
    // More than the send window, or less than what stops sending.
    const skewed = { aheadMs: aheadMs(), ms: random.whole(500, 4_000) };
    faults.push({ afterMs: afterMs(), nth: 1, patienceMs, skewed });
  }
  return faults;
}

/** Every third pause is long and at a sending step, so that the process wakes with an outdated intent. */
function pausesOf(random: Random) {
  const long = dealt(random, [false, false, true]);
  const anywhere = moments(random);
  const sending = dealt(
    random,
    steps.filter((each) => each !== 'commit:before'),
  );
  return () =>
    long()
      ? { step: sending(), nth: 1, patienceMs, paused: random.whole(...longPauseMs) }
      : { ...anywhere(), paused: random.whole(20, 3_000) };
}

/** A named step or any moment. */
function moments(random: Random) {
  const stepOf = dealt(random, [undefined, undefined, ...steps]);
  return () => {
    const step = stepOf();
    const nth = random.whole(1, step?.startsWith('commit') === true ? 10 : 3);
    return { ...(step !== undefined && { step }), nth, patienceMs };
  };
}

/** Deals all in random order before one repeats. */
function dealt<T>(random: Random, all: readonly T[]): () => T {
  let left: T[] = [];
  return () => {
    if (left.length === 0) left = [...all];
    return left.splice(random.whole(0, left.length - 1), 1)[0] as T;
  };
}
