import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aReference, Probe } from '../../src/adapters/providers/check/probe.js';
import type { Reference } from '../../src/adapters/providers/reference.js';
import type { Provider } from '../../src/ports/provider.js';
import { aSubmission } from '../ports/provider-suite.js';
import { Between, rawOf, type Passing, type BankAnswer } from '../setup/between.js';
import { aConnector, aReferenceConnector, offered, ourKeys, theirKeys } from '../setup/connector.js';
import { createDatabase, type TestDatabase } from '../setup/database.js';
import { queryRows } from '../setup/rows.js';

/** The fault between the service and the connector for one order. */
type Fault = 'none' | 'cut' | 'lost' | 'swapped' | 'unsigned' | 'other amount' | 'redirect' | 'broken';
const faults: readonly Fault[] = [
  'none',
  'cut',
  'lost',
  'swapped',
  'unsigned',
  'other amount',
  'redirect',
  'broken',
];
const orders = 200;

let database: TestDatabase;
let reference: Reference;
let provider: Provider;
let proxied: Provider;
let fault: Fault = 'none';
let cutAt = 0;
let before: BankAnswer | undefined;
let between: Between;

async function pass({ path, socket, answer, ask, send }: Passing): Promise<void> {
  const response = await ask();
  const { status, text } = response;
  const swapped = before ?? response;
  before = response;
  switch (fault) {
    case 'none':
      return send(response);
    case 'cut': {
      const raw = rawOf(response);
      const end = raw.length - text.length + (cutAt % text.length);
      return void socket.write(raw.slice(0, end), () => socket.destroy());
    }
    case 'lost':
      return void socket.destroy();
    case 'swapped':
      return send({ ...swapped, status });
    case 'unsigned':
      return void answer.writeHead(status).end(text);
    case 'other amount':
      return send({ ...response, text: text.replace('120.50', '920.50') });
    case 'redirect':
      return void answer.writeHead(307, { location: `${reference.url}${path}` }).end();
    case 'broken':
      return send({ ...response, status: 502 });
  }
}

beforeAll(async () => {
  database = await createDatabase('template1');
  reference = await aReferenceConnector(database.url);
  between = await Between.stand(reference.url, pass);
  provider = aConnector(reference.url);
  proxied = aConnector(between.url);
  await Promise.all([provider.remote?.refresh(), proxied.remote?.refresh()]);
});

afterAll(async () => {
  await Promise.all([provider.stop(), proxied.stop()]);
  await between.close();
  await reference.close();
  await database.drop();
});

