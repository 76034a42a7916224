/**
 * Machine time, one for all processes: the database's. Leases, send windows, deadlines and signatures are told by it.
 * Business time comes from the store (supplement §8).
 */
export interface Clock {
  /** Never later than the database's own time. */
  machineNow(): Date;
  /** By how many milliseconds at least this machine's own clock is ahead of it; negative where it is behind. */
  skewMs(): number;
  /** Resolves after so long, or as soon as the signal is aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

const skewMsMax = 2_000;

/** A machine whose own clock is so wrong neither sends nor signs: whatever else it tells the time by may be wrong, too. */
export const isSkewed = (clock: Pick<Clock, 'skewMs'>): boolean => Math.abs(clock.skewMs()) > skewMsMax;

/** How wrong the machine's own clock is, in words. */
export function skewText(clock: Pick<Clock, 'skewMs'>): string {
  const ms = clock.skewMs();
  return `${(Math.abs(ms) / 1000).toFixed(1)} s ${ms < 0 ? 'behind' : 'ahead of'} the database's`;
}
