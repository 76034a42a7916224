import { availableParallelism } from 'node:os';
import { isMainThread, Worker, workerData } from 'node:worker_threads';
import { answerParent } from './child.ts';

/** Uses that much processor time, doing nothing useful. */
export interface Burn {
  /** Busy cores, on average. */
  readonly cores: number;
  readonly ms: number;
}

interface Share {
  readonly share: number;
  readonly ms: number;
}

/** Length of a cycle; a share of it is busy. It is short, like work in small steps. */
const cycleMs = 5;

if (isMainThread) answerParent(burn);
else spin(workerData as Share);

/** Uses as many threads as needed, at most one for each core. */
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
