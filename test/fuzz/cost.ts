import type { Reply } from './exchange.js';

/** CPU milliseconds used by this process: the service and its client run in it, the database does not. */
export function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

/** The most CPU time of any request, on a machine as fast as the reference. */
export const cpuMsMax = 60;
/** CPU milliseconds of the reference work on the machine on which the limits were set. */
const referenceMs = 8;
const referenceRows = Array.from({ length: 1_000 }, (_, nth) => ({ id: `row_${nth}`, amount: `${nth}.00` }));

/** How much slower this machine is now than the reference; at least 1. */
function slowness(): number {
  const times = Array.from({ length: 5 }, () => {
    const startMs = cpuMs();
    for (let nth = 0; nth < 30; nth += 1) JSON.parse(JSON.stringify(referenceRows));
    return cpuMs() - startMs;
  });
  return Math.max(1, Math.min(...times) / referenceMs);
}
/** The most CPU time the first time, while code is cold and workers run. */
const firstMsMax = 1_000;
/** The least of this many measurements counts. */
const tries = 8;

/**
 * Why a request was too expensive; undefined if it was not. `reply` was measured alone. The request is repeated
 * before it counts as too expensive, because other work in this process is measured too.
 */
export async function dearness(
  reply: Pick<Reply, 'cpuMs'>,
  again: () => Promise<Pick<Reply, 'cpuMs'>>,
): Promise<string | undefined> {
  if (reply.cpuMs <= cpuMsMax) return undefined;
  const slower = slowness();
  if (reply.cpuMs > firstMsMax * slower) return `took ${Math.round(reply.cpuMs)} ms of a processor`;
  const most = Math.round(cpuMsMax * slower);
  let least = reply.cpuMs;
  for (let nth = 1; nth < tries && least > most; nth += 1) least = Math.min(least, (await again()).cpuMs);
  return least > most
    ? `took at least ${Math.round(least)} ms of a processor in ${tries} tries; the most is ${most} ms`
    : undefined;
}

/** How often the event loop is checked: much shorter than a blocked turn, and rare enough to cost nothing. */
const lookMs = 5;
/** CPU ms of this thread between two checks. More means one long turn, or several expensive requests together. */
const heldMs = 120;

/** Reports when this thread worked long without reaching its timers: no one else was served meanwhile. */
export class LoopWatch {
  readonly #timer: NodeJS.Timeout;
  #lastMs = threadMs();

  constructor(onHeld: (ms: number) => void) {
    this.#timer = setInterval(() => {
      const nowMs = threadMs();
      if (nowMs - this.#lastMs > heldMs) onHeld(nowMs - this.#lastMs);
      this.#lastMs = nowMs;
    }, lookMs);
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}

function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
