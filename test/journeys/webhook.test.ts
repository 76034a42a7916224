import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openReceiver, signersOf, type Receiver } from '../setup/receiver.js';
import { openService, type Answer, type RunningService } from '../setup/running.js';
import { advance, openOtherAccount } from '../setup/hand.js';
import { queryRows } from '../setup/rows.js';
import { newerForm } from '../setup/standard-webhook.js';
import { allAtOnce, countByStatus, eventsOf, refusal } from '../setup/verbs.js';

const path = '/v1/webhook-endpoints';

let service: RunningService;
let receiver: Receiver;
beforeAll(async () => {
  service = await openService({ WEBHOOK_ALLOW_INSECURE_TARGETS: 'true' });
});
beforeEach(async () => {
  receiver = await openReceiver();
});
afterEach(async () => {
  const endpoints = (await service.get(`${path}?limit=100`)).at('data') as { id: string }[];
  for (const { id } of endpoints) await service.call('DELETE', `${path}/${id}`);
  await receiver.close();
  await service.check();
});
afterAll(() => service.stop());

async function endpoint(more: object = {}): Promise<Answer> {
  const made = await service.post(path, { url: receiver.url, ...more });
  expect(made.status, made.text).toBe(201);
  return made;
}

let count = 0;
async function customer(): Promise<string> {
  const body = { type: 'individual', country: 'PE', display_name: 'Ana Torres' };
  const made = await service.post('/v1/customers', { ...body, external_id: `webhook-${(count += 1)}` });
  return made.get('id');
}

const change = (id: string, tier: string) =>
  service.call('PATCH', `/v1/customers/${id}`, { body: { metadata: { tier } } });

describe('a delivery', () => {
  test('is the event byte for byte, signed, with its headers', async () => {
    const made = await endpoint();
    const id = await customer();
    const [got] = await receiver.until(1);
    const log = await service.get(`/v1/events?resource_id=${id}`);
    const { id: eventId } = (log.at('data') as { id: string }[])[0] ?? { id: '' };
    expect(got?.text).toBe((await service.get(`/v1/events/${eventId}`)).text);
    if (!got) throw new Error('nothing came');
    expect(signersOf(got, [made.get('secret')])).toEqual([made.get('secret')]);
    const list = `${path}/${made.get('id')}/deliveries`;
    const done = await service.until(list, (each) => each.at('data.0.status') === 'delivered');
    expect(got.headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': 'psp-webhooks/1 (sandbox)',
      'webhook-id': eventId,
      'psp-event-id': eventId,
      'psp-delivery-id': done.get('data.0.id'),
      'psp-delivery-attempt': '1',
    });
    const delivery = {
      id: expect.stringMatching(/^whd_[0-9a-z]{26}$/),
      endpoint_id: made.get('id'),
      event_id: eventId,
      event_type: 'customer.created',
      status: 'delivered',
      attempts: 1,
      created_at: expect.stringMatching(/\.\d{3}Z$/),
      delivered_at: expect.stringMatching(/\.\d{3}Z$/),
      history: [
        {
          number: 1,
          occurred_at: expect.stringMatching(/\.\d{3}Z$/),
          http_status: 200,
          duration_ms: expect.any(Number),
        },
      ],
    };
    expect(done.body).toEqual({ data: [delivery], has_more: false });
  });

  test('of a resource comes after the previous one, one at a time', async () => {
    await endpoint();
    receiver.reply = () => ({ status: 200, delayMs: 3 });
    const ids = await Promise.all(Array.from({ length: 4 }, customer));
    for (let turn = 0; turn < 5; turn += 1) await Promise.all(ids.map((id) => change(id, String(turn))));
    const got = await receiver.until(24);
    for (const id of ids) {
      const tiers = got
        .filter(({ event }) => event.data.id === id)
        .map(({ text }) => /"tier":"(\d)"/.exec(text)?.[1]);
      expect(tiers).toEqual([undefined, '0', '1', '2', '3', '4']);
    }
    expect(receiver.mostAtOnce).toBe(1);
  });

  test('is only made for subscribed types', async () => {
    await endpoint({ event_types: ['customer.updated', 'customer.updated'] });
    await change(await customer(), 'gold');
    const got = await receiver.until(1);
    expect(got.map(({ event }) => event.type)).toEqual(['customer.updated']);
  });
});

