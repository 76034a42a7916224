/** Machine time: leases, send windows and deadlines. Business time comes from the store (supplement §8). */
export interface Clock {
  machineNow(): Date;
  /** Resolves after so long, or as soon as the signal is aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}
