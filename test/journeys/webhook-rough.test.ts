import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { setRough } from '../../src/usecases/webhook-rough.js';
import { operatorOf, type Ask } from '../setup/graphql.js';
import { advance, operator, withHand } from '../setup/hand.js';
import { openReceiver, signersOf, type Received, type Receiver } from '../setup/receiver.js';
import { openService, type RunningService } from '../setup/running.js';
import { standardOf } from '../setup/standard-webhook.js';
import { walk } from '../setup/verbs.js';

const path = '/v1/webhook-endpoints';

let service: RunningService;
let ask: Ask;
beforeAll(async () => {
  service = await openService({ WEBHOOK_ALLOW_INSECURE_TARGETS: 'true' });
  ({ ask } = await operatorOf(service, 'support'));
});
const open: Endpoint[] = [];
afterEach(async () => {
  for (const { id, receiver } of open.splice(0)) {
    await service.call('DELETE', `${path}/${id}`);
    await receiver.close();
  }
  await service.check();
});
afterAll(() => service.stop());

interface Endpoint {
  readonly id: string;
  readonly secret: string;
  readonly receiver: Receiver;
}

/** An endpoint whose receiver refuses forgeries and accepts the rest. */
async function endpoint(): Promise<Endpoint> {
  const receiver = await openReceiver();
  const made = await service.post(path, { url: receiver.url });
  const one = { id: made.get('id'), secret: made.get('secret'), receiver };
  receiver.reply = (received) => ({ status: isForged(one, received) ? 400 : 200 });
  open.push(one);
  return one;
}

function isForged({ secret }: Endpoint, received: Received): boolean {
  try {
    new Webhook(secret).verify(received.text, standardOf(received.headers));
    return signersOf(received, [secret]).length === 0;
  } catch {
    return true;
  }
}

const roughen = (id: string, on: boolean) =>
  ask(
    'mutation ($id: ID!, $on: Boolean!) { setEndpointRough(endpointId: $id, on: $on, reason: "a proof") { roughSince } }',
    { id, on },
  );

const customer = async (): Promise<string> => {
  const body = { type: 'individual', country: 'PE', display_name: 'Ana', external_id: crypto.randomUUID() };
  return (await service.post('/v1/customers', body)).get('id');
};
const change = (id: string) =>
  service.call('PATCH', `/v1/customers/${id}`, { body: { metadata: { turn: '2' } } });

/** At least one customer per wait, the longest wait first, each with two events. */
async function customers(): Promise<string[]> {
  const made: string[] = [];
  const waits = () => new Set(made.map((id) => Math.max(1, (id.codePointAt(id.length - 1) ?? 0) % 4)));
  while (waits().size < 3) made.push(await customer());
  for (const id of made) await change(id);
  return made;
}

interface Delivery {
  readonly event_id: string;
  readonly status: string;
  readonly attempts: number;
  readonly history: readonly { occurred_at: string; http_status?: number; error?: string }[];
}
const deliveries = ({ id }: Endpoint) => walk<Delivery>(service, `${path}/${id}/deliveries?limit=100`);
const delivered = (one: Endpoint, count: number) =>
  service.until(
    `${path}/${one.id}/deliveries?limit=100&status=delivered`,
    (each) => (each.at('data') as object[]).length === count,
  );

test('each event arrives forged, unchanged and repeated; late, and only per resource in order', async () => {
  const [rough, usual] = [await endpoint(), await endpoint()];
  expect((await roughen(rough.id, true)).at('setEndpointRough.roughSince')).toEqual(expect.any(String));
  const ids = await customers();
  const count = 2 * ids.length;
  await advance(service, 400);
  await delivered(rough, count);
  await delivered(usual, count);

  const sights = Map.groupBy(rough.receiver.received, ({ event }) => event.id);
  expect(sights.size).toBe(count);
  for (const [, each] of sights) {
    expect(each.map((one) => isForged(rough, one))).toEqual([true, false, false]);
    const attempts = each.map(({ headers }) => [headers['psp-delivery-id'], headers['psp-delivery-attempt']]);
    expect(new Set(attempts.map(String)).size).toBe(1);
  }
  expect(rough.receiver.mostAtOnce).toBe(1);

  const log = usual.receiver.received.map(({ event }) => event.id);
  expect(new Set(log).size).toBe(log.length);
  const order = [...sights.keys()];
  expect(order).not.toEqual(log);
  const ofResource = (id: string) => (event: string) => sights.get(event)?.[0]?.event.data.id === id;
  for (const id of ids) expect(order.filter(ofResource(id))).toEqual(log.filter(ofResource(id)));

  const found = await deliveries(rough);
  for (const { attempts, history } of found) expect([attempts, history]).toEqual([1, [good]]);
  const late = found.map(({ event_id, history }) => lateness(sights.get(event_id), history));
  expect(late.filter((seconds) => seconds >= 360).length).toBeGreaterThan(0);
  expect(late.filter((seconds) => seconds < 10).length).toBeGreaterThan(0);
});

