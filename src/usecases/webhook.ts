import { absentEvent } from '../domain/archived.js';
import { decide, type Decision, type Moment } from '../domain/decision.js';
import { isId } from '../domain/id.js';
import {
  createEndpoint as decideEndpoint,
  deleteEndpoint as decideDeletion,
  pingEndpoint as decidePing,
  pingsMax,
  redeliver as decideRedelivery,
  rotateSecret as decideRotation,
  takesEvent,
  testEndpoint as decideTest,
  updateEndpoint as decideUpdate,
  type DeliverableEvent,
  type WebhookDelivery,
  type WebhookEndpoint,
} from '../domain/webhook.js';
import { checkWebhookUrl } from '../domain/webhook-url.js';
import type { SealedAt } from '../domain/sealed.js';
import type { Ports } from '../ports/ports.js';
import type { KeyUse, Tx } from '../ports/store.js';
import { auditedFor, type Operator } from './audit.js';
import type { CreateResult } from './made.js';
import { deliveryDeleted, once } from './once.js';
import { absent, lockOwn } from './own.js';

interface OwnEndpoint {
  readonly accountId: string;
  readonly id: string;
  /** The member who asks; absent for an API key. */
  readonly by?: Operator | undefined;
}

/** `secret` is shown once; absent if the request is a replay. */
export type EndpointCreated = CreateResult<WebhookEndpoint> & { readonly secret?: string };

export interface EndpointAsk {
  readonly accountId: string;
  readonly url: string;
  readonly description?: string | undefined;
  readonly eventTypes?: readonly string[] | undefined;
  /** The member who asks; absent for an API key. */
  readonly by?: Operator | undefined;
}

/** Creates an endpoint; it gets events from now on. */
export async function createEndpoint(
  ports: Pick<Ports, 'store' | 'vault' | 'allowInsecureWebhooks'>,
  ask: EndpointAsk,
  use?: KeyUse,
): Promise<EndpointCreated> {
  checkWebhookUrl(ask.url, { allowInsecure: ports.allowInsecureWebhooks });
  const { accountId } = ask;
  const secret = ports.vault.newWebhookSecret();
  const made = await once(ports, { noun: 'webhookEndpoint', use, by: ask.by }, async (tx) => {
    const position = await tx.lanes.catchUp(accountId);
    const others = await tx.find('webhookEndpoint', { accountId, deletedAt: null });
    const moment = await tx.moment();
    const id = moment.newId('webhookEndpoint', moment.now);
    const fields = {
      id,
      accountId,
      url: ports.vault.encrypt(ask.url, endpointAt('url', id)),
      description: textOrNone(ask.description),
      eventTypes: distinct(ask.eventTypes ?? []),
      secret: ports.vault.encrypt(secret, endpointAt('secret', id)),
    };
    const { endpoint, ...decision } = decideEndpoint(moment, fields, others.length);
    await tx.lanes.begin(endpoint, position);
    return { row: endpoint, decision };
  });
  return made.how === 'replayed' ? made : { ...made, secret };
}

export interface UpdateAsk extends OwnEndpoint {
  readonly url?: string | undefined;
  readonly description?: string | undefined;
  readonly eventTypes?: readonly string[] | undefined;
  readonly active?: boolean | undefined;
}

/** Updates an endpoint. Earlier events are delivered as the endpoint was then. */
export async function updateEndpoint(
  ports: Pick<Ports, 'store' | 'vault' | 'allowInsecureWebhooks' | 'wake'>,
  ask: UpdateAsk,
): Promise<WebhookEndpoint> {
  const { accountId, url, description, eventTypes, active } = ask;
  if (url !== undefined) checkWebhookUrl(url, { allowInsecure: ports.allowInsecureWebhooks });
  const updated = await ports.store.transaction(async (tx) => {
    const position = await tx.lanes.catchUp(accountId, [ask.id]);
    const endpoint = await lockEndpoint(tx, ask);
    const moment = await tx.moment();
    const {
      endpoint: next,
      restarts,
      ...decision
    } = decideUpdate(moment, endpoint, {
      url: url === undefined ? undefined : ports.vault.encrypt(url, endpointAt('url', endpoint.id)),
      description: description === undefined ? undefined : textOrNone(description),
      eventTypes: eventTypes === undefined ? undefined : distinct(eventTypes),
      active,
    });
    if (restarts) await tx.lanes.begin(next, position);
    await tx.lanes.wake([next.id]);
    await tx.record([decision, ...auditedAct(moment, ask, 'update')]);
    return { ...next, version: next.version + 1 };
  });
  ports.wake('webhook');
  return updated;
}

