import type { Log } from '../ports/log.js';
import type { Stop } from '../ports/messaging.js';
import type { Ports } from '../ports/ports.js';
import type { LoggedEvent } from '../ports/ledger-read.js';

type Needs = Pick<Ports, 'reader' | 'messaging' | 'clock'>;
type Deliver = (event: LoggedEvent) => void | Promise<void>;

/** Whose events are wanted, and the position after which they begin. */
export interface FeedAsk {
  readonly accountId: string;
  readonly after: string;
}

/** Events as they come, each as the log has it: what is published only tells when to read. */
export interface Feed {
  /** Hands on each event once and in order, the next once the one before was taken; one that was refused comes again. */
  follow(ask: FeedAsk, deliver: Deliver): Stop;
  stop(): Promise<void>;
}

/** A message from the road may be anything. */
const positionShape = /^[0-9]{1,18}$/;
const pageSize = 100;
const againMs = 500;
/** How often it is looked whether the logs went on in silence, and how rarely while the road is open. */
const look = { everyMs: 1_000, openRoadTakes: 5 };

/** One for a process, however many follow. Nothing is kept for who is slow: it is read from the log when wanted. */
export function openFeed(needs: Needs, log: Log): Feed {
  const readers = new Set<FeedReader>();
  const end = needs.messaging.follow({
    isListening: () => readers.size > 0,
    event(event) {
      for (const reader of readers)
        if (reader.ask.accountId === event.accountId) reader.catchUp(event.position);
    },
    resync() {
      for (const reader of readers) reader.fallBehind();
    },
  });
  const looking = startLooking(readers, { ...needs, log });
  return {
    follow(ask, deliver) {
      const reader = new FeedReader(ask, deliver, { ...needs, log });
      readers.add(reader);
      reader.fallBehind();
      return () => {
        readers.delete(reader);
        return reader.stop();
      };
    },
    async stop() {
      clearInterval(looking);
      await end();
      await Promise.all([...readers].map((reader) => reader.stop()));
    },
  };
}

/**
 * The road may be away, or nobody publish: then nothing tells that a log went on. One question for all of them does,
 * every second, and now and then while the road is open.
 */
function startLooking(
  readers: ReadonlySet<FeedReader>,
  { reader, messaging, log }: Needs & { readonly log: Log },
): NodeJS.Timeout {
  let turn = 0;
  let isTold = false;
  const lookOnce = async (): Promise<void> => {
    turn += 1;
    if (readers.size === 0) return;
    if (messaging.health().connected && turn % look.openRoadTakes !== 0) return;
    try {
      const ends = await reader.logEnds([...new Set([...readers].map(({ ask }) => ask.accountId))]);
      for (const reader of readers) reader.catchUp(ends.get(reader.ask.accountId) ?? '0');
      isTold = false;
    } catch (error) {
      if (!isTold) log.warn({ err: error }, 'polling the event log failed; retrying');
      isTold = true;
    }
  };
  return setInterval(() => void lookOnce(), look.everyMs).unref();
}

class FeedReader {
  #position: bigint;
  #behind = false;
  #stopped = false;
  #working: Promise<void> | undefined;

  constructor(
    readonly ask: FeedAsk,
    private readonly deliver: Deliver,
    private readonly needs: Needs & { readonly log: Log },
  ) {
    this.#position = BigInt(ask.after);
  }

  /** The log goes on up to there, or so it is said. */
  catchUp(end: string): void {
    if (!positionShape.test(end) || BigInt(end) > this.#position) this.fallBehind();
  }

  /** The log has all that it needs. */
  fallBehind(): void {
    this.#behind = true;
    this.rouse();
  }

  stop(): Promise<void> {
    this.#stopped = true;
    return this.#working ?? Promise.resolve();
  }

  private rouse(): void {
    this.#working ??= this.work().finally(() => {
      this.#working = undefined;
      // Something may have come while the work was ending.
      if (this.#behind && !this.#stopped) this.rouse();
    });
  }

  private async work(): Promise<void> {
    while (!this.#stopped && this.#behind) {
      try {
        await this.step();
      } catch (error) {
        const { log, clock } = this.needs;
        log.error({ account_id: this.ask.accountId, err: error }, 'reading live events failed; retrying');
        this.#behind = true;
        await clock.sleep(againMs);
      }
    }
  }

  private async step(): Promise<void> {
    this.#behind = false;
    const ask = { accountId: this.ask.accountId, after: String(this.#position), limit: pageSize };
    const events = await this.needs.reader.log(ask);
    if (events.length > pageSize) this.#behind = true;
    for (const event of events) {
      if (this.#stopped) return;
      await this.handOn(event);
    }
  }

  private async handOn(event: LoggedEvent): Promise<void> {
    await this.deliver(event);
    this.#position = BigInt(event.position);
  }
}
