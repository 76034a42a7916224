import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Reference } from '../../src/adapters/providers/reference.js';
import { exact, sum } from '../../src/domain/money.js';
import { Between, rawOf, signedAnew, type Passing } from '../setup/between.js';
import { aConnector, aReferenceConnector } from '../setup/connector.js';
import { connectorSettings } from '../setup/connector-settings.js';
import { createDatabase, type TestDatabase } from '../setup/database.js';
import { inParallel } from '../setup/parallel.js';
import { queryRows } from '../setup/rows.js';
import { openBeside, type RunningService } from '../setup/running.js';
import { progressOf, sized } from '../setup/size.js';
import { balanceOf, mxnPayout, openFundingAccount, speiBeneficiary, walk } from '../setup/verbs.js';
import { newKeys } from '../setup/keys.js';

vi.setConfig({ testTimeout: sized(600_000, 1_800_000) });

const orders = sized(80, 2_000);
const faults = [
  'none',
  'answer cut',
  'order cut',
  'lost',
  'twice',
  'swapped',
  'swapped',
  'wrong signature',
  'other amount',
  'changed amount',
  'other amount',
  'redirect',
  'broken',
] as const;
type Fault = (typeof faults)[number] | 'held';

const databases: TestDatabase[] = [];
const struck = new Map<string, Fault>();
const progress = progressOf('orders');
let home: string;
let reference: Reference;
let service: RunningService;
let responseCount = 0;
/** Bytes between two cuts, so that only a few orders are cut at each position. */
const stride = 61;
/** A response that waits to be swapped with another one. */
let waiting: ((raw: string) => string) | undefined;
let between: Between;

async function pass(passing: Passing): Promise<void> {
  const { path, isOrder, socket, answer, ask, send } = passing;
  const nth = isOrder ? (responseCount += 1) : 0;
  const fault = !isOrder ? 'none' : nth % 20 === 7 ? 'held' : (faults[nth % faults.length] ?? 'none');
  if (isOrder) struck.set(decodeURIComponent(path.slice('/operations/'.length)), fault);
  if (fault === 'held') return void passing.askLate();
  if (fault === 'order cut') return cut(passing, nth);
  const response = await ask();
  const { text, signature } = response;
  switch (fault) {
    case 'none':
      return send(response);
    case 'answer cut': {
      const whole = rawOf(response);
      return void socket.write(whole.slice(0, (nth * stride) % whole.length), () => socket.destroy());
    }
    case 'lost':
      return void socket.destroy();
    case 'twice':
      return void socket.write(rawOf(response).repeat(2));
    case 'swapped': {
      if (waiting !== undefined) return void socket.write(waiting(rawOf(response)));
      const late = setTimeout(() => {
        waiting = undefined;
        socket.destroy();
      }, 2_000);
      waiting = (other) => {
        clearTimeout(late);
        waiting = undefined;
        socket.write(other);
        return rawOf(response);
      };
      return;
    }
    case 'wrong signature':
      return send({ ...response, signature: signature.replace(/.$/, (last) => (last === '0' ? '1' : '0')) });
    case 'changed amount':
      return send({ ...response, text: text.replace('"10.00"', '"9.00"') });
    case 'other amount':
      return send(signedAnew(passing, response, text.replace('"10.00"', '"9.00"')));
    case 'redirect':
      return void answer.writeHead(307, { location: `${reference.url}${path}` }).end();
    case 'broken':
      return send({ ...response, status: 502 });
  }
}

/** Sends the bank only the beginning of the order. */
function cut({ method, path, headers, body, socket }: Passing, nth: number): void {
  const lines = [`${method} ${path} HTTP/1.1`, 'host: bank', `content-length: ${body.length}`];
  const head = [...lines, ...headers.map(([name, value]) => `${name}: ${value}`), '', ''].join('\r\n');
  const whole = Buffer.concat([Buffer.from(head), body]);
  const { port } = new URL(reference.url);
  const bank = connect(Number(port), '127.0.0.1').on('error', () => bank.destroy());
  bank.end(whole.subarray(0, (nth * stride) % (whole.length + 1)));
  bank.resume().once('close', () => socket.destroy());
}

async function aDatabase(template?: string): Promise<string> {
  const made = await createDatabase(template);
  databases.push(made);
  return made.url;
}

