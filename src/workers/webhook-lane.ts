import { hash } from 'node:crypto';
import { deliveryHeaders } from '../domain/delivery-header.js';
import { madeAt } from '../domain/id.js';
import { forged, type Twist } from '../domain/rough.js';
import { signatureHeaders } from '../domain/signature.js';
import { afterAttempt, type AttemptOutcome, type LaneState } from '../domain/webhook-attempt.js';
import type { Ports } from '../ports/ports.js';
import type { Posted, PostFacts } from '../ports/sender.js';
import { leaseMs, type AttemptRecord, type DueDelivery, type Work } from '../ports/webhook.js';
import { postRoughly } from './webhook-rough.js';

/** Longer than a post may take, with the time to record what came of it. */
const postMs = 11_000;
/** The time spent on what was read; then what goes ahead, or has changed, is looked for. */
const passMs = 100;
/** After a post that took longer, the next one waits for its record: what changed meanwhile is heeded. */
const quickMs = 20;

/** How a pass over what was read ended; its records may still be on their way. */
export interface PassEnd {
  readonly tried: number;
  readonly lane: LaneState;
  /** As the records so far have renewed the lease. */
  readonly leasedUntil: number;
  /** All that was tried was delivered, so what is behind it in the log may follow. */
  readonly isClean: boolean;
  /** Resolves once all is recorded. */
  readonly recorded: Promise<Recorded>;
}

/** `isLost`: the lane is another's now. */
export interface Recorded {
  readonly isLost: boolean;
  readonly fault?: { readonly error: unknown };
}

/** Records an attempt; the version of the endpoint, or undefined where the lease is lost. */
export type Recorder = (attempt: AttemptRecord) => Promise<number | undefined>;

export interface Pass {
  readonly work: Work;
  /** As the attempts before this pass left it. */
  readonly lane: LaneState;
  /** The lag of that clock behind business time: never less than in the pass before. */
  readonly clockOffset: number;
  readonly isStopping: () => boolean;
  /** Until when the lease lasts from now on; undefined where it is lost. */
  readonly renew: () => Promise<number | undefined>;
}

/** The news that the records of a pass have told so far. */
interface Seen {
  isClean: boolean;
  isLost: boolean;
  isStale: boolean;
  leasedUntil: number;
  fault?: { readonly error: unknown };
}

type Needs = Pick<Ports, 'sender' | 'vault' | 'clock' | 'environment'>;

/**
 * Posts what was read, one after the other. Records are not waited for where posts are quick: after a crash such a
 * delivery is made again.
 */
export async function runPass(ports: Needs, record: Recorder, pass: Pass): Promise<PassEnd> {
  const { work } = pass;
  const { lease } = work;
  const startedAt = performance.now();
  const post = poster(ports, pass);
  const heldBack = new Set<string>();
  const records: Promise<void>[] = [];
  const seen: Seen = { isClean: true, isLost: false, isStale: false, leasedUntil: work.leasedUntil };
  let { lane } = pass;
  let tried = 0;

  const keep = (delivery: DueDelivery, { delivery: state, ...outcome }: AttemptOutcome): Promise<void> => {
    const askedAt = performance.now();
    return record({ lease, deliveryId: delivery.id, ...state, ...outcome }).then(
      (version) => {
        // The lease was renewed after that, however late this is known.
        seen.leasedUntil = askedAt + leaseMs;
        seen.isLost ||= version === undefined;
        seen.isStale ||= version !== work.version;
      },
      (error: unknown) => {
        seen.fault = { error };
      },
    );
  };

  const renew = async (): Promise<boolean> => {
    const leasedUntil = await pass.renew();
    seen.isLost ||= leasedUntil === undefined;
    seen.leasedUntil = Math.max(seen.leasedUntil, leasedUntil ?? 0);
    return leasedUntil !== undefined;
  };
  const isRough = ({ kind }: DueDelivery): boolean => work.isRough && kind !== 'test';

  for (const delivery of work.deliveries) {
    const isProbe = delivery.kind === 'ping' || delivery.kind === 'test';
    const began = performance.now();
    const isLate = began - startedAt > passMs || began > seen.leasedUntil - postMs;
    const isOver = isLate || (!isProbe && lane.failingSince !== null);
    if (isOver || seen.isStale || seen.fault !== undefined || pass.isStopping()) break;
    if (delivery.kind === 'first' && heldBack.has(delivery.resourceId)) continue;
    const posted = isRough(delivery) ? await postRoughly({ post, renew }, delivery) : await post(delivery);
    if (posted === undefined) break;
    // Left as it was: the attempt is made again, by another process or after the next start, as after a crash.
    if (posted.isCut) break;
    const outcome = afterAttempt(delivery, lane, posted);
    ({ lane } = outcome);
    if (delivery.kind === 'first' && outcome.delivery.status === 'pending') heldBack.add(delivery.resourceId);
    seen.isClean &&= outcome.delivery.status === 'delivered';
    const recorded = keep(delivery, outcome);
    records.push(recorded);
    tried += 1;
    if (performance.now() - began > quickMs) await recorded;
  }
  const isClean = seen.isClean && !seen.isStale && seen.fault === undefined;
  const { leasedUntil } = seen;
  return { tried, lane, leasedUntil, isClean, recorded: Promise.all(records).then(() => seen) };
}

/** An attempt at an endpoint whose address or secret does not open. */
const unopened: Posted = {
  httpStatus: null,
  error: 'the service could not decrypt the address or the secret of this endpoint',
  durationMs: 0,
};

const factsOf = ({ eventId, resourceId, kind, attempts }: DueDelivery, now: Date): PostFacts => ({
  eventId,
  resourceId,
  ...(kind === 'first' && attempts === 0 && { waitedMs: now.getTime() - madeAt(eventId).getTime() }),
});

/** Posts a delivery, signed at its own machine time, and tells how it went in business time. */
function poster(ports: Needs, { work, clockOffset }: Pass) {
  const { vault, sender, clock, environment } = ports;
  const opened = (field: 'url' | 'secret' | 'previousSecret', sealed: string): string | undefined =>
    vault.decrypt(sealed, { noun: 'webhookEndpoint', field, id: work.lease.endpointId });
  const url = opened('url', work.url);
  const secret = opened('secret', work.secret);
  const previous = work.previousSecret === null ? undefined : opened('previousSecret', work.previousSecret);
  const businessNow = (): Date => new Date(Math.floor(performance.now() + clockOffset));

  const secretsAt = (now: Date, newest: string): string[] => {
    const overlaps = work.previousSecretExpiresAt !== null && work.previousSecretExpiresAt > now;
    return previous !== undefined && overlaps ? [newest, previous] : [newest];
  };

  return async (delivery: DueDelivery, twist?: Twist) => {
    const startedAt = businessNow();
    if (url === undefined || secret === undefined)
      return { ...unopened, startedAt, endedAt: startedAt, random: Math.random() };
    const signed = { eventId: delivery.eventId, at: clock.machineNow(), body: delivery.body };
    const posted = await sender.post({
      url,
      headers: deliveryHeaders({
        environment,
        signatures: signatureHeaders(vault, secretsAt(startedAt, secret), signed),
        eventId: delivery.eventId,
        deliveryId: delivery.id,
        attempt: delivery.attempts + 1,
        digest: hash('sha256', delivery.body, 'base64'),
      }),
      body: twist === 'forged' ? forged(delivery.body) : delivery.body,
      ...(twist === undefined && { about: factsOf(delivery, startedAt) }),
    });
    return { ...posted, startedAt, endedAt: businessNow(), random: Math.random() };
  };
}