export async function rotateSecret(
  ports: Pick<Ports, 'store' | 'vault'>,
  ask: OwnEndpoint,
  use?: KeyUse,
): Promise<EndpointCreated> {
  const secret = ports.vault.newWebhookSecret();
  const made = await once(ports, { noun: 'webhookEndpoint', use, by: ask.by, verb: 'rotate' }, async (tx) => {
    const endpoint = await lockEndpoint(tx, ask);
    const { endpoint: row, ...decision } = decideRotation(
      await tx.moment(),
      endpoint,
      sealedSecrets(ports.vault, endpoint, secret),
    );
    return { row, decision };
  });
  return made.how === 'replayed' ? made : { ...made, secret };
}

/** The previous secret moves to another column, so it is sealed again. If it cannot be decrypted, it is dropped. */
function sealedSecrets(vault: Ports['vault'], { id, secret: before }: WebhookEndpoint, secret: string) {
  const [at, previousAt] = [endpointAt('secret', id), endpointAt('previousSecret', id)];
  const previous = vault.decrypt(before, at);
  return {
    secret: vault.encrypt(secret, at),
    previousSecret: previous === undefined ? null : vault.encrypt(previous, previousAt),
  };
}

/** The URL of an endpoint; empty if it cannot be decrypted. */
export const urlOf = (vault: Ports['vault'], { id, url }: Pick<WebhookEndpoint, 'id' | 'url'>): string =>
  vault.decrypt(url, endpointAt('url', id)) ?? '';

/** Nothing more is sent to the endpoint; a worker cancels the waiting deliveries, however many. */
export async function deleteEndpoint(ports: Pick<Ports, 'store' | 'wake'>, ask: OwnEndpoint): Promise<void> {
  await ports.store.transaction(async (tx) => {
    const endpoint = await lockEndpoint(tx, ask);
    await tx.lanes.wake([endpoint.id]);
    const moment = await tx.moment();
    await tx.record([decideDeletion(moment, endpoint), ...auditedAct(moment, ask, 'delete')]);
  });
  ports.wake('webhook');
}

export async function pingEndpoint(
  ports: Pick<Ports, 'store' | 'vault' | 'wake'>,
  ask: OwnEndpoint,
  use?: KeyUse,
): Promise<CreateResult<WebhookDelivery>> {
  const made = await once(ports, { noun: 'webhookDelivery', use, by: ask.by, verb: 'ping' }, async (tx) => {
    const row = await lockEndpoint(tx, ask);
    const pings = await tx.lanes.lastPings(row.id, pingsMax);
    const about = { row, url: urlOf(ports.vault, row) };
    const { delivery, ...decision } = decidePing(await tx.moment(), about, pings);
    await tx.lanes.wake([row.id]);
    return { row: delivery, decision };
  });
  ports.wake('webhook');
  return made;
}

/** Creates the test delivery of a failing endpoint, if one is due. */
export function startTest(ports: Pick<Ports, 'store' | 'vault'>, endpointId: string): Promise<void> {
  return ports.store.transaction(async (tx) => {
    await tx.lanes.lock([endpointId]);
    const [row] = await tx.lock('webhookEndpoint', [endpointId]);
    const nextTestAt = await tx.lanes.nextTestAt(endpointId);
    const moment = await tx.moment();
    const isStill = row?.deletedAt === null && row.pausedAt === null && row.failingSince !== null;
    if (!isStill || nextTestAt === null || nextTestAt > moment.now) return;
    const test = decideTest(moment, { row, url: urlOf(ports.vault, row) });
    await tx.lanes.setNextTest(endpointId, test.nextTestAt);
    await tx.lanes.wake([endpointId]);
    await tx.record([test]);
  });
}

export interface RedeliveryAsk {
  readonly accountId: string;
  readonly eventId: string;
  readonly endpointId?: string | undefined;
  /** The member who asks; absent for an API key. */
  readonly by?: Operator | undefined;
}

