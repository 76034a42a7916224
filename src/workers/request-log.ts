import type { LoggedRequest } from '../domain/noun/request.js';
import { Refusal } from '../domain/refusal.js';
import type { Clock } from '../ports/clock.js';
import type { Log } from '../ports/log.js';
import type { Ports } from '../ports/ports.js';
import type { RequestLog } from '../ports/request-log.js';
import { pollMs, startLoop, type Loop } from './loop.js';

/** Documented to callers in `api/rest/request-log.ts`. */
const linesMax = 100_000;
/** A sweep scans the lines of all accounts, so it does not run every minute, nor while the process starts. */
const sweepEveryMs = 600_000;
const firstSweepMs = 60_000;

/** Deletes lines beyond the newest 100,000 of each account. Older ones are dropped with their partition. */
export function startRequestSweep(
  { requestLog, clock }: Pick<Ports, 'requestLog' | 'clock'>,
  log: Log,
): Loop {
  let restsUntil = clock.machineNow().getTime() + firstSweepMs;
  const work = async (): Promise<number> => {
    const now = clock.machineNow().getTime();
    if (now < restsUntil) return 0;
    const swept = await requestLog.sweep(linesMax);
    if (swept === 0) restsUntil = now + sweepEveryMs;
    return swept;
  };
  return startLoop({
    name: 'request log',
    log,
    clock,
    passMax: Number.POSITIVE_INFINITY,
    everyMs: pollMs,
    work,
  });
}

/** Limits in lines: per statement, waiting in memory, and waiting per account. */
const setMost = 500;
const waitingMost = 5_000;
const ofAccountMost = 2_000;
const batchMs = 250;
const awayMs = 1_000;
const lastWriteMs = 2_000;

/** Lines that this process has written, and lines it dropped because memory was full or the write failed. */
export interface RequestLogCounts {
  written: number;
  dropped: number;
}

interface Needs {
  readonly requestLog: Pick<RequestLog, 'write'>;
  readonly clock: Pick<Clock, 'sleep'>;
  readonly log: Log;
}

/** Gathers lines and writes them in sets. Callers never wait and never see failures. */
export class RequestLogWriter {
  readonly #needs: Needs;
  readonly #counts: RequestLogCounts = { written: 0, dropped: 0 };
  readonly #stopping = new AbortController();
  #waiting: LoggedRequest[] = [];
  #ofAccount = new Map<string, number>();
  /** Accounts that already have a `rate_limited` line among the waiting lines. */
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

  /** Writes as much as it can within two seconds. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.race([this.#writing, this.#needs.clock.sleep(lastWriteMs)]);
    this.#counts.dropped += this.#waiting.length;
    this.#waiting = [];
  }

  async #writeAll(): Promise<void> {
    const { clock } = this.#needs;
    const { signal } = this.#stopping;
    await clock.sleep(batchMs, signal);
    let tried = 0;
    while (this.#waiting.length > 0) {
      // A set that may have been written already is retried unchanged.
      const count = tried || Math.min(setMost, this.#waiting.length);
      const isDone = await this.#write(this.#waiting.slice(0, count));
      if (!isDone && signal.aborted) break;
      tried = isDone ? 0 : count;
      if (isDone) this.#removeWritten(count);
      // The next set would be small, and each set costs a transaction.
      if (!isDone) await clock.sleep(awayMs, signal);
      else if (this.#waiting.length < setMost) await clock.sleep(batchMs, signal);
    }
    this.#writing = undefined;
  }

  #removeWritten(count: number): void {
    this.#waiting = this.#waiting.slice(count);
    this.#limited.clear();
    this.#ofAccount = new Map();
    for (const { accountId } of this.#waiting)
      this.#ofAccount.set(accountId, (this.#ofAccount.get(accountId) ?? 0) + 1);
  }

  /**
   * Whether the set is finished. It is retried if the database is unreachable, and dropped if the database rejects
   * it.
   */
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
