import type { Log } from '../ports/log.js';
import { Lately, nextTurn, noAnswerYet, Turns } from './turn.js';
import { Hold, UnderWay } from './under-way.js';

interface Failure {
  readonly error: unknown;
}

type Result<R> = { readonly value: R } | Failure;

/** Resolves in another turn of the event loop, once nothing is under way of others or that was waited for enough. */
export type LetOthers = () => Promise<void>;

export interface GatherOptions<A, R> {
  /**
   * Decides a group in one transaction; one result an ask, in order. Undefined: this ask must be run alone. Of a crowd
   * beside others it calls `letOthers` wherever it can wait, so that it keeps neither the event loop nor the database
   * from them for long.
   */
  readonly group: (asks: readonly A[], letOthers?: LetOthers) => Promise<readonly (Result<R> | undefined)[]>;
  /** Decides one ask by itself, waiting for locks that the group passes over. */
  readonly alone: (ask: A) => Promise<R>;
  /** Asks of one key go through one lane at a time: they would only wait for each other's locks. */
  readonly keyOf: (ask: A) => string;
  readonly groupMax: number;
  /** How many groups of many keys are under way at once, and as many of one key each. */
  readonly lanes: number;
  /**
   * How many groups of one crowded key are under way at once; unless stated one. The next one is decided while the
   * database writes the one before it, where it need not wait to read what that leaves behind.
   */
  readonly groupsOfACrowd?: number;
  /** An ask not begun by then is refused undecided and never worked on; unless stated it waits as long as it takes. */
  readonly waitMsMax?: number;
  /**
   * The asks of a key are worked on in the order in which they came. Where their group failed they run one by one until
   * one fails; the rest of that key's in the group fail with it, rather than that each waits for the same lock while
   * other keys wait for them.
   */
  readonly isOrdered?: boolean;
  /** Told why a group failed whose asks are run alone now. */
  readonly log: Log;
}

/**
 * A key with so much waiting has groups to itself, in lanes to themselves: all in a group wait for what it has most
 * of, and for the locks that others hold on that.
 */
const crowd = 16;

/**
 * Where others were here lately, a crowd goes in groups of half the size, and answers so many of them in one turn of
 * the event loop: others wait for what is under way.
 */
const partsBesideOthers = 2;
const answeredInATurn = 8;

/** What is under way of others goes first; each group of a crowd waits for it so long at most, however many they are. */
const giveWayMsMax = 10;

type Lane = 'crowded' | 'mixed';

interface Asked<A, R> {
  readonly ask: A;
  readonly since: number;
  readonly resolve: (value: R) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Gathers the asks that queued while the last group ran into one transaction: no timer, so whoever is alone waits for
 * nothing; a few beside many wait until they are more, but not for long. Keys take turns, an ask each, and a crowded one
 * goes by itself, so that one key's backlog is no other's. Where a group's transaction fails, its asks run one by one.
 */
export function gather<A, R>(options: GatherOptions<A, R>): (ask: A) => Promise<R> {
  const gatherer = new Gatherer(options);
  return (ask) => gatherer.add(ask);
}

class Gatherer<A, R> {
  readonly #options: GatherOptions<A, R>;
  readonly #waitMsMax: number;
  readonly #turns: Turns<Asked<A, R>>;
  readonly #busy = new Map<string, UnderWay>();
  readonly #running: Record<Lane, UnderWay> = { crowded: new UnderWay(), mixed: new UnderWay() };
  readonly #hold = new Hold(() => this.#pump());
  readonly #few = new Lately();
  #othersGone = Promise.withResolvers<void>();
  #woken = false;

  constructor(options: GatherOptions<A, R>) {
    this.#options = options;
    this.#waitMsMax = options.waitMsMax ?? Number.POSITIVE_INFINITY;
    this.#turns = new Turns(this.#waitMsMax);
  }

  add(ask: A): Promise<R> {
    return new Promise((resolve, reject) => {
      // What comes in within one turn of the event loop goes out together.
      if (!this.#woken) setImmediate(() => this.#pump());
      this.#woken = true;
      const waiting = { ask, since: performance.now(), resolve, reject };
      this.#turns.add(this.#options.keyOf(ask), waiting, reject);
    });
  }

  #pump(): void {
    this.#woken = false;
    this.#fill('crowded');
    this.#fill('mixed');
  }

  #fill(lane: Lane): void {
    const running = this.#running[lane];
    while (running.groups < this.#options.lanes) {
      const { asks, letOthers } = lane === 'crowded' ? this.#takeCrowd() : this.#takeMixed();
      if (asks.length === 0) return;
      const keys = Map.groupBy(asks, ({ ask }) => this.#options.keyOf(ask));
      const ends = [...keys].map(([key, own]) => this.#begin(key, own.length));
      if (lane === 'mixed') for (const key of keys.keys()) this.#few.note(key);
      ends.push(running.begin(keys.size));
      void this.#run(asks, letOthers, () => {
        for (const end of ends) end();
        if (this.#running.mixed.groups === 0) this.#noOthers();
        this.#pump();
      });
    }
  }

  #begin(key: string, count: number): () => void {
    const busy = this.#busy.get(key) ?? new UnderWay();
    this.#busy.set(key, busy);
    const end = busy.begin(count);
    return () => {
      end();
      if (busy.groups === 0) this.#busy.delete(key);
    };
  }

