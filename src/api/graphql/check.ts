import { refuse } from '../../domain/refusal.js';
import type { CheckReport } from '../../ports/checker.js';
import type { Ports } from '../../ports/ports.js';
import { within } from '../deadline.js';

/** Shorter than the time limit of a response. */
const patienceMs = 4_000;
/** How long a report counts as current. */
const freshMs = 60_000;

/** Runs the checker, one run at a time. A run reads whole tables, and may take longer than a response. */
export class Checks {
  readonly #ports: Pick<Ports, 'checkInvariants' | 'clock'>;
  #running: Promise<CheckReport> | undefined;
  /** The report of a run that outlasted its request. The next request gets it, if it is still current. */
  #unreturned: { readonly report: CheckReport; readonly madeMs: number } | undefined;

  constructor(ports: Pick<Ports, 'checkInvariants' | 'clock'>) {
    this.#ports = ports;
  }

  /** The report of a recent run, of the current run, or of a new one. */
  async report(): Promise<CheckReport> {
    const unreturned = this.#unreturned;
    this.#unreturned = undefined;
    if (unreturned !== undefined && this.#nowMs() - unreturned.madeMs < freshMs) return unreturned.report;
    const running = (this.#running ??= this.#run());
    const report = await within(running, patienceMs, this.#ports.clock);
    if (report !== undefined) return report;
    const keep = (made: CheckReport): void =>
      void (this.#unreturned = { report: made, madeMs: this.#nowMs() });
    // A failed run is forgotten: the next request starts another and gets its error.
    running.then(keep, () => undefined);
    return refuse('temporarily_unavailable', 'The checks are still running; ask again for their report.');
  }

  #nowMs(): number {
    return this.#ports.clock.machineNow().getTime();
  }

  #run(): Promise<CheckReport> {
    return this.#ports.checkInvariants().finally(() => (this.#running = undefined));
  }
}
