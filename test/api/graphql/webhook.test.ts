import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { replayDeliveries } from '../../../src/usecases/replay.js';
import { operatorOf, type Ask } from '../../setup/graphql.js';
import { lastAudit, openOtherAccount, operator, withHand } from '../../setup/hand.js';
import { openReceiver, type Receiver } from '../../setup/receiver.js';
import { queryRows } from '../../setup/rows.js';
import { clientOf, openService, type Client, type RunningService } from '../../setup/running.js';
import { customerFields } from '../../setup/sender.js';
import { allAtOnce } from '../../setup/verbs.js';

let service: RunningService;
let receiver: Receiver;
let ask: Ask;
let get: Ask;
let client: Client;
let accountId: string;

beforeAll(async () => {
  service = await openService({ WEBHOOK_ALLOW_INSECURE_TARGETS: 'true' });
  ({ ask, get } = await operatorOf(service, 'support'));
});
beforeEach(async () => {
  receiver = await openReceiver();
  const other = await openOtherAccount(service);
  accountId = other.id;
  client = clientOf(service.baseUrl, other.key);
  return async () => {
    const listed = await client.get('/v1/webhook-endpoints');
    for (const { id } of listed.at('data') as { id: string }[])
      await client.call('DELETE', `/v1/webhook-endpoints/${id}`);
    await receiver.close();
    await service.check();
  };
});
afterAll(() => service.stop());

const endpoint = async (more: object = {}): Promise<string> =>
  (await client.post('/v1/webhook-endpoints', { url: receiver.url, ...more })).get('id');
const customers = (count: number): Promise<unknown> =>
  allAtOnce(count, () => client.post('/v1/customers', customerFields()));
const replay = `mutation ($endpointId: ID!, $from: DateTime!, $to: DateTime!, $after: ID) {
  replayDeliveries(endpointId: $endpointId, from: $from, to: $to, after: $after, reason: "they lost a day") {
    made next endpoint { id deliveries(first: 100) { kind redeliveryOf } } } }`;
const log = (): Promise<Record<string, string | null>[]> =>
  queryRows(
    service.databaseUrl,
    'select id, occurred_at from event where account_id = $1 order by position',
    [accountId],
  );
const period = () => ({
  from: new Date(Date.now() - 60_000).toISOString(),
  to: new Date(Date.now() + 60_000).toISOString(),
});

it('shows endpoints and their deliveries, without secrets', async () => {
  const id = await endpoint({ description: 'orders', event_types: ['customer.created'] });
  await customers(1);
  await receiver.until(1);
  await client.until(
    `/v1/webhook-endpoints/${id}/deliveries`,
    (each) => each.at('data.0.status') === 'delivered',
  );
  const response = await get(
    `query ($id: ID!, $accountId: ID!) {
      webhookEndpoint(id: $id) { url description status eventTypes account { id } deliveries { id } }
      deliveries(accountId: $accountId, filter: { endpointId: $id, status: [delivered] }) { nodes {
        kind status attempts eventType event { type } endpoint { id } history { number httpStatus error } } }
      account(id: $accountId) { webhookEndpoints { id } } }`,
    { id, accountId },
  );
  expect(response.data).toEqual({
    webhookEndpoint: {
      url: receiver.url,
      description: 'orders',
      status: 'active',
      eventTypes: ['customer.created'],
      account: { id: accountId },
      deliveries: [{ id: expect.stringMatching(/^whd_/) as string }],
    },
    deliveries: {
      nodes: [
        {
          kind: 'first',
          status: 'delivered',
          attempts: 1,
          eventType: 'customer.created',
          event: { type: 'customer.created' },
          endpoint: { id },
          history: [{ number: 1, httpStatus: 200, error: null }],
        },
      ],
    },
    account: { webhookEndpoints: [{ id }] },
  });
  expect(response.text).not.toContain('whsec_');
});

