import { rest } from '../protocol/push.ts';
import { isRefused, type Pix, type PixApi } from './api.ts';
import type { PixRecord } from './record.ts';
import type { PixSettings } from './settings.ts';

interface PollOptions {
  readonly settings: PixSettings;
  readonly api: PixApi;
  readonly record: PixRecord;
  readonly report: (error: unknown) => void;
}

const requestMs = 15_000;
const hintsMost = 50;
const refundsMost = 50;
const windowMs = 24 * 60 * 60_000;
/** The standard's time for a refund. */
const refundableMs = 90 * windowMs;
/** A reading so young is not repeated for the next page of a statement. */
const freshMs = 1_000;

/** Reads what was received, and how refunds ended. A webhook only makes that sooner. */
export class Poller {
  readonly #options: PollOptions;
  readonly #ending = new AbortController();
  #waking = new AbortController();
  #running: Promise<void> | undefined;
  #scanning: Promise<void> | undefined;
  #scannedAt = 0;
  #isHooked = false;

  constructor(options: PollOptions) {
    this.#options = options;
  }

  start(): void {
    this.#running = this.#run();
  }

  async stop(): Promise<void> {
    this.#ending.abort();
    this.#waking.abort();
    await this.#running;
  }

  wake(): void {
    this.#waking.abort();
  }

  async #run(): Promise<void> {
    const { settings, report } = this.#options;
    const steps = [
      () => this.#setWebhook(),
      () => this.#readHints(),
      () => this.#readRefunds(),
      () => this.scanNow(),
      () => this.#scanReturns(),
    ];
    while (!this.#ending.signal.aborted) {
      this.#waking = new AbortController();
      for (const step of steps) if (!this.#ending.signal.aborted) await step().catch(report);
      await rest(settings.poll_seconds * 1_000, AbortSignal.any([this.#ending.signal, this.#waking.signal]));
    }
  }

  /** Pix from before the service are somebody else's. */
  take(all: readonly Pix[]): void {
    const since = Date.parse(this.#options.settings.since);
    this.#options.record.take(all.filter(({ horario }) => Date.parse(horario) >= since));
  }

  async #setWebhook(): Promise<void> {
    const { settings, api } = this.#options;
    if (settings.webhook === undefined || this.#isHooked) return;
    await api.setWebhook(settings.key, settings.webhook.url, Date.now() + requestMs);
    this.#isHooked = true;
  }

  async #readHints(): Promise<void> {
    const { api, record } = this.#options;
    await this.#each(record.hints(hintsMost), async (e2eid) => {
      const told = await api.pix(e2eid, Date.now() + requestMs);
      if (!isRefused(told)) this.take([told]);
      else if (told.status !== 404) throw new Error(`GET /pix/{e2eid}: ${told.status} ${told.code}`);
      record.dropHint(e2eid);
    });
  }

  async #readRefunds(): Promise<void> {
    const { api, record, settings } = this.#options;
    await this.#each(record.openRefunds(refundsMost), async (row) => {
      // Judged before the look-up: a 404 proves nothing about the time after it was given.
      const isOver = Date.now() > Date.parse(row.send_by) + settings.settling_seconds * 1_000;
      const told = await api.refundOf(row.e2eid, row.id, Date.now() + requestMs);
      if (!isRefused(told)) record.settle(row, told);
      else if (told.status === 404 && isOver) record.setAbsent(row);
    });
  }

  /** One that fails does not hold the others back. */
  async #each<T>(all: readonly T[], work: (each: T) => Promise<void>): Promise<void> {
    for (const each of all) {
      if (this.#ending.signal.aborted) return;
      await work(each).catch(this.#options.report);
    }
  }

  /** Reads on from the last reading, with an overlap: a Pix may appear late, and pages may shift meanwhile. */
  scanNow(): Promise<void> {
    if (Date.now() - this.#scannedAt < freshMs) return Promise.resolve();
    this.#scanning ??= this.#scan().finally(() => (this.#scanning = undefined));
    return this.#scanning;
  }

  async #scan(): Promise<void> {
    const { settings, record } = this.#options;
    const since = new Date(settings.since);
    const until = record.scannedUntil('received') ?? since;
    const overlapped = until.getTime() - settings.overlap_seconds * 1_000;
    await this.#readWindows(new Date(Math.max(since.getTime(), overlapped)), false, (read) => {
      record.setScanned('received', read);
      record.closeDays(read);
    });
    this.#scannedAt = Date.now();
  }

  /** A Pix of long ago may be returned by the institution (MED), which no reading by time of receipt would find. */
  async #scanReturns(): Promise<void> {
    const { settings, record } = this.#options;
    const last = record.scannedUntil('returns')?.getTime() ?? 0;
    const now = Date.now();
    if (now - last < settings.returns_seconds * 1_000) return;
    const since = Math.max(Date.parse(settings.since), now - refundableMs);
    await this.#readWindows(new Date(since), true, () => undefined);
    record.setScanned('returns', new Date(now));
  }

  async #readWindows(from: Date, withRefunds: boolean, done: (until: Date) => void): Promise<void> {
    const { api, settings } = this.#options;
    const end = Date.now();
    for (let at = from.getTime(); at < end; at += windowMs) {
      const fim = new Date(Math.min(at + windowMs, end));
      let unreadable = 0;
      for (let page = 0, pages = 1; page < pages; page += 1) {
        const query = { inicio: new Date(at), fim, page, size: settings.page_size, withRefunds };
        const told = await api.received(query, Date.now() + requestMs);
        this.take(told.pix);
        unreadable += told.unreadable;
        pages = told.pages;
        if (this.#ending.signal.aborted) return;
      }
      // Read again until it can be read: what is not understood is money all the same.
      if (unreadable > 0)
        throw new Error(`${unreadable} Pix received until ${fim.toISOString()} are unreadable`);
      done(fim);
    }
  }
}
