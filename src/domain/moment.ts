import type { NewId } from './id.js';

let last = { ms: Number.NaN, text: '' };

/** RFC 3339 in UTC with milliseconds. One decision writes down one time: it is put into text once. */
export function written(at: Date): string {
  const ms = at.getTime();
  if (ms !== last.ms) last = { ms, text: at.toISOString() };
  return last.text;
}

/** The surroundings that a rule may ask: business time as of the transaction, ids, the environment. */
export interface Moment {
  readonly now: Date;
  readonly newId: NewId;
  readonly livemode: boolean;
}
