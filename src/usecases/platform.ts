import { firstPace, nextStep } from '../domain/clock-step.js';
import type { SealedAt } from '../domain/sealed.js';
import { refuse } from '../domain/refusal.js';
import type { Ports } from '../ports/ports.js';
import type { ResealCount, ResealCursor } from '../ports/store.js';
import { audited, type Operator } from './audit.js';

/** Rows scanned in one transaction. */
const resealBatch = 500;
/** No worker is running if, for this long, the due work has not changed and no worker has worked on it. */
const idleMs = 20_000;
/** The longest that a step waits for due work to finish. */
const stepMs = 600_000;

/**
 * Re-encrypts values sealed under older keys or in older formats with the newest key. It may be stopped and run again
 * at any time. It ends after a full scan that re-encrypted nothing, because a process without the newest key may
 * still seal values meanwhile. Values that cannot be decrypted are counted and left as they are.
 */
export async function rotateKeys(
  ports: Pick<Ports, 'store' | 'vault'>,
  operator: Operator,
  onProgress: (resealed: number) => void,
): Promise<ResealCount> {
  const { vault, store } = ports;
  const again = (sealed: string, at: SealedAt): string | undefined => {
    const plain = vault.decrypt(sealed, at);
    return plain === undefined ? undefined : vault.encrypt(plain, at);
  };
  const keyId = vault.currentKeyId;
  // Audited before anything changes: an interrupted run writes no second entry.
  await note(ports, operator, { action: 'keys.rotate', after: { keyId } });
  let [resealed, unopened] = [0, 0];
  for (let before = -1; before < resealed;) {
    before = resealed;
    unopened = 0;
    for (let from: ResealCursor | undefined = { column: 0, afterId: '' }; from;) {
      const step = await store.reseal({ from, limit: resealBatch, start: vault.currentStart, again });
      resealed += step.resealed;
      unopened += step.unopened;
      if (step.resealed > 0) onProgress(resealed);
      from = step.next;
    }
  }
  await note(ports, operator, { action: 'keys.rotate', after: { keyId, resealed, unopened } });
  return { resealed, unopened };
}

/** How far, or until when; `stop` ends it after the current step. */
type Advance = ({ readonly ms: number } | { readonly to: Date }) & {
  readonly onStep: (now: Date) => void;
  readonly stop?: AbortSignal | undefined;
};

export const advanceDaysMost = 3_650;

type ClockPorts = Pick<Ports, 'store' | 'reader' | 'clock' | 'bank' | 'log' | 'environment'>;

/**
 * Moves business time for every process (supplement §10, §11.4). Stops at each due time, in order, until nothing is
 * due there. Sandbox only. Two at once run one after the other; otherwise their steps would add up and skip due times
 * between.
 */
export async function advanceClock(ports: ClockPorts, operator: Operator, ask: Advance): Promise<Date> {
  if (ports.environment === 'live')
    refuse('invalid_request', 'The clock of a live deployment cannot be moved.');
  const { stop } = ask;
  try {
    return await ports.store.alone('clock', (lost) => new Advancing(ports, ask, lost).run(operator), stop);
  } catch (error) {
    if (!stop?.aborted) throw error;
    return stopped(ports, 'The advance was stopped.');
  }
}

/** Pauses in ms between checks of due work: short at first, because most steps take milliseconds. */
const lookMs = { first: 2, most: 50 };
/** The longest wait for the simulated bank at a step: it may be unable to deliver a notice. */
const bankMs = 2_000;

class Advancing {
  readonly #ports: ClockPorts;
  readonly #ask: Advance;
  /** Aborted when the lock is lost, when another process may move the clock, or when the caller has gone. */
  readonly #end: AbortSignal;

  constructor(ports: ClockPorts, ask: Advance, lost: AbortSignal) {
    this.#ports = ports;
    this.#ask = ask;
    this.#end = AbortSignal.any([lost, ...(ask.stop ? [ask.stop] : [])]);
  }

  async run(operator: Operator): Promise<Date> {
    const { reader, store } = this.#ports;
    await this.#drained();
    const began = await reader.now();
    const target = 'to' in this.#ask ? this.#ask.to : new Date(began.getTime() + this.#ask.ms);
    if (target.getTime() - began.getTime() > advanceDaysMost * 86_400_000) {
      refuse('invalid_parameter', `to: is more than ${advanceDaysMost} days ahead.`, { param: 'to' });
    }
    await note(this.#ports, operator, {
      action: 'clock.advance',
      after: 'to' in this.#ask ? { to: target.toISOString() } : { ms: this.#ask.ms },
    });
    for (let now = began, pace = firstPace; ; now = await reader.now()) {
      if (now >= target) return now;
      const { ahead } = await reader.agenda();
      const step = nextStep(now, ahead, { target, pace });
      ({ pace } = step);
      const ms = Math.max(1, Math.ceil(step.to.getTime() - now.getTime()));
      this.#end.throwIfAborted();
      await store.transaction((tx) => tx.moveClock(ms));
      await this.#drained();
      this.#ask.onStep(step.to);
    }
  }

  /** The kinds of work that are due, in brackets; empty for webhook deliveries. */
  async #dueOf(): Promise<string> {
    const kinds = await this.#ports.reader.dueWork();
    return kinds.length === 0 ? '' : ` (${kinds.join(', ')})`;
  }

  /** Resolves when the workers have finished the due work. */
  async #drained(): Promise<void> {
    const { reader, clock } = this.#ports;
    const machineNow = (): number => clock.machineNow().getTime();
    const began = machineNow();
    for (let last = 0, since = began, waitMs = lookMs.first; ;) {
      const { due, isInHand } = await reader.agenda();
      const now = machineNow();
      if (due === 0 && (now - began > bankMs || !(await this.#ports.bank?.hasNoticeSoon()))) return;
      if (isInHand || due !== last) since = now;
      last = due;
      if (now - since > idleMs)
        await stopped(
          this.#ports,
          `${due} due${await this.#dueOf()}, and no worker is processing them. Is a worker running?`,
        );
      if (now - began > stepMs) await stopped(this.#ports, `${due} still due after ten minutes.`);
      await clock.sleep(waitMs, this.#end);
      this.#end.throwIfAborted();
      waitMs = Math.min(lookMs.most, 2 * waitMs);
    }
  }
}

async function stopped({ reader, log }: Pick<ClockPorts, 'reader' | 'log'>, why: string): Promise<never> {
  const now = (await reader.now()).toISOString();
  log.info({ now, why }, 'clock advance stopped early');
  return refuse('temporarily_unavailable', `${why} The clock is at ${now}.`);
}

function note(
  ports: Pick<Ports, 'store'>,
  operator: Operator,
  act: { action: string; after: Readonly<Record<string, unknown>> },
): Promise<void> {
  return ports.store.transaction(async (tx) => {
    const entry = audited(await tx.moment(), operator, {
      ...act,
      accountId: null,
      subjectId: null,
      before: null,
    });
    await tx.record([entry]);
  });
}
