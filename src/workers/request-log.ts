import type { LoggedRequest } from '../domain/noun/request.js';
import { Refusal } from '../domain/refusal.js';
import type { Clock } from '../ports/clock.js';
import type { Log } from '../ports/log.js';
import type { Ports } from '../ports/ports.js';
import type { RequestLog } from '../ports/request-log.js';
import { pollMs, startLoop, type Loop } from './loop.js';

/** The bound that is told to callers in `api/rest/request-log.ts`. */
const keptMost = 100_000;
/** A look at the lines of all accounts is not for each minute, nor for a start, which has enough to do. */
const sweepEveryMs = 600_000;
const firstSweepMs = 60_000;

/** Takes away what goes beyond the newest 100,000 of an account; what is old goes with its partition. */
export function startRequestSweep(
  { requestLog, clock }: Pick<Ports, 'requestLog' | 'clock'>,
  log: Log,
): Loop {
  let restsUntil = clock.machineNow().getTime() + firstSweepMs;
  const work = async (): Promise<number> => {
    const now = clock.machineNow().getTime();
    if (now < restsUntil) return 0;
    const swept = await requestLog.sweep(keptMost);
    if (swept === 0) restsUntil = now + sweepEveryMs;
    return swept;
  };
  return startLoop({
    name: 'request log',
    log,
    clock,
    full: Number.POSITIVE_INFINITY,
    everyMs: pollMs,
    work,
  });
}

/** Lines that one statement writes, that wait in memory, and that one account may have among them. */
const setMost = 500;
const waitingMost = 5_000;
const ofAccountMost = 2_000;
const gatherMs = 250;
const awayMs = 1_000;
const lastWriteMs = 2_000;

/** How many lines this process has written, and how many it had no room for or could not write. */
export interface RequestLogCounts {
  written: number;
  dropped: number;
}

interface Needs {
  readonly requestLog: Pick<RequestLog, 'write'>;
  readonly clock: Pick<Clock, 'sleep'>;
  readonly log: Log;
}

/** Gathers lines and writes them in sets: who gives one never waits, and never hears of what became of it. */
export class Logging {
  readonly #needs: Needs;
  readonly #counts: RequestLogCounts = { written: 0, dropped: 0 };
  readonly #stopping = new AbortController();
  #waiting: LoggedRequest[] = [];
  #ofAccount = new Map<string, number>();
  /** Accounts of whose floods the lines that wait tell already. */
  #limited = new Set<string>();
  #writing: Promise<void> | undefined;
  #isAway = false;

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  get counts(): Readonly<RequestLogCounts> {
    return this.#counts;
  }

  readonly take = (line: LoggedRequest): void => {
    const { accountId, errorCode } = line;
    const own = this.#ofAccount.get(accountId) ?? 0;
    const isFlood = errorCode === 'rate_limited' && this.#limited.has(accountId);
    if (this.#waiting.length >= waitingMost || own >= ofAccountMost || isFlood) {
      this.#counts.dropped += 1;
      return;
    }
    if (errorCode === 'rate_limited') this.#limited.add(accountId);
    this.#ofAccount.set(accountId, own + 1);
    this.#waiting.push(line);
    this.#writing ??= this.#writeAll();
  };

  /** Writes what it can within two seconds. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.race([this.#writing, this.#needs.clock.sleep(lastWriteMs)]);
    this.#counts.dropped += this.#waiting.length;
    this.#waiting = [];
  }

  async #writeAll(): Promise<void> {
    const { clock } = this.#needs;
    const { signal } = this.#stopping;
    await clock.sleep(gatherMs, signal);
    let tried = 0;
    while (this.#waiting.length > 0) {
      // One that may be there already is given again as it was.
      const count = tried || Math.min(setMost, this.#waiting.length);
      const isDone = await this.#write(this.#waiting.slice(0, count));
      if (!isDone && signal.aborted) break;
      tried = isDone ? 0 : count;
      if (isDone) this.#letGo(count);
      // Few have come meanwhile, and each set costs a transaction.
      if (!isDone) await clock.sleep(awayMs, signal);
      else if (this.#waiting.length < setMost) await clock.sleep(gatherMs, signal);
    }
    this.#writing = undefined;
  }

  #letGo(count: number): void {
    this.#waiting = this.#waiting.slice(count);
    this.#limited.clear();
    this.#ofAccount = new Map();
    for (const { accountId } of this.#waiting)
      this.#ofAccount.set(accountId, (this.#ofAccount.get(accountId) ?? 0) + 1);
  }

  /** Whether the set is dealt with: one that the database does not take now is tried again, one that it never would is lost. */
  async #write(set: readonly LoggedRequest[]): Promise<boolean> {
    const { requestLog, log } = this.#needs;
    try {
      await requestLog.write(set);
    } catch (error) {
      const isMomentary = error instanceof Refusal && error.code === 'temporarily_unavailable';
      if (!this.#isAway) log.warn({ err: error }, 'writing the request log failed; lines wait in memory');
      this.#isAway = isMomentary;
      if (!isMomentary) this.#counts.dropped += set.length;
      return !isMomentary;
    }
    this.#counts.written += set.length;
    this.#isAway = false;
    return true;
  }
}
