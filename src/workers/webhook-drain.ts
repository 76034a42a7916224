import type { LaneState } from '../domain/webhook-attempt.js';
import type { Ports } from '../ports/ports.js';
import type { Lease, Reading, Work } from '../ports/webhook.js';
import { startTest } from '../usecases/webhook.js';
import { runPass, type Recorded, type Recorder } from './webhook-lane.js';

/** Deliveries read at a time: few where the receiver is slow, since what goes ahead must not wait behind them. */
const most = { first: 16, last: 200 };
const cancelMax = 500;
/** Then a lane is looked at from its beginning again. */
const passesMax = 10;

interface Found {
  readonly work: Work;
  readonly readAt: number;
  readonly clockOffset: number;
}

export interface DrainOptions {
  readonly lease: Lease;
  readonly read: (reading: Reading) => Promise<Work | undefined>;
  readonly record: Recorder;
  readonly isStopping: () => boolean;
  readonly isCrowded: () => boolean;
}

type Needs = Pick<Ports, 'store' | 'webhooks' | 'sender' | 'vault' | 'clock' | 'environment'>;

/** Works one leased lane off. */
export class Drain {
  constructor(
    private readonly ports: Needs,
    private readonly options: DrainOptions,
  ) {}

  /** Ends when there is nothing due, or others wait; whether the lane is still leased then. */
  async run(): Promise<boolean> {
    const { lease, isStopping, isCrowded } = this.options;
    let size = most.first;
    for (;;) {
      const found = await this.look(size, '0');
      if (found === undefined) return false;
      const { work } = found;
      if (work.isDeleted) {
        if ((await this.ports.webhooks.cancel(lease, cancelMax)) < cancelMax) return true;
      } else if (work.isTestDue) {
        await startTest(this.ports, lease.endpointId);
      } else {
        if (work.deliveries.length === 0) return true;
        const { tried, isLost } = await this.stretch(found, size);
        if (isLost) return false;
        if (isStopping() || isCrowded()) return true;
        size = Math.max(most.first, Math.min(most.last, 2 * tried));
      }
    }
  }

  /** Passes one after the other, the next one read while this one posts, as long as all goes well. */
  private async stretch(first: Found, firstSize: number): Promise<{ tried: number; isLost: boolean }> {
    const { record, isStopping } = this.options;
    let found = first;
    let size = firstSize;
    let lane: LaneState = first.work;
    let before: Promise<Recorded> = Promise.resolve({ isLost: false });
    let known = new Set<string>();
    for (let passes = 1; ; passes += 1) {
      const { work } = found;
      const ids = work.deliveries.map(({ id }) => id);
      const isLast = ids.length < size || passes === passesMax;
      const after = isLast ? undefined : work.deliveries.at(-1)?.position;
      size = Math.min(most.last, size * 2);
      const [end, ahead] = await Promise.all([
        runPass(this.ports, record, { ...found, lane, isStopping }),
        typeof after === 'string' ? this.look(size, after) : undefined,
      ]);
      const { isLost } = checked(await before);
      const goesOn = end.isClean && !isStopping() && ahead !== undefined && follows(ahead.work, work);
      if (isLost || !goesOn)
        return { tried: end.tried, isLost: checked(await end.recorded).isLost || isLost };
      before = end.recorded;
      ({ lane } = end);
      // What was tried may not have been recorded when this was read.
      known = new Set([...ids, ...known].slice(0, 2 * most.last));
      const deliveries = ahead.work.deliveries.filter(({ id }) => !known.has(id));
      const clockOffset = Math.max(found.clockOffset, ahead.clockOffset);
      found = { ...ahead, clockOffset, work: { ...ahead.work, deliveries } };
    }
  }

  private async look(size: number, after: string): Promise<Found | undefined> {
    const { lease, read } = this.options;
    const work = await read({ lease, most: size, after });
    const readAt = performance.now();
    return work && { work, readAt, clockOffset: work.now.getTime() - readAt };
  }
}

/** What was read ahead is worked on only where nothing has changed and nothing else is due first. */
const follows = (ahead: Work, work: Work): boolean =>
  ahead.version === work.version && !ahead.isTestDue && ahead.deliveries.length > 0;

function checked(recorded: Recorded): Recorded {
  if (recorded.fault) throw recorded.fault.error;
  return recorded;
}
