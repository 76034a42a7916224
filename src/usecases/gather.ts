import { tooLate, Turns } from './turn.js';

type Result<R> = { readonly value: R } | { readonly error: unknown };

export interface GatherOptions<A, R> {
  /** Decides a group in one transaction; one result an ask, in order. Undefined: this ask must be run alone. */
  readonly group: (asks: readonly A[]) => Promise<readonly (Result<R> | undefined)[]>;
  /** Decides one ask by itself, waiting for locks that the group passes over. */
  readonly alone: (ask: A) => Promise<R>;
  /** Asks of one key go through one lane at a time: they would only wait for each other's locks. */
  readonly keyOf: (ask: A) => string;
  readonly groupMax: number;
  readonly lanes: number;
  /** An ask not begun by then is refused undecided and never worked on; unless stated it waits as long as it takes. */
  readonly waitMsMax?: number;
}

interface Asked<A, R> {
  readonly ask: A;
  readonly since: number;
  readonly resolve: (value: R) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Gathers the asks that queued while the last group ran into one transaction: no timer, so a lone ask waits for
 * nothing. Keys take turns, an ask each, so that one key's backlog is no other's. Where a group's transaction fails,
 * its asks run one by one.
 */
export function gather<A, R>(options: GatherOptions<A, R>): (ask: A) => Promise<R> {
  type Waiting = Asked<A, R>;
  const { groupMax, lanes, keyOf, waitMsMax = Number.POSITIVE_INFINITY } = options;
  const turns = new Turns<Waiting>(waitMsMax);
  const busy = new Set<string>();
  let running = 0;
  let woken = false;

  const runAlone = (waiting: Waiting): void => {
    if (performance.now() - waiting.since > waitMsMax) waiting.reject(tooLate());
    else options.alone(waiting.ask).then(waiting.resolve, waiting.reject);
  };

  const runGroup = async (group: readonly Waiting[]): Promise<void> => {
    let results: readonly (Result<R> | undefined)[];
    try {
      results = await options.group(group.map(({ ask }) => ask));
    } catch (error) {
      const [only] = group;
      if (group.length === 1 && only) only.reject(error);
      else group.forEach(runAlone);
      return;
    }
    group.forEach((waiting, index) => {
      const result = results[index];
      if (!result) runAlone(waiting);
      else if ('value' in result) waiting.resolve(result.value);
      else waiting.reject(result.error);
    });
  };

  const takeGroup = (): Waiting[] => {
    const group: Waiting[] = [];
    while (group.length < groupMax) {
      const next = turns.take(busy);
      if (!next) break;
      group.push(next);
    }
    return group;
  };

  const pump = (): void => {
    woken = false;
    while (running < lanes) {
      const group = takeGroup();
      if (group.length === 0) return;
      const keys = new Set(group.map(({ ask }) => keyOf(ask)));
      for (const key of keys) busy.add(key);
      running += 1;
      void runGroup(group).finally(() => {
        running -= 1;
        for (const key of keys) busy.delete(key);
        pump();
      });
    }
  };

  return (ask) =>
    new Promise<R>((resolve, reject) => {
      // What comes in within one turn of the event loop goes out together.
      if (!woken) setImmediate(pump);
      woken = true;
      turns.add(keyOf(ask), { ask, since: performance.now(), resolve, reject }, reject);
    });
}

/** One gatherer for each set of ports, made at its first ask. */
export function gatherFor<P extends object, A, R>(
  optionsOf: (ports: P) => GatherOptions<A, R>,
): (ports: P, ask: A) => Promise<R> {
  const gatherers = new WeakMap<P, (ask: A) => Promise<R>>();
  return (ports, ask) => {
    const run = gatherers.get(ports) ?? gather(optionsOf(ports));
    gatherers.set(ports, run);
    return run(ask);
  };
}