/** Creates new deliveries of an event, for the named endpoint or for all that subscribe to it. */
export async function redeliver(
  ports: Pick<Ports, 'store' | 'wake'>,
  ask: RedeliveryAsk,
  use?: KeyUse,
): Promise<{ deliveries: readonly WebhookDelivery[]; isReplay: boolean }> {
  const made = await ports.store.transaction(async (tx) => {
    const bound = use && (await tx.claimKey(use));
    if (bound !== undefined) return { deliveries: await createdWith(tx, bound), isReplay: true };
    await tx.lanes.catchUp(ask.accountId);
    const event = await tx.lanes.event(ask.accountId, ask.eventId);
    if (!event) return absentEvent(await tx.lanes.eventBorder(ask.accountId), { id: ask.eventId });
    const to = await receiversOf(tx, ask, event);
    const moment = await tx.moment();
    const { deliveries, ...decision } = decideRedelivery(moment, event, to);
    await tx.lanes.wake(to.map(({ endpoint }) => endpoint.id));
    const resourceId = deliveries[0]?.id ?? event.id;
    const row = { id: event.id, accountId: ask.accountId };
    const entries = auditedFor(moment, ask.by, { noun: 'event', verb: 'redeliver', row });
    await tx.record([decide(decision), ...entries], use ? [{ ...use, resourceId }] : []);
    return { deliveries, isReplay: false };
  });
  ports.wake('webhook');
  return made;
}

/** The deliveries created together with the one a key is bound to. */
async function createdWith(tx: Tx, id: string): Promise<WebhookDelivery[]> {
  if (!isId('webhookDelivery', id)) return [];
  const [first] = await tx.find('webhookDelivery', { id });
  if (!first) return deliveryDeleted();
  const { eventId, createdAt } = first;
  return tx.find('webhookDelivery', { eventId, kind: 'redelivery', createdAt });
}

async function receiversOf(tx: Tx, ask: RedeliveryAsk, event: DeliverableEvent) {
  const endpoints = await endpointsOf(tx, ask, event);
  const ids = endpoints.map(({ id }) => id);
  await tx.lanes.lock(ids);
  const originals =
    event.type === 'webhook.ping' || event.position === null
      ? await tx.find('webhookDelivery', { endpointId: ids, eventId: event.id, kind: ['ping', 'test'] })
      : await tx.find('webhookDelivery', { endpointId: ids, position: event.position, kind: 'first' });
  return endpoints.map((endpoint) => ({
    endpoint,
    original: originals.find(({ endpointId }) => endpointId === endpoint.id)?.id ?? null,
  }));
}

async function endpointsOf(
  tx: Tx,
  { accountId, endpointId: id }: RedeliveryAsk,
  event: DeliverableEvent,
): Promise<WebhookEndpoint[]> {
  const endpoints = await tx.find('webhookEndpoint', { accountId, deletedAt: null });
  if (id === undefined) return endpoints.filter((endpoint) => takesEvent(endpoint, event));
  const named = endpoints.filter((endpoint) => endpoint.id === id);
  return named.length > 0 ? named : absent('webhookEndpoint', 'endpoint_id');
}

const endpointAt = (field: 'url' | 'secret' | 'previousSecret', id: string): SealedAt => ({
  noun: 'webhookEndpoint',
  field,
  id,
});

/** Locks the endpoint after its lane. A deleted endpoint counts as absent. */
async function lockEndpoint(tx: Tx, ask: OwnEndpoint): Promise<WebhookEndpoint> {
  await tx.lanes.lock([ask.id]);
  const endpoint = await lockOwn(tx, 'webhookEndpoint', ask);
  return endpoint.deletedAt === null ? endpoint : absent('webhookEndpoint');
}

const auditedAct = (moment: Moment, { by, ...row }: OwnEndpoint, verb: string): Decision[] =>
  auditedFor(moment, by, { noun: 'webhookEndpoint', verb, row: { id: row.id, accountId: row.accountId } });

const distinct = (types: readonly string[]): string[] => [...new Set(types)];
/** An empty text removes the description. */
const textOrNone = (text: string | undefined): string | null =>
  text === undefined || text === '' ? null : text;
