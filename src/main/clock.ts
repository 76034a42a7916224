import { uptime } from 'node:os';
import { isSkewed, isStepped, skewText, stepText, type Clock, type DatabaseTime } from '../ports/clock.js';
import type { Log } from '../ports/log.js';

/** The machine's own time. */
export const machineClock: Clock = {
  machineNow: () => new Date(),
  businessNow: () => new Date(),
  skewMs: () => 0,
  stepMs: () => 0,
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
  /** Asks the database what time it is, and how far business time is ahead. */
  measure(): Promise<void>;
}

/** How far a clock is ahead of that of `performance`, which nobody sets: in milliseconds, between these. */
interface Lead {
  readonly least: number;
  readonly most: number;
}

/** A step that stands for so long is taken over, where the machine's own clock tells the same time. */
const adoptedAfterMs = 300_000;
/** More than a clock drifts between two measures, and than leap seconds and NTP set it. */
const stepMsMin = 2_000;
const measureEveryMs = 1_000;

/** By how much one is ahead of the other at least; 0 where they may be the same. */
const gapOf = (one: Lead, other: Lead): number =>
  Math.max(0, one.least - other.most) - Math.max(0, other.least - one.most);

/** The lead of the machine's own clock, which leaves out the rest of a millisecond. */
function ownLead(): Lead {
  const ms = Date.now() - performance.now();
  return { least: ms, most: ms + 1 };
}

/** How far the time since the machine was started is ahead of that of `performance`, which leaves out its sleep. */
const sleptSince = (): number => uptime() * 1000 - performance.now();

/** What of a difference in sleep is no more than the precision of the two. */
const sleepMsMin = 1_000;

/** Measured once already when this resolves. */
export async function measuredClock(
  databaseTime: () => Promise<DatabaseTime>,
  slept = sleptSince,
): Promise<MeasuredClock> {
  /** The lead that is trusted. */
  let lead: Lead = { least: Number.NEGATIVE_INFINITY, most: Number.POSITIVE_INFINITY };
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
    const askedAt = performance.now();
    const { machineNow, businessAheadMs } = await databaseTime();
    const told = machineNow.getTime();
    const now = performance.now();
    aheadMs = businessAheadMs;
    latest = { least: told - now, most: told + 1 - askedAt };
    heedSleep();
    const ms = gapOf(latest, lead);
    // An answer that was slow says less than those before it.
    if (ms === 0)
      lead = { least: Math.max(latest.least, lead.least), most: Math.min(latest.most, lead.most) };
    else if (Math.abs(ms) > stepMsMin && !isTakenOver(ms, now)) return;
    else lead = latest;
    step = undefined;
    wasSkewed = Math.abs(gapOf(ownLead(), lead)) > stepMsMin;
  };
  /** Keeps the step in mind; whether the new time is trusted by now. */
  const isTakenOver = (ms: number, now: number): boolean => {
    if (step === undefined || Math.abs(ms - step.ms) > stepMsMin) step = { ms, since: now };
    // The two clocks disagreed before: one of them has been put right.
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

/** The measuring of a process, which goes on until `end`; `again` measures at once, as after business time was moved. */
export interface Measuring {
  again(): void;
  end(): void;
}

/** Measures every second, and logs when a clock is found wrong and when it has come right. */
export function keepMeasuring(clock: MeasuredClock, log: Log): Measuring {
  const ending = new AbortController();
  let pause = new AbortController();
  const tellStep = teller(isStepped, {
    begun: () => log.error({ step_ms: clock.stepMs() }, 'database clock was set; refusing new work'),
    ended: () => log.warn({}, 'database clock is right again'),
  });
  const tellSkew = teller(isSkewed, {
    begun: () => log.warn({ skew_ms: clock.skewMs() }, 'machine clock is wrong; sending and signing paused'),
    ended: () => log.warn({ skew_ms: clock.skewMs() }, 'machine clock is right again'),
  });
  let isHeard = true;
  const measure = async (): Promise<void> => {
    try {
      await clock.measure();
      isHeard = true;
    } catch (error) {
      if (isHeard && !ending.signal.aborted)
        log.warn({ err: error }, 'reading the database clock failed; using the last value');
      isHeard = false;
    }
  };
  const run = async (): Promise<void> => {
    while (!ending.signal.aborted) {
      tellStep(clock);
      // While the database's clock is not trusted it says nothing about that of this machine.
      if (!isStepped(clock)) tellSkew(clock);
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

/** Tells when something begins to hold and when it has ended. */
function teller<T>(
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

/** Where the machine's own clock is wrong: what is gone without. Throws while the database's is not trusted. */
export function clockTrouble(clock: Clock): string[] {
  if (isStepped(clock))
    throw new Error(`the database's clock was ${stepText(clock)}; new work is refused until it is right`);
  return isSkewed(clock)
    ? [
        `this machine's clock is ${skewText(clock)}; nothing is sent and no webhook is signed until it is right`,
      ]
    : [];
}
