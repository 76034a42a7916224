import type { SqlCheck } from './query.js';

/** From each status the actions that may happen, and where they lead. */
export type Steps = Readonly<Record<string, Readonly<Record<string, string | undefined>>>>;

/** Rows that call for an event each, at the moment that their column bears (`null`: at no known one). */
export type DueEvent = readonly [type: string, at: string, rows: string];
/** With the status that such an event tells of. */
export type StatusEvent = readonly [...DueEvent, status: string];

/** The checker's own knowledge of a kind of operation; written down here a second time on purpose. */
export interface KindCheck {
  readonly kind: string;
  /** Whether each is made under an idempotency key. */
  readonly isKeyed: boolean;
  /** `account_id, id, purpose, ledger, currency, amount`: what each has moved, as its state says; credits above zero. */
  readonly moves: readonly string[];
  /** `account_id, currency, ledger, amount`: what waits in reserved, in_settlement and pending. */
  readonly holds: readonly string[];
  /** Of a kind whose declaration does not say it. */
  readonly flow?: Steps;
  readonly events?: readonly StatusEvent[];
  /** Checks that hold of this kind alone. */
  readonly checks: readonly SqlCheck[];
}

/** The sum that rows in their states have moved for a purpose, credits above zero. */
export const moves = (rows: string, purpose: string, entries: string): string =>
  `select p.account_id, p.id, ${purpose}, m.ledger, m.currency, m.amount
     from (${rows}) p cross join lateral (values ${entries}) m (ledger, currency, amount) where m.amount <> 0`;

export const clearing = `'clearing:' || coalesce(provider, 'none')`;
export const neverDue = `coalesce(next_step_at, 'infinity') = 'infinity'`;
