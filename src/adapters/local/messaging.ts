import type { Log } from '../../ports/log.js';
import type { EventHint, Follower, Messaging } from '../../ports/messaging.js';

/** Event ids remembered for deduplication, and events queued for a slow follower. */
const knownMax = 10_000;
const waitingMax = 10_000;
const againMs = 500;

/** Messaging within one process, for a deployment of a single process. */
export function localMessaging(log: Log): Messaging {
  const listeners: ((accountIds: readonly string[]) => void)[] = [];
  const queues = new Set<FollowerQueue>();
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
      for (const event of events.filter(isNew)) for (const queue of queues) queue.put(event);
    },
    newest: async () => [],
    clear: async () => undefined,
    follow(follower) {
      const queue = new FollowerQueue(follower, log);
      queues.add(queue);
      return () => {
        queues.delete(queue);
        return queue.stop();
      };
    },
    isFollowed: () => [...queues].some((queue) => queue.isListening),
    announce(accountIds) {
      for (const listener of listeners) listener(accountIds);
    },
    onAnnounced: (listener) => void listeners.push(listener),
    health: () => ({ connected: true }),
    async stop() {
      const all = [...queues];
      queues.clear();
      await Promise.all(all.map((queue) => queue.stop()));
    },
  };
}

/** One follower and its queue. */
class FollowerQueue {
  #waiting: EventHint[] = [];
  #missed = true;
  #stopped = false;
  #delivering: Promise<void> | undefined;

  constructor(
    private readonly follower: Follower,
    private readonly log: Log,
  ) {
    this.start();
  }

  get isListening(): boolean {
    return this.follower.isListening();
  }

  put(event: EventHint): void {
    if (this.#waiting.length >= waitingMax) this.miss();
    this.#waiting.push(event);
    this.start();
  }

  stop(): Promise<void> {
    this.#stopped = true;
    return this.#delivering ?? Promise.resolve();
  }

  private miss(): void {
    this.#waiting = [];
    this.#missed = true;
  }

  private start(): void {
    this.#delivering ??= this.deliver().finally(() => {
      this.#delivering = undefined;
      // An event may have arrived while the loop was ending.
      if (this.#waiting.length > 0 && !this.#stopped) this.start();
    });
  }

  private async deliver(): Promise<void> {
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