  /** A group of as many keys as are the share of those that may go; they take turns for its room. */
  #takeMixed(): Taken<A, R> {
    const { groupMax, lanes, keyOf } = this.#options;
    const mayGo = (key: string, waiting: number): boolean => waiting < crowd && !this.#busy.has(key);
    const { mixed } = this.#running;
    const waiting = this.#turns.keysThat(mayGo, groupMax * lanes);
    if (waiting === 0 || this.#hold.isOn(mixed.heldMs(waiting, lanes))) return { asks: [] };
    const share = mixed.shareOf(waiting, lanes);
    const keys = new Set<string>();
    const asks: Asked<A, R>[] = [];
    while (asks.length < groupMax) {
      const next = this.#turns.take(
        (key, count) => keys.has(key) || (keys.size < share && mayGo(key, count)),
      );
      if (!next) break;
      keys.add(keyOf(next.ask));
      asks.push(next);
    }
    return { asks };
  }

  /** A group of one key: as many of its asks as are their share. */
  #takeCrowd(): Taken<A, R> {
    const { groupMax, groupsOfACrowd = 1, keyOf } = this.#options;
    const first = this.#turns.take((key, waiting) => {
      const busy = this.#busy.get(key);
      if (waiting < crowd || (busy?.groups ?? 0) >= groupsOfACrowd) return false;
      return !busy || !this.#hold.isOn(busy.heldMs(waiting, groupsOfACrowd));
    });
    if (!first) return { asks: [] };
    const key = keyOf(first.ask);
    const busy = this.#busy.get(key) ?? new UnderWay();
    const share = busy.shareOf(this.#turns.countOf(key) + 1, groupsOfACrowd);
    const isBesideOthers = this.#few.otherThan(key);
    const most = Math.min(share, isBesideOthers ? Math.ceil(groupMax / partsBesideOthers) : groupMax);
    const asks = [first];
    while (asks.length < most) {
      const next = this.#turns.take((each) => each === key);
      if (!next) break;
      asks.push(next);
    }
    return { asks, letOthers: isBesideOthers ? this.#lettingOthers() : undefined };
  }

  #lettingOthers(): LetOthers {
    let leftMs = giveWayMsMax;
    return async () => {
      const since = performance.now();
      await nextTurn();
      if (this.#running.mixed.groups > 0 && leftMs > 0) {
        await Promise.race([this.#othersGone.promise, new Promise((gone) => setTimeout(gone, leftMs))]);
      }
      leftMs -= performance.now() - since;
    };
  }

  #noOthers(): void {
    this.#othersGone.resolve();
    this.#othersGone = Promise.withResolvers();
  }

  async #run(
    group: readonly Asked<A, R>[],
    letOthers: LetOthers | undefined,
    ended: () => void,
  ): Promise<void> {
    let results: readonly (Result<R> | undefined)[];
    try {
      await letOthers?.();
      results = await this.#options.group(
        group.map(({ ask }) => ask),
        letOthers,
      );
    } catch (error) {
      if (this.#options.isOrdered !== true) ended();
      await this.#runEach(group, error);
      if (this.#options.isOrdered === true) ended();
      return;
    }
    // What waits is handed on before this group's answers are written: the database works meanwhile.
    const waits = !this.#turns.isEmpty;
    ended();
    if (waits && group.length >= crowd) await nextTurn();
    for (const [index, asked] of group.entries()) {
      if (letOthers && index > 0 && index % answeredInATurn === 0) await nextTurn();
      this.#answer(asked, results[index]);
    }
  }

  async #runEach(group: readonly Asked<A, R>[], error: unknown): Promise<void> {
    const [only] = group;
    if (group.length === 1 && only) return only.reject(error);
    tellOfGroup(this.#options.log, group.length, error);
    if (this.#options.isOrdered !== true) {
      for (const each of group) void this.#runAlone(each);
      return;
    }
    const keys = Map.groupBy(group, ({ ask }) => this.#options.keyOf(ask));
    const inOrder = async (ofKey: readonly Asked<A, R>[]): Promise<void> => {
      let failure: Failure | undefined;
      for (const each of ofKey) {
        if (failure) each.reject(failure.error);
        else failure = await this.#runAlone(each);
      }
    };
    await Promise.all([...keys.values()].map(inOrder));
  }

  #answer(asked: Asked<A, R>, result: Result<R> | undefined): void {
    if (!result) void this.#runAlone(asked);
    else if ('value' in result) asked.resolve(result.value);
    else asked.reject(result.error);
  }

  async #runAlone({ ask, since, resolve, reject }: Asked<A, R>): Promise<Failure | undefined> {
    try {
      // The group that failed may have been committed, and its twin may be at work.
      if (performance.now() - since > this.#waitMsMax) throw noAnswerYet();
      resolve(await this.#options.alone(ask));
      return undefined;
    } catch (error) {
      reject(error);
      return { error };
    }
  }
}

interface Taken<A, R> {
  readonly asks: readonly Asked<A, R>[];
  readonly letOthers?: LetOthers | undefined;
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

/** A group of so many failed, and what it was is done one by one now. */
export function tellOfGroup(log: Log, count: number, error: unknown): void {
  log.warn(
    { count, err: error },
    'a group could not be worked on at once: each of it is worked on by itself',
  );
}
