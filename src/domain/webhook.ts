import { added, changed, decide, type Decision, type Moment } from './decision.js';
import { eventOf } from './event.js';
import { webhookDelivery, type WebhookDelivery } from './noun/webhook-delivery.js';
import { webhookEndpoint, type WebhookEndpoint } from './noun/webhook-endpoint.js';
import { shownAt } from './noun/show.js';
import { refuse } from './refusal.js';

export type { Attempt, WebhookDelivery } from './noun/webhook-delivery.js';
export type { WebhookEndpoint } from './noun/webhook-endpoint.js';

/**
 * `first`: made from an event. `redelivery`: requested by the account. A `ping` or `test` is sent ahead of the queue
 * and is tried once.
 */
export type DeliveryKind = WebhookDelivery['kind'];
export type DeliveryStatus = WebhookDelivery['status'];

export const endpointsMax = 10;
export const pingsMax = 5;
export const testEveryMs = 15 * 60_000;
const pingWindowMs = 60_000;
export const secretOverlapMs = 24 * 3_600_000;

export type NewEndpoint = Pick<
  WebhookEndpoint,
  'id' | 'accountId' | 'url' | 'description' | 'eventTypes' | 'secret'
>;

export function createEndpoint(
  moment: Moment,
  fields: NewEndpoint,
  others: number,
): Decision & { endpoint: WebhookEndpoint } {
  if (others >= endpointsMax) {
    refuse(
      'too_many_endpoints',
      `The account already has ${endpointsMax} webhook endpoints, the maximum; delete one first.`,
    );
  }
  const endpoint: WebhookEndpoint = {
    ...fields,
    previousSecret: null,
    previousSecretExpiresAt: null,
    pausedAt: null,
    failingSince: null,
    roughSince: null,
    deletedAt: null,
    createdAt: moment.now,
    updatedAt: moment.now,
    version: 1,
  };
  return { ...decide({ changes: [added('webhookEndpoint', endpoint)] }), endpoint };
}

export interface EndpointUpdate {
  readonly url?: string | undefined;
  readonly description?: string | null | undefined;
  readonly eventTypes?: readonly string[] | undefined;
  readonly active?: boolean | undefined;
}

/** `restarts`: it now gets other events, but only ones from now on (supplement §3.8). */
export function updateEndpoint(
  moment: Moment,
  endpoint: WebhookEndpoint,
  { active, ...update }: EndpointUpdate,
): Decision & { endpoint: WebhookEndpoint; restarts: boolean } {
  const patch = Object.fromEntries(Object.entries(update).filter(([, value]) => value !== undefined));
  const isPaused = active === undefined ? endpoint.pausedAt !== null : !active;
  const next: WebhookEndpoint = {
    ...endpoint,
    ...patch,
    pausedAt: isPaused ? (endpoint.pausedAt ?? moment.now) : null,
    updatedAt: moment.now,
  };
  const resumes = endpoint.pausedAt !== null && next.pausedAt === null;
  const retypes = next.eventTypes.join() !== endpoint.eventTypes.join();
  return { ...rewritten(next), endpoint: next, restarts: resumes || retypes };
}

/** Both secrets sign; the previous one for 24 more hours. Both are given encrypted, as stored. */
export function rotateSecret(
  moment: Moment,
  endpoint: WebhookEndpoint,
  sealed: Pick<WebhookEndpoint, 'secret' | 'previousSecret'>,
): Decision & { endpoint: WebhookEndpoint } {
  const next: WebhookEndpoint = {
    ...endpoint,
    ...sealed,
    previousSecretExpiresAt:
      sealed.previousSecret === null ? null : new Date(moment.now.getTime() + secretOverlapMs),
    updatedAt: moment.now,
  };
  return { ...rewritten(next), endpoint: next };
}

/** Starts or stops testing the receiver. */
export function roughenEndpoint(
  moment: Moment,
  endpoint: WebhookEndpoint,
  on: boolean,
): Decision & { endpoint: WebhookEndpoint } {
  const roughSince = on ? (endpoint.roughSince ?? moment.now) : null;
  const next: WebhookEndpoint = { ...endpoint, roughSince, updatedAt: moment.now };
  return { ...rewritten(next), endpoint: next };
}

export function deleteEndpoint(moment: Moment, endpoint: WebhookEndpoint): Decision {
  return rewritten({ ...endpoint, deletedAt: moment.now, updatedAt: moment.now });
}

