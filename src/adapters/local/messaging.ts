import type { Log } from '../../ports/log.js';
import type { EventHint, Follower, Messaging } from '../../ports/messaging.js';

/** Event ids remembered for deduplication, and events queued for a slow follower. */
const knownMax = 10_000;
const waitingMax = 10_000;
const againMs = 500;

/** Messaging within one process, for a deployment of a single process. */
export function localMessaging(log: Log): Messaging {
  const hearers: ((accountIds: readonly string[]) => void)[] = [];
  const ears = new Set<Ear>();
  // Evicts the oldest id, not the least recently used: a repeated id does not make an event newer.
  const known = new Set<string>();

  const isNew = ({ id }: EventHint): boolean => {
    if (known.has(id)) return false;
    known.add(id);
    if (known.size > knownMax) for (const oldest of known) return known.delete(oldest);
    return true;
  };

  return {
    start: () => undefined,
    async publish(events) {
      for (const event of events.filter(isNew)) for (const ear of ears) ear.put(event);
    },
    follow(follower) {
      const ear = new Ear(follower, log);
      ears.add(ear);
      return () => {
        ears.delete(ear);
        return ear.stop();
      };
    },
    isFollowed: () => [...ears].some((ear) => ear.isListening),
    announce(accountIds) {
      for (const hear of hearers) hear(accountIds);
    },
    onAnnounced: (hear) => void hearers.push(hear),
    health: () => ({ connected: true }),
    async stop() {
      const all = [...ears];
      ears.clear();
      await Promise.all(all.map((ear) => ear.stop()));
    },
  };
}

/** One follower and its queue. */
class Ear {
  #waiting: EventHint[] = [];
  #missed = true;
  #stopped = false;
  #hearing: Promise<void> | undefined;

  constructor(
    private readonly follower: Follower,
    private readonly log: Log,
  ) {
    this.rouse();
  }

  get isListening(): boolean {
    return this.follower.isListening();
  }

  put(event: EventHint): void {
    if (this.#waiting.length >= waitingMax) this.miss();
    this.#waiting.push(event);
    this.rouse();
  }

  stop(): Promise<void> {
    this.#stopped = true;
    return this.#hearing ?? Promise.resolve();
  }

  private miss(): void {
    this.#waiting = [];
    this.#missed = true;
  }

  private rouse(): void {
    this.#hearing ??= this.hear().finally(() => {
      this.#hearing = undefined;
      // An event may have arrived while the loop was ending.
      if (this.#waiting.length > 0 && !this.#stopped) this.rouse();
    });
  }

  private async hear(): Promise<void> {
    while (!this.#stopped && (this.#missed || this.#waiting.length > 0)) {
      try {
        await this.next();
      } catch (error) {
        this.log.error({ err: error }, 'event subscriber failed; retrying from the log');
        this.miss();
        await pause(againMs);
      }
    }
  }

  private async next(): Promise<void> {
    if (this.#missed) {
      this.#missed = false;
      return this.follower.resync();
    }
    const event = this.#waiting.shift();
    if (event) await this.follower.event(event);
  }
}

const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
