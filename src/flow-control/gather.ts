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
  /** Asks of one key would wait for each other's locks. */
  readonly keyOf: (ask: A) => string;
  readonly groupMax: number;
  /** How many groups a key is in at once; unless stated one. */
  readonly groupsOfAKey?: number;
  /** How many groups of few of many keys are under way at once, and as many of one crowded key each. */
  readonly atOnce: number;
  /** An ask that comes while so many wait is refused at once; unless stated 5,000. */
  readonly waitingMax?: number;
  /** Likewise where so many of its own key wait; unless stated one key may fill the queue. */
  readonly ofAKey?: { readonly waitingMax: number; readonly refusal: () => Error };
  /** An ask not begun by then is refused undecided and never worked on; unless stated it waits as long as it takes. */
  readonly waitMsMax?: number;
  /**
   * Where a group failed and one of a key's asks fails alone too, the rest of that key's in the group fail with it, as
   * they do in any case where the store is away or a row stays locked: each would wait for it again.
   */
  readonly isOrdered?: boolean;
  /** A group that failed fails as a whole: none of its asks is run by itself. */
  readonly isWhole?: boolean;
  /** Told why a group failed whose asks are run one by one now. */
  readonly onSplit?: (count: number, error: unknown) => void;
  /** Unless stated, errors of nobody's. */
  readonly refusals?: Refusals;
}

/** Errors of whoever gathers. */
export interface Refusals {
  /** The queue is full. */
  readonly full: () => Error;
  /** The ask has waited too long, and nothing of it was done. */
  readonly tooLate: () => Error;
  /** The ask has waited too long, and may have been done. */
  readonly noAnswerYet: () => Error;
  /** The next ask of the key would fail with it too. */
  readonly isMomentary: (error: unknown) => boolean;
}

/** A key with so much waiting is a crowd. */
const crowd = 16;
/** Where another key came within that time, a crowd goes by half: all wait for the processor while a group is worked on. */
const othersMs = 1_000;
const usualWaitingMax = 5_000;
/** How long an ask is retried while another transaction holds what it needs. */
const heldMsMax = 4_000;
/** Milliseconds before a retry. */
const retryMs = doubling(5, 160);

