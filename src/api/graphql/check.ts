import { refuse } from '../../domain/refusal.js';
import type { CheckReport } from '../../ports/checker.js';
import type { Ports } from '../../ports/ports.js';
import { within } from '../deadline.js';

/** Less than an answer may take. */
const patienceMs = 4_000;
/** For so long a report tells how things are. */
const freshMs = 60_000;

/** One run of the checker at a time: it reads whole tables, and may take longer than an answer. */
export class Checks {
  readonly #ports: Pick<Ports, 'checkInvariants' | 'clock'>;
  #running: Promise<CheckReport> | undefined;
  /** Of a run that was left before it ended: for whoever asks next, and soon. */
  #untold: { readonly report: CheckReport; readonly madeMs: number } | undefined;

  constructor(ports: Pick<Ports, 'checkInvariants' | 'clock'>) {
    this.#ports = ports;
  }

  /** The report of a run that begins now, or of the one that is under way, or has just been. */
  async report(): Promise<CheckReport> {
    const untold = this.#untold;
    this.#untold = undefined;
    if (untold !== undefined && this.#nowMs() - untold.madeMs < freshMs) return untold.report;
    const running = (this.#running ??= this.#run());
    const report = await within(running, patienceMs, this.#ports.clock);
    if (report !== undefined) return report;
    const keep = (made: CheckReport): void => void (this.#untold = { report: made, madeMs: this.#nowMs() });
    // A run that fails is nobody's: whoever asks next begins another and hears why.
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
