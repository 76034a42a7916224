import { testEveryMs, type Attempt, type DeliveryStatus, type WebhookDelivery } from './webhook.js';

/** Seconds before the second attempt and each later one (contract §6.4). */
export const retryWaits = [30, 120, 600, 1_800, 3_600, 7_200, 14_400, 28_800, 28_800] as const;
const jitter = 0.2;
const failuresMax = 10;
const errorLengthMax = 200;

/** What an endpoint's attempts in a row have come to. */
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
  /** The endpoint was failing, and its queue goes on. */
  readonly recovered: boolean;
}

/** One POST as it went; `random` from 0 to below 1 varies the wait. */
export interface AttemptFacts {
  readonly startedAt: Date;
  readonly endedAt: Date;
  readonly httpStatus: number | null;
  readonly error: string | null;
  readonly durationMs: number;
  readonly random: number;
}

/** What an attempt means for the delivery and for its endpoint. */
export function afterAttempt(
  delivery: Pick<WebhookDelivery, 'kind' | 'attempts'>,
  lane: LaneState,
  facts: AttemptFacts,
): AttemptOutcome {
  const { httpStatus, endedAt } = facts;
  const isDelivered = httpStatus !== null && httpStatus >= 200 && httpStatus < 300;
  const number = delivery.attempts + 1;
  const isTest = delivery.kind === 'test';
  const recovered = isTest && isDelivered && lane.failingSince !== null;
  const nextAttemptAt = isDelivered ? null : retryAt(delivery.kind, number, facts);
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

function retryAt(kind: WebhookDelivery['kind'], number: number, facts: AttemptFacts): Date | null {
  const isOnce = kind === 'ping' || kind === 'test';
  const seconds = isOnce ? undefined : retryWaits[number - 1];
  if (seconds === undefined) return null;
  const ms = Math.round(seconds * 1000 * (1 - jitter + 2 * jitter * facts.random));
  return new Date(facts.endedAt.getTime() + ms);
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

/** Plain text on one line: what a receiver's side says is nobody's to trust. */
function cleaned(error: string): string {
  const plain = error
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
  return Array.from(plain).slice(0, errorLengthMax).join('') || 'the attempt failed';
}
