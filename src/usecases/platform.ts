import type { SealedAt } from '../domain/sealed.js';
import { refuse } from '../domain/refusal.js';
import type { Ports } from '../ports/ports.js';
import type { SealedPlace } from '../ports/store.js';
import { audited, type Operator } from './audit.js';

/** Rows looked at in one transaction. */
const resealBatch = 500;
/** The time without change, and without a turn of an endpoint in hand, after which nobody works on it. */
const idleMs = 20_000;
/** The time for which a step waits for what is worked on but never done. */
const stepMs = 600_000;

/**
 * Encrypts again under the newest key whatever older keys sealed, or the newest in a form before this one; can be
 * stopped and run again at any moment. It ends when it has gone through everything and found nothing: what is sealed
 * meanwhile by a process that does not know the newest key yet is found by the next way through.
 */
export async function rotateKeys(
  ports: Pick<Ports, 'store' | 'vault'>,
  operator: Operator,
  onProgress: (resealed: number) => void,
): Promise<number> {
  const { vault, store } = ports;
  const again = (sealed: string, at: SealedAt): string => vault.encrypt(vault.decrypt(sealed, at), at);
  const keyId = vault.currentKeyId;
  // Told before anything is changed: a run that is cut off ends without a word.
  await note(ports, operator, { action: 'keys.rotate', after: { keyId } });
  let resealed = 0;
  for (let before = -1; before < resealed;) {
    before = resealed;
    for (let from: SealedPlace | undefined = { column: 0, afterId: '' }; from;) {
      const step = await store.reseal({ from, limit: resealBatch, start: vault.currentStart, again });
      resealed += step.resealed;
      if (step.resealed > 0) onProgress(resealed);
      from = step.next;
    }
  }
  await note(ports, operator, { action: 'keys.rotate', after: { keyId, resealed } });
  return resealed;
}

interface Advance {
  readonly ms: number;
  readonly onStep: (now: Date) => void;
}

type ClockPorts = Pick<Ports, 'store' | 'reader' | 'clock' | 'environment'>;

/**
 * Moves business time for every process, stepping to each due time in order and waiting until nothing is due
 * before the next (supplement §10). Sandbox only. Of two at once the second begins where the first has come to: their
 * steps would add up, beyond what falls due on the way.
 */
export async function advanceClock(ports: ClockPorts, operator: Operator, ask: Advance): Promise<Date> {
  if (ports.environment === 'live')
    refuse('invalid_request', 'The clock of a live deployment cannot be moved.');
  return ports.store.alone('clock', (lost) => advanceAlone(ports, operator, { ...ask, lost }));
}

/** `lost`: another may move the clock from then on. */
type AdvanceAlone = Advance & { readonly lost: AbortSignal };

async function advanceAlone(ports: ClockPorts, operator: Operator, ask: AdvanceAlone): Promise<Date> {
  await drained(ports, ask.lost);
  const target = new Date((await ports.reader.now()).getTime() + ask.ms);
  await note(ports, operator, { action: 'clock.advance', after: { ms: ask.ms } });
  for (;;) {
    const now = await ports.reader.now();
    if (now >= target) return now;
    const { next } = await ports.reader.agenda();
    const to = next !== null && next < target ? next : target;
    const ms = Math.max(1, Math.ceil(to.getTime() - now.getTime()));
    ask.lost.throwIfAborted();
    await ports.store.transaction((tx) => tx.moveClock(ms));
    await drained(ports, ask.lost);
    ask.onStep(to);
  }
}

async function drained(ports: Pick<Ports, 'reader' | 'clock'>, lost: AbortSignal): Promise<void> {
  const machineNow = (): number => ports.clock.machineNow().getTime();
  const began = machineNow();
  for (let last = 0, since = began; ;) {
    const { due, isInHand } = await ports.reader.agenda();
    if (due === 0) return;
    const now = machineNow();
    if (isInHand || due !== last) since = now;
    last = due;
    if (now - since > idleMs) {
      refuse(
        'temporarily_unavailable',
        `${due} due, and nobody at work: is the service (a worker) running? The clock stays where it is now; run the command again once it does.`,
      );
    }
    if (now - began > stepMs) {
      refuse(
        'temporarily_unavailable',
        `${due} still due after ten minutes of work. The clock stays where it is now; run the command again once less is going on.`,
      );
    }
    await ports.clock.sleep(25, lost);
    lost.throwIfAborted();
  }
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
