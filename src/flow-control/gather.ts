import { doubling } from './back-off.js';

interface Failure {
  readonly error: unknown;
}

export type Result<R> = { readonly value: R } | Failure;

export interface GatherOptions<A, R> {
  /**
   * Decides a group in one transaction and returns one result for each ask, in order. Undefined means that another
   * transaction holds what the ask needs: the ask is retried with another group, for up to four seconds.
   */
  readonly group: (asks: readonly A[]) => Promise<readonly (Result<R> | undefined)[]>;
  /** Asks with the same key would wait for each other's locks. */
  readonly keyOf: (ask: A) => string;
  readonly groupMax: number;
  /** How many groups may contain the same key at once; default 1. */
  readonly groupsOfAKey?: number;
  /** How many mixed groups run at once, and as many groups of one crowded key each. */
  readonly atOnce: number;
  /** Asks beyond this queue length are refused at once; default 5,000. */
  readonly waitingMax?: number;
  /** The same limit per key; by default one key may fill the queue. */
  readonly ofAKey?: { readonly waitingMax: number; readonly refusal: () => Error };
  /** An ask that has not started by then is refused and never worked on. By default asks wait without limit. */
  readonly waitMsMax?: number;
  /**
   * After a group failed and one ask of a key failed alone too, the rest of that key's asks in the group fail with
   * it. That always happens when the database is unreachable or a row stays locked: each ask would wait again.
   */
  readonly isOrdered?: boolean;
  /** A failed group fails as a whole: its asks are not run one by one. */
  readonly isWhole?: boolean;
  /** Called with the error of a failed group whose asks are now run one by one. */
  readonly onSplit?: (count: number, error: unknown) => void;
  /** Default: generic errors. */
  readonly refusals?: Refusals;
}

/** The errors of the service that uses the scheduler. */
export interface Refusals {
  /** The queue is full. */
  readonly full: () => Error;
  /** The ask waited too long and was not executed. */
  readonly tooLate: () => Error;
  /** The ask waited too long and may have been executed. */
  readonly noAnswerYet: () => Error;
  /** Whether the next ask of the key would fail with the same error. */
  readonly isMomentary: (error: unknown) => boolean;
}

/** A key with this many waiting asks is a crowd. */
const crowdMin = 16;
/**
 * If other keys were active within this time, a crowd's groups are halved: all asks wait for the processor while a
 * group runs.
 */
const othersMs = 1_000;
const usualWaitingMax = 5_000;
/** How long an ask is retried while another transaction holds what it needs. */
const heldMsMax = 4_000;
/** Delay in ms before a retry. */
const retryMs = doubling(5, 160);

interface WaitingAsk<A, R> {
  readonly ask: A;
  readonly since: number;
  readonly late: NodeJS.Timeout | undefined;
  readonly retries: number;
  readonly resolve: (value: R) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * The scheduler for work that needs the same locks: it gathers asks and runs a group of them at once.
 * - Asks of one turn of the event loop go together; asks that arrive while groups run go into the next. There is no
 *   timer, so a single ask never waits.
 * - Keys take turns, each in one group at a time. A crowded key gets groups of its own, beside the mixed groups, so
 *   its backlog delays no other key.
 * - The queue is bounded in length and time.
 * - A failed group is split: its asks run one by one, in order per key.
 */
export function gather<A, R>(options: GatherOptions<A, R>): (ask: A) => Promise<R> {
  const gatherer = new Gatherer(options);
  return (ask) => gatherer.add(ask);
}

const plain: Refusals = {
  full: () => new Error('the queue is full'),
  tooLate: () => new Error('it timed out before it started'),
  noAnswerYet: () => new Error('no answer yet'),
  isMomentary: () => false,
};

class Gatherer<A, R> {
  readonly #options: GatherOptions<A, R> & { readonly refusals: Refusals };
  /** Waiting asks by key, in the order of the keys' turns. */
  readonly #waiting = new Map<string, WaitingAsk<A, R>[]>();
  #waitingCount = 0;
  /** In how many running groups a key is. */
  readonly #busy = new Map<string, number>();
  readonly #groups = { crowds: 0, sparse: 0 };
  /** When the last mixed group was taken, and its key if it had only one. */
  #lastSparse: { readonly at: number; readonly only?: string | undefined } = { at: Number.NEGATIVE_INFINITY };
  #isWoken = false;

  constructor(options: GatherOptions<A, R>) {
    this.#options = { refusals: plain, ...options };
  }

