import type { Clock } from '../ports/clock.js';
import type { Ports } from '../ports/ports.js';
import type { Provider } from '../ports/provider.js';
import { allOrEach, type FailureHandling } from './loop.js';

/**
 * In send windows: how long a group may wait for its turn. With one window for the answer this is shorter than the
 * look-up interval, so no item falls due twice.
 */
const waitWindows = 0.4;
/** How long `recorded` waits for answers, in ms. */
const quickMs = 100;

interface ProviderItem {
  readonly id: string;
  readonly provider: string | null;
}

/** Asks one provider. Undefined if it fails or does not answer in time: then nothing is known. */
export type ProviderCall = <R>(
  operation: keyof Provider,
  ask: (provider: Provider) => Promise<R>,
) => Promise<R | undefined>;

interface AnsweredItem<T, A> {
  readonly item: T;
  readonly answer: A;
  /** Machine time before the question: the answer is at least that recent. */
  readonly lookedUpAt: Date;
}

/** How providers are asked about due items, and how their answers are recorded. */
export interface InquiryOptions<T, A> {
  /** Groups in progress per provider. Bounds the requests to a slow provider. */
  readonly openMax: number;
  /**
   * Asks about a group and returns the answer for each item. `question` is undefined if the provider does not exist.
   */
  readonly ask: (group: readonly T[], question: ProviderCall | undefined) => Promise<(item: T) => A>;
  readonly record: (answered: readonly AnsweredItem<T, A>[]) => Promise<void>;
  /** Called after items of a group were recorded, when the provider may be asked again. */
  readonly onRecorded?: () => void;
}

/** Asks each provider independently of the others and of the loop, and records the answers. */
export class ProviderInquiries<T extends ProviderItem, A> {
  readonly #open = new Map<string, Set<Promise<void>>>();
  /** The latest items of each provider that arrived while it was busy. */
  readonly #waiting = new Map<string, { readonly group: readonly T[]; readonly since: number }>();
  readonly #stop = new AbortController();
  #recorded = 0;

  constructor(
    private readonly ports: Pick<Ports, 'providers' | 'clock' | 'sendWindowMs'>,
    private readonly failures: FailureHandling,
    private readonly inquiry: InquiryOptions<T, A>,
  ) {}

  /** Providers with `openMax` groups in progress. */
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
   * How many items were recorded since the last call. Waits up to `quickMs` for answers: items that fall due
   * meanwhile form one group, and the loop does not spin while a provider is slow.
   */
  async recorded(): Promise<number> {
    const underWay = this.#underWay;
    const slow = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, quickMs));
    if (underWay.length > 0) await Promise.race([Promise.all(underWay), slow()]);
    const recorded = this.#recorded;
    this.#recorded = 0;
    return recorded;
  }

  /** Abandons the questions in progress; nothing of them is recorded. They are asked again after the next start. */
  async stop(): Promise<void> {
    this.#stop.abort();
    await Promise.all(this.#underWay);
  }

  get #underWay(): Promise<void>[] {
    return [...this.#open.values()].flatMap((requests) => [...requests]);
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
    const lookedUpAt = this.ports.clock.machineNow();
    const answerTo = await ask(group, provider && this.#questionTo(provider));
    if (this.#stop.signal.aborted) return 0;
    const recordSome = (items: readonly T[]): Promise<void> =>
      record(items.map((item) => ({ item, answer: answerTo(item), lookedUpAt })));
    return allOrEach(group, recordSome, this.failures);
  }

  #questionTo(provider: Provider): ProviderCall {
    const { signal } = this.#stop;
    const { clock, sendWindowMs: ms } = this.ports;
    return async (operation, ask) => {
      try {
        const answer = await withTimeout({ clock, ms, signal }, ask(provider), undefined);
        if (answer === undefined && !signal.aborted) throw new Error(`no answer within ${ms / 1000} seconds`);
        return answer;
      } catch (error) {
        this.failures.log.warn(
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

/** Asks once for a whole group, by reference. References missing from the answer get `otherwise`. */
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
  ): InquiryOptions<T, A>['ask'] =>
  async (group, question) => {
    const references = group.map(referenceOf);
    const answers = await question?.(operation, (provider) => ask(provider, references));
    return (item) => answers?.get(referenceOf(item)) ?? otherwise;
  };

interface Timeout {
  readonly clock: Clock;
  readonly ms: number;
  /** When aborted, the deadline has passed. */
  readonly signal?: AbortSignal;
}

/** The answer, or `late` after `ms`; a later answer is ignored. */
export async function withTimeout<T, L>(
  { clock, ms, signal }: Timeout,
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
    // An explicit reason: without one, Node creates an error with its stack on each call.
    deadline.abort('answered');
  }
}
