import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { formatReport } from '../../src/adapters/postgres/check/report.js';
import { checkInvariants } from '../../src/adapters/postgres/check/run.js';
import { openHome, type Home, type ServiceProcess } from '../setup/process.js';
import { openReceiver, type Receiver } from '../setup/receiver.js';
import { clientOf, type Client } from '../setup/running.js';
import { httpTarget, rawTarget, type Target } from '../setup/target.js';
import { allAtOnce } from '../setup/verbs.js';

const path = '/v1/webhook-endpoints';
const customers = 12;
const turns = 4;
const megabytesMax = 64;
const gigabyte = 2 ** 30;

let home: Home;
let service: ServiceProcess;
let client: Client;
const stops: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  home = await openHome();
  // With the default young generation, uncollected garbage takes 60 to 100 MB; with this one 26 MB.
  const nursery = { NODE_OPTIONS: '--max-semi-space-size=1' };
  service = await home.start({ WEBHOOK_ALLOW_INSECURE_TARGETS: 'true', ...nursery });
  client = clientOf(service.baseUrl, service.apiKey);
});
afterAll(async () => {
  await service.end('SIGTERM');
  for (const stop of stops) await stop();
  await home.discard();
});

async function listenTo(url: string): Promise<string> {
  const made = await client.post(path, { url });
  expect(made.status, made.text).toBe(201);
  return made.get('id');
}

async function goodOne(): Promise<Receiver> {
  const receiver = await openReceiver();
  stops.push(() => receiver.close());
  await listenTo(receiver.url);
  return receiver;
}

function endless(response: ServerResponse): void {
  response.writeHead(200, { 'content-length': gigabyte });
  const more = (): void => {
    while (!response.destroyed && response.write(Buffer.alloc(65_536)));
  };
  response.on('drain', more);
  more();
}

async function residentMegabytes(): Promise<number> {
  const text = await (await fetch(`${service.internalUrl}/metrics`)).text();
  return Number(/^process_resident_memory_bytes (\d+)/m.exec(text)?.[1]) / 2 ** 20;
}

/** Creates a customer and changes it: several events of one resource. */
async function change(name: string): Promise<void> {
  const body = {
    external_id: name,
    type: 'individual',
    country: 'PE',
    display_name: 'Ana Torres',
  };
  const id = (await client.post('/v1/customers', body)).get('id');
  for (let turn = 1; turn < turns; turn += 1) {
    const changed = { metadata: { turn: String(turn) } };
    expect((await client.call('PATCH', `/v1/customers/${id}`, { body: changed })).status).toBe(200);
  }
}

interface Attempt {
  readonly http_status?: number;
  readonly error?: string;
}

/** The attempts of the first delivery of an endpoint, once there are some. */
async function firstAttempt(endpoint: string): Promise<Attempt> {
  const attempts = async (): Promise<Attempt[]> => {
    const { body } = await client.get(`${path}/${endpoint}/deliveries?limit=100`);
    return (body as { data: { history: Attempt[] }[] }).data.flatMap(({ history }) => history);
  };
  await expect.poll(async () => (await attempts()).length, { timeout: 60_000 }).toBeGreaterThan(0);
  const [first] = await attempts();
  return first ?? {};
}

test('hostile receivers do not delay or reorder deliveries to good ones, and memory stays small', async () => {
  // A new process grows until it has done everything once.
  const good = [await goodOne(), await goodOne()];
  await allAtOnce(customers, (nth) => change(`first-${nth}`));
  for (const receiver of good) await receiver.until(customers * turns);
  const canary = await httpTarget();
  const to = `http://127.0.0.1:${canary.port}/canary`;
  const hostile: Record<string, Target> = {
    fails: await httpTarget((_request, response) => void response.writeHead(500).end('no')),
    moved: await httpTarget((_request, response) => void response.writeHead(301, { location: to }).end()),
    elsewhere: await httpTarget((_request, response) => void response.writeHead(307, { location: to }).end()),
    silent: await httpTarget(() => undefined),
    drips: await rawTarget((socket) => {
      const timer = setInterval(() => socket.write('H'), 50);
      socket.once('close', () => clearInterval(timer));
    }),
    endless: await httpTarget((_request, response) => endless(response)),
    closes: await rawTarget((socket) => void socket.destroy()),
    babbles: await rawTarget((socket) => void socket.write('HELO there\r\n\r\n')),
  };
  stops.push(...[canary, ...Object.values(hostile)].map((target) => () => target.stop()));
  const ids: Record<string, string> = {};
  for (const [name, { port }] of Object.entries(hostile)) {
    ids[name] = await listenTo(`http://127.0.0.1:${port}/hook`);
  }
  const before = await residentMegabytes();
  await allAtOnce(customers, (nth) => change(`hostile-${nth}`));
  for (const receiver of good) {
    const received = await receiver.until(2 * customers * turns);
    const byCustomer = Map.groupBy(received, ({ event }) => event.data.id);
    for (const [, events] of byCustomer) {
      const seen = events.map(({ text }) => Number(/"turn":"(\d+)"/.exec(text)?.[1] ?? 0));
      expect(seen).toEqual([0, 1, 2, 3]);
    }
  }
  const outcomes: Record<string, Attempt> = {};
  for (const [name, id] of Object.entries(ids)) outcomes[name] = await firstAttempt(id);
  expect(outcomes).toMatchObject({
    fails: { http_status: 500 },
    moved: { http_status: 301 },
    elsewhere: { http_status: 307 },
    silent: { error: expect.stringMatching(/10 seconds/) },
    drips: { error: expect.any(String) },
    endless: { http_status: 200 },
    closes: { error: expect.any(String) },
    babbles: { error: expect.any(String) },
  });
  expect(canary.seen.connections).toBe(0);
  // Garbage is collected after a while.
  const grown = async (): Promise<number> => (await residentMegabytes()) - before;
  await expect.poll(grown, { timeout: 60_000 }).toBeLessThan(megabytesMax);
  const report = await checkInvariants(service.databaseUrl);
  expect(report.violations, formatReport(report)).toEqual([]);
});
