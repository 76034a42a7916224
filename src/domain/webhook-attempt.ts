import { cut } from './text.js';
import { testEveryMs, type Attempt, type DeliveryStatus, type WebhookDelivery } from './webhook.js';

/** Seconds before the second attempt and each later one (contract §6.4). */
export const retryWaits = [30, 120, 600, 1_800, 3_600, 7_200, 14_400, 28_800, 28_800] as const;
const jitter = 0.2;
/** How far attempts may fall behind the sum of the waits: all ten happen within a day of the first. */
const lateMaxMs = 15 * 60_000;
export const deliveryAttemptsMax = retryWaits.length + 1;
export const failuresMax = 10;
const errorLengthMax = 200;

/** The state of an endpoint after consecutive attempts. */
export interface LaneState {
  readonly failures: number;
  readonly failingSince: Date | null;
  readonly nextTestAt: Date | null;
}

export interface AttemptOutcome {
  readonly delivery: {
    readonly status: DeliveryStatus;
    readonly nextAttemptAt: Date | null;
    readonly deliveredAt: Date | null;
  };
  readonly attempt: Attempt;
  readonly lane: LaneState;
  /** The endpoint was failing and now works again; its queue resumes. */
  readonly recovered: boolean;
}

/** A delivery before an attempt. */
export type TriedDelivery = Pick<WebhookDelivery, 'kind' | 'attempts'> & {
  readonly firstAttemptAt: Date | null;
};

/** Outcome of one POST; `random` in [0, 1) jitters the retry delay. */
export interface AttemptFacts {
  readonly startedAt: Date;
  readonly endedAt: Date;
  readonly httpStatus: number | null;
  readonly error: string | null;
  readonly durationMs: number;
  readonly random: number;
}

/** Whether the answer is a 2xx; a redirect is not (contract §6.4). */
export const isSuccess = (httpStatus: number | null): boolean =>
  httpStatus !== null && httpStatus >= 200 && httpStatus < 300;

/** A receiver that answers within this time is quick, and has slots that slow receivers cannot take. */
export const quickMs = 250;

/** 0 for a quick answer, else 1 plus the full seconds it took. */
export const paceOf = (durationMs: number): number =>
  durationMs < quickMs ? 0 : 1 + Math.floor(durationMs / 1000);

/** What an attempt changes on its delivery and endpoint. */
export function afterAttempt(delivery: TriedDelivery, lane: LaneState, facts: AttemptFacts): AttemptOutcome {
  const { httpStatus, endedAt } = facts;
  const isDelivered = isSuccess(httpStatus);
  const number = delivery.attempts + 1;
  const isTest = delivery.kind === 'test';
  const recovered = isTest && isDelivered && lane.failingSince !== null;
  const nextAttemptAt = isDelivered ? null : retryAt(delivery, facts);
  return {
    delivery: {
      status: isDelivered ? 'delivered' : nextAttemptAt === null ? 'failed' : 'pending',
      nextAttemptAt,
      deliveredAt: isDelivered ? endedAt : null,
    },
    attempt: attemptOf(number, facts),
    lane: recovered
      ? { failures: 0, failingSince: null, nextTestAt: null }
      : isTest
        ? lane
        : counted(lane, isDelivered, endedAt),
    recovered,
  };
}

function counted(lane: LaneState, isDelivered: boolean, at: Date): LaneState {
  const failures = isDelivered ? 0 : lane.failures + 1;
  if (failures < failuresMax || lane.failingSince !== null) return { ...lane, failures };
  return { failures, failingSince: at, nextTestAt: new Date(at.getTime() + testEveryMs) };
}

/** Delays vary by a fifth, but never so far up that together they exceed the sum of the table. */
function retryAt({ kind, attempts, firstAttemptAt }: TriedDelivery, facts: AttemptFacts): Date | null {
  const isOnce = kind === 'ping' || kind === 'test';
  const seconds = isOnce ? undefined : retryWaits[attempts];
  if (seconds === undefined) return null;
  const waitMs = seconds * 1000;
  const passedMs = facts.endedAt.getTime() - (firstAttemptAt ?? facts.startedAt).getTime();
  const plannedMs = retryWaits.slice(0, attempts).reduce((sum, each) => sum + each * 1000, 0);
  const roomMs = Math.max(0, lateMaxMs + plannedMs - passedMs);
  const least = waitMs * (1 - jitter);
  const most = waitMs + Math.min(waitMs * jitter, roomMs);
  return new Date(facts.endedAt.getTime() + Math.round(least + (most - least) * facts.random));
}

function attemptOf(number: number, facts: AttemptFacts): Attempt {
  const { startedAt, httpStatus, durationMs, error } = facts;
  return {
    number,
    occurred_at: startedAt.toISOString(),
    ...(httpStatus !== null && { http_status: httpStatus }),
    duration_ms: Math.floor(durationMs),
    ...(error !== null && { error: cleaned(error) }),
  };
}

/** Plain text on one line: errors from a receiver's side are untrusted. */
function cleaned(error: string): string {
  const plain = error
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
  return cut(plain, errorLengthMax) || 'the attempt failed';
}
