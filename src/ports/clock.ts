import { Refusal } from '../domain/refusal.js';

/**
 * Machine time, one for all processes: the database's. Leases, send windows, deadlines and signatures are told by it.
 * Business time comes from the store (supplement §8).
 */
export interface Clock {
  /** Never later than the database's own time. A step of the database's clock does not move it. */
  machineNow(): Date;
  /**
   * Business time, by the lead over machine time that was last read from the database. For the ids and times of the
   * request log; decisions read business time from the store.
   */
  businessNow(): Date;
  /** By how many milliseconds at least this machine's own clock is ahead of the database's; negative where it is behind. */
  skewMs(): number;
  /** By how many milliseconds the database's clock was set ahead; negative where it was set back, 0 while it is trusted. */
  stepMs(): number;
  /** Resolves after so long, or as soon as the signal is aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** What the database says of its clock: machine time in whole milliseconds, and by how much business time is ahead. */
export interface DatabaseTime {
  readonly machineNow: Date;
  readonly businessAheadMs: number;
}

type Watched = Pick<Clock, 'skewMs' | 'stepMs'>;

const skewMsMax = 2_000;

/** A machine whose own clock is so wrong neither sends nor signs: whatever else it tells the time by may be wrong, too. */
export const isSkewed = (clock: Pick<Clock, 'skewMs'>): boolean => Math.abs(clock.skewMs()) > skewMsMax;

/** The database's clock was set. Until it is right again nothing is written that would have its time. */
export const isStepped = (clock: Pick<Clock, 'stepMs'>): boolean => clock.stepMs() !== 0;

/** Whether this process may send and sign. */
export const maySend = (clock: Watched): boolean => !isSkewed(clock) && !isStepped(clock);

/** How wrong the machine's own clock is, in words. */
export function skewText(clock: Pick<Clock, 'skewMs'>): string {
  const ms = clock.skewMs();
  return `${(Math.abs(ms) / 1000).toFixed(1)} s ${ms < 0 ? 'behind' : 'ahead of'} the database's`;
}

/** How far the database's clock was set, in words. */
export function stepText(clock: Pick<Clock, 'stepMs'>): string {
  const ms = clock.stepMs();
  return `set ${ms < 0 ? 'back' : 'ahead'} by ${(Math.abs(ms) / 1000).toFixed(1)} s`;
}

/** The database's clock is not trusted, so nothing was written. */
export class ClockStepped extends Refusal {
  constructor(cause?: unknown) {
    super(
      'temporarily_unavailable',
      "The database's clock was set; nothing was done. Retry with the same key.",
    );
    if (cause !== undefined) this.cause = cause;
  }
}
