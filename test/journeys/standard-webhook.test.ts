import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { webhooks } from '../../sdk/typescript/src/index.js';
import { createVault } from '../../src/adapters/crypto/vault.js';
import { readConfig } from '../../src/main/config.js';
import { keysOf } from '../../src/main/keys.js';
import { advance } from '../setup/hand.js';
import { inParallel } from '../setup/parallel.js';
import { eventually } from '../setup/patience.js';
import { python } from '../setup/python.js';
import { openReceiver, signersOf, type Received, type Receiver } from '../setup/receiver.js';
import { queryRows } from '../setup/rows.js';
import { openService, type RunningService } from '../setup/running.js';
import { forLibrary, newerForm, olderSecrets, pypi, standardOf } from '../setup/standard-webhook.js';

const path = '/v1/webhook-endpoints';
const [before, after] = [100, 160];
const retriedAfterMs = 2_500;
const endpointsCount = 4;

interface Subscriber {
  readonly id: string;
  readonly receiver: Receiver;
  readonly first: string;
  second: string;
  /** Number of deliveries when the secret was rotated, and when the first secret no longer signed. */
  rotatedAt: number;
  expiredAt: number;
}

/** A delivery with the secrets that must have signed it. */
interface Delivery extends Received {
  readonly secrets: readonly string[];
}

let service: RunningService;
const subscribers: Subscriber[] = [];
let deliveries: Delivery[];

beforeAll(async () => {
  service = await openService({ WEBHOOK_ALLOW_INSECURE_TARGETS: 'true' });
  for (let nth = 0; nth < endpointsCount; nth += 1) subscribers.push(await subscribe());
  await resecret(subscribers[0], olderSecrets[0]);
  await resecret(subscribers[1], olderSecrets[1]);
  await happen(before);
  await come(before);
  for (const subscriber of subscribers) {
    subscriber.rotatedAt = subscriber.receiver.received.length;
    subscriber.second = (await service.post(`${path}/${subscriber.id}/rotate-secret`)).get('secret');
  }
  await happen(after);
  await come(before + after);
  // A retry is signed in another second than the attempt before it.
  const lastAt = Math.max(...subscribers.flatMap(({ receiver }) => receiver.received.map(({ at }) => at)));
  await eventually(() => expect(Date.now() - lastAt).toBeGreaterThan(retriedAfterMs));
  await advance(service, 60);
  await settle();
  const event = subscribers[0]?.receiver.received[0]?.event.id;
  expect((await service.post(`/v1/events/${event}/redeliver`)).status).toBe(202);
  await settle();
  await advance(service, 24 * 3_600);
  for (const subscriber of subscribers) subscriber.expiredAt = subscriber.receiver.received.length;
  await happen(1);
  await settle();
  deliveries = subscribers.flatMap(deliveriesOf);
});
afterAll(async () => {
  for (const { receiver } of subscribers) await receiver.close();
  await service.check();
  await service.stop();
});

/** An endpoint whose receiver fails the first attempt of every sixth event. */
async function subscribe(): Promise<Subscriber> {
  const receiver = await openReceiver();
  const seen = new Set<string>();
  receiver.reply = ({ event }) => {
    const isNew = !seen.has(event.id);
    seen.add(event.id);
    return { status: isNew && seen.size % 6 === 0 ? 500 : 200 };
  };
  const made = await service.post(path, { url: receiver.url });
  const first = made.get('secret');
  expect(first).toMatch(newerForm);
  const [rotatedAt, expiredAt] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  return { id: made.get('id'), receiver, first, second: '', rotatedAt, expiredAt };
}

/** Gives the endpoint a secret of the older format. */
async function resecret(subscriber: Subscriber | undefined, secret: string): Promise<void> {
  if (subscriber === undefined) throw new Error('there is no such subscriber');
  const vault = createVault(keysOf(readConfig(service.env)));
  const sealed = vault.encrypt(secret, { noun: 'webhookEndpoint', field: 'secret', id: subscriber.id });
  const statement = 'update webhook_endpoint set secret = $1 where id = $2';
  await queryRows(service.databaseUrl, statement, [sealed, subscriber.id]);
  Object.assign(subscriber, { first: secret });
}

let happened = 0;
async function happen(times: number): Promise<void> {
  const numbers = Array.from({ length: times }, () => (happened += 1));
  await inParallel(numbers, 8, async (number) => {
    const body = { type: 'individual', country: 'PE', display_name: 'Ñandú Torres' };
    const made = await service.post('/v1/customers', { ...body, external_id: `standard-${number}` });
    expect(made.status, made.text).toBe(201);
  });
}

const come = (count: number) => Promise.all(subscribers.map(({ receiver }) => receiver.until(count)));

