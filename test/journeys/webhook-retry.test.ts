import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { retryWaits } from '../../src/domain/webhook-attempt.js';
import { advance } from '../setup/hand.js';
import { openReceiver, type Received, type Receiver } from '../setup/receiver.js';
import { openService, type Answer, type RunningService } from '../setup/running.js';
import { walk } from '../setup/verbs.js';

const path = '/v1/webhook-endpoints';
const minute = 60;
const hour = 60 * minute;

let service: RunningService;
let receiver: Receiver;
let own: string;
beforeAll(async () => {
  service = await openService({ WEBHOOK_ALLOW_INSECURE_TARGETS: 'true' });
});
afterEach(async () => {
  await service.call('DELETE', own);
  await receiver.close();
  await service.check();
});
afterAll(() => service.stop());

/** A receiver with its own endpoint; it answers with `status`. */
async function open(status: number): Promise<void> {
  receiver = await openReceiver();
  receiver.reply = () => ({ status });
  const made = await service.post(path, { url: receiver.url });
  own = `${path}/${made.get('id')}`;
}

let count = 0;
async function customer(): Promise<string> {
  const body = { type: 'individual', country: 'PE', display_name: 'Ana Torres' };
  return (await service.post('/v1/customers', { ...body, external_id: `retry-${(count += 1)}` })).get('id');
}

const retier = (id: string, tier: string) =>
  service.call('PATCH', `/v1/customers/${id}`, { body: { metadata: { tier } } });

interface Delivery {
  readonly id: string;
  readonly event_type: string;
  readonly status: string;
  readonly attempts: number;
  readonly next_attempt_at?: string;
  readonly history: readonly { readonly number: number; readonly occurred_at: string }[];
}
const deliveries = () => walk<Delivery>(service, `${own}/deliveries?limit=100`);
const settled = (status: string, many: number): Promise<Answer> =>
  service.until(
    `${own}/deliveries?limit=100&status=${status}`,
    (each) => (each.at('data') as object[]).length === many,
  );
const attemptOf = ({ headers }: Received) => Number(headers['psp-delivery-attempt']);
const labelOf = ({ event, text }: Received) =>
  `${event.data.id} ${/"tier":"(\w+)"/.exec(text)?.[1] ?? 'new'}`;

