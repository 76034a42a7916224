import { present } from '../../domain/event.js';
import { webhookDelivery } from '../../domain/noun/webhook-delivery.js';
import { refuse } from '../../domain/refusal.js';
import { secretOverlapMs, showDelivery, showEndpoint, type WebhookEndpoint } from '../../domain/webhook.js';
import type { Ports } from '../../ports/ports.js';
import type { Vault } from '../../ports/vault.js';
import {
  createEndpoint,
  deleteEndpoint,
  pingEndpoint,
  redeliver,
  rotateSecret,
  updateEndpoint,
  urlOf,
  type EndpointCreated,
} from '../../usecases/webhook.js';
import { changedAfterMs, exampleChangeTime, exampleTimeAfter } from '../field.js';
import { filterParameters, whereOf } from './filter.js';
import { listBody, listOf, listParameters, readPage } from './page.js';
import { answerMade, ok, route } from './route.js';
import {
  createSchema,
  deliveredExample,
  deliveryList,
  deliverySchema,
  endpointExample,
  endpointSchema,
  pendingExample,
  redeliverSchema,
  secretExample,
  updateSchema,
} from './webhook-shape.js';

const tag = 'Webhook endpoints';
const path = '/v1/webhook-endpoints';
const one = { idKind: 'webhookEndpoint', path: `${path}/{id}`, tag } as const;

const pinged = { event_type: 'webhook.ping' };
const redelivered = { redelivery_of: 'whd_01k9zp8c2g4j6k8m0q2s4v6x8z' };

const collection = [
  route({
    method: 'GET',
    path,
    operationId: 'listWebhookEndpoints',
    tag,
    summary: 'List webhook endpoints, newest first',
    scope: 'read',
    idempotency: 'none',
    query: listParameters,
    readsReplica: 'position',
    answers: { 200: listOf(endpointSchema) },
    errors: [],
    handle: async ({ ports }, { caller, query }) => {
      const ask = { accountId: caller.account.id, where: { deletedAt: null }, query };
      const page = await readPage(ports, 'webhookEndpoint', ask);
      const now = await ports.reader.now();
      return ok(listBody(page, (endpoint) => endpointAt(endpoint, ports.vault, now)));
    },
  }),
  route({
    method: 'POST',
    path,
    operationId: 'createWebhookEndpoint',
    tag,
    summary: 'Create a webhook endpoint',
    description: 'It receives events from now on. Only this answer contains the secret; a replay does not.',
    scope: 'write',
    idempotency: 'optional',
    body: createSchema,
    answers: { 201: endpointSchema, 200: endpointSchema },
    examples: { 201: { ...endpointExample, secret: secretExample } },
    errors: ['too_many_endpoints'],
    handle: async ({ ports }, { caller, by, body, use }) => {
      const { event_types: types, ...rest } = body;
      const ask = present({ ...rest, eventTypes: types, accountId: caller.account.id, by });
      const made = await createEndpoint(ports, ask, use);
      return answerMade(made, await withSecret(made, ports));
    },
  }),
];