  add(ask: A): Promise<R> {
    const { keyOf, waitMsMax, ofAKey, waitingMax = usualWaitingMax, refusals } = this.#options;
    return new Promise((resolve, reject) => {
      const key = keyOf(ask);
      const own = this.#waiting.get(key);
      if (ofAKey && own && own.length >= ofAKey.waitingMax) return reject(ofAKey.refusal());
      if (this.#waitingCount >= waitingMax) return reject(refusals.full());
      const giveUp = (): void => {
        this.#leave(key, waiting);
        reject(refusals.tooLate());
      };
      const late = waitMsMax === undefined ? undefined : setTimeout(giveUp, waitMsMax);
      const waiting = { ask, since: performance.now(), late, retries: 0, resolve, reject };
      this.#waitingCount += 1;
      this.#enter(key, waiting);
    });
  }

  #enter(key: string, waiting: WaitingAsk<A, R>): void {
    const own = this.#waiting.get(key);
    if (own) own.push(waiting);
    else this.#waiting.set(key, [waiting]);
    if (!this.#isWoken) setImmediate(() => this.#begin());
    this.#isWoken = true;
  }

  /** The ask counts as waiting meanwhile, and holds no connection. */
  #retryLater({ late: _late, ...waiting }: WaitingAsk<A, R>): void {
    const delayMs = retryMs(waiting.retries);
    if (performance.now() + delayMs - waiting.since > heldMsMax)
      return waiting.reject(this.#options.refusals.noAnswerYet());
    this.#waitingCount += 1;
    const retry = { ...waiting, late: undefined, retries: waiting.retries + 1 };
    setTimeout(() => this.#enter(this.#options.keyOf(waiting.ask), retry), delayMs);
  }

  #leave(key: string, waiting: WaitingAsk<A, R>): void {
    const left = this.#waiting.get(key)?.filter((each) => each !== waiting) ?? [];
    if (left.length > 0) this.#waiting.set(key, left);
    else this.#waiting.delete(key);
    this.#waitingCount -= 1;
  }

  /** Starts as many groups as may run at once. */
  #begin(): void {
    this.#isWoken = false;
    for (const kind of ['crowds', 'sparse'] as const) {
      while (this.#groups[kind] < this.#options.atOnce) {
        const group = kind === 'crowds' ? this.#takeCrowd() : this.#takeSparse();
        if (group.size === 0) break;
        this.#groups[kind] += 1;
        for (const key of group.keys()) this.#busy.set(key, (this.#busy.get(key) ?? 0) + 1);
        void this.#run(group, () => void (this.#groups[kind] -= 1));
      }
    }
  }

  #takeCrowd(): Group<A, R> {
    for (const [key, { length }] of this.#waiting) {
      if (this.#isCrowd(length) && this.#mayGo(key))
        return new Map([[key, this.#take(key, this.#mostOf(key))]]);
    }
    return new Map();
  }

  #mostOf(key: string): number {
    const { groupMax } = this.#options;
    const { at, only } = this.#lastSparse;
    return only === key || performance.now() - at > othersMs ? groupMax : Math.ceil(groupMax / 2);
  }

  #takeSparse(): Group<A, R> {
    const group: Group<A, R> = new Map();
    let room = this.#options.groupMax;
    for (const [key, { length }] of this.#waiting) {
      if (room === 0) break;
      if (this.#isCrowd(length) || !this.#mayGo(key) || group.has(key)) continue;
      const taken = this.#take(key, room);
      room -= taken.length;
      group.set(key, taken);
    }
    const [only, other] = group.keys();
    if (only !== undefined)
      this.#lastSparse = { at: performance.now(), only: other === undefined ? only : undefined };
    return group;
  }

  #isCrowd(waiting: number): boolean {
    return waiting >= crowdMin && this.#options.groupMax > 1;
  }

  #mayGo(key: string): boolean {
    return (this.#busy.get(key) ?? 0) < (this.#options.groupsOfAKey ?? 1);
  }

  #leaveGroup(key: string): void {
    const left = (this.#busy.get(key) ?? 1) - 1;
    if (left > 0) this.#busy.set(key, left);
    else this.#busy.delete(key);
  }

  /** Takes at most `most` asks of a key. If some are left, the key goes to the end of the queue. */
  #take(key: string, most: number): WaitingAsk<A, R>[] {
    const own = this.#waiting.get(key) ?? [];
    const taken = own.splice(0, Math.min(most, this.#options.groupMax));
    this.#waiting.delete(key);
    if (own.length > 0) this.#waiting.set(key, own);
    this.#waitingCount -= taken.length;
    for (const { late } of taken) clearTimeout(late);
    return taken;
  }

  async #run(group: Group<A, R>, ended: () => void): Promise<void> {
    const all = [...group.values()].flat();
    let results: readonly (Result<R> | undefined)[];
    try {
      results = await this.#options.group(all.map(({ ask }) => ask));
      if (results.length !== all.length) throw new Error('a batch left a request unanswered');
    } catch (error) {
      ended();
      this.#split(group, error);
      return;
    }
    ended();
    for (const key of group.keys()) this.#leaveGroup(key);
    // Start the next group before writing this group's answers, so that the database keeps working.
    this.#begin();
    for (const [index, waiting] of all.entries()) this.#answer(waiting, results[index]);
  }

  /** Runs the asks of a failed group one by one. A key of the group gets its next turn when its asks are done. */
  #split(group: Group<A, R>, error: unknown): void {
    const count = [...group.values()].reduce((sum, { length }) => sum + length, 0);
    const { isWhole = false, onSplit } = this.#options;
    const isSplit = count > 1 && !isWhole;
    if (isSplit) onSplit?.(count, error);
    for (const [key, own] of group) {
      const done = isSplit ? this.#runEach(own) : Promise.resolve(own.forEach(({ reject }) => reject(error)));
      void done.then(() => {
        this.#leaveGroup(key);
        this.#begin();
      });
    }
    this.#begin();
  }

