/**
 * Identifies an event for subscribers. Anyone who can publish on the stream can forge one, so whether the event
 * exists, and its contents, are always read from the log. An event that the log lacks can cause restored mode.
 */
export interface EventHint {
  readonly accountId: string;
  readonly id: string;
  readonly position: string;
}

/** Receives what is published from now on, one call at a time: the next starts after the last has resolved. */
export interface Follower {
  /** Whether anyone waits for events now. A new listener reads the log first. */
  readonly isListening: () => boolean;
  /** In log order per account. Duplicates happen; compare positions. */
  readonly event: (event: EventHint) => void | Promise<void>;
  /**
   * Events may have been missed: read the log again if you need all of them. Called first of all, and after the
   * follower itself failed.
   */
  readonly resync: () => void | Promise<void>;
}

/** Whether the stream is connected, and if not, why. */
export interface MessagingHealth {
  readonly connected: boolean;
  readonly reason?: string;
}

/** Stops the follower; resolves when the call in progress has ended. */
export type Stop = () => Promise<void>;

/**
 * Carries events between processes. It is not a record: lost events are read from the log. While the broker is
 * unreachable only `publish` fails; nothing waits.
 */
export interface Messaging {
  /** Starts connecting and keeps trying. */
  start(): void;
  /**
   * Publishes events in the given order. Resolves when all are accepted, rejects if that is uncertain. Recently
   * accepted ids are not accepted twice, so the same set may be published again in the same order.
   */
  publish(events: readonly EventHint[]): Promise<void>;
  /**
   * The newest events of the stream, newest first and a bounded number; none if events do not leave this process.
   * Rejects while the broker is unreachable.
   */
  newest(): Promise<readonly EventHint[]>;
  /** Empties the stream. Followers read the log. */
  clear(): Promise<void>;
  /** Every following process receives every event. */
  follow(follower: Follower): Stop;
  /** Whether any process may receive what is published now. */
  isFollowed(): boolean;
  /**
   * Notifies every process that these accounts have new events; this process is notified at once. Only a hint: it may
   * be lost.
   */
  announce(accountIds: readonly string[]): void;
  onAnnounced(listener: (accountIds: readonly string[]) => void): void;
  health(): MessagingHealth;
  /** Finishes what is in progress and disconnects. */
  stop(): Promise<void>;
}