/** Up to five pings in a sliding minute. `earlier`: times of the last pings, newest first. */
export function pingEndpoint(
  moment: Moment,
  endpoint: { readonly row: WebhookEndpoint; readonly url: string },
  earlier: readonly Date[],
): Decision & { delivery: WebhookDelivery } {
  const fifth = earlier[pingsMax - 1];
  const waitMs = fifth === undefined ? 0 : fifth.getTime() + pingWindowMs - moment.now.getTime();
  if (waitMs > 0) {
    refuse('rate_limited', `An endpoint can be pinged at most ${pingsMax} times a minute.`, {
      retryAfterSeconds: Math.ceil(waitMs / 1000),
    });
  }
  return probe(moment, endpoint, 'ping');
}

/** The test delivery that a failing endpoint gets every 15 minutes, until it answers with a 2xx. */
export function testEndpoint(
  moment: Moment,
  endpoint: { readonly row: WebhookEndpoint; readonly url: string },
): Decision & { delivery: WebhookDelivery; nextTestAt: Date } {
  return { ...probe(moment, endpoint, 'test'), nextTestAt: new Date(moment.now.getTime() + testEveryMs) };
}

function probe(
  moment: Moment,
  { row, url }: { readonly row: WebhookEndpoint; readonly url: string },
  kind: 'ping' | 'test',
): Decision & { delivery: WebhookDelivery } {
  const { description: _, ...data } = showEndpoint(row, { url, now: moment.now });
  const event = eventOf(moment, { accountId: row.accountId, type: 'webhook.ping', data });
  const announced = { id: event.id, position: null, type: event.type, resourceId: event.resourceId };
  const delivery = newDelivery(moment, row, { event: announced, kind, redeliveryOf: null });
  return { ...decide({ changes: [added('webhookDelivery', delivery)], events: [event] }), delivery };
}

/** An event of the log that can be delivered. */
export interface DeliverableEvent {
  readonly id: string;
  readonly position: string | null;
  readonly type: string;
  readonly resourceId: string;
}

/** Delivers an event again, even if it was delivered before; other deliveries do not wait for it. */
export function redeliver(
  moment: Moment,
  event: DeliverableEvent,
  to: readonly { readonly endpoint: WebhookEndpoint; readonly original: string | null }[],
): Decision & { deliveries: readonly WebhookDelivery[] } {
  const deliveries = to.map(({ endpoint, original }) =>
    newDelivery(moment, endpoint, { event, kind: 'redelivery', redeliveryOf: original }),
  );
  return { ...decide({ changes: deliveries.map((row) => added('webhookDelivery', row)) }), deliveries };
}

/**
 * Whether an endpoint gets an event when none is named. A ping goes to its own endpoint, regardless of its event types.
 */
export function takesEvent(
  endpoint: WebhookEndpoint,
  event: Pick<DeliverableEvent, 'type' | 'resourceId'>,
): boolean {
  if (event.type === 'webhook.ping') return event.resourceId === endpoint.id;
  return endpoint.eventTypes.length === 0 || endpoint.eventTypes.includes(event.type);
}

function newDelivery(
  moment: Moment,
  { id: endpointId, accountId }: WebhookEndpoint,
  about: { event: DeliverableEvent; kind: DeliveryKind; redeliveryOf: string | null },
): WebhookDelivery {
  const { event, kind, redeliveryOf } = about;
  return {
    id: moment.newId('webhookDelivery', moment.now),
    accountId,
    endpointId,
    eventId: event.id,
    position: event.position,
    eventType: event.type,
    resourceId: event.resourceId,
    kind,
    status: 'pending',
    attempts: 0,
    nextAttemptAt: moment.now,
    deliveredAt: null,
    redeliveryOf,
    history: [],
    turns: [],
    createdAt: moment.now,
    version: 1,
  };
}

function rewritten(endpoint: WebhookEndpoint): Decision {
  return decide({ changes: [changed('webhookEndpoint', endpoint)] });
}

/** Until when the previous secret also signs; null once that has passed (supplement §9). */
export const overlapEnd = ({ previousSecretExpiresAt: end }: WebhookEndpoint, now: Date): Date | null =>
  end !== null && end > now ? end : null;

const endpointInDetail = shownAt(webhookEndpoint, 'detail', {
  active: ({ pausedAt, deletedAt }) => pausedAt === null && deletedAt === null,
  status: ({ failingSince }) => endpointStatus(failingSince),
});

export const endpointStatus = (failingSince: Date | null): 'active' | 'failing' =>
  failingSince === null ? 'active' : 'failing';

/** Without secrets; `url` is the decrypted URL. */
export const showEndpoint = (endpoint: WebhookEndpoint, { url, now }: { url: string; now: Date }) =>
  endpointInDetail({ ...endpoint, previousSecretExpiresAt: overlapEnd(endpoint, now) }, () => url);

export const showDelivery = shownAt(webhookDelivery, 'detail', {});
