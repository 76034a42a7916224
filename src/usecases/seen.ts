import { refuse } from '../domain/refusal.js';
import type { Operator } from './audit.js';

/** The state of a locked row that an act is checked against, and when it last changed, if the row records that. */
export interface CurrentState {
  readonly subjectId: string | null;
  readonly state: Readonly<Record<string, unknown>>;
  readonly changedAt?: Date;
  /** What changes the state, if it is not an operator. */
  readonly changedBy?: string;
}

/** Refuses an act if the row has changed since the operator saw it: they decided on a stale screen. */
export function checkSeen({ seen = {} }: Operator, present: CurrentState): void {
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
