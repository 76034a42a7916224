import type { Log } from '../../ports/log.js';
import type { AccountEvent, Follower, Messaging, Stop } from '../../ports/messaging.js';

/** How many ids are known again, and how many events wait for a follower that is slow to hear them. */
const knownMax = 10_000;
const waitingMax = 10_000;
const againMs = 500;

type Wake = (accountId: string) => void | Promise<void>;

/** Messaging within one process, for a service that is alone. */
export function localMessaging(log: Log): Messaging {
  const hearers: ((accountIds: readonly string[]) => void)[] = [];
  const ears = new Set<Ear>();
  const desk = new Desk(log);
  const known = new Set<string>();
  const stops = new Set<Stop>();

  const isNew = ({ id }: AccountEvent): boolean => {
    if (known.has(id)) return false;
    known.add(id);
    if (known.size > knownMax) for (const oldest of known) return known.delete(oldest);
    return true;
  };
  const stopping = (stop: Stop): Stop => {
    stops.add(stop);
    return () => {
      stops.delete(stop);
      return stop();
    };
  };

  return {
    start: () => undefined,
    async publish(events) {
      for (const event of events.filter(isNew)) {
        for (const ear of ears) ear.put(event);
        desk.put(event.accountId);
      }
    },
    follow(follower) {
      const ear = new Ear(follower, log);
      ears.add(ear);
      return stopping(() => {
        ears.delete(ear);
        return ear.stop();
      });
    },
    share: (wake) => stopping(desk.take(wake)),
    announce(accountIds) {
      for (const hear of hearers) hear(accountIds);
    },
    heard: (hear) => void hearers.push(hear),
    health: () => ({ connected: true }),
    async stop() {
      await Promise.all([...stops].map((stop) => stop()));
    },
  };
}

/** One follower and what it has not heard yet. */
class Ear {
  #waiting: AccountEvent[] = [];
  #missed = true;
  #stopped = false;
  #hearing: Promise<void> | undefined;

  constructor(
    private readonly follower: Follower,
    private readonly log: Log,
  ) {
    this.rouse();
  }

  put(event: AccountEvent): void {
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
      // Something may have come while the hearing was ending.
      if (this.#waiting.length > 0 && !this.#stopped) this.rouse();
    });
  }

  private async hear(): Promise<void> {
    while (!this.#stopped && (this.#missed || this.#waiting.length > 0)) {
      try {
        await this.next();
      } catch (error) {
        this.log.error({ err: error }, 'a follower of events failed and reads the log again');
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

/** The accounts that somebody is to be woken for, and those who take them. */
class Desk {
  readonly #waiting = new Set<string>();
  readonly #idle = new Set<() => void>();

  constructor(private readonly log: Log) {}

  put(accountId: string): void {
    this.#waiting.add(accountId);
    for (const rouse of this.#idle) return rouse();
  }

  take(wake: Wake): Stop {
    let stopped = false;
    let rouse = (): void => undefined;
    const idle = (): Promise<void> =>
      new Promise((resolve) => {
        rouse = () => {
          this.#idle.delete(rouse);
          resolve();
        };
        this.#idle.add(rouse);
      });
    const work = async (): Promise<void> => {
      while (!stopped) {
        const [accountId] = this.#waiting;
        if (accountId === undefined) await idle();
        else await this.wake(wake, accountId);
      }
    };
    const ended = work();
    return () => {
      stopped = true;
      rouse();
      return ended;
    };
  }

  private async wake(wake: Wake, accountId: string): Promise<void> {
    this.#waiting.delete(accountId);
    try {
      await wake(accountId);
    } catch (error) {
      this.log.error({ err: error }, 'a worker could not be woken and is woken again');
      this.#waiting.add(accountId);
      await pause(againMs);
    }
  }
}

const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