it('replays a period in the order of the log, including undelivered events', async () => {
  await customers(3);
  const endpointId = await endpoint();
  await customers(5);
  await receiver.until(5);
  const response = await ask(replay, { endpointId, ...period() });
  expect(response.at('replayDeliveries')).toMatchObject({ made: 8, next: null });
  const got = await receiver.until(13);
  const ids = (await log()).map(({ id }) => id);
  expect(got.slice(5).map(({ event }) => event.id)).toEqual(ids);
  const made = response.at('replayDeliveries.endpoint.deliveries') as {
    kind: string;
    redeliveryOf: string | null;
  }[];
  const again = made.filter(({ kind }) => kind === 'redelivery');
  expect(again.filter(({ redeliveryOf }) => redeliveryOf !== null)).toHaveLength(5);
  expect(await lastAudit(service, 'webhook.replay')).toMatchObject({
    operator: 'the support',
    reason: 'they lost a day',
    account_id: accountId,
    subject_id: endpointId,
    after: { made: 8, next: null },
  });
});

it('replays only the events of the period and of the types of the endpoint', async () => {
  const endpointId = await endpoint({ event_types: ['customer.updated'] });
  const made = await client.post('/v1/customers', customerFields());
  const change = () =>
    client.call('PATCH', `/v1/customers/${made.get('id')}`, {
      body: { metadata: { at: String(Date.now()) } },
    });
  for (let nth = 0; nth < 4; nth += 1) {
    await change();
    await new Promise((resolve) => void setTimeout(resolve, 5));
  }
  await receiver.until(4);
  const events = (await log()).map(({ id, occurred_at: at }) => ({
    id,
    at: new Date(at ?? '').toISOString(),
  }));
  const [from, to] = [events[2]?.at, events[4]?.at];
  const response = await ask(replay, { endpointId, from, to });
  expect(response.at('replayDeliveries.made')).toBe(2);
  const got = await receiver.until(6);
  expect(got.slice(4).map(({ event }) => event.id)).toEqual([events[2]?.id, events[3]?.id]);
  const whole = await ask(replay, { endpointId, ...period() });
  expect(whole.at('replayDeliveries.made')).toBe(4);
});

it('continues where an answer ended, until the period is complete', async () => {
  await customers(25);
  const endpointId = await endpoint();
  const pieces: number[] = [];
  await withHand(service, async (ports) => {
    const { from, to } = period();
    let after: string | undefined;
    do {
      const request = { endpointId, from: new Date(from), to: new Date(to), after, most: 10 };
      const { made, next } = await replayDeliveries(ports, operator, request);
      pieces.push(made);
      after = next ?? undefined;
    } while (after !== undefined);
  });
  expect(pieces).toEqual([10, 10, 5]);
  const got = await receiver.until(25);
  expect(new Set(got.map(({ event }) => event.id)).size).toBe(25);
});

it('refuses an absent endpoint and a period that ends before it begins', async () => {
  const endpointId = await endpoint();
  const { from, to } = period();
  const codes = async (variables: object) =>
    (await ask(replay, { endpointId, from, to, ...variables })).codes();
  expect(await codes({ endpointId: 'we_01k9zq3v5e8x7m2n4p6r8t0w1y' })).toEqual(['not_found endpointId']);
  expect(await codes({ endpointId: 'x' })).toEqual(['not_found endpointId']);
  expect(await codes({ from: to, to: from })).toEqual(['invalid_parameter to']);
  expect(await codes({ after: 'evt_01k9zq3v5e8x7m2n4p6r8t0w1y' })).toEqual(['invalid_parameter after']);
  await client.call('DELETE', `/v1/webhook-endpoints/${endpointId}`);
  expect(await codes({})).toEqual(['not_found endpointId']);
});

it('lists the events of an endpoint, which are its pings, for any owner', async () => {
  const id = await endpoint();
  await client.call('POST', `/v1/webhook-endpoints/${id}/ping`);
  const query =
    'query ($id: ID!) { events(filter: { resourceId: $id }) { nodes { type resourceId accountId } } }';
  const response = await get(query, { id });
  expect(response.at('events.nodes')).toEqual([{ type: 'webhook.ping', resourceId: id, accountId }]);
});

it('lists no events for resources without events, in one account or all', async () => {
  const query =
    'query ($id: ID!, $accountId: ID) { events(accountId: $accountId, filter: { resourceId: $id }) { nodes { id } } }';
  for (const owner of [null, accountId])
    for (const id of ['zzz', `key_${'0'.repeat(26)}`])
      expect((await ask(query, { id, accountId: owner })).codes()).toEqual([
        'invalid_parameter filter.resourceId',
      ]);
});
