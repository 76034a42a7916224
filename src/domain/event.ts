import { timeText, type Moment } from './moment.js';

/** Contract §6.2. New types may be added. */
export const eventTypes = [
  'funding_account.active',
  'funding_account.failed',
  'payin.completed',
  'payin.failed',
  'payout.created',
  'payout.completed',
  'payout.failed',
  'payout.cancelled',
  'payout.returned',
  'payout.return_settled',
  'remittance.created',
  'remittance.processing',
  'remittance.review',
  'remittance.completed',
  'remittance.failed',
  'remittance.returned',
  'payout_batch.created',
  'payout_batch.completed',
  'payout_batch.cancellation_requested',
  'payout_batch.cancellation_finished',
  'payout_batch.updated',
  'refund.created',
  'refund.approved',
  'refund.processing',
  'refund.completed',
  'refund.failed',
  'settlement.created',
  'settlement.processing',
  'settlement.on_hold',
  'settlement.completed',
  'settlement.failed',
  'settlement_schedule.activated',
  'settlement_schedule.blocked',
  'withdrawal.created',
  'withdrawal.pending_approval',
  'withdrawal.approved',
  'withdrawal.submitted',
  'withdrawal.completed',
  'withdrawal.failed',
  'withdrawal.cancelled',
  'approval.requested',
  'approval.decided',
  'customer.created',
  'customer.updated',
  'customer.status_changed',
  'beneficiary.created',
  'beneficiary.verified',
  'risk.review_required',
  'reconciliation.exception_created',
  'reconciliation.exception_resolved',
  'hosted_session.created',
  'hosted_session.payment_reported',
  'webhook.ping',
] as const;
export type EventType = (typeof eventTypes)[number];

/** JSON that leaves the service: no undefined, and no numbers for money. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };
export interface Resource {
  readonly id: string;
  readonly [key: string]: Json;
}

/** An event to publish. `body` is the exact text that readers and receivers get (contract §2.13). */
export interface EventDraft {
  readonly id: string;
  readonly accountId: string;
  readonly type: EventType;
  readonly resourceId: string;
  readonly occurredAt: Date;
  readonly body: string;
}

export interface Fact {
  readonly accountId: string;
  readonly type: EventType;
  readonly data: Resource;
}

export function eventOf(moment: Moment, fact: Fact): EventDraft {
  const id = moment.newId('event', moment.now);
  const body = JSON.stringify({
    id,
    type: fact.type,
    schema_version: 1,
    occurred_at: timeText(moment.now),
    livemode: moment.livemode,
    data: fact.data,
  });
  return {
    id,
    accountId: fact.accountId,
    type: fact.type,
    resourceId: fact.data.id,
    occurredAt: moment.now,
    body,
  };
}

/** Leaves out null and undefined: a REST resource never contains null (supplement, notation). */
export function present<T extends Readonly<Record<string, unknown>>>(
  fields: T,
): { [K in keyof T]: Exclude<T[K], null | undefined> } {
  const visible: Record<string, unknown> = {};
  for (const name of Object.keys(fields)) {
    const value = fields[name];
    if (value !== null && value !== undefined) visible[name] = value;
  }
  return visible as { [K in keyof T]: Exclude<T[K], null | undefined> };
}

/** RFC 3339 in UTC with milliseconds, or null. */
export function isoTime(at: Date | null): string | null {
  return at === null ? null : timeText(at);
}