const deliveries = [
  route({
    ...one,
    method: 'GET',
    path: `${one.path}/deliveries`,
    operationId: 'listWebhookDeliveries',
    summary: 'List deliveries to a webhook endpoint, newest first',
    scope: 'read',
    idempotency: 'none',
    query: { ...listParameters, ...filterParameters(webhookDelivery) },
    readsReplica: 'position',
    answers: { 200: deliveryList },
    errors: ['not_found'],
    handle: async ({ ports }, { caller, id, query }) => {
      const accountId = caller.account.id;
      await endpointOf(ports, accountId, id);
      const where = { endpointId: id, ...whereOf(webhookDelivery, query) };
      const ask = { accountId, list: `webhookDelivery ${id}`, where, query };
      const page = await readPage(ports, 'webhookDelivery', ask);
      return ok(listBody(page, (row) => showDelivery(row)));
    },
  }),
  route({
    ...one,
    method: 'POST',
    path: `${one.path}/rotate-secret`,
    operationId: 'rotateWebhookSecret',
    dangerous: true,
    summary: 'Rotate the secret of a webhook endpoint',
    description:
      'For 24 hours both secrets sign, the new one first. Only this answer contains the new secret; a replay does not.',
    scope: 'write',
    idempotency: 'optional',
    answers: { 200: endpointSchema },
    examples: {
      200: {
        ...endpointExample,
        secret: secretExample,
        previous_secret_expires_at: exampleTimeAfter(changedAfterMs + secretOverlapMs),
        updated_at: exampleChangeTime,
      },
    },
    errors: ['not_found'],
    handle: async ({ ports }, { caller, by, id, use }) => {
      const made = await rotateSecret(ports, { accountId: caller.account.id, id, by }, use);
      return answerMade(made, await withSecret(made, ports), 200);
    },
  }),
  route({
    ...one,
    method: 'POST',
    path: `${one.path}/ping`,
    operationId: 'pingWebhookEndpoint',
    summary: 'Ping a webhook endpoint',
    description:
      'Makes one attempt, ahead of the queue, whatever the event_types; a paused endpoint can be pinged too. The event is in the log; its data is the endpoint without description and secret. At most 5 a minute.',
    scope: 'write',
    idempotency: 'optional',
    answers: { 202: deliverySchema, 200: deliverySchema },
    examples: { 202: { ...pendingExample, ...pinged }, 200: { ...deliveredExample, ...pinged } },
    errors: ['not_found'],
    handle: async ({ ports }, { caller, by, id, use }) => {
      const made = await pingEndpoint(ports, { accountId: caller.account.id, id, by }, use);
      return answerMade(made, showDelivery(made.resource), 202);
    },
  }),
  route({
    method: 'POST',
    path: '/v1/events/{id}/redeliver',
    idKind: 'event',
    operationId: 'redeliverEvent',
    tag,
    summary: 'Redeliver an event',
    description:
      'To endpoint_id, or to every endpoint that takes its type, even if it was delivered before. A paused endpoint gets it when it resumes.',
    scope: 'write',
    idempotency: 'optional',
    body: redeliverSchema,
    isBodyOptional: true,
    answers: { 202: deliveryList, 200: deliveryList },
    examples: {
      202: { data: [{ ...pendingExample, ...redelivered }], has_more: false },
      200: { data: [{ ...deliveredExample, ...redelivered }], has_more: false },
    },
    errors: ['not_found', 'archived'],
    handle: async ({ ports }, { caller, by, id, body, use }) => {
      const accountId = caller.account.id;
      const ask = present({ accountId, eventId: id, endpointId: body.endpoint_id, by });
      const made = await redeliver(ports, ask, use);
      const { isReplay } = made;
      const answer = { data: made.deliveries.map((row) => showDelivery(row)), has_more: false };
      return { status: isReplay ? 200 : 202, body: answer, replayed: isReplay };
    },
  }),
];

const itself = [
  route({
    ...one,
    method: 'GET',
    operationId: 'getWebhookEndpoint',
    summary: 'Retrieve a webhook endpoint',
    scope: 'read',
    idempotency: 'none',
    answers: { 200: endpointSchema },
    errors: ['not_found'],
    handle: async ({ ports }, { caller, id }) =>
      ok(await endpointNow(await endpointOf(ports, caller.account.id, id), ports)),
  }),
  route({
    ...one,
    method: 'PATCH',
    operationId: 'updateWebhookEndpoint',
    summary: 'Update a webhook endpoint',
    description: 'Changes, pauses or resumes the endpoint.',
    scope: 'write',
    idempotency: 'none',
    body: updateSchema,
    answers: { 200: endpointSchema },
    examples: { 200: { ...endpointExample, active: false, updated_at: exampleChangeTime } },
    errors: ['not_found'],
    handle: async ({ ports }, { caller, by, id, body }) => {
      const { event_types: types, ...rest } = body;
      const ask = present({ ...rest, eventTypes: types, accountId: caller.account.id, id, by });
      return ok(await endpointNow(await updateEndpoint(ports, ask), ports));
    },
  }),
  route({
    ...one,
    method: 'DELETE',
    operationId: 'deleteWebhookEndpoint',
    summary: 'Delete a webhook endpoint',
    description: 'Cancels its pending deliveries.',
    scope: 'write',
    idempotency: 'none',
    answers: { 204: null },
    errors: ['not_found'],
    handle: async ({ ports }, { caller, by, id }) => {
      await deleteEndpoint(ports, { accountId: caller.account.id, id, by });
      return { status: 204 };
    },
  }),
];

/** Contract §2.14, §4.7. Deleting comes last: the examples of the reference are pasted in this order. */
export const webhookRoutes = [...collection, ...deliveries, ...itself];

async function endpointOf({ reader }: Ports, accountId: string, id: string): Promise<WebhookEndpoint> {
  const endpoint = await reader.get('webhookEndpoint', [accountId], id);
  return endpoint?.deletedAt === null
    ? endpoint
    : refuse('not_found', 'This webhook endpoint does not exist.');
}

const endpointAt = (endpoint: WebhookEndpoint, vault: Vault, now: Date) =>
  showEndpoint(endpoint, {
    url: urlOf(vault, endpoint),
    now,
  });

const endpointNow = async (endpoint: WebhookEndpoint, { vault, reader }: Ports) =>
  endpointAt(endpoint, vault, await reader.now());

const withSecret = async ({ resource, secret }: EndpointCreated, ports: Ports) =>
  present({ ...(await endpointNow(resource, ports)), secret });
