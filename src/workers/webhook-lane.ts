import { hash } from 'node:crypto';
import { deliveryHeaders } from '../domain/delivery-header.js';
import { madeAt } from '../domain/id.js';
import { forged, type RoughVariant } from '../domain/rough.js';
import { signatureHeaders } from '../domain/signature.js';
import { afterAttempt, type AttemptOutcome, type LaneState } from '../domain/webhook-attempt.js';
import type { Ports } from '../ports/ports.js';
import type { PostResult, PostFacts } from '../ports/sender.js';
import { leaseMs, type AttemptRecord, type DueDelivery, type LaneWork } from '../ports/webhook.js';
import { postRoughly } from './webhook-rough.js';

/** The longest a post may take, plus the time to record its outcome. */
const postMs = 11_000;
/** Time spent on one read; then urgent deliveries and changes of the endpoint are read. */
const passMs = 100;
/**
 * If a post took longer than this, the next one waits until the attempt is recorded, to notice changes made
 * meanwhile.
 */
const quickMs = 20;

/** How a pass over one read ended; its records may still be in progress. */
export interface PassEnd {
  readonly tried: number;
  readonly lane: LaneState;
  /** As renewed by the records so far. */
  readonly leasedUntil: number;
  /** Every attempt was delivered, so deliveries further on in the log may follow. */
  readonly isClean: boolean;
  /** Resolves when all attempts are recorded. */
  readonly recorded: Promise<RecordResult>;
}

/** `isLost`: another worker has the lane now. */
export interface RecordResult {
  readonly isLost: boolean;
  readonly fault?: { readonly error: unknown };
}

/** Records an attempt. Returns the version of the endpoint, or undefined if the lease is lost. */
export type Recorder = (attempt: AttemptRecord) => Promise<number | undefined>;

export interface Pass {
  readonly work: LaneWork;
  /** State of the lane after the previous pass. */
  readonly lane: LaneState;
  /** Add to `performance.now()` to get business time. Never less than in the pass before. */
  readonly clockOffset: number;
  readonly isStopping: () => boolean;
  /** Renews the lease and returns its new end; undefined if it is lost. */
  readonly renew: () => Promise<number | undefined>;
}

/** What the records of this pass have returned so far. */
interface PassState {
  isClean: boolean;
  isLost: boolean;
  isStale: boolean;
  leasedUntil: number;
  fault?: { readonly error: unknown };
}

type Needs = Pick<Ports, 'sender' | 'vault' | 'clock' | 'environment'>;

/**
 * Posts the deliveries of one read, one after another. Quick posts do not wait for the record of the attempt before:
 * after a crash such a delivery is posted again.
 */
export async function runPass(ports: Needs, record: Recorder, pass: Pass): Promise<PassEnd> {
  const { work } = pass;
  const { lease } = work;
  const startedAt = performance.now();
  const post = poster(ports, pass);
  const heldBack = new Set<string>();
  const records: Promise<void>[] = [];
  const state: PassState = { isClean: true, isLost: false, isStale: false, leasedUntil: work.leasedUntil };
  let { lane } = pass;
  let tried = 0;

  const keep = (
    delivery: DueDelivery,
    { delivery: outcomeState, ...outcome }: AttemptOutcome,
  ): Promise<void> => {
    const sentAt = performance.now();
    return record({ lease, deliveryId: delivery.id, ...outcomeState, ...outcome }).then(
      (version) => {
        // The renewal happened after `sentAt`, so this end is safe however late the answer came.
        state.leasedUntil = sentAt + leaseMs;
        state.isLost ||= version === undefined;
        state.isStale ||= version !== work.version;
      },
      (error: unknown) => {
        state.fault = { error };
      },
    );
  };

  const renew = async (): Promise<boolean> => {
    const leasedUntil = await pass.renew();
    state.isLost ||= leasedUntil === undefined;
    state.leasedUntil = Math.max(state.leasedUntil, leasedUntil ?? 0);
    return leasedUntil !== undefined;
  };
  const isRough = ({ kind }: DueDelivery): boolean => work.isRough && kind !== 'test';

  for (const delivery of work.deliveries) {
    const isProbe = delivery.kind === 'ping' || delivery.kind === 'test';
    const began = performance.now();
    const isLate = began - startedAt > passMs || began > state.leasedUntil - postMs;
    const isOver = isLate || (!isProbe && lane.failingSince !== null);
    if (isOver || state.isStale || state.fault !== undefined || pass.isStopping()) break;
    if (delivery.kind === 'first' && heldBack.has(delivery.resourceId)) continue;
    const posted = isRough(delivery) ? await postRoughly({ post, renew }, delivery) : await post(delivery);
    if (posted === undefined) break;
    // Nothing is recorded. Another process, or this one after its next start, makes the attempt again, as after a
    // crash.
    if (posted.isCut) break;
    const outcome = afterAttempt(delivery, lane, posted);
    ({ lane } = outcome);
    if (delivery.kind === 'first' && outcome.delivery.status === 'pending') heldBack.add(delivery.resourceId);
    state.isClean &&= outcome.delivery.status === 'delivered';
    const recorded = keep(delivery, outcome);
    records.push(recorded);
    tried += 1;
    if (performance.now() - began > quickMs) await recorded;
  }
  const isClean = state.isClean && !state.isStale && state.fault === undefined;
  const { leasedUntil } = state;
  return { tried, lane, leasedUntil, isClean, recorded: Promise.all(records).then(() => state) };
}

/** Outcome of an attempt if the endpoint's URL or secret cannot be decrypted. */
const unopened: PostResult = {
  httpStatus: null,
  error: 'the service could not decrypt the address or the secret of this endpoint',
  durationMs: 0,
};

const factsOf = ({ eventId, resourceId, kind, attempts }: DueDelivery, now: Date): PostFacts => ({
  eventId,
  resourceId,
  ...(kind === 'first' && attempts === 0 && { waitedMs: now.getTime() - madeAt(eventId).getTime() }),
});

/** Posts deliveries: signed in machine time, reported in business time. */
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

  return async (delivery: DueDelivery, variant?: RoughVariant) => {
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
      body: variant === 'forged' ? forged(delivery.body) : delivery.body,
      ...(variant === undefined && { about: factsOf(delivery, startedAt) }),
    });
    return { ...posted, startedAt, endedAt: businessNow(), random: Math.random() };
  };
}
