import { isSkewed, skewText, type Clock } from '../ports/clock.js';
import type { Log } from '../ports/log.js';

/** The machine's own time. */
export const machineClock: Clock = {
  machineNow: () => new Date(),
  skewMs: () => 0,
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

/** The database's time, which goes on here whatever becomes of the machine's own clock. */
export interface MeasuredClock extends Clock {
  /** Asks the database what time it is. */
  measure(): Promise<void>;
}

const measureEveryMs = 5_000;

/** `databaseNow` tells whole milliseconds. Measured once already when this resolves. */
export async function measuredClock(databaseNow: () => Promise<Date>): Promise<MeasuredClock> {
  /** Between these is what the database's clock is ahead of that of `performance`, which nobody sets. */
  let lead = { least: Number.NEGATIVE_INFINITY, most: Number.POSITIVE_INFINITY };
  const measure = async (): Promise<void> => {
    const askedAt = performance.now();
    const told = (await databaseNow()).getTime();
    const [least, most] = [told - performance.now(), told + 1 - askedAt];
    // An answer that was slow says less than those before it, unless one of the clocks was set since.
    const agrees = least <= lead.most && most >= lead.least;
    lead = agrees ? { least: Math.max(least, lead.least), most: Math.min(most, lead.most) } : { least, most };
  };
  await measure();
  return {
    ...machineClock,
    measure,
    machineNow: () => new Date(Math.floor(performance.now() + lead.least)),
    skewMs() {
      const own = Date.now() - performance.now();
      // The millisecond is what the machine's own clock leaves out.
      return Math.round(Math.max(0, own - lead.most) - Math.max(0, lead.least - own - 1));
    },
  };
}

/** Measures on until the end, and tells when the machine's own clock is found wrong and when it has come right. */
export function keepMeasuring(clock: MeasuredClock, log: Log): () => void {
  const ending = new AbortController();
  let wasSkewed = false;
  let isHeard = true;
  const tell = (): void => {
    if (isSkewed(clock) === wasSkewed) return;
    wasSkewed = !wasSkewed;
    const fields = { skew_ms: clock.skewMs() };
    if (wasSkewed)
      log.warn(
        fields,
        'the clock of this machine is wrong; nothing is sent and no webhook is signed here until it is right',
      );
    else log.warn(fields, 'the clock of this machine is right again');
  };
  const measure = async (): Promise<void> => {
    try {
      await clock.measure();
      isHeard = true;
    } catch (error) {
      if (isHeard && !ending.signal.aborted)
        log.warn({ err: error }, 'the database could not be asked for its time; the last measure goes on');
      isHeard = false;
    }
  };
  const run = async (): Promise<void> => {
    while (!ending.signal.aborted) {
      tell();
      await clock.sleep(measureEveryMs, ending.signal);
      if (!ending.signal.aborted) await measure();
    }
  };
  void run();
  return () => ending.abort('over');
}

/** Where the machine's own clock is wrong: what is gone without. */
export const clockTrouble = (clock: Clock): string[] =>
  isSkewed(clock)
    ? [
        `the clock: this machine's is ${skewText(clock)}; nothing is sent and no webhook is signed here until it is right`,
      ]
    : [];
