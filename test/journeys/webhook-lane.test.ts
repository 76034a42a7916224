import { afterEach, describe, expect, test, type TestContext } from 'vitest';
import { formatReport } from '../../src/adapters/postgres/check/report.js';
import { checkInvariants } from '../../src/adapters/postgres/check/run.js';
import { inParallel } from '../setup/parallel.js';
import { openHome } from '../setup/process.js';
import { openReceiver, type Received, type Receiver } from '../setup/receiver.js';
import { queryRows } from '../setup/rows.js';
import { openBeside, openService, type Client, type RunningService } from '../setup/running.js';
import { allAtOnce } from '../setup/verbs.js';

const path = '/v1/webhook-endpoints';
const insecure = { WEBHOOK_ALLOW_INSECURE_TARGETS: 'true' };

const open: { stop(): Promise<unknown> }[] = [];
afterEach(async () => {
  for (const each of open.splice(0).reverse()) await each.stop();
});

async function receivers(count: number): Promise<Receiver[]> {
  const made = await allAtOnce(count, openReceiver);
  open.push(...made.map((each) => ({ stop: () => each.close() })));
  return made;
}

async function service(): Promise<RunningService> {
  const started = await openService(insecure);
  open.push(started);
  return started;
}

const register = (client: Client, receiver: Receiver) => client.post(path, { url: receiver.url });

let count = 0;
async function customer(client: Client): Promise<string> {
  const body = { type: 'individual', country: 'PE', display_name: 'Ana Torres' };
  return (await client.post('/v1/customers', { ...body, external_id: `lane-${(count += 1)}` })).get('id');
}

/** Makes `each` events for each of `resources` customers. */
async function changes(client: Client, resources: number, each: number): Promise<string[]> {
  const ids = await allAtOnce(resources, () => customer(client));
  for (let turn = 1; turn < each; turn += 1) {
    await inParallel(ids, 8, (id) =>
      client.call('PATCH', `/v1/customers/${id}`, { body: { metadata: { turn: String(turn) } } }),
    );
  }
  return ids;
}

const turnOf = ({ text }: Received) => Number(/"turn":"(\d+)"/.exec(text)?.[1] ?? 0);

/** The events of a resource in the order of their first arrival. */
function firstSights(received: readonly Received[], id: string): number[] {
  return [...new Set(received.filter(({ event }) => event.data.id === id).map(turnOf))];
}

const waiting = `select count(*) as n from webhook_delivery where status = 'pending'`;
async function drained(databaseUrl: string, own: TestContext['expect'] = expect): Promise<void> {
  await own.poll(() => queryRows(databaseUrl, waiting), { timeout: 60_000 }).toEqual([{ n: '0' }]);
}

test('an endpoint that never answers delays no other', async () => {
  const own = await service();
  const [silent, ...others] = await receivers(4);
  if (silent) silent.reply = () => ({ status: 200, delayMs: 60_000 });
  for (const each of [silent, ...others]) if (each) await register(own, each);
  const began = Date.now();
  await changes(own, 10, 3);
  for (const each of others) await each.until(30);
  expect(Date.now() - began).toBeLessThan(8_000);
  expect(silent?.received).toHaveLength(1);
  await own.check();
});

test('several processes deliver everything once, in order and one at a time', async () => {
  const own = await service();
  const beside = await openBeside(own, { PSP_ROLES: 'worker' });
  open.push(beside);
  const all = await receivers(5);
  for (const each of all) {
    each.reply = () => ({ status: 200, delayMs: 2 });
    await register(own, each);
  }
  const ids = await changes(own, 8, 5);
  for (const each of all) {
    const got = await each.until(40, 20_000);
    for (const id of ids) expect(firstSights(got, id)).toEqual([0, 1, 2, 3, 4]);
    expect(each.mostAtOnce).toBe(1);
  }
  await drained(own.databaseUrl);
  expect(all.map(({ received }) => received.length)).toEqual([40, 40, 40, 40, 40]);
  await own.check();
});

test('a committed event reaches its receiver at once', async () => {
  const own = await service();
  const [one] = await receivers(1);
  if (!one) throw new Error('no receiver');
  await register(own, one);
  const took: number[] = [];
  for (let i = 1; i <= 20; i += 1) {
    await customer(own);
    const committed = Date.now();
    const got = await one.until(i);
    took.push((got[i - 1]?.at ?? 0) - committed);
  }
  // Far less than a poll interval, even on a busy machine.
  expect(took.toSorted((a, b) => a - b)[10]).toBeLessThan(100);
  await own.check();
});

test('a process killed during deliveries loses none, and its successor continues in order', async () => {
  const home = await openHome();
  open.push({ stop: home.discard });
  const [one] = await receivers(1);
  if (!one) throw new Error('no receiver');
  // A pass posts for 100 ms before it waits for records: at most seven deliveries.
  one.reply = () => ({ status: 200, delayMs: 15 });
  const first = await home.start(insecure);
  await register(first, one);
  const ids = await changes(first, 6, 6);
  await one.until(12);
  await first.end('SIGKILL');
  const known = one.received.length;
  const second = await home.start(insecure);
  open.push({ stop: () => second.end('SIGTERM') });
  await drained(second.databaseUrl);
  for (const id of ids) expect(firstSights(one.received, id)).toEqual([0, 1, 2, 3, 4, 5]);
  expect(known).toBeLessThan(36);
  expect(one.received.length - 36, 'what was under way comes again').toBeLessThan(10);
  expect(one.mostAtOnce).toBe(1);
  const report = await checkInvariants(second.databaseUrl);
  expect(report.violations, formatReport(report)).toEqual([]);
});

/** A ping whose answer takes `delayMs`, while the process is told to stop; then the next one. */
async function stoppedAmidPing(delayMs: number, { onTestFinished }: TestContext) {
  const home = await openHome();
  onTestFinished(home.discard);
  const one = await openReceiver();
  onTestFinished(() => one.close());
  one.reply = () => ({ status: 204, delayMs });
  const first = await home.start(insecure);
  const its = `${path}/${(await register(first, one)).get('id')}`;
  const ping = await first.post(`${its}/ping`);
  expect(ping.status, ping.text).toBe(202);
  await one.until(1);
  expect(await first.end('SIGTERM')).toMatchObject({ code: 0 });
  one.reply = () => ({ status: 204 });
  const second = await home.start(insecure);
  onTestFinished(async () => void (await second.end('SIGTERM')));
  const deliveries = async () => (await second.get(`${its}/deliveries`)).at('data');
  return { one, second, deliveries };
}

const delivered = [{ status: 'delivered', history: [{ number: 1, http_status: 204 }] }];

// Both wait for a receiver, concurrently.
describe.concurrent('a process that stops', () => {
  test('waits for a receiver that needs more than five seconds', async (context) => {
    const { one, deliveries } = await stoppedAmidPing(5_500, context);
    expect(await deliveries()).toMatchObject(delivered);
    expect(one.received).toHaveLength(1);
  });

  test("before the receiver's answer fails no delivery: it is repeated as the same attempt", async (context) => {
    const { one, second, deliveries } = await stoppedAmidPing(9_000, context);
    const [cut, again] = await one.until(2);
    expect(again?.headers['psp-delivery-id']).toBe(cut?.headers['psp-delivery-id']);
    expect([cut, again].map((each) => each?.headers['psp-delivery-attempt'])).toEqual(['1', '1']);
    await drained(second.databaseUrl, context.expect);
    expect(await deliveries()).toMatchObject(delivered);
  });
});
