import type { Log } from '../ports/log.js';
import type { Stop } from '../ports/messaging.js';
import type { Ports } from '../ports/ports.js';
import type { LoggedEvent } from '../ports/ledger-read.js';

type Needs = Pick<Ports, 'reader' | 'messaging' | 'clock'>;
type Deliver = (event: LoggedEvent) => void | Promise<void>;

/** The account whose events are followed, and the position after which they begin. */
export interface FeedAsk {
  readonly accountId: string;
  readonly after: string;
}

/** New events of the log, as they are committed. Published messages only trigger a read of the log. */
export interface Feed {
  /**
   * Delivers each event once and in order, the next after the previous one was taken; a rejected event is
   * delivered again.
   */
  follow(ask: FeedAsk, deliver: Deliver): Stop;
  stop(): Promise<void>;
}

/** Validates the position in a message, which could contain anything. */
const positionShape = /^[0-9]{1,18}$/;
const pageSize = 100;
const againMs = 500;
/**
 * Polling for missed events: every `everyMs`, or every `openBrokerTakes`-th time while the broker is connected.
 */
const look = { everyMs: 1_000, openBrokerTakes: 5 };

/** One feed for each process. Events are not buffered for slow readers, who read them from the log. */
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
 * Polls the logs with one query for all readers, every second; rarely while the broker is connected. It finds
 * events whose message was lost or never published.
 */
function startLooking(
  readers: ReadonlySet<FeedReader>,
  { reader, messaging, log }: Needs & { readonly log: Log },
): NodeJS.Timeout {
  let turn = 0;
  let hasWarned = false;
  const lookOnce = async (): Promise<void> => {
    turn += 1;
    if (readers.size === 0) return;
    if (messaging.health().connected && turn % look.openBrokerTakes !== 0) return;
    try {
      const ends = await reader.logEnds([...new Set([...readers].map(({ ask }) => ask.accountId))]);
      for (const reader of readers) reader.catchUp(ends.get(reader.ask.accountId) ?? '0');
      hasWarned = false;
    } catch (error) {
      if (!hasWarned) log.warn({ err: error }, 'polling the event log failed; retrying');
      hasWarned = true;
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

  /** A message says that the log reaches this position. */
  catchUp(end: string): void {
    if (!positionShape.test(end) || BigInt(end) > this.#position) this.fallBehind();
  }

  /** Marks the reader as behind, so that it reads the log. */
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
      // An event may have arrived while the loop was ending.
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
