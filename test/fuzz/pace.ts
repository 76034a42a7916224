import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** About a tenth of a run: its speed, the cost of a request, and the memory afterwards. */
export interface Stretch {
  readonly sent: number;
  readonly perSecond: number;
  /** CPU time of this process, which includes the service; other programs do not count. */
  readonly cpuMs: number;
  readonly heapMb: number;
}

export interface Pace {
  readonly stretches: readonly Stretch[];
  /** Call from time to time with the number of requests sent. */
  report(sent: number): void;
}

/** Measures a run of `count` requests in up to ten stretches. */
export function paceOf(count: number): Pace {
  const stretches: Stretch[] = [];
  let from = { sent: 0, at: performance.now(), cpu: process.cpuUsage() };
  return {
    stretches,
    report(sent) {
      const more = sent - from.sent;
      if (more < count / 10) return;
      const { user, system } = process.cpuUsage(from.cpu);
      stretches.push({
        sent,
        perSecond: Math.round(more / ((performance.now() - from.at) / 1000)),
        cpuMs: (user + system) / 1000 / more,
        heapMb: heapMb(),
      });
      from = { sent, at: performance.now(), cpu: process.cpuUsage() };
    },
  };
}

export function paceText({ stretches }: Pace): string {
  const lines = stretches.map(
    ({ sent, perSecond, cpuMs, heapMb: mb }) =>
      `${sent} sent: ${perSecond} requests/s, ${cpuMs.toFixed(2)} ms of a processor each, ${mb} MB in use`,
  );
  return ['fuzz: pace', ...lines].join('\n  ');
}

/** The increase between the first tenth and the end of the run. */
export function growthOf({ stretches }: Pace, what: 'heapMb' | 'cpuMs'): number {
  const [first, last] = [stretches[0], stretches.at(-1)];
  if (!first || !last || stretches.length < 5) throw new Error('the run was not measured to its end');
  return last[what] - first[what];
}

/** Memory in use after garbage collection. */
function heapMb(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return Math.round(process.memoryUsage().heapUsed / 2 ** 20);
}
