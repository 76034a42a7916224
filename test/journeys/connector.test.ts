import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Reference } from '../../src/adapters/providers/reference.js';
import { exact } from '../../src/domain/money.js';
import { resolveException } from '../../src/usecases/reconciliation.js';
import { enterRestored } from '../../src/usecases/restored.js';
import { setAccountTerms } from '../../src/usecases/terms.js';
import { Between, rawOf, signedAnew, type Passing } from '../setup/between.js';
import { aReferenceConnector } from '../setup/connector.js';
import { connectorSettings } from '../setup/connector-settings.js';
import { createDatabase, type TestDatabase } from '../setup/database.js';
import { operator, withHand } from '../setup/hand.js';
import { queryRows } from '../setup/rows.js';
import { freshKey, openBeside, type Answer, type RunningService } from '../setup/running.js';
import { balanceOf, mxnPayout, openFundingAccount, speiBeneficiary } from '../setup/verbs.js';
import { newKeys } from '../setup/keys.js';
import { eventually } from '../setup/patience.js';

interface Passed {
  readonly path: string;
  readonly method: string;
}

/** What the proxy does with the answer to an order; `none`: passes it on unchanged. */
type Fault = 'none' | 'held' | 'twice' | 'other amount' | 'other currency' | 'hostile code' | 'repeated key';

/** PostgreSQL accepts no text with U+0000. */
const hostileCode = `NO\u0000\u001b[31m${'x'.repeat(600)}`;
const databases: TestDatabase[] = [];
let home: string;
let reference: Reference;
let service: RunningService;
let beneficiary: string;
let fault: Fault = 'none';
const passed: Passed[] = [];
/** Statuses of the answers to orders that arrived after their send_by. */
const late: number[] = [];
let between: Between;

async function pass(passing: Passing): Promise<void> {
  const { method, path, isOrder, socket, ask, send } = passing;
  passed.push({ method, path });
  const struck = isOrder ? fault : 'none';
  // The service times out before that, and the order arrives anyway.
  if (struck === 'held') return void passing.askLate().then(({ status }) => late.push(status));
  const response = await ask();
  const { text } = response;
  if (path === '/capabilities') return send(signedAnew(passing, response, withLimits(text)));
  switch (struck) {
    case 'none':
      return send(response);
    case 'twice':
      return void socket.write(rawOf(response).repeat(2));
    case 'other amount':
      return send(signedAnew(passing, response, text.replace('"10.00"', '"9.00"')));
    case 'hostile code':
      return send(signedAnew(passing, response, JSON.stringify({ outcome: 'refused', code: hostileCode })));
    case 'repeated key':
      return send(signedAnew(passing, response, text.replace('{', '{"outcome":"refused","code":"x",')));
    case 'other currency':
      return send(signedAnew(passing, response, text.replace('"MXN"', '"USD"')));
  }
}

/** This bank accepts at most this amount per payout. */
function withLimits(text: string): string {
  const description = JSON.parse(text) as {
    capabilities: { product: string; method: string; currency: string }[];
  };
  const capabilities = description.capabilities.map((each) =>
    each.product === 'payout' && each.method === 'spei'
      ? { ...each, limits: { per_operation: '300', daily: '700.009' } }
      : each,
  );
  return JSON.stringify({ ...description, capabilities });
}

