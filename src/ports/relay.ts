import type { EventHint } from './messaging.js';

/** The last published position of an account. */
export type PublishedPosition = Pick<EventHint, 'accountId' | 'position'>;

/** The events to publish next. */
export interface UnpublishedEvents {
  /** In log order per account. */
  readonly events: readonly EventHint[];
  /** Some accounts are still waiting, or the scan was not complete: call again. */
  readonly more: boolean;
}

/** The event log as read by the relay. Only the process that holds the lead reads and saves. */
export interface RelayLog {
  /** Whether this process holds the lead. Takes it if no process holds it. */
  lead(): Promise<boolean>;
  /**
   * Reads from the accounts of this and earlier calls that still wait, or scans the next accounts. Accounts take
   * turns, so one that lags far behind does not hold up the others.
   */
  unpublished(accountIds: readonly string[], all: boolean): Promise<UnpublishedEvents>;
  /** The log ends of accounts with unpublished events: a bounded number, the next ones on each call. */
  ends(): Promise<readonly PublishedPosition[]>;
  /** Refused once the lead is lost. */
  savePublished(published: readonly PublishedPosition[]): Promise<void>;
  /** Gives up the lead. */
  stop(): Promise<void>;
}
