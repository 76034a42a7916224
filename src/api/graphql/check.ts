import { refuse } from '../../domain/refusal.js';
import type { CheckReport } from '../../ports/checker.js';
import type { Ports } from '../../ports/ports.js';

/** Less than an answer may take. */
const patienceMs = 4_000;

/** One run of the checker at a time: it reads whole tables, and may take longer than an answer. */
export class Checks {
  readonly #ports: Pick<Ports, 'checkInvariants' | 'clock'>;
  #running: Promise<CheckReport> | undefined;
  /** Of a run that was left before it ended: for whoever asks next. */
  #untold: CheckReport | undefined;

  constructor(ports: Pick<Ports, 'checkInvariants' | 'clock'>) {
    this.#ports = ports;
  }

  /** The report of a run that begins now, or of the one that is under way. */
  async report(): Promise<CheckReport> {
    const untold = this.#untold;
    this.#untold = undefined;
    if (untold !== undefined) return untold;
    const running = (this.#running ??= this.#run());
    const report = await Promise.race([running, this.#ports.clock.sleep(patienceMs)]);
    if (report !== undefined) return report;
    const keep = (made: CheckReport): void => void (this.#untold = made);
    // A run that fails is nobody's: whoever asks next begins another and hears why.
    running.then(keep, () => undefined);
    return refuse('temporarily_unavailable', 'The checks take longer than this; ask again for their report.');
  }

  #run(): Promise<CheckReport> {
    return this.#ports.checkInvariants().finally(() => (this.#running = undefined));
  }
}
