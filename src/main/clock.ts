import type { Clock } from '../ports/clock.js';

/** The machine's own time. */
export const machineClock: Clock = {
  machineNow: () => new Date(),
  // The platform's own sleep makes an error with its stack for each one that is cut short, which is every send's.
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', end);
        resolve();
      };
      const timer = setTimeout(end, ms);
      if (signal === undefined) return;
      timer.unref();
      if (signal.aborted) end();
      else signal.addEventListener('abort', end);
    }),
};
