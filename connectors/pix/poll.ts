import { rest } from '../protocol/push.ts';
import { isRefused, Unreadable, type Pix, type PixApi, type UnreadablePix } from './api.ts';
import type { AsideRow, Period, PixRecord } from './record.ts';
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
/** Periods with unreadable Pix that are read again in one poll. */
const periodsMost = 3;
const windowMs = 24 * 60 * 60_000;
/** The standard's time limit for a refund. */
const refundableMs = 90 * windowMs;
/** A reading younger than this is not repeated for the next page of a statement. */
const freshMs = 1_000;

interface PeriodReading {
  readonly unreadable: readonly UnreadablePix[];
  readonly readNames: ReadonlySet<string>;
}

/** Reads received Pix and the outcomes of refunds. A webhook only triggers an earlier reading. */
export class Poller {
  readonly #options: PollOptions;
  readonly #ending = new AbortController();
  #waking = new AbortController();
  #running: Promise<void> | undefined;
  #scanning: Promise<void> | undefined;
  #scannedAt = 0;
  #queuedAsideAt = 0;
  #asideQueue: AsideRow[][] = [];
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
      () => this.#queueAside(),
      () => this.#setWebhook(),
      () => this.#readHints(),
      () => this.#readRefunds(),
      () => this.scanNow(),
      () => this.#scanReturns(),
      () => this.#readAside(),
    ];
    while (!this.#ending.signal.aborted) {
      this.#waking = new AbortController();
      for (const step of steps) if (!this.#ending.signal.aborted) await step().catch(report);
      await rest(settings.poll_seconds * 1_000, AbortSignal.any([this.#ending.signal, this.#waking.signal]));
    }
  }

  /** Pix from before the configured start do not belong to the service. */
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
      const pix = await api.pix(e2eid, Date.now() + requestMs).catch((error: unknown) => {
        // The scan finds this Pix too, and sets it aside.
        if (error instanceof Unreadable) return undefined;
        throw error;
      });
      if (pix && !isRefused(pix)) this.take([pix]);
      else if (pix && pix.status !== 404) throw new Error(`GET /pix/{e2eid}: ${pix.status} ${pix.code}`);
      record.dropHint(e2eid);
    });
  }

  async #readRefunds(): Promise<void> {
    const { api, record, settings } = this.#options;
    await this.#each(record.openRefunds(refundsMost), async (row) => {
      // Computed before the look-up: a 404 proves nothing about the time after the response.
      const isOver = Date.now() > Date.parse(row.send_by) + settings.settling_seconds * 1_000;
      const pixRefund = await api.refundOf(row.e2eid, row.id, Date.now() + requestMs);
      if (!isRefused(pixRefund)) record.settle(row, pixRefund);
      else if (pixRefund.status === 404 && isOver) record.setAbsent(row);
    });
  }

  /** A failure does not block the others. */
  async #each<T>(all: readonly T[], work: (each: T) => Promise<void>): Promise<void> {
    for (const each of all) {
      if (this.#ending.signal.aborted) return;
      await work(each).catch(this.#options.report);
    }
  }

  /** Continues after the last reading, with an overlap: a Pix may appear late, and pages may shift. */
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

  /** The institution may return an old Pix (MED), which reading by time of receipt would not find. */
  async #scanReturns(): Promise<void> {
    const { settings, record } = this.#options;
    const last = record.scannedUntil('returns')?.getTime() ?? 0;
    const now = Date.now();
    if (now - last < settings.returns_seconds * 1_000) return;
    const since = Math.max(Date.parse(settings.since), now - refundableMs);
    await this.#readWindows(new Date(since), true, () => undefined);
    record.setScanned('returns', new Date(now));
  }

  /** Queued before the scans: what they set aside was read just now. */
  #queueAside(): Promise<void> {
    const { record, settings } = this.#options;
    const isDue = Date.now() - this.#queuedAsideAt >= settings.returns_seconds * 1_000;
    if (!isDue || this.#asideQueue.length > 0) return Promise.resolve();
    this.#queuedAsideAt = Date.now();
    const periods = Map.groupBy(record.aside(), (row) => `${row.read_from} ${row.read_until}`);
    this.#asideQueue = [...periods.values()];
    return Promise.resolve();
  }

  /**
   * Unreadable Pix are read again now and then, and after a start, because a newer connector may understand
   * them.
   */
  async #readAside(): Promise<void> {
    const { record, report } = this.#options;
    await this.#each(this.#asideQueue.splice(0, periodsMost), async (rows) => {
      const [row] = rows;
      if (row === undefined) return;
      const period = { from: new Date(row.read_from), until: new Date(row.read_until) };
      const { unreadable, readNames } = await this.#readPeriod(period, false);
      if (this.#ending.signal.aborted) return;
      for (const { name } of rows) {
        const still = unreadable.find((each) => each.name === name);
        if (still) report(new Error(`a Pix is still set aside: ${name} cannot be read: ${still.field}`));
        else if (readNames.has(name)) record.dropAside(name);
        else report(new Error(`a Pix is still set aside: ${name} is not in the institution's answer`));
      }
    });
  }

  async #readWindows(start: Date, withRefunds: boolean, done: (until: Date) => void): Promise<void> {
    const { record, report } = this.#options;
    const end = Date.now();
    for (let at = start.getTime(); at < end; at += windowMs) {
      const period = { from: new Date(at), until: new Date(Math.min(at + windowMs, end)) };
      // An unreadable Pix is still money: it is stored and does not block others.
      const { unreadable } = await this.#readPeriod(period, withRefunds);
      for (const each of unreadable)
        if (record.setAside(each, period))
          report(new Error(`a Pix is set aside: ${each.name} cannot be read: ${each.field}`));
      if (this.#ending.signal.aborted) return;
      done(period.until);
    }
  }

  /** Stores everything received in the period. */
  async #readPeriod({ from, until }: Period, withRefunds: boolean): Promise<PeriodReading> {
    const { api, settings } = this.#options;
    const unreadable: UnreadablePix[] = [];
    const readNames = new Set<string>();
    for (let page = 0, pages = 1; page < pages && !this.#ending.signal.aborted; page += 1) {
      const query = { inicio: from, fim: until, page, size: settings.page_size, withRefunds };
      const received = await api.received(query, Date.now() + requestMs);
      this.take(received.pix);
      unreadable.push(...received.unreadable);
      for (const name of received.readNames) readNames.add(name);
      pages = received.pages;
    }
    return { unreadable, readNames };
  }
}
