import { availableParallelism } from 'node:os';
import { isMainThread, Worker, workerData } from 'node:worker_threads';
import { answerParent } from './child.ts';

/** Takes that much of the processor for so long, and does nothing with it. */
export interface Burn {
  /** Cores that are busy, on the average. */
  readonly cores: number;
  readonly ms: number;
}

interface Share {
  readonly share: number;
  readonly ms: number;
}

/** Busy for a share of each: short, so that whoever waits for the core waits as beside work in small steps. */
const cycleMs = 5;

if (isMainThread) answerParent(burn);
else spin(workerData as Share);

/** On as many threads as it takes; all of the machine's at most. */
async function burn({ cores, ms }: Burn): Promise<number> {
  const threads = Math.min(Math.max(Math.ceil(cores), 1), availableParallelism());
  const share = Math.min(Math.max(cores / threads, 0), 1);
  const workers = Array.from({ length: threads }, () => {
    const worker = new Worker(new URL(import.meta.url), { workerData: { share, ms } satisfies Share });
    return new Promise((resolve, reject) => worker.once('exit', resolve).once('error', reject));
  });
  await Promise.all(workers);
  return threads * share;
}

function spin({ share, ms }: Share): void {
  const until = performance.now() + ms;
  const sleep = new Int32Array(new SharedArrayBuffer(4));
  while (performance.now() < until) {
    const begun = performance.now();
    while (performance.now() - begun < cycleMs * share);
    if (share < 1) Atomics.wait(sleep, 0, 0, cycleMs * (1 - share));
  }
}