beforeAll(async () => {
  reference = await aReferenceConnector(await aDatabase('template1'), { settlingMs: 300 });
  between = await Between.stand(reference.url, pass);
  home = await mkdtemp(join(tmpdir(), 'psp-connector-'));
  const env = {
    PSP_DATA_DIR: home,
    DATABASE_URL: await aDatabase(),
    ...newKeys(),
    PSP_CONNECTORS: connectorSettings(between.url),
    PSP_SEND_WINDOW_MS: '3000',
    PORT: '0',
    INTERNAL_PORT: '0',
    LOG_LEVEL: 'silent',
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

async function aDatabase(template?: string): Promise<string> {
  const made = await createDatabase(template);
  databases.push(made);
  return made.url;
}

const asks = (pattern: RegExp): string[] =>
  passed.map(({ method, path }) => `${method} ${path}`).filter((each) => pattern.test(each));

async function referenceOf(id: string, table: 'funding_account' | 'payout'): Promise<string> {
  const [row] = await queryRows(service.databaseUrl, `select reference from ${table} where id = '${id}'`);
  return String(row?.['reference']);
}

async function comesIn(fundingAccountId: string, amount: string): Promise<void> {
  await reference.bank.deposit({
    fundingReference: await referenceOf(fundingAccountId, 'funding_account'),
    bankReference: freshKey(),
    amount: exact(amount),
    currency: 'MXN',
    outcome: 'completed',
    delayMs: 0,
  });
}

async function pay(by: RunningService, amount = '10.00', key = freshKey()): Promise<Answer> {
  const made = await by.post('/v1/payouts', mxnPayout(beneficiary, amount), { idempotencyKey: key });
  expect(made.status, made.text).toBe(201);
  return made;
}

const ended = (by: RunningService, made: Answer, ms = 30_000): Promise<Answer> =>
  by.until(
    `/v1/payouts/${made.get('id')}`,
    (each) => /^(completed|failed|cancelled)$/.test(each.get('status')),
    ms,
  );

const callsOf = async (made: Answer): Promise<number> => {
  const name = await referenceOf(made.get('id'), 'payout');
  return (await reference.calls()).find((each) => each.reference === name)?.count ?? 0;
};

describe('a service and a connector, with something between', () => {
  test('notices that are not pushed are read by cursor, from where the last process stopped', async () => {
    const funding = await openFundingAccount(service, 'MXN');
    beneficiary = await speiBeneficiary(service);
    await service.stop();
    await comesIn(funding, '500.00');
    let running = await openBeside(service);
    await running.until('/v1/payins', (each) => each.at('data.0.status') === 'completed');
    const readCursor = () => queryRows(service.databaseUrl, 'select cursor from notice_place');
    // The cursor is written after what was read is committed.
    await expect.poll(readCursor, { timeout: 60_000, interval: 20 }).toHaveLength(1);
    const [first] = await readCursor();
    await running.stop();
    expect(asks(/notices/)[0]).toBe('GET /notices');

    const before = asks(/notices/).length;
    await comesIn(funding, '700.00');
    running = await openBeside(service);
    await running.until('/v1/payins', (each) => (each.at('data') as unknown[]).length === 2);
    await running.until('/v1/payins', (each) => each.at('data.0.status') === 'completed');
    expect(await balanceOf(running, 'MXN')).toMatchObject({ available: '1200.00' });
    expect(asks(/notices/)[before]).toBe(`GET /notices?after=${String(first?.['cursor'])}`);
    service = running;
    await service.check();
  });

  test('a code with U+0000 is recorded, and an answer with a repeated JSON key is decided by a look-up', async () => {
    fault = 'hostile code';
    const refused = await ended(service, await pay(service));
    expect([refused.at('status'), refused.at('failure_code')]).toEqual(['failed', 'provider_error']);
    fault = 'repeated key';
    const paid = await pay(service);
    expect((await ended(service, paid)).at('status')).toBe('completed');
    expect(await callsOf(paid)).toBe(1);
    fault = 'none';
    const [intent] = await queryRows(
      service.databaseUrl,
      `select state, detail from intent where operation_id = '${paid.get('id')}'`,
    );
    expect(intent?.['state']).toBe('uncertain');
  });

  test('an order that arrives after its send_by is not executed, and a duplicated answer counts once', async () => {
    const before = asks(/^PUT .operations/).length;
    fault = 'held';
    const held = await pay(service, '10.00');
    await expect
      .poll(() => asks(/^PUT .operations/).length, { timeout: 60_000, interval: 10 })
      .toBe(before + 1);

    fault = 'twice';
    const twice = [await pay(service), await pay(service), await pay(service)];
    for (const each of twice) expect((await ended(service, each)).at('status')).toBe('completed');
    expect(await Promise.all(twice.map(callsOf))).toEqual([1, 1, 1]);
    fault = 'none';

    const gone = await ended(service, held, 60_000);
    expect([gone.at('status'), gone.at('failure_code')], gone.text).toEqual(['failed', 'not_submitted']);
    expect(late).toEqual([410]);
    expect(asks(new RegExp(`^PUT .*${await referenceOf(held.get('id'), 'payout')}`))).toHaveLength(1);
    expect(await callsOf(held)).toBe(0);
    await service.check();
  });

  test.each([
    ['other amount', { amount: '9.00', currency: 'MXN' }],
    ['other currency', { amount: '10.00', currency: 'USD' }],
  ] as const)(
    '%s than the order has: the payout is proven paid, and an exception waits for an operator',
    async (wrong, actual) => {
      const before = await balanceOf(service, 'MXN');
      fault = wrong;
      const made = await pay(service);
      const done = await ended(service, made);
      fault = 'none';
      expect(done.at('status')).toBe('completed');
      const open = await service.get('/v1/reconciliation-exceptions?status=open');
      expect(open.at('data'), open.text).toMatchObject([
        {
          type: 'provider_mismatch',
          resource: { type: 'payout', id: made.get('id') },
          expected: { amount: '10.00', currency: 'MXN' },
          actual,
        },
      ]);
      // The ledger moves the ordered amount; the difference moves nothing until an operator decides.
      const after = await balanceOf(service, 'MXN');
      expect(
        exact(before['available'] ?? '')
          .minus(exact(after['available'] ?? ''))
          .toFixed(2),
      ).toBe(done.get('source.total'));
      const id = open.get('data.0.id');
      await withHand(service, (ports) =>
        resolveException(ports, operator, { id, note: 'The bank paid too little.' }),
      );
      await service.check();
    },
  );

  test("an amount above the bank's limit is refused before sending, with any terms of the account", async () => {
    const own = (perOperation: string, daily: string) =>
      withHand(service, (ports) =>
        setAccountTerms(ports, operator, {
          accountId: service.accountId,
          update: { limits: [{ product: 'payout', method: 'spei', currency: 'MXN', perOperation, daily }] },
        }),
      );
    // Terms are validated alone, because the bank's limits may change.
    await expect(own('90000.00', '5000.00')).rejects.toThrow('5000.00 a day but 90000.00 per operation');
    await own('90000.00', '90000.00');
    const offered = await service.get('/v1/capabilities?product=payout&method=spei&currency=MXN');
    expect(offered.at('data.0.limits'), offered.text).toEqual([
      { currency: 'MXN', per_operation: '300.00', daily: '700.00' },
    ]);
    const before = asks(/^PUT .operations/).length;
    const above = await service.post('/v1/payouts', mxnPayout(beneficiary, '300.01'));
    expect([above.status, above.at('error.code'), above.at('error.param')]).toEqual([
      422,
      'limit_exceeded',
      'amount',
    ]);
    const most = [await pay(service, '300.00'), await pay(service, '300.00')];
    const beyond = await service.post('/v1/payouts', mxnPayout(beneficiary, '300.00'));
    expect([beyond.status, beyond.at('error.code')]).toEqual([422, 'limit_exceeded']);
    for (const each of most) expect((await ended(service, each)).at('status')).toBe('completed');
    expect(asks(/^PUT .operations/)).toHaveLength(before + 2);
    await service.check();
  });

  test('an unreachable connector is tried five times, and the order can be cancelled until then', async () => {
    await between.close();
    const before = passed.length;
    const [other, dropped] = [await pay(service), await pay(service)];
    // During a try it counts as submitted.
    await eventually(async () => {
      const response = await service.post(`/v1/payouts/${dropped.get('id')}/cancel`);
      expect([200, 202], response.text).toContain(response.status);
    });
    expect((await ended(service, dropped)).at('status')).toBe('cancelled');
    const failed = await ended(service, other);
    expect([failed.at('status'), failed.at('failure_code')]).toEqual(['failed', 'not_submitted']);
    const tries = await queryRows(
      service.databaseUrl,
      `select state, created_at from intent where operation_id = '${other.get('id')}' order by number`,
    );
    expect(tries.map(({ state }) => state)).toEqual(Array.from({ length: 5 }, () => 'not_sent'));
    const times = tries.map(({ created_at: at }) => new Date(String(at)).getTime());
    const waits = times.slice(1).map((at, index) => at - (times[index] ?? 0));
    // At least 0.5, 1, 2 and 4 seconds after the previous try.
    expect([500, 1_000, 2_000, 4_000].filter((least, index) => (waits[index] ?? 0) < least)).toEqual([]);
    expect(passed).toHaveLength(before);
    await between.open();
    expect((await ended(service, await pay(service))).at('status')).toBe('completed');
    await service.check();
  });

  test("a restored database is updated from the bank's statement, and nothing is sent again", async () => {
    const key = freshKey();
    await service.stop();
    const backup = await aDatabase(new URL(service.databaseUrl).pathname.slice(1));
    service = await openBeside(service);
    const lost = await pay(service, '10.00', key);
    expect((await ended(service, lost)).at('status')).toBe('completed');
    await service.stop();

    const env = { ...service.env, DATABASE_URL: backup };
    const compared = await withHand({ env }, async (ports) => {
      for (const { remote } of ports.providers.values()) await remote?.refresh();
      return enterRestored(ports, operator, () => undefined);
    });
    expect(compared.found.find(({ provider }) => provider === 'reference')?.learned).toBeGreaterThan(0);
    service = await openBeside({ env });
    // An order that the bank was made to refuse above, and then paid, is a separate exception.
    const open = await service.get('/v1/reconciliation-exceptions?status=open&type=provider_mismatch');
    expect(open.at('data'), open.text).toMatchObject([
      { type: 'provider_mismatch', actual: { amount: '10.00', currency: 'MXN' } },
    ]);
    const again = await pay(service, '10.00', key);
    expect(again.get('id')).not.toBe(lost.get('id'));
    expect((await ended(service, again)).at('status')).toBe('completed');
    expect((await reference.calls()).filter(({ count }) => count > 1)).toEqual([]);
    await service.check();
  });
});
