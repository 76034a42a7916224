import type { NewId } from './id.js';

let last = { ms: Number.NaN, text: '' };

/** RFC 3339 in UTC with milliseconds. A decision writes the same time repeatedly, so the last text is cached. */
export function timeText(at: Date): string {
  const ms = at.getTime();
  if (ms !== last.ms) last = { ms, text: at.toISOString() };
  return last.text;
}

/** What a rule may use besides its arguments: the transaction's business time, ids, the environment. */
export interface Moment {
  readonly now: Date;
  readonly newId: NewId;
  readonly livemode: boolean;
}
