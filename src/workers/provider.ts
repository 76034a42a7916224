import type { Clock } from '../ports/clock.js';
import type { Ports } from '../ports/ports.js';
import type { Provider } from '../ports/provider.js';
import { eachOrAll, type Trouble } from './loop.js';

/** Windows of a send that a group waits: with one for its answer less than a look-up's, or it fell due again meanwhile. */
const waitWindows = 0.4;
/** The time for which an answer is waited. */
const quickMs = 100;

interface Asked {
  readonly id: string;
  readonly provider: string | null;
}

/** A question to one provider; undefined where it gives no answer in time, or cannot: then nothing is known. */
export type Question = <R>(
  operation: keyof Provider,
  ask: (provider: Provider) => Promise<R>,
) => Promise<R | undefined>;

interface Answered<T, A> {
  readonly item: T;
  readonly answer: A;
  /** Machine time: the answer is of no earlier moment. */
  readonly askedAt: Date;
}

/** The questions to providers about items that are due, and what becomes of their answers. */
export interface Inquiry<T, A> {
  /** Groups that a provider is asked about at once: one that is slow is not asked ever more. */
  readonly openMax: number;
  /** Asks about a group, and tells what is known then of each; no question: there is no such provider. */
  readonly ask: (group: readonly T[], question: Question | undefined) => Promise<(item: T) => A>;
  readonly record: (answered: readonly Answered<T, A>[]) => Promise<void>;
  /** Some of a group were recorded, and its provider may be asked again. */
  readonly onRecorded?: () => void;
}

/** Asks each provider by itself, beside whatever else goes on, and records what it answers. */
export class Inquiries<T extends Asked, A> {
  readonly #open = new Map<string, Set<Promise<void>>>();
  /** The items that came last while there was no room. */
  readonly #waiting = new Map<string, { readonly group: readonly T[]; readonly since: number }>();
  readonly #stop = new AbortController();
  #recorded = 0;

  constructor(
    private readonly ports: Pick<Ports, 'providers' | 'clock' | 'sendWindowMs'>,
    private readonly trouble: Trouble,
    private readonly inquiry: Inquiry<T, A>,
  ) {}

  /** The providers that may not be asked more now. */
  get busy(): string[] {
    return [...this.#open].flatMap(([name, { size }]) => (size < this.inquiry.openMax ? [] : [name]));
  }

  begin(items: readonly T[]): void {
    const { busy } = this;
    const since = this.#now();
    for (const [name, group] of Map.groupBy(items, ({ provider }) => provider ?? '')) {
      if (busy.includes(name)) this.#waiting.set(name, { group, since });
      else this.#begin(name, group);
    }
  }

  /**
   * How many were recorded since it was asked last. A quick answer is waited for: what falls due meanwhile
   * is asked together, and beside a provider that is slow its loop has a pace.
   */
  async recorded(): Promise<number> {
    const underWay = this.#underWay;
    const slow = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, quickMs));
    if (underWay.length > 0) await Promise.race([Promise.all(underWay), slow()]);
    const recorded = this.#recorded;
    this.#recorded = 0;
    return recorded;
  }

  /** Gives up what is asked: nothing is recorded of it, and it is asked again after the next start. */
  async stop(): Promise<void> {
    this.#stop.abort();
    await Promise.all(this.#underWay);
  }

  get #underWay(): Promise<void>[] {
    return [...this.#open.values()].flatMap((asked) => [...asked]);
  }

  #begin(name: string, group: readonly T[]): void {
    if (this.#stop.signal.aborted) return;
    const open = this.#open.get(name) ?? new Set();
    this.#open.set(name, open);
    const asking = this.#ask(name, group).then((recorded) => {
      open.delete(asking);
      const next = this.#waiting.get(name);
      this.#waiting.delete(name);
      const waitMsMax = waitWindows * this.ports.sendWindowMs;
      if (next && this.#now() - next.since < waitMsMax) this.#begin(name, next.group);
      this.#recorded += recorded;
      if (recorded > 0) this.inquiry.onRecorded?.();
    });
    open.add(asking);
  }

  async #ask(name: string, group: readonly T[]): Promise<number> {
    const provider = this.ports.providers.get(name);
    const { ask, record } = this.inquiry;
    const askedAt = this.ports.clock.machineNow();
    const answerTo = await ask(group, provider && this.#questionTo(provider));
    if (this.#stop.signal.aborted) return 0;
    const recordSome = (items: readonly T[]): Promise<void> =>
      record(items.map((item) => ({ item, answer: answerTo(item), askedAt })));
    return eachOrAll(group, recordSome, this.trouble);
  }

  #questionTo(provider: Provider): Question {
    const { signal } = this.#stop;
    const { clock, sendWindowMs: ms } = this.ports;
    return async (operation, ask) => {
      try {
        const answer = await within({ clock, ms, signal }, ask(provider), undefined);
        if (answer === undefined && !signal.aborted) throw new Error(`no answer within ${ms / 1000} seconds`);
        return answer;
      } catch (error) {
        this.trouble.log.warn(
          { provider: provider.name, operation, err: error },
          'provider call failed; retrying later',
        );
        return undefined;
      }
    };
  }

  #now(): number {
    return this.ports.clock.machineNow().getTime();
  }
}

/** Asks once for all of a group, by their references; what the answer does not tell of is `otherwise`. */
export const askOnce =
  <T, A>(
    operation: 'lookUp' | 'confirmPayins',
    {
      ask,
      referenceOf,
      otherwise,
    }: {
      readonly ask: (provider: Provider, references: readonly string[]) => Promise<ReadonlyMap<string, A>>;
      readonly referenceOf: (item: T) => string;
      readonly otherwise: A;
    },
  ): Inquiry<T, A>['ask'] =>
  async (group, question) => {
    const references = group.map(referenceOf);
    const told = await question?.(operation, (provider) => ask(provider, references));
    return (item) => told?.get(referenceOf(item)) ?? otherwise;
  };

interface Deadline {
  readonly clock: Clock;
  readonly ms: number;
  /** Aborted: the time is over now. */
  readonly signal?: AbortSignal;
}

/** The answer, or `late` once so long has passed, whatever comes after that. */
export async function within<T, L>(
  { clock, ms, signal }: Deadline,
  answer: Promise<T>,
  late: L,
): Promise<T | L> {
  const deadline = new AbortController();
  const end = (): void => deadline.abort('over');
  signal?.addEventListener('abort', end);
  try {
    return await Promise.race([answer, clock.sleep(ms, deadline.signal).then(() => late)]);
  } finally {
    signal?.removeEventListener('abort', end);
    // A reason of ours: without one the platform makes an error with its stack, for each call.
    deadline.abort('answered');
  }
}
