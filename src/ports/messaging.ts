/**
 * Names an event of the log to whoever listens. Anyone who can write to the road can make one up: what an event says, and
 * whether there is one, is read from the log.
 */
export interface EventHint {
  readonly accountId: string;
  readonly id: string;
  readonly position: string;
}

/** Hears what is published from now on; one call at a time, the next once it has resolved. */
export interface Follower {
  /** Whether anyone waits for events now; whoever begins to reads the log first. */
  readonly isListening: () => boolean;
  /** In the order of each account's log. One that was heard may come again: a position tells. */
  readonly event: (event: EventHint) => void | Promise<void>;
  /**
   * Events may have passed unheard until now: whoever needs all of them reads the log again. Told first of all, and
   * where the follower itself failed.
   */
  readonly resync: () => void | Promise<void>;
}

/** Whether the road is open, and, where it is not, why. */
export interface MessagingHealth {
  readonly connected: boolean;
  readonly reason?: string;
}

/** Ends what was begun; resolves when the call in hand has ended. */
export type Stop = () => Promise<void>;

/**
 * How events travel between processes. It is a road and no record: whatever is lost on it stands in the log. Nothing
 * here waits for a broker that is away but `publish`, which refuses.
 */
export interface Messaging {
  /** Begins to connect, and never gives up. */
  start(): void;
  /**
   * Puts events on the road in the order given and resolves once all are taken; rejects where that is not certain. An
   * id that was taken a short while ago is not taken twice, so all of them may be published again, in the same order.
   */
  publish(events: readonly EventHint[]): Promise<void>;
  /** Every process that follows hears every event. */
  follow(follower: Follower): Stop;
  /** Whether anyone may hear what is published now. */
  isFollowed(): boolean;
  /** Tells every process, this one at once, that these accounts have new events. A hint: it may be lost. */
  announce(accountIds: readonly string[]): void;
  heard(hear: (accountIds: readonly string[]) => void): void;
  health(): MessagingHealth;
  /** Ends what is in hand and lets go. */
  stop(): Promise<void>;
}