const good = {
  number: 1,
  occurred_at: expect.any(String),
  duration_ms: expect.any(Number),
  http_status: 200,
};

function lateness(sights: readonly Received[] = [], [attempt]: Delivery['history'] = []): number {
  const { occurred_at: at } = JSON.parse(sights[0]?.text ?? '{}') as { occurred_at: string };
  return (Date.parse(attempt?.occurred_at ?? '') - Date.parse(at)) / 1000;
}

test("a receiver's faults are shown with the attempt, and have no other effect", async () => {
  const one = await endpoint();
  await roughen(one.id, true);
  const seen = new Set<string>();
  // Verifies nothing, and fails on repeated events.
  one.receiver.reply = ({ event, text }) => {
    if (text.endsWith(' ')) return { status: 200 };
    const isNew = !seen.has(event.id);
    seen.add(event.id);
    return { status: isNew ? 200 : 500 };
  };
  await service.post(`${path}/${one.id}/ping`);
  await delivered(one, 1);
  expect((await deliveries(one))[0]?.history).toEqual([
    {
      ...good,
      error:
        'The forged copy was answered 200: verify the signature, and answer 400. The second delivery was answered 500: drop duplicates by webhook-id, and answer 2xx.',
    },
  ]);
  expect((await service.get(`${path}/${one.id}`)).at('status')).toBe('active');
});

test('a retry is not forged, and repeated only after a success', async () => {
  const one = await endpoint();
  await roughen(one.id, true);
  let fails = 1;
  one.receiver.reply = (received) =>
    isForged(one, received) ? { status: 400 } : { status: (fails -= 1) >= 0 ? 503 : 200 };
  const id = await customer();
  await advance(service, 600);
  await delivered(one, 1);
  const got = one.receiver.received.filter(({ event }) => event.data.id === id);
  expect(got.map((each) => [isForged(one, each), each.headers['psp-delivery-attempt']])).toEqual([
    [true, '1'],
    [false, '1'],
    [false, '2'],
    [false, '2'],
  ]);
  expect((await deliveries(one))[0]?.history.map((each) => each.http_status)).toEqual([503, 200]);
});

test('switched off, delivery is as usual, and waiting deliveries go out in order', async () => {
  const one = await endpoint();
  await roughen(one.id, true);
  await customers();
  expect((await roughen(one.id, false)).at('setEndpointRough.roughSince')).toBeNull();
  await service.until(
    `${path}/${one.id}/deliveries?limit=100&status=pending`,
    (each) => (each.at('data') as object[]).length === 0,
  );
  const before = one.receiver.received.length;
  await customer();
  await one.receiver.until(before + 1);
  await delivered(one, (await deliveries(one)).length);
  expect(one.receiver.received.length).toBe(before + 1);
});

test('is refused in live, for a deleted endpoint, and for a viewer', async () => {
  const one = await endpoint();
  const live = withHand(service, (ports) =>
    setRough({ ...ports, environment: 'live' }, operator, { endpointId: one.id, on: true }),
  );
  await expect(live).rejects.toMatchObject({
    code: 'invalid_request',
    message: 'Rough delivery exists only in sandbox.',
  });
  const absent = await roughen('we_01k9zq3v5e8x7m2n4p6r8t0w1y', true);
  expect(absent.errors[0]?.extensions?.code).toBe('not_found');
  const viewer = await operatorOf(service, 'viewer');
  const refused = await viewer.ask(
    `mutation { setEndpointRough(endpointId: "${one.id}", on: true, reason: "a proof") { id } }`,
  );
  expect(refused.errors[0]?.extensions?.code).toBe('insufficient_role');
});
