import { uptime } from 'node:os';
import { isSkewed, isStepped, skewText, stepText, type Clock, type DatabaseTime } from '../ports/clock.js';
import type { Log } from '../ports/log.js';

/** The machine's own clock. */
export const machineClock: Clock = {
  machineNow: () => new Date(),
  businessNow: () => new Date(),
  skewMs: () => 0,
  stepMs: () => 0,
  // The sleep of node:timers creates an error with its stack each time it is aborted, which happens at every
  // send.
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

/** The database's time. It continues on a monotonic clock even if the machine's clock is changed. */
export interface MeasuredClock extends Clock {
  /** Reads the database time and the offset of business time. */
  measure(): Promise<void>;
}

/** Offset of a clock from the monotonic `performance` clock, in milliseconds, as an interval. */
interface ClockOffset {
  readonly least: number;
  readonly most: number;
}

/** A step that lasts this long is accepted, if the machine's own clock shows the same time. */
const adoptedAfterMs = 300_000;
/** More than a clock drifts between two measurements, and more than a leap second or an NTP correction. */
const stepMsMin = 2_000;
const measureEveryMs = 1_000;

/** The least distance between two offsets; 0 if they overlap. */
const gapOf = (one: ClockOffset, other: ClockOffset): number =>
  Math.max(0, one.least - other.most) - Math.max(0, other.least - one.most);

/** The offset of the machine's own clock, which has a resolution of one millisecond. */
function ownLead(): ClockOffset {
  const ms = Date.now() - performance.now();
  return { least: ms, most: ms + 1 };
}

/** Uptime minus `performance` time, which stops while the machine sleeps. */
const sleptSince = (): number => uptime() * 1000 - performance.now();

/** Differences in sleep below this are within the precision of the two clocks. */
const sleepMsMin = 1_000;

/** Resolves after the first measurement. */
export async function measuredClock(
  databaseTime: () => Promise<DatabaseTime>,
  slept = sleptSince,
): Promise<MeasuredClock> {
  /** The trusted offset. */
  let lead: ClockOffset = { least: Number.NEGATIVE_INFINITY, most: Number.POSITIVE_INFINITY };
  let latest = lead;
  let step: { readonly ms: number; readonly since: number } | undefined;
  let wasSkewed = false;
  let aheadMs = 0;
  let asleep = slept();

  const heedSleep = (): void => {
    const ms = slept() - asleep;
    if (ms < sleepMsMin) return;
    asleep += ms;
    lead = { least: lead.least + ms - sleepMsMin, most: lead.most + ms + sleepMsMin };
  };
  const measure = async (): Promise<void> => {
    const sentAt = performance.now();
    const { machineNow, businessAheadMs } = await databaseTime();
    const machineMs = machineNow.getTime();
    const now = performance.now();
    aheadMs = businessAheadMs;
    latest = { least: machineMs - now, most: machineMs + 1 - sentAt };
    heedSleep();
    const ms = gapOf(latest, lead);
    // A slow answer gives a wider interval, so it is intersected with the previous ones.
    if (ms === 0)
      lead = { least: Math.max(latest.least, lead.least), most: Math.min(latest.most, lead.most) };
    else if (Math.abs(ms) > stepMsMin && !isTakenOver(ms, now)) return;
    else lead = latest;
    step = undefined;
    wasSkewed = Math.abs(gapOf(ownLead(), lead)) > stepMsMin;
  };
  /** Remembers the step, and returns whether the new time is trusted. */
  const isTakenOver = (ms: number, now: number): boolean => {
    if (step === undefined || Math.abs(ms - step.ms) > stepMsMin) step = { ms, since: now };
    // The clocks disagreed before, so one of them has been corrected.
    const isLong = wasSkewed || now - step.since > adoptedAfterMs;
    return isLong && Math.abs(gapOf(ownLead(), latest)) <= stepMsMin;
  };
  await measure();
  return {
    ...machineClock,
    measure,
    machineNow: () => new Date(Math.floor(performance.now() + lead.least)),
    businessNow: () => new Date(Math.floor(performance.now() + lead.least) + aheadMs),
    skewMs: () => Math.round(gapOf(ownLead(), latest)),
    stepMs: () => Math.round(step?.ms ?? 0),
  };
}

/** Measures regularly until `end`; `again` measures at once, for example after business time was moved. */
export interface Measuring {
  again(): void;
  end(): void;
}

/** Measures every second, and logs when a clock becomes wrong or right again. */
export function keepMeasuring(clock: MeasuredClock, log: Log): Measuring {
  const ending = new AbortController();
  let pause = new AbortController();
  const logStep = onTransition(isStepped, {
    begun: () => log.error({ step_ms: clock.stepMs() }, 'database clock was set; refusing new work'),
    ended: () => log.warn({}, 'database clock is right again'),
  });
  const logSkew = onTransition(isSkewed, {
    begun: () => log.warn({ skew_ms: clock.skewMs() }, 'machine clock is wrong; sending and signing paused'),
    ended: () => log.warn({ skew_ms: clock.skewMs() }, 'machine clock is right again'),
  });
  let isReachable = true;
  const measure = async (): Promise<void> => {
    try {
      await clock.measure();
      isReachable = true;
    } catch (error) {
      if (isReachable && !ending.signal.aborted)
        log.warn({ err: error }, 'reading the database clock failed; using the last value');
      isReachable = false;
    }
  };
  const run = async (): Promise<void> => {
    while (!ending.signal.aborted) {
      logStep(clock);
      // An untrusted database clock says nothing about the clock of this machine.
      if (!isStepped(clock)) logSkew(clock);
      await clock.sleep(measureEveryMs, pause.signal);
      pause = new AbortController();
      if (!ending.signal.aborted) await measure();
    }
  };
  const again = (): void => pause.abort('again');
  void run();
  return {
    again,
    end() {
      ending.abort('over');
      again();
    },
  };
}

/** Calls `begun` when the condition becomes true and `ended` when it becomes false. */
function onTransition<T>(
  holds: (value: T) => boolean,
  { begun, ended }: { readonly begun: () => void; readonly ended: () => void },
): (value: T) => void {
  let held = false;
  return (value) => {
    if (holds(value) === held) return;
    held = !held;
    if (held) begun();
    else ended();
  };
}

/** What is paused while the machine's clock is wrong. Throws while the database clock is not trusted. */
export function clockTrouble(clock: Clock): string[] {
  if (isStepped(clock))
    throw new Error(`the database's clock was ${stepText(clock)}; new work is refused until it is right`);
  return isSkewed(clock)
    ? [
        `this machine's clock is ${skewText(clock)}; nothing is sent and no webhook is signed until it is right`,
      ]
    : [];
}
