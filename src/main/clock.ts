import { setTimeout as after } from 'node:timers/promises';
import type { Clock } from '../ports/clock.js';

/** The machine's own time. */
export const machineClock: Clock = {
  machineNow: () => new Date(),
  async sleep(ms, signal) {
    try {
      await after(ms, undefined, signal ? { signal, ref: false } : {});
    } catch (error) {
      if (!signal?.aborted) throw error;
    }
  },
};
