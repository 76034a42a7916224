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
}

/**
 * Gathers the asks that queued while the last group ran into one transaction: no timer, so a lone ask waits for
 * nothing. Where a group's transaction fails, its asks run one by one.
 */
export function gather<A, R>(options: GatherOptions<A, R>): (ask: A) => Promise<R> {
  interface Waiting {
    readonly ask: A;
    readonly resolve: (value: R) => void;
    readonly reject: (error: unknown) => void;
  }
  let queue: Waiting[] = [];
  let running = 0;
  const busy = new Set<string>();

  const runAlone = (waiting: Waiting): void => {
    options.alone(waiting.ask).then(waiting.resolve, waiting.reject);
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
    const rest: Waiting[] = [];
    for (const waiting of queue) {
      const free = group.length < options.groupMax && !busy.has(options.keyOf(waiting.ask));
      (free ? group : rest).push(waiting);
    }
    queue = rest;
    return group;
  };

  const pump = (): void => {
    while (running < options.lanes && queue.length > 0) {
      const group = takeGroup();
      if (group.length === 0) return;
      const keys = new Set(group.map(({ ask }) => options.keyOf(ask)));
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
      if (queue.length === 0) setImmediate(pump);
      queue.push({ ask, resolve, reject });
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