interface Asked<A, R> {
  readonly ask: A;
  readonly since: number;
  readonly late: NodeJS.Timeout | undefined;
  readonly retries: number;
  readonly resolve: (value: R) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * The one scheduler: gathers what would wait for the same locks, and does a group of it at once.
 *
 * Asks of one turn of the event loop go together, and those that come while groups are under way go with the next:
 * no timer, so whoever is alone waits for nothing. Keys take turns, each in one group at a time. A crowd goes by itself, in
 * groups beside those of the others, so that one key's backlog is no other's. The queue is bounded, in number and in
 * time. A group that fails is split, and its asks run one by one, those of a key in order.
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
  /** By key, in the order of their turns. */
  readonly #waiting = new Map<string, Asked<A, R>[]>();
  #waitingCount = 0;
  /** How many groups a key is in. */
  readonly #busy = new Map<string, number>();
  readonly #groups = { crowds: 0, few: 0 };
  /** When few were taken last, and whose they were where they were all of one key. */
  #lastFew: { readonly at: number; readonly only?: string | undefined } = { at: Number.NEGATIVE_INFINITY };
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
        this.#leave(key, asked);
        reject(refusals.tooLate());
      };
      const late = waitMsMax === undefined ? undefined : setTimeout(giveUp, waitMsMax);
      const asked = { ask, since: performance.now(), late, retries: 0, resolve, reject };
      this.#waitingCount += 1;
      this.#enter(key, asked);
    });
  }

  #enter(key: string, asked: Asked<A, R>): void {
    const own = this.#waiting.get(key);
    if (own) own.push(asked);
    else this.#waiting.set(key, [asked]);
    if (!this.#isWoken) setImmediate(() => this.#begin());
    this.#isWoken = true;
  }

  /** Meanwhile the ask counts as waiting, and holds no connection. */
  #retryLater({ late: _late, ...asked }: Asked<A, R>): void {
    const delayMs = retryMs(asked.retries);
    if (performance.now() + delayMs - asked.since > heldMsMax)
      return asked.reject(this.#options.refusals.noAnswerYet());
    this.#waitingCount += 1;
    const retry = { ...asked, late: undefined, retries: asked.retries + 1 };
    setTimeout(() => this.#enter(this.#options.keyOf(asked.ask), retry), delayMs);
  }

  #leave(key: string, asked: Asked<A, R>): void {
    const left = this.#waiting.get(key)?.filter((each) => each !== asked) ?? [];
    if (left.length > 0) this.#waiting.set(key, left);
    else this.#waiting.delete(key);
    this.#waitingCount -= 1;
  }

  /** Begins as many groups as may be under way. */
  #begin(): void {
    this.#isWoken = false;
    for (const kind of ['crowds', 'few'] as const) {
      while (this.#groups[kind] < this.#options.atOnce) {
        const group = kind === 'crowds' ? this.#takeCrowd() : this.#takeFew();
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
    const { at, only } = this.#lastFew;
    return only === key || performance.now() - at > othersMs ? groupMax : Math.ceil(groupMax / 2);
  }

  #takeFew(): Group<A, R> {
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
      this.#lastFew = { at: performance.now(), only: other === undefined ? only : undefined };
    return group;
  }

  #isCrowd(waiting: number): boolean {
    return waiting >= crowd && this.#options.groupMax > 1;
  }

  #mayGo(key: string): boolean {
    return (this.#busy.get(key) ?? 0) < (this.#options.groupsOfAKey ?? 1);
  }

  #leaveGroup(key: string): void {
    const left = (this.#busy.get(key) ?? 1) - 1;
    if (left > 0) this.#busy.set(key, left);
    else this.#busy.delete(key);
  }

  /** A key gives so many at most; the rest of it has its next turn last. */
  #take(key: string, most: number): Asked<A, R>[] {
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
      if (results.length !== all.length) throw new Error('gathered work left an ask unanswered');
    } catch (error) {
      ended();
      this.#split(group, error);
      return;
    }
    ended();
    for (const key of group.keys()) this.#leaveGroup(key);
    // The next group is begun with before this group's answers are written: the database works meanwhile.
    this.#begin();
    for (const [index, asked] of all.entries()) this.#answer(asked, results[index]);
  }

  /** Others go on; the keys of the group have their next turn once all of it is done. */
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

  async #runEach(own: readonly Asked<A, R>[]): Promise<void> {
    const { isOrdered = false, refusals } = this.#options;
    let last: Failure | undefined;
    for (const asked of own) {
      if (last) asked.reject(last.error);
      else {
        const failure = await this.#runAlone(asked);
        if (failure && (isOrdered || refusals.isMomentary(failure.error))) last = failure;
      }
    }
  }

  #answer(asked: Asked<A, R>, result: Result<R> | undefined): void {
    if (!result) this.#retryLater(asked);
    else if ('value' in result) asked.resolve(result.value);
    else asked.reject(result.error);
  }

  async #runAlone(asked: Asked<A, R>): Promise<Failure | undefined> {
    const { group, refusals, waitMsMax = Number.POSITIVE_INFINITY } = this.#options;
    try {
      // The group that failed may have been committed.
      if (performance.now() - asked.since > waitMsMax) throw refusals.noAnswerYet();
      const [result] = await group([asked.ask]);
      this.#answer(asked, result);
      return result && 'error' in result ? result : undefined;
    } catch (error) {
      asked.reject(error);
      return { error };
    }
  }
}

type Group<A, R> = Map<string, readonly Asked<A, R>[]>;

/** Gathers all that is asked for, in the order in which it came: one run at a time, which fails as a whole. */
export function gatherAll<A, R>(
  work: (asks: readonly A[]) => Promise<readonly R[]>,
  groupMax: number,
): (ask: A) => Promise<R> {
  const group = async (asks: readonly A[]) => (await work(asks)).map((value) => ({ value }));
  return gather({ group, keyOf: () => '', groupMax, atOnce: 1, waitingMax: Infinity, isWhole: true });
}

export interface Width extends Pick<
  GatherOptions<unknown, unknown>,
  'waitMsMax' | 'waitingMax' | 'ofAKey' | 'refusals'
> {
  /** How much work runs at once. */
  readonly atOnce: number;
  /** How much of it is one key's at most: work that hangs must not stop everybody. */
  readonly ofOneKey: number;
}

/** Work that is not gathered takes turns all the same: so much runs at once, by key in turn. */
export function inTurns({ atOnce, ofOneKey, ...bounds }: Width) {
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