  async #runEach(own: readonly WaitingAsk<A, R>[]): Promise<void> {
    const { isOrdered = false, refusals } = this.#options;
    let last: Failure | undefined;
    for (const waiting of own) {
      if (last) waiting.reject(last.error);
      else {
        const failure = await this.#runAlone(waiting);
        if (failure && (isOrdered || refusals.isMomentary(failure.error))) last = failure;
      }
    }
  }

  #answer(waiting: WaitingAsk<A, R>, result: Result<R> | undefined): void {
    if (!result) this.#retryLater(waiting);
    else if ('value' in result) waiting.resolve(result.value);
    else waiting.reject(result.error);
  }

  async #runAlone(waiting: WaitingAsk<A, R>): Promise<Failure | undefined> {
    const { group, refusals, waitMsMax = Number.POSITIVE_INFINITY } = this.#options;
    try {
      // The failed group may have been committed.
      if (performance.now() - waiting.since > waitMsMax) throw refusals.noAnswerYet();
      const [result] = await group([waiting.ask]);
      this.#answer(waiting, result);
      return result && 'error' in result ? result : undefined;
    } catch (error) {
      waiting.reject(error);
      return { error };
    }
  }
}

type Group<A, R> = Map<string, readonly WaitingAsk<A, R>[]>;

/** Runs asks in order of arrival, one group at a time; a failed group fails as a whole. */
export function gatherAll<A, R>(
  work: (asks: readonly A[]) => Promise<readonly R[]>,
  groupMax: number,
): (ask: A) => Promise<R> {
  const group = async (asks: readonly A[]) => (await work(asks)).map((value) => ({ value }));
  return gather({ group, keyOf: () => '', groupMax, atOnce: 1, waitingMax: Infinity, isWhole: true });
}

export interface ConcurrencyLimits extends Pick<
  GatherOptions<unknown, unknown>,
  'waitMsMax' | 'waitingMax' | 'ofAKey' | 'refusals'
> {
  /** How many pieces of work run at once. */
  readonly atOnce: number;
  /** How many of them may belong to one key: work that hangs must not stop everyone. */
  readonly ofOneKey: number;
}

/** Runs work that is not grouped: at most `atOnce` at a time, the keys in turn. */
export function inTurns({ atOnce, ofOneKey, ...bounds }: ConcurrencyLimits) {
  const run = gather<{ readonly key: string; readonly work: () => Promise<unknown> }, unknown>({
    group: async (works) => Promise.all(works.map(async ({ work }) => ({ value: await work() }))),
    keyOf: ({ key }) => key,
    groupMax: 1,
    atOnce,
    groupsOfAKey: ofOneKey,
    ...bounds,
  });
  return <T>(key: string, work: () => Promise<T>): Promise<T> => run({ key, work }) as Promise<T>;
}
