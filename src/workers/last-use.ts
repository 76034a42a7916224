import type { Clock } from '../ports/clock.js';
import type { Log } from '../ports/log.js';
import type { RequestLog } from '../ports/request-log.js';

const everyMs = 60_000;
const batchMs = 250;
const usersMost = 100_000;

interface Needs {
  readonly requestLog: Pick<RequestLog, 'noteUses'>;
  readonly clock: Pick<Clock, 'sleep' | 'machineNow' | 'businessNow'>;
  readonly log: Log;
}

/** Records when API keys and sessions are used, at most once a minute each. No request waits for it. */
export class LastUseWriter {
  readonly #needs: Needs;
  readonly #stopping = new AbortController();
  /** Machine time in ms of the last recorded use, by id of the key or session. */
  readonly #taken = new Map<string, number>();
  #waiting = new Map<string, Date>();
  #writing: Promise<void> | undefined;

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  readonly take = (id: string): void => {
    const { clock } = this.#needs;
    const now = clock.machineNow().getTime();
    if (now - (this.#taken.get(id) ?? Number.NEGATIVE_INFINITY) < everyMs) return;
    if (this.#taken.size >= usersMost) this.#taken.clear();
    this.#taken.set(id, now);
    this.#waiting.set(id, clock.businessNow());
    this.#writing ??= this.#write();
  };

  /** Writes the waiting uses at once. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#writing;
  }

  async #write(): Promise<void> {
    const { requestLog, clock, log } = this.#needs;
    await clock.sleep(batchMs, this.#stopping.signal);
    const uses = this.#waiting;
    this.#waiting = new Map();
    this.#writing = undefined;
    try {
      await requestLog.noteUses(uses);
    } catch (error) {
      log.warn({ err: error }, 'recording the last use of keys and sessions failed');
    }
  }
}