beforeAll(async () => {
  reference = await aReferenceConnector(await aDatabase('template1'), { settlingMs: 300 });
  between = await Between.stand(reference.url, pass);
  home = await mkdtemp(join(tmpdir(), 'psp-bank-'));
  const env = {
    PSP_DATA_DIR: home,
    DATABASE_URL: await aDatabase(),
    ...newKeys(),
    // Another test covers the circuit.
    PSP_CONNECTORS: connectorSettings(between.url, { uncertain_most: 10_000 }),
    PORT: '0',
    INTERNAL_PORT: '0',
    LOG_LEVEL: 'silent',
    RATE_LIMIT_PER_SECOND: '100000',
    // Longer than a response waits to be swapped.
    PSP_SEND_WINDOW_MS: '4000',
    PSP_ALLOW_UNSAFE_DURABILITY: 'true',
  };
  service = await openBeside({ env });
});
afterAll(async () => {
  await service.stop();
  await between.close();
  await reference.close();
  for (const each of databases) await each.drop();
  await rm(home, { recursive: true, force: true });
});

interface Paid {
  readonly id: string;
  readonly status: string;
  readonly source: { readonly total: string };
}

test(`with faults between service and bank none of ${orders} orders is sent twice, and each ends by its evidence`, async () => {
  const funding = await openFundingAccount(service, 'MXN');
  const [row] = await queryRows(
    service.databaseUrl,
    `select reference from funding_account where id = '${funding}'`,
  );
  await reference.bank.deposit({
    fundingReference: String(row?.['reference']),
    bankReference: 'SPEI 1',
    amount: exact('100000.00'),
    currency: 'MXN',
    outcome: 'completed',
    delayMs: 0,
  });
  await service.until('/v1/payins', (each) => each.at('data.0.status') === 'completed', 60_000);
  const beneficiary = await speiBeneficiary(service);
  const descriptions = Array.from({ length: orders }, (_, nth) => (nth % 5 === 0 ? 'sim:fail' : 'July'));
  const made = await inParallel(descriptions, 8, async (words) => {
    const answer = await service.post('/v1/payouts', mxnPayout(beneficiary, '10.00', words));
    expect(answer.status, answer.text).toBe(201);
    return answer.get('id');
  });

  const open = `select count(*) as n from payout where status not in ('completed', 'failed')`;
  const left = async (): Promise<number> => {
    const n = Number((await queryRows(service.databaseUrl, open))[0]?.['n']);
    progress(`${orders - n} of ${orders}`);
    return n;
  };
  await expect.poll(left, { timeout: sized(600_000, 1_500_000), interval: 200 }).toBe(0);

  const rows = await queryRows(service.databaseUrl, 'select id, reference from payout');
  const names = new Map(rows.map(({ id, reference: name }) => [String(id), String(name)]));
  expect([...names.keys()].toSorted()).toEqual(made.toSorted());
  expect((await reference.calls()).filter(({ count }) => count > 1)).toEqual([]);
  expect(new Set(struck.values())).toEqual(new Set(['held', ...faults]));

  const bank = aConnector(reference.url);
  const all = [...names.values()];
  const truth = new Map<string, string>();
  for (let from = 0; from < all.length; from += 100) {
    const found = await bank.lookUp(all.slice(from, from + 100));
    for (const [name, { outcome }] of found) truth.set(name, outcome);
  }
  await bank.stop();
  const payouts = await walk<Paid>(service, '/v1/payouts');
  const ends = { paid: 'completed', not_executed: 'failed', not_found: 'failed' };
  const wrong = payouts.filter(({ id, status }) => {
    const name = names.get(id) ?? '';
    return ends[truth.get(name) as keyof typeof ends] !== status;
  });
  expect(wrong).toEqual([]);
  expect(new Set(truth.values())).toEqual(new Set(Object.keys(ends)));

  const spent = sum(
    payouts.filter(({ status }) => status === 'completed').map(({ source }) => exact(source.total)),
  );
  expect(await balanceOf(service, 'MXN')).toMatchObject({
    available: exact('100000.00').minus(spent).toFixed(2),
    reserved: '0.00',
  });
  // A response that came too late was not recorded.
  const acceptedQuery = `select operation_id from intent where state = 'accepted'`;
  const answered = new Set(
    (await queryRows(service.databaseUrl, acceptedQuery)).map((each) => each['operation_id']),
  );
  const contradicted = payouts.filter(({ id }) => {
    const name = names.get(id) ?? '';
    return struck.get(name) === 'other amount' && truth.get(name) === 'paid' && answered.has(id);
  });
  expect(contradicted.length).toBeGreaterThan(orders / 50);
  const exceptions = await walk<{ type: string; resource: { id: string } }>(
    service,
    '/v1/reconciliation-exceptions',
  );
  expect(exceptions.map(({ type, resource }) => `${type} ${resource.id}`).toSorted()).toEqual(
    contradicted.map(({ id }) => `provider_mismatch ${id}`).toSorted(),
  );
  await service.check();
});
