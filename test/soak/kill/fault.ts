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

const patienceMs = 3_000;

/** Longer than the 10 seconds in which a send may leave, so that the other process takes over meanwhile. */
export const longPauseMs = [13_000, 17_000] as const;

/** That many kills in an order of chance, with a pause to every tenth of them and a wrong clock to every twentieth. */
export function faultsOf(random: Random, kills: number): Fault[] {
  const faults: Fault[] = [];
  for (let number = 1; number <= kills; number += 1) {
    faults.push(killOf(random, number));
    if (number % 10 === 5) faults.push(pauseOf(random, number));
    if (number % 20 === 10) faults.push(skewOf(random));
  }
  return faults;
}

function killOf(random: Random, number: number): Fault {
  const afterMs = random.whole(0, 300);
  if (number % 25 !== 0) return { ...momentOf(random), afterMs };
  return { afterMs, nth: 1, patienceMs, database: random.pick(['too', 'alone']) };
}

/** Every third pause is a long one, at a step of sending: the process wakes with an intent that is out of date. */
function pauseOf(random: Random, number: number): Fault {
  const afterMs = random.whole(0, 300);
  if (number % 30 !== 15) return { ...momentOf(random), afterMs, paused: random.whole(20, 3_000) };
  const step = random.pick(steps.filter((each) => each !== 'commit:before'));
  return { afterMs, step, nth: 1, patienceMs, paused: random.whole(...longPauseMs) };
}

/** By more than a send may take, or by less than keeps a process from sending. */
function skewOf(random: Random): Fault {
  const skewed = { aheadMs: random.pick([-12_000, -1_500, 1_500, 12_000]), ms: random.whole(500, 4_000) };
  return { afterMs: random.whole(0, 300), nth: 1, patienceMs, skewed };
}

function momentOf(random: Random): Pick<Fault, 'step' | 'nth' | 'patienceMs'> {
  const step = random.pick([undefined, undefined, ...steps]);
  const nth = random.whole(1, step?.startsWith('commit') ? 10 : 3);
  return { ...(step !== undefined && { step }), nth, patienceMs };
}
