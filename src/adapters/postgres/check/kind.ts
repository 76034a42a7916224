import type { SqlCheck } from './query.js';

/** For each status: the allowed actions, and the status that each action leads to. */
export type Steps = Readonly<Record<string, Readonly<Record<string, string | undefined>>>>;

/** Rows that need one event each, and the column with the event's time (`null`: the row has no such column). */
export type DueEvent = readonly [type: string, at: string, rows: string];
/** A due event, and the status that the event implies. */
export type StatusEvent = readonly [...DueEvent, status: string];

/**
 * What the checker knows about a kind of operation. It repeats the domain on purpose, so that a fault there is found.
 */
export interface KindCheck {
  readonly kind: string;
  /** Whether operations of this kind are created with an idempotency key. */
  readonly isKeyed: boolean;
  /**
   * Queries for `account_id, id, purpose, ledger, currency, amount`: what each operation must have moved in its state.
   * Credits are positive.
   */
  readonly moves: readonly string[];
  /** Queries for `account_id, currency, ledger, amount`: the money held in reserved, in_settlement and pending. */
  readonly holds: readonly string[];
  /** Only for a kind whose declaration has no flow. */
  readonly flow?: Steps;
  readonly events?: readonly StatusEvent[];
  /** Checks of this kind only. */
  readonly checks: readonly SqlCheck[];
}

/** SQL for the amounts that rows must have moved for one purpose. Credits are positive. */
export const moves = (rows: string, purpose: string, entries: string): string =>
  `select p.account_id, p.id, ${purpose}, m.ledger, m.currency, m.amount
     from (${rows}) p cross join lateral (values ${entries}) m (ledger, currency, amount) where m.amount <> 0`;

export const clearing = `'clearing:' || coalesce(provider, 'none')`;
export const neverDue = `coalesce(next_step_at, 'infinity') = 'infinity'`;