describe('endpoints', () => {
  test('show their secret once, and their settings', async () => {
    const made = await endpoint({ description: 'orders', event_types: ['payout.completed'] });
    const { secret, ...visible } = made.body;
    expect(secret).toMatch(newerForm);
    expect(visible).toEqual({
      id: expect.stringMatching(/^we_[0-9a-z]{26}$/),
      url: receiver.url,
      description: 'orders',
      event_types: ['payout.completed'],
      active: true,
      status: 'active',
      created_at: expect.stringMatching(/\.\d{3}Z$/),
      updated_at: made.get('created_at'),
    });
    expect((await service.get(`${path}/${made.get('id')}`)).body).toEqual(visible);
    expect((await service.get(path)).body).toEqual({ data: [visible], has_more: false });
    const other = await openOtherAccount(service);
    const foreign = await service.get(`${path}/${made.get('id')}`, { key: other.key });
    expect(refusal(foreign)).toEqual([404, 'not_found']);
    expect((await service.get(path, { key: other.key })).at('data')).toEqual([]);
  });

  test('are at most ten, also under concurrent requests', async () => {
    const answers = await allAtOnce(14, () => service.post(path, { url: receiver.url }));
    expect(countByStatus(answers)).toEqual({ 201: 10, 422: 4 });
    const refused = answers.find(({ status }) => status === 422);
    expect(refused?.get('error.code')).toBe('too_many_endpoints');
    const [first] = answers.filter(({ status }) => status === 201);
    await service.call('DELETE', `${path}/${first?.get('id')}`);
    await endpoint();
  });

  test('are created once per key, and a replay has no secret', async () => {
    const ask = () => service.post(path, { url: receiver.url }, { idempotencyKey: 'webhook-once-1' });
    const [one, again] = [await ask(), await ask()];
    expect([one.status, again.status, again.headers.get('idempotent-replayed')]).toEqual([201, 200, 'true']);
    const { secret: _, ...visible } = one.body;
    expect(again.body).toEqual(visible);
    await service.call('DELETE', `${path}/${one.get('id')}`);
    expect((await ask()).body).toMatchObject({ id: one.get('id'), active: false });
  });

  test('are created active; pausing is an update', async () => {
    const made = await service.post(path, { url: receiver.url, active: false });
    expect(refusal(made)).toEqual([400, 'invalid_body', 'active']);
  });

  test.each([
    ['url', { url: 'ftp://example.com' }],
    ['url', { url: 'https://user:pass@example.com/' }],
    ['url', { url: 'https://example.com/#part' }],
    ['url', { url: `https://example.com/${'x'.repeat(2048)}` }],
    ['event_types[0]', { url: 'https://example.com', event_types: ['payout.'] }],
    ['event_types[1]', { url: 'https://example.com', event_types: ['payout.failed', 'nothing.known'] }],
  ])('have no bad %s: %o', async (param, body) => {
    expect(refusal(await service.post(path, body))).toEqual([400, 'invalid_parameter', param]);
  });

  test('are gone once deleted, and waiting deliveries are cancelled', async () => {
    const made = await endpoint();
    receiver.reply = () => ({ status: 500 });
    await customer();
    const own = `${path}/${made.get('id')}`;
    await service.until(`${own}/deliveries`, (each) => each.at('data.0.attempts') === 1);
    const gone = await service.call('DELETE', own);
    expect([gone.status, gone.text, gone.headers.get('content-type')]).toEqual([204, '', null]);
    for (const [method, at] of [
      ['DELETE', own],
      ['GET', own],
      ['GET', `${own}/deliveries`],
      ['POST', `${own}/ping`],
      ['POST', `${own}/rotate-secret`],
    ] as const)
      expect(refusal(await service.call(method, at))).toEqual([404, 'not_found']);
    const waited = () =>
      queryRows(service.databaseUrl, 'select status, attempts from webhook_delivery where endpoint_id = $1', [
        made.get('id'),
      ]);
    await expect.poll(waited).toEqual([{ status: 'cancelled', attempts: '1' }]);
  });

  test('change, and a new url is used from the next attempt on', async () => {
    const made = await endpoint({ description: 'one', event_types: ['payout.failed'] });
    const own = `${path}/${made.get('id')}`;
    const other = await openReceiver();
    const body = { url: other.url, description: '', event_types: [] };
    const changed = await service.call('PATCH', own, { body });
    expect(changed.status, changed.text).toBe(200);
    const { description: _, secret: __, ...rest } = made.body;
    const expected = { ...rest, url: other.url, event_types: [], updated_at: changed.get('updated_at') };
    expect(changed.body).toEqual(expected);
    await customer();
    await other.until(1);
    expect(receiver.received).toEqual([]);
    await other.close();
  });

  test('that are paused get no new events, and keep waiting ones', async () => {
    const made = await endpoint();
    const own = `${path}/${made.get('id')}`;
    receiver.reply = () => ({ status: receiver.received.length > 1 ? 200 : 500 });
    const before = await customer();
    await receiver.until(1);
    const paused = await service.call('PATCH', own, { body: { active: false } });
    expect([paused.at('active'), paused.at('status')]).toEqual([false, 'active']);
    await customer();
    await advance(service, 3600);
    expect(receiver.received).toHaveLength(1);
    await service.call('PATCH', own, { body: { active: true } });
    const after = await customer();
    const got = await receiver.until(3);
    expect(got.map(({ event }) => event.data.id).sort()).toEqual([before, before, after].sort());
    expect(got.filter(({ event }) => event.data.id === before).at(-1)?.headers['psp-delivery-attempt']).toBe(
      '2',
    );
  });

  test('sign with two secrets for a day after a rotation, the new one first', async () => {
    const made = await endpoint();
    const own = `${path}/${made.get('id')}`;
    const first = made.get('secret');
    const rotate = () => service.post(`${own}/rotate-secret`);
    const second = await rotate();
    expect([second.status, Object.keys(second.body).includes('secret')]).toEqual([200, true]);
    const third = await rotate();
    const expires = Date.parse(third.get('previous_secret_expires_at'));
    expect(expires - Date.parse(third.get('updated_at'))).toBe(24 * 3_600_000);
    const secrets = [first, second.get('secret'), third.get('secret')];
    const signers = async (nth: number) => {
      await customer();
      const got = (await receiver.until(nth))[nth - 1];
      return got && signersOf(got, secrets);
    };
    expect(await signers(1)).toEqual([third.get('secret'), second.get('secret')]);
    await advance(service, 24 * 3600 - 60);
    expect(await signers(2)).toEqual([third.get('secret'), second.get('secret')]);
    const secretEnd = async () => (await service.get(own)).body.previous_secret_expires_at;
    expect(await secretEnd()).toBe(third.get('previous_secret_expires_at'));
    await advance(service, 61);
    expect(await secretEnd()).toBeUndefined();
    expect(await signers(3)).toEqual([third.get('secret')]);
    const use = { idempotencyKey: 'rotate-once-1' };
    const [one, again] = [
      await service.post(`${own}/rotate-secret`, undefined, use),
      await service.post(`${own}/rotate-secret`, undefined, use),
    ];
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([200, 'true']);
    expect(again.body).toEqual({ ...one.body, secret: undefined });
  });
});