describe('a fault between the service and a connector', () => {
  test('each order is sent once, and an answer claims no more than it proves', async () => {
    const sentOrders = [];
    for (let index = 0; index < orders; index++) {
      fault = faults[index % faults.length] ?? 'none';
      cutAt = index;
      const submission = aSubmission(index % 3 === 0 ? 'sim:fail' : undefined);
      sentOrders.push({ ...submission, fault, receipt: await proxied.submit(submission) });
    }
    const calls = new Map((await reference.calls()).map(({ reference: name, count }) => [name, count]));
    expect(sentOrders.filter((each) => calls.get(each.reference) !== 1)).toEqual([]);
    const found = await provider.lookUp(sentOrders.map((each) => each.reference));
    for (const { fault: between, memo, reference: name, receipt } of sentOrders) {
      const truth = memo === 'sim:fail' ? 'not_executed' : 'paid';
      expect(found.get(name)?.outcome, name).toBe(truth);
      const clear = memo === 'sim:fail' ? 'refused' : 'paid';
      const isClear = between === 'none' || (between === 'other amount' && clear === 'refused');
      expect(receipt.outcome, `${between} ${memo}`).toBe(isClear ? clear : 'uncertain');
    }
  });

  test('an order repeated after its send_by is not executed, but gets its first answer if it was', async () => {
    const probe = new Probe({ url: reference.url, sendingKeys: ourKeys, receivingKeys: theirKeys });
    const body = await probe.order({ send_by: new Date(Date.now() + 1_500).toISOString() });
    const put = (name: string) => probe.ask('PUT', `/operations/${name}`, { body });
    const [lost, done] = [aReference(), aReference()];
    const first = [await put(lost), await put(done)];
    expect(first.map(({ status }) => status)).toEqual([200, 200]);
    // The state after a crash between storing the order and sending it to the bank.
    await queryRows(database.url, `delete from simulator.operation where reference = '${lost}'`);
    await sleep(Math.max(0, Date.parse(String(body['send_by'])) - Date.now()));
    expect(await put(lost)).toMatchObject({ status: 410, body: { error: { code: 'send_by_passed' } } });
    expect(await probe.findingOf(lost)).toBe('not_found');
    expect((await put(done)).body).toEqual(first[1]?.body);
    await probe.close();
  });

  test('several uncertain answers in a row hold back new orders until one order gets a clear answer', async () => {
    const one = aConnector(between.url, { uncertainMost: 3, openSeconds: 1 });
    fault = 'none';
    await one.remote?.refresh();
    expect(one.remote?.waitMs()).toBe(0);
    fault = 'broken';
    for (let index = 0; index < 3; index++) await one.submit(aSubmission(undefined));
    expect(one.remote?.waitMs()).toBeGreaterThan(0);
    expect(one.remote?.troubles().join()).toContain('leave orders uncertain');
    fault = 'none';
    const { reference: name } = aSubmission(undefined);
    expect((await one.lookUp([name])).get(name)).toEqual({ outcome: 'not_found' });
    await expect.poll(() => one.remote?.waitMs(), { timeout: 60_000, interval: 20 }).toBe(0);
    expect(one.remote?.waitMs(), 'the one that was let through').toBeGreaterThan(0);
    expect(await one.submit(aSubmission(undefined))).toMatchObject({ outcome: 'paid' });
    expect(one.remote?.waitMs()).toBe(0);
    expect(one.remote?.troubles()).toEqual([]);
    await one.stop();
  });

  test('a balance below the floor and a missing capability raise alarms', async () => {
    const over = { floors: { PEN: '1000000.00' }, routes: [{ method: 'fax', currency: 'PEN' }] };
    const one = aConnector(reference.url, over);
    await one.remote?.refresh();
    expect(one.remote?.troubles()).toEqual([
      expect.stringContaining('it does not offer PEN fax'),
      expect.stringContaining('below the floor of 1000000.00'),
    ]);
    expect(one.remote?.offers('payout', 'fax', 'PEN')).toBe(false);
    await one.stop();
  });

  test('orders above the concurrency limit are refused and not sent', async () => {
    const limits = { per_operation: '120.49' };
    const limited = [{ product: 'withdrawal' as const, method: 'bank_transfer', currency: 'PEN', limits }];
    const bank = await aReferenceConnector(database.url, {
      offer: { capabilities: [...offered, ...limited] },
    });
    const one = aConnector(bank.url);
    await one.remote?.refresh();
    const [above, within] = [aSubmission(undefined, { kind: 'withdrawal' }), aSubmission(undefined)];
    expect(await one.submit(above)).toEqual({ outcome: 'refused', code: 'limit_exceeded' });
    expect(await one.submit(within)).toMatchObject({ outcome: 'paid' });
    expect((await one.lookUp([above.reference])).get(above.reference)).toEqual({ outcome: 'not_found' });
    await one.stop();
    await bank.close();
  });

  test('a sandbox sends nothing to a live connector', async () => {
    const one = aConnector(reference.url, { environment: 'live' });
    await expect(one.remote?.assertEnvironment()).rejects.toThrow('a connector of sandbox, and this is live');
    expect(one.remote?.waitMs()).toBeGreaterThan(0);
    await one.stop();
  });
});
