import type { Journal } from '../protocol/journal.ts';

export interface Problem {
  /** One row per key: a repeated problem is stored once. */
  readonly key: string;
  readonly kind:
    'unmatched_booking' | 'contradiction' | 'gap' | 'unknown_order' | 'recall' | 'amount_differs';
  readonly text: string;
  readonly amount?: string;
  readonly currency?: string;
  readonly bookedOn?: string;
  /** What is needed to resolve it, as JSON. */
  readonly entry?: object;
}

/** Keeps what a person has to look at. */
export function addProblem(journal: Journal, problem: Problem): void {
  const { key, kind, text, amount, currency, bookedOn, entry } = problem;
  journal.run(
    `insert into problem (key, kind, text, amount, currency, booked_on, entry, found_at)
     values (?, ?, ?, ?, ?, ?, ?, ?) on conflict (key) do nothing`,
    key,
    kind,
    text,
    amount ?? null,
    currency ?? null,
    bookedOn ?? null,
    entry === undefined ? null : JSON.stringify(entry),
    new Date().toISOString(),
  );
}

export function resolveProblem(journal: Journal, key: string, resolution: string): void {
  journal.run(
    'update problem set resolved_at = ?, resolution = ? where key = ? and resolved_at is null',
    new Date().toISOString(),
    resolution,
    key,
  );
}
