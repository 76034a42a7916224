import type { Random } from '../../fuzz/random.js';

export const steps = [
  'commit:before',
  'commit:after',
  'send:before',
  'send:during',
  'send:after',
  'receipt:before',
] as const;

/** A named step of the service at which it can be struck. */
export type Step = (typeof steps)[number];

/** The faults done to a process once. */
export interface Fault {
  /** How long it may live first. */
  readonly afterMs: number;
  /** Undefined: at whatever it is doing then. */
  readonly step?: Step;
  /** Only the step as it follows from this one, not as it goes on beside it. */
  readonly after?: Step;
  /** Which occurrence of the step. */
  readonly nth: number;
  /** How long the step is waited for; then it is struck at whatever it is doing. */
  readonly patienceMs: number;
  /** Paused that long, or until other processes have decided what it has in hand; undefined: killed. */
  readonly paused?: number | 'until taken over';
  /** Its clock is wrong by so much, and right again after so long; it is not struck otherwise. */
  readonly skewed?: { readonly aheadMs: number; readonly ms: number };
  /** PostgreSQL is killed too: with the process, or alone. */
  readonly database?: 'too' | 'alone';
}

/** How it is told of. */
export const wordOf = ({ paused, skewed }: Fault): string =>
  skewed !== undefined ? 'wrong clock' : paused !== undefined ? 'pause' : 'kill';

/** Killed when a receipt is written and not yet committed. */
export const killAtReceipt: Fault = {
  after: 'receipt:before',
  step: 'commit:before',
  nth: 1,
  afterMs: 500,
  patienceMs: 20_000,
};

/** Paused with an answer in hand until the other process has found the intent and decided about it. */
export const takeOver: Fault = {
  step: 'send:after',
  nth: 1,
  afterMs: 500,
  patienceMs: 20_000,
  paused: 'until taken over',
};

/** Its clock is behind by more than a send may take. */
export const behind: Fault = {
  nth: 1,
  afterMs: 1_000,
  patienceMs: 0,
  skewed: { aheadMs: -12_000, ms: 4_000 },
};

const patienceMs = 3_000;

/** In which a send may leave: an intent whose process died is found when it is over. */
export const sendWindowMs = 3_000;

/** Longer than that, so that the other process takes over meanwhile. */
const longPauseMs = [sendWindowMs + 3_000, sendWindowMs + 7_000] as const;

/** How many faults of each kind are done. */
export interface Measure {
  readonly kills: number;
  /** Of the kills, those of PostgreSQL. */
  readonly databases: number;
  readonly pauses: number;
  readonly clocks: number;
}

/** The kills, and the others spread evenly among them; what each is like is dealt, so that nothing waits for its chance. */
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
    // By more than a send may take, or by less than keeps a process from sending.
    const skewed = { aheadMs: aheadMs(), ms: random.whole(500, 4_000) };
    faults.push({ afterMs: afterMs(), nth: 1, patienceMs, skewed });
  }
  return faults;
}

/** Every third pause is a long one, at a step of sending: the process wakes with an intent that is out of date. */
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

/** A named step, or whatever it is doing then. */
function moments(random: Random) {
  const stepOf = dealt(random, [undefined, undefined, ...steps]);
  return () => {
    const step = stepOf();
    const nth = random.whole(1, step?.startsWith('commit') === true ? 10 : 3);
    return { ...(step !== undefined && { step }), nth, patienceMs };
  };
}

/** Each of them before one comes again, in an order of chance. */
function dealt<T>(random: Random, all: readonly T[]): () => T {
  let left: T[] = [];
  return () => {
    if (left.length === 0) left = [...all];
    return left.splice(random.whole(0, left.length - 1), 1)[0] as T;
  };
}
