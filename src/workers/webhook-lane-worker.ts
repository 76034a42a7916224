import type { LaneState } from '../domain/webhook-attempt.js';
import type { Ports } from '../ports/ports.js';
import type { DueDelivery, Lease, WorkAsk, LaneWork } from '../ports/webhook.js';
import { startTest } from '../usecases/webhook.js';
import { runPass, type RecordResult, type Recorder } from './webhook-lane.js';

/** Deliveries per read. A slow receiver gets few, so that urgent deliveries do not wait behind many. */
const readSize = { first: 16, last: 200 };
const cancelMax = 500;
/** After this many passes the lane is read from its beginning again. */
const passesMax = 10;

interface LaneRead {
  readonly work: LaneWork;
  readonly clockOffset: number;
}

interface PassesEnd {
  readonly tried: number;
  readonly isLost: boolean;
  readonly hasMore: boolean;
}

export interface LaneWorkerOptions {
  readonly lease: Lease;
  readonly read: (ask: WorkAsk) => Promise<LaneWork | undefined>;
  readonly record: Recorder;
  readonly isStopping: () => boolean;
  readonly isCrowded: () => boolean;
}

type Needs = Pick<Ports, 'store' | 'webhooks' | 'sender' | 'vault' | 'clock' | 'environment'>;

/** Works through one leased lane. */
export class LaneWorker {
  constructor(
    private readonly ports: Needs,
    private readonly options: LaneWorkerOptions,
  ) {}

  /**
   * Runs until nothing is due, other lanes wait, or nothing could be tried. Returns whether there is a lease to
   * release.
   */
  async run(): Promise<boolean> {
    const { lease, isStopping, isCrowded } = this.options;
    let size = readSize.first;
    for (;;) {
      const found = await this.readLane(size, '0');
      if (found === undefined) return false;
      const { work } = found;
      if (work.isDeleted) {
        if ((await this.ports.webhooks.cancel(lease, cancelMax)) < cancelMax) return true;
      } else if (work.isTestDue) {
        await startTest(this.ports, lease.endpointId);
      } else {
        if (work.deliveries.length === 0) return true;
        const { tried, isLost, hasMore } = await this.runPasses(found, size);
        if (isLost) return false;
        // A delivery that arrived meanwhile, or was read too late to be posted, is found when the lane is released.
        if (!hasMore || tried === 0 || isStopping() || isCrowded()) return true;
        size = clamp(readSize.first, 2 * tried, readSize.last);
      }
    }
  }

  /**
   * Runs pass after pass. While one pass posts, the deliveries of the next are read, as long as every delivery
   * succeeds.
   */
  private async runPasses(first: LaneRead, firstSize: number): Promise<PassesEnd> {
    const { record, isStopping, isCrowded } = this.options;
    const renew = async () => (await this.readLane(1, '0'))?.work.leasedUntil;
    let found = first;
    let pace = firstSize;
    let size = clamp(firstSize, 2 * firstSize, readSize.last);
    let lane: LaneState = first.work;
    let before: Promise<RecordResult> = Promise.resolve({ isLost: false });
    let known: readonly DueDelivery[] = [];
    let hasMore = first.work.deliveries.length >= firstSize;
    for (let passes = 1; ; passes += 1) {
      const { work } = found;
      const after =
        hasMore && passes < passesMax && !work.isRough ? work.deliveries.at(-1)?.position : undefined;
      const wanted = size;
      const [end, ahead] = await Promise.all([
        runPass(this.ports, record, { ...found, lane, isStopping, renew }),
        typeof after === 'string' ? this.readLane(wanted, after) : undefined,
      ]);
      const { isLost } = throwFault(await before);
      known = [...work.deliveries.filter(isReadAgain), ...known].slice(0, 2 * readSize.last);
      const rest = work.deliveries.slice(end.tried);
      const fresh = withoutKnown(ahead?.work.deliveries ?? [], known);
      const deliveries = merged(rest, fresh);
      const isInOrder = !fresh.some((each) => fellDue(each, after));
      const goesOn =
        end.isClean &&
        !isStopping() &&
        !isCrowded() &&
        isInOrder &&
        ahead !== undefined &&
        follows(ahead.work, work);
      if (isLost || !goesOn || deliveries.length === 0) {
        const recorded = throwFault(await end.recorded);
        return {
          tried: end.tried,
          isLost: recorded.isLost || isLost,
          hasMore: hasMore || rest.length > 0,
        };
      }
      before = end.recorded;
      ({ lane } = end);
      hasMore = ahead.work.deliveries.length >= wanted;
      const clockOffset = Math.max(found.clockOffset, ahead.clockOffset);
      const leasedUntil = Math.max(end.leasedUntil, ahead.work.leasedUntil);
      found = { clockOffset, work: { ...ahead.work, leasedUntil, deliveries } };
      // A pass that ran out of deliveries could have tried more. Aim for two passes' worth when the next pass ends.
      pace = rest.length > 0 ? end.tried : clamp(pace, 2 * end.tried, readSize.last);
      size = clamp(1, 2 * pace - Math.max(0, deliveries.length - pace), readSize.last);
    }
  }

  private async readLane(size: number, after: string): Promise<LaneRead | undefined> {
    const { lease, read } = this.options;
    const work = await read({ lease, most: size, after });
    return work && { work, clockOffset: work.now.getTime() - performance.now() };
  }
}

/** Deliveries that were read ahead are used only if the endpoint is unchanged and no test is due first. */
const follows = (ahead: LaneWork, work: LaneWork): boolean =>
  ahead.version === work.version && !ahead.isTestDue;

/** Retries are read from the beginning each time; first attempts are read from a log position. */
const isReadAgain = ({ attempts, position }: DueDelivery): boolean => attempts > 0 || position === null;

/** Removes deliveries whose attempt may not have been recorded yet when more were read. */
function withoutKnown(due: readonly DueDelivery[], known: readonly DueDelivery[]): readonly DueDelivery[] {
  if (known.length === 0) return due;
  const ids = new Set(known.map(({ id }) => id));
  return due.filter(({ id }) => !ids.has(id));
}

const positionOf = ({ position }: DueDelivery): number => Number(position ?? 0);

/**
 * A retry that was not due when the lane was read up to `upTo`. First attempts it held back were skipped then, and
 * must not be overtaken by later ones of the same resource. So the next read must not start behind it.
 */
const fellDue = (delivery: DueDelivery, upTo: string | null | undefined): boolean =>
  delivery.attempts > 0 && positionOf(delivery) <= Number(upTo);

/** In log order; deliveries without a log position come first. */
const merged = (rest: readonly DueDelivery[], ahead: readonly DueDelivery[]): DueDelivery[] =>
  [...rest, ...ahead].sort((one, other) => positionOf(one) - positionOf(other));

const clamp = (least: number, value: number, greatest: number): number =>
  Math.max(least, Math.min(greatest, value));

function throwFault(recorded: RecordResult): RecordResult {
  if (recorded.fault) throw recorded.fault.error;
  return recorded;
}
