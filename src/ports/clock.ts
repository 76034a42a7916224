import { Refusal } from '../domain/refusal.js';

/**
 * Machine time is the database's time, the same for all processes. Leases, send windows, deadlines and signatures use
 * it. Business time comes from the store (supplement §8).
 */
export interface Clock {
  /** Never later than the database's own time. Not moved by a step of the database's clock. */
  machineNow(): Date;
  /**
   * Business time: machine time plus the offset last read from the database. For ids and times of the request log
   * only; decisions read business time from the store.
   */
  businessNow(): Date;
  /** How many ms, at least, this machine's own clock is ahead of the database's; negative if it is behind. */
  skewMs(): number;
  /** How many ms the database's clock was set ahead; negative if it was set back, 0 while it is trusted. */
  stepMs(): number;
  /** Resolves after `ms`, or as soon as the signal is aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** One reading of the database's clock: machine time in whole ms, and how far business time is ahead of it. */
export interface DatabaseTime {
  readonly machineNow: Date;
  readonly businessAheadMs: number;
}

type Watched = Pick<Clock, 'skewMs' | 'stepMs'>;

const skewMsMax = 2_000;

/**
 * If the machine's own clock is this wrong, the process neither sends nor signs: its other clocks may be wrong too.
 */
export const isSkewed = (clock: Pick<Clock, 'skewMs'>): boolean => Math.abs(clock.skewMs()) > skewMsMax;

/** The database's clock was set. Until it is right again, nothing that records a time is written. */
export const isStepped = (clock: Pick<Clock, 'stepMs'>): boolean => clock.stepMs() !== 0;

/** Whether this process may send and sign now. */
export const maySend = (clock: Watched): boolean => !isSkewed(clock) && !isStepped(clock);

/** Text such as `2.5 s behind the database's`. */
export function skewText(clock: Pick<Clock, 'skewMs'>): string {
  const ms = clock.skewMs();
  return `${(Math.abs(ms) / 1000).toFixed(1)} s ${ms < 0 ? 'behind' : 'ahead of'} the database's`;
}

/** Text such as `set ahead by 2.5 s`. */
export function stepText(clock: Pick<Clock, 'stepMs'>): string {
  const ms = clock.stepMs();
  return `set ${ms < 0 ? 'back' : 'ahead'} by ${(Math.abs(ms) / 1000).toFixed(1)} s`;
}

/** Refused because the database's clock cannot be trusted; nothing was written. */
export class ClockStepped extends Refusal {
  constructor(cause?: unknown) {
    super(
      'temporarily_unavailable',
      "The database's clock was set; nothing was done. Retry with the same key.",
    );
    if (cause !== undefined) this.cause = cause;
  }
}