test('within a day all ten attempts are made, each after its wait, and then the endpoint is failing', async () => {
  await open(500);
  await customer();
  await service.until(`${own}/deliveries`, (each) => each.at('data.0.attempts') === 1);
  await advance(service, 24 * hour);
  const failed = (await deliveries()).find(({ event_type }) => event_type === 'customer.created');
  expect(failed).toMatchObject({ status: 'failed', attempts: 10 });
  expect(failed?.next_attempt_at).toBeUndefined();
  expect(failed?.history.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  const times = failed?.history.map(({ occurred_at }) => Date.parse(occurred_at)) ?? [];
  retryWaits.forEach((wait, nth) => {
    const ms = (times[nth + 1] ?? 0) - (times[nth] ?? 0);
    expect(ms / 1000 / wait, `wait ${nth + 1}`).toBeGreaterThanOrEqual(0.8);
    expect(ms / 1000 - 1.2 * wait, `wait ${nth + 1}`).toBeLessThan(2);
  });
  const got = receiver.received.filter(({ event }) => event.type === 'customer.created');
  expect(got.map(attemptOf)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  expect(new Set(got.map(({ text }) => text)).size).toBe(1);
  expect((await service.get(own)).at('status')).toBe('failing');
  const events = await service.get('/v1/events?type=customer.created&limit=100');
  expect(events.at('data')).toEqual(
    expect.arrayContaining([expect.objectContaining({ id: got[0]?.event.id })]),
  );
});

test('a retry holds back only later events of its resource', async () => {
  await open(200);
  const held = await customer();
  await receiver.until(1);
  receiver.reply = ({ event }) => ({ status: event.data.id === held ? 503 : 200 });
  await retier(held, 'one');
  await receiver.until(2);
  await retier(held, 'two');
  const free = await customer();
  await retier(free, 'one');
  const got = await receiver.until(4);
  expect(got.map(labelOf)).toEqual([`${held} new`, `${held} one`, `${free} new`, `${free} one`]);
  await settled('delivered', 3);
  expect(await deliveries()).toEqual(
    expect.arrayContaining([expect.objectContaining({ status: 'pending', attempts: 0 })]),
  );
  receiver.reply = () => ({ status: 200 });
  await advance(service, 40);
  expect(receiver.received.slice(4).map(labelOf)).toEqual([`${held} one`, `${held} two`]);
});

test('a permanently failed delivery holds nothing back', async () => {
  await open(500);
  const id = await customer();
  await service.until(`${own}/deliveries`, (each) => each.at('data.0.attempts') === 1);
  await retier(id, 'one');
  await advance(service, 24 * hour);
  receiver.reply = () => ({ status: 200 });
  await advance(service, 15 * minute);
  await settled('pending', 0);
  expect(receiver.received.at(-1) && labelOf(receiver.received.at(-1) as Received)).toBe(`${id} one`);
});

test('a failing endpoint is tested every 15 minutes, and once it answers its queue goes out in order', async () => {
  await open(500);
  const ids: string[] = [];
  for (let i = 0; i < 12; i += 1) ids.push(await customer());
  await service.until(own, (each) => each.at('status') === 'failing');
  const response = await service.get(own);
  expect(response.get('failing_since')).toMatch(/Z$/);
  await retier(ids[0] ?? '', 'later');
  await settled('pending', 13);
  const before = await deliveries();
  expect(receiver.received.map(({ event }) => event.type)).toEqual(Array(10).fill('customer.created'));

  await advance(service, 14 * minute);
  expect(receiver.received).toHaveLength(10);
  await advance(service, 31 * minute + 30);
  const tests = receiver.received.slice(10);
  expect(tests.map(({ event }) => event.type)).toEqual(Array(3).fill('webhook.ping'));
  expect(tests.map(attemptOf)).toEqual([1, 1, 1]);
  const still = (await deliveries()).filter(({ event_type }) => event_type !== 'webhook.ping');
  expect(still, 'attempts and waits stand still').toEqual(before);

  // A ping is not a test, even if it is answered.
  receiver.reply = () => ({ status: 200 });
  await service.post(`${own}/ping`);
  await receiver.until(14);
  await settled('delivered', 1);
  expect((await service.get(own)).at('status')).toBe('failing');

  await advance(service, 15 * minute);
  const answered = receiver.received.slice(14);
  expect(answered[0]?.event.type).toBe('webhook.ping');
  expect(answered.slice(1).map(labelOf)).toEqual([...ids.map((id) => `${id} new`), `${ids[0]} later`]);
  expect(answered.slice(1).map(attemptOf)).toEqual([...Array(10).fill(2), 1, 1, 1]);
  const recovered = await service.get(own);
  expect([recovered.at('status'), recovered.at('failing_since')]).toEqual(['active', undefined]);
  expect(receiver.mostAtOnce).toBe(1);
  const again = await service.post(`/v1/events/${tests[0]?.event.id}/redeliver`);
  expect(again.at('data.0.redelivery_of')).toBe(tests[0]?.headers['psp-delivery-id']);
});

test('events that followed retries keep their position in the queue of an endpoint that recovers', async () => {
  await open(500);
  const queue: string[] = [];
  const create = async () => {
    const id = await customer();
    queue.push(`${id} new`);
    return id;
  };
  const change = async (id: string, tier: string) => {
    await retier(id, tier);
    queue.push(`${id} ${tier}`);
  };
  const first = await create();
  await change(first, 'one');
  for (let i = 0; i < 8; i += 1) await create();
  const last = await create();
  await change(last, 'one');
  await change(first, 'two');
  await create();
  await service.until(own, (each) => each.at('status') === 'failing');
  await settled('pending', queue.length);
  receiver.reply = () => ({ status: 200 });
  await advance(service, 15 * minute);
  await settled('pending', 0);
  expect(receiver.received.slice(11).map(labelOf)).toEqual(queue);
});

test('an endpoint with occasional failures is not failing', async () => {
  await open(500);
  for (let i = 0; i < 9; i += 1) await customer();
  await receiver.until(9);
  receiver.reply = () => ({ status: 200 });
  await customer();
  await receiver.until(10);
  receiver.reply = () => ({ status: 500 });
  await customer();
  await receiver.until(11);
  await service.until(`${own}/deliveries`, (each) => each.at('data.0.attempts') === 1);
  expect((await service.get(own)).at('status')).toBe('active');
  receiver.reply = () => ({ status: 200 });
  await advance(service, minute);
  await settled('delivered', 11);
});

test('a failing endpoint that is paused is not tested until it is resumed', async () => {
  await open(500);
  for (let i = 0; i < 10; i += 1) await customer();
  await service.until(own, (each) => each.at('status') === 'failing');
  await service.call('PATCH', own, { body: { active: false } });
  await advance(service, hour);
  expect(receiver.received).toHaveLength(10);
  receiver.reply = () => ({ status: 200 });
  const resumed = await service.call('PATCH', own, { body: { active: true } });
  expect(resumed.at('status')).toBe('failing');
  await receiver.until(21);
  expect(receiver.received[10]?.event.type).toBe('webhook.ping');
  await settled('delivered', 11);
  expect((await service.get(own)).at('status')).toBe('active');
});
