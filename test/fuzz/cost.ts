import type { Reply } from './exchange.js';

/** Milliseconds of a processor that this process has used: the service and its caller are both in it, the database is not. */
export function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

/** The most that a request may take of a processor on which the reference work takes its time, whatever it asks for. */
export const cpuMsMax = 60;
/** Milliseconds of a processor that the reference work took on the machine on which the limits were set. */
const referenceMs = 8;
const referenceRows = Array.from({ length: 1_000 }, (_, nth) => ({ id: `row_${nth}`, amount: `${nth}.00` }));

/** How much slower than that machine this one is now; 1 where it is as fast, or faster. */
function slowness(): number {
  const times = Array.from({ length: 5 }, () => {
    const startMs = cpuMs();
    for (let nth = 0; nth < 30; nth += 1) JSON.parse(JSON.stringify(referenceRows));
    return cpuMs() - startMs;
  });
  return Math.max(1, Math.min(...times) / referenceMs);
}
/** The most that it may take the first time, when its code is cold and workers are busy with other things. */
const firstMsMax = 1_000;
/** The least of so many counts. */
const tries = 8;

/**
 * Why a request was too dear, or undefined. `reply` was measured alone; the request is repeated before it is called dear, since
 * what runs beside it in this process is counted too.
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

/** How often the loop is looked at: much less than a held turn, and seldom enough to cost nothing. */
const lookMs = 5;
/** Of this thread between two looks: beyond it one turn of the loop was long, or several requests were dear together. */
const heldMs = 120;

/** Tells when this thread has worked for long without a look at its timers: nobody else was served meanwhile. */
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
