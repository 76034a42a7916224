import type { AccountEvent } from './messaging.js';

/** What is to be published next, and how much more there is. */
export interface Unpublished {
  /** Each account's in log order. */
  readonly events: readonly AccountEvent[];
  /** There were more than are read at a time. */
  readonly more: boolean;
}

/** The log as the relay reads it. One process at a time, which holds the lead, reads and saves. */
export interface RelayLog {
  /** Whether this process holds the lead; where nobody does, it takes it. */
  lead(): Promise<boolean>;
  /** Of these accounts alone where given, else of the next so many of all: each in turn, however far another lags. */
  unpublished(accountIds?: readonly string[]): Promise<Unpublished>;
  /** Refuses once the lead is lost. */
  savePublished(events: readonly AccountEvent[]): Promise<void>;
  /** Gives the lead up. */
  stop(): Promise<void>;
}