/** Waits until no delivery is pending. */
async function settle(): Promise<void> {
  const waiting = "select id from webhook_delivery where status = 'pending'";
  const behind = `select e.id from event e left join webhook_delivery d on d.event_id = e.id
    where e.type = 'customer.created' group by e.id having count(d.id) < ${endpointsCount}`;
  await eventually(async () => {
    expect(await queryRows(service.databaseUrl, `${waiting} union all (${behind})`)).toEqual([]);
  });
}

function deliveriesOf({ receiver, first, second, rotatedAt, expiredAt }: Subscriber): Delivery[] {
  return receiver.received.map((received, nth) => {
    if (nth >= expiredAt) return { ...received, secrets: [second] };
    return { ...received, secrets: nth < rotatedAt ? [first] : [second, first] };
  });
}

/** The attempts of each delivery, in order. */
const attemptsOf = (): Delivery[][] => [
  ...Map.groupBy(deliveries, ({ headers }) => String(headers['psp-delivery-id'])).values(),
];

test('a thousand deliveries arrived, some repeated, before, during and after a rotation', () => {
  const numberOf = (count: number) => deliveries.filter(({ secrets }) => secrets.length === count).length;
  console.log(`${deliveries.length} deliveries, ${numberOf(2)} of them signed with two secrets`);
  expect(deliveries.length).toBeGreaterThan(1_000);
  expect(attemptsOf().filter((attempts) => attempts.length === 2).length).toBeGreaterThan(150);
  expect(numberOf(2)).toBeGreaterThan(600);
  expect(deliveries.filter(({ secrets: [newest] }) => newest === olderSecrets[0]).length).toBe(before);
});

test('each is the body of its event, byte for byte', async () => {
  const rows = await queryRows(service.databaseUrl, 'select id, body from event');
  const bodies = new Map(rows.map(({ id, body }) => [id, body]));
  for (const { text, event } of deliveries) expect(text).toBe(bodies.get(event.id));
});

test('webhook-id is the id of the event, on every attempt and redelivery', () => {
  for (const { headers, event } of deliveries) expect(headers['webhook-id']).toBe(event.id);
});

test('webhook-timestamp is when the attempt was signed, later on a retry', () => {
  const timeOf = ({ headers }: Received) => Number(headers['webhook-timestamp']);
  for (const delivery of deliveries) expect(Math.abs(timeOf(delivery) - delivery.at / 1000)).toBeLessThan(60);
  for (const [one, again] of attemptsOf()) {
    if (one === undefined || again === undefined) continue;
    expect(timeOf(again) - timeOf(one)).toBeGreaterThanOrEqual(2);
  }
});

test('the npm library verifies each with every live secret, and refuses changed bodies', () => {
  for (const { text, headers, event, secrets } of deliveries) {
    const standard = standardOf(headers);
    expect(standard['webhook-signature']?.split(' ')).toHaveLength(secrets.length);
    for (const secret of secrets)
      expect(new Webhook(forLibrary(secret)).verify(text, standard)).toMatchObject({ id: event.id });
  }
  const [{ text, headers, secrets } = missing()] = deliveries;
  const library = new Webhook(forLibrary(secrets[0] ?? ''));
  expect(() => library.verify(`${text} `, standardOf(headers))).toThrow('No matching signature');
  const other = { ...standardOf(headers), 'webhook-id': 'evt_other' };
  expect(() => library.verify(text, other)).toThrow('No matching signature');
});

test('the Python library verifies each with every live secret', async () => {
  const cases = deliveries.flatMap(({ text, headers, secrets }) =>
    secrets.map((secret) => [forLibrary(secret), standardOf(headers), text]),
  );
  const dir = await mkdtemp(join(tmpdir(), 'psp-standard-'));
  try {
    await writeFile(join(dir, 'cases.json'), JSON.stringify(cases));
    const code = `
import json, os, sys
sys.path.insert(0, os.environ["PYPI"])
from standardwebhooks import Webhook, WebhookVerificationError
with open(os.environ["CASES"]) as file:
    cases = json.load(file)
for secret, headers, body in cases:
    assert Webhook(secret).verify(body.encode(), headers)["id"] == headers["webhook-id"]
try:
    Webhook(cases[0][0]).verify(cases[0][2] + " ", cases[0][1])
except WebhookVerificationError as error:
    print(len(cases), error)`;
    const output = await python(code, { PYPI: pypi, CASES: join(dir, 'cases.json') });
    expect(output).toBe(`${cases.length} No matching signature found\n`);
  } finally {
    await rm(dir, { recursive: true });
  }
});

test('Psp-Signature and the SDK still work with the whole secret, in both formats', async () => {
  for (const delivery of deliveries) {
    const { text, headers, event, secrets } = delivery;
    expect(signersOf(delivery, secrets)).toEqual(secrets);
    for (const secret of secrets)
      expect((await webhooks.verify({ body: text, headers, secret })).id).toBe(event.id);
  }
});

function missing(): never {
  throw new Error('nothing was delivered');
}
