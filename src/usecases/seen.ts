import { refuse } from '../domain/refusal.js';
import type { Operator } from './audit.js';

/** The state of a locked row by which an act is judged, and since when it is so where the row tells. */
export interface Standing {
  readonly subjectId: string | null;
  readonly state: Readonly<Record<string, unknown>>;
  readonly changedAt?: Date;
  /** Who changes it where no operator does. */
  readonly changedBy?: string;
}

/** Refuses an act on what is by now in another state than its operator saw: they decided on a stale screen. */
export function checkSeen({ seen = {} }: Operator, present: Standing): void {
  const stated = Object.entries(seen).filter(([, value]) => value !== undefined);
  const stale = stated.find(([name, value]) => textOf(value) !== textOf(present.state[name]));
  if (stale === undefined) return;
  const [name, value] = stale;
  const param = `seen.${name}`;
  const now = textOf(present.state[name]);
  refuse('state_changed', `${param}: is now ${now}, no longer ${textOf(value)}`, {
    param,
    present,
  });
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return 'none';
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'string' ? value : JSON.stringify(value);
}