describe('pings', () => {
  test('go only to their endpoint, once, paused or not, and are events of the log', async () => {
    const made = await endpoint({ event_types: ['payout.failed'], description: 'mine' });
    await endpoint();
    const own = `${path}/${made.get('id')}`;
    const paused = await service.call('PATCH', own, { body: { active: false } });
    const use = { idempotencyKey: 'ping-once-1' };
    const ping = await service.post(`${own}/ping`, undefined, use);
    expect([ping.status, ping.at('event_type'), ping.at('status')]).toEqual([202, 'webhook.ping', 'pending']);
    const [got] = await receiver.until(1);
    expect(got?.headers['psp-delivery-id']).toBe(ping.get('id'));
    const { description: _, ...data } = paused.body;
    expect(await eventsOf(service, made.get('id'))).toEqual([['webhook.ping', data]]);
    const done = await service.until(`${own}/deliveries`, (each) => each.at('data.0.status') === 'delivered');
    expect(done.at('data')).toHaveLength(1);
    const again = await service.post(`${own}/ping`, undefined, use);
    expect([again.status, again.body]).toEqual([200, (done.at('data') as object[])[0]]);
    expect(receiver.received).toHaveLength(1);
  });

  test('are attempted once', async () => {
    const made = await endpoint();
    receiver.reply = () => ({ status: 302 });
    await service.post(`${path}/${made.get('id')}/ping`);
    const list = `${path}/${made.get('id')}/deliveries?status=failed`;
    const failed = await service.until(list, (each) => (each.at('data') as object[]).length === 1);
    expect(failed.at('data.0.history')).toMatchObject([{ number: 1, http_status: 302 }]);
    await advance(service, 3600);
    expect(receiver.received).toHaveLength(1);
  });

  test('are limited to five per sliding minute and endpoint', async () => {
    const [one, other] = [(await endpoint()).get('id'), (await endpoint()).get('id')];
    const ping = (id: string) => service.post(`${path}/${id}/ping`);
    await ping(one);
    await advance(service, 30);
    const answers = await allAtOnce(7, () => ping(one));
    expect(countByStatus(answers)).toEqual({ 202: 4, 429: 3 });
    const refused = answers.find(({ status }) => status === 429);
    expect(refused && refusal(refused)).toEqual([429, 'rate_limited']);
    const seconds = Number(refused?.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(20);
    expect(seconds).toBeLessThanOrEqual(30);
    expect((await ping(other)).status).toBe(202);
    await advance(service, seconds);
    expect(countByStatus([await ping(one), await ping(one)])).toEqual({ 202: 1, 429: 1 });
  });

  test('go before waiting deliveries', async () => {
    receiver.reply = () => ({ status: 200, delayMs: 150 });
    const made = await endpoint();
    for (let i = 0; i < 8; i += 1) await customer();
    await receiver.until(2);
    await service.post(`${path}/${made.get('id')}/ping`);
    const got = await receiver.until(9);
    const index = got.findIndex(({ event }) => event.type === 'webhook.ping');
    expect(index).toBeGreaterThan(0);
    expect(index).toBeLessThan(6);
    expect(receiver.mostAtOnce).toBe(1);
  });
});

describe('a redelivery', () => {
  test('goes to every endpoint that subscribes to the event, or to the named one', async () => {
    const [all, others] = [await endpoint(), await endpoint({ event_types: ['payout.failed'] })];
    const id = await customer();
    const [first] = await receiver.until(1);
    const events = `/v1/events/${first?.event.id}/redeliver`;
    const again = await service.post(events);
    expect([again.status, again.at('has_more'), (again.at('data') as object[]).length]).toEqual([
      202,
      false,
      1,
    ]);
    expect(again.at('data.0')).toMatchObject({
      endpoint_id: all.get('id'),
      redelivery_of: first?.headers['psp-delivery-id'],
      status: 'pending',
    });
    const use = { idempotencyKey: 'redeliver-once' };
    const named = await service.post(events, { endpoint_id: others.get('id') }, use);
    expect(named.at('data.0.endpoint_id')).toBe(others.get('id'));
    expect(named.at('data.0.redelivery_of')).toBeUndefined();
    const got = await receiver.until(3);
    expect(got.map(({ event }) => event.data.id)).toEqual([id, id, id]);
    expect(new Set(got.map(({ text }) => text)).size).toBe(1);
    const list = `${path}/${others.get('id')}/deliveries`;
    const done = await service.until(list, (each) => each.at('data.0.status') === 'delivered');
    const replay = await service.post(events, { endpoint_id: others.get('id') }, use);
    expect([replay.status, replay.at('data')]).toEqual([200, done.at('data')]);
    expect(receiver.received).toHaveLength(3);
    await service.call('PATCH', `${path}/${all.get('id')}`, { body: { active: false } });
    expect((await service.post(events)).status).toBe(202);
    await advance(service, 60);
    expect(receiver.received).toHaveLength(3);
    await service.call('PATCH', `${path}/${all.get('id')}`, { body: { active: true } });
    await receiver.until(4);
  });

  test('needs an existing event and endpoint', async () => {
    const made = await endpoint();
    await customer();
    const [first] = await receiver.until(1);
    const absent = 'we_01k9zq3v5e8x7m2n4p6r8t0w1y';
    const post = (eventId: string, body?: object) => service.post(`/v1/events/${eventId}/redeliver`, body);
    const eventId = first?.event.id ?? '';
    expect(refusal(await post(eventId, { endpoint_id: absent }))).toEqual([404, 'not_found', 'endpoint_id']);
    expect(refusal(await post(eventId, { endpoint_id: 'we-1' }))).toEqual([
      400,
      'invalid_parameter',
      'endpoint_id',
    ]);
    expect(refusal(await post('evt_01k9zq3v5e8x7m2n4p6r8t0w1y'))).toEqual([404, 'not_found']);
    expect(refusal(await post(eventId, { endpoint: 1 }))).toEqual([400, 'invalid_body', 'endpoint']);
    await service.call('DELETE', `${path}/${made.get('id')}`);
    const nobody = await post(eventId);
    expect([nobody.status, nobody.body]).toEqual([202, { data: [], has_more: false }]);
  });
});
