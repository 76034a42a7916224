import type { EventHint } from './messaging.js';

/** How far an account's events were published. */
export type Published = Pick<EventHint, 'accountId' | 'position'>;

/** The events to be published next, and how much more there is. */
export interface Unpublished {
  /** Each account's in log order. */
  readonly events: readonly EventHint[];
  /** Some are waiting, or the look at all was not whole: to be read with the next, of whomever else was heard. */
  readonly more: boolean;
}

/** The log as the relay reads it. One process at a time, which holds the lead, reads and saves. */
export interface RelayLog {
  /** Whether this process holds the lead; where nobody does, it takes it. */
  lead(): Promise<boolean>;
  /**
   * Of so many who are waiting, those of this and of earlier readings; or of the next so many of all. Each in turn,
   * however far another lags.
   */
  unpublished(heard: readonly string[], all: boolean): Promise<Unpublished>;
  /** How far the log of each goes that has something unpublished, of so many accounts, the next ones each time. */
  ends(): Promise<readonly Published[]>;
  /** Refuses once the lead is lost. */
  savePublished(published: readonly Published[]): Promise<void>;
  /** Gives the lead up. */
  stop(): Promise<void>;
}
