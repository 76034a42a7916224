import { readdirSync, readFileSync } from 'node:fs';

/** Processor time in milliseconds, by process. */
export interface Cpu {
  readonly service: number;
  readonly postgres: number;
  readonly load: number;
}

/** Processes whose processor time is read. */
export type Pids = Readonly<Record<keyof Cpu, number>>;

/** Unit in which Linux reports processor time. */
const tickMs = 10;

/**
 * Processor time so far: of service and load alone, and of PostgreSQL with all its processes, including ended
 * ones.
 */
export function cpuOf({ service, postgres, load }: Pids): Cpu {
  const times = timesOfAll();
  return { service: ownMs(times, service), postgres: treeMs(times, postgres), load: ownMs(times, load) };
}

/** Processor time between two readings, divided by `count`. */
export function cpuEach(before: Cpu, after: Cpu, count: number): Cpu {
  const each = (who: keyof Cpu): number => (after[who] - before[who]) / count;
  return { service: each('service'), postgres: each('postgres'), load: each('load') };
}

/** Processor time of these processes so far. */
export function cpuOfAll(pids: readonly number[]): number {
  return pids.reduce((total, pid) => total + (timesOf(pid)?.own ?? 0), 0);
}

interface Times {
  readonly parent: number;
  readonly own: number;
  /** Processor time of ended children. */
  readonly ended: number;
}

function timesOfAll(): ReadonlyMap<number, Times> {
  const pids = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? [Number(name)] : []));
  return new Map(
    pids.flatMap((pid): [number, Times][] => {
      const times = timesOf(pid);
      return times ? [[pid, times]] : [];
    }),
  );
}

/** Undefined if the process has ended. */
function timesOf(pid: number): Times | undefined {
  let text: string;
  try {
    text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
  // proc(5): the name in brackets may contain any character. After it come the state, the parent and, from
  // the twelfth field on, times.
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const [parent = 0, user = 0, system = 0, endedUser = 0, endedSystem = 0] = [1, 11, 12, 13, 14].map(
    (index) => fields[index],
  );
  return { parent, own: (user + system) * tickMs, ended: (endedUser + endedSystem) * tickMs };
}

const ownMs = (times: ReadonlyMap<number, Times>, pid: number): number => times.get(pid)?.own ?? Number.NaN;

function treeMs(times: ReadonlyMap<number, Times>, pid: number): number {
  const { own, ended } = times.get(pid) ?? { own: Number.NaN, ended: 0 };
  const below = [...times].filter(([, { parent }]) => parent === pid);
  return below.reduce((total, [child]) => total + treeMs(times, child), own + ended);
}
