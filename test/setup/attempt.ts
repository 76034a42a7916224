import type { AttemptRecord, LaneWork } from '../../src/ports/webhook.js';

/** Of each delivery that was read, that its first attempt was answered with 200. */
export const delivered = ({ lease, now, deliveries }: LaneWork): AttemptRecord[] =>
  deliveries.map(({ id, attempts }) => ({
    lease,
    deliveryId: id,
    status: 'delivered',
    nextAttemptAt: null,
    deliveredAt: now,
    attempt: { number: attempts + 1, occurred_at: now.toISOString(), http_status: 200, duration_ms: 1 },
    lane: { failures: 0, failingSince: null, nextTestAt: null },
    recovered: false,
  }));
