import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inexcusable, persistent } from '../setup/persist.js';
import { operatorOf } from '../setup/graphql.js';
import { queryRows } from '../setup/rows.js';
import { freshKey, openService, type RunningService } from '../setup/running.js';
import { allAtOnce, fund, mxnPayout, openFundingAccount, speiBeneficiary } from '../setup/verbs.js';

const terminations = 10;
const clients = 16;

let service: RunningService;
const logged: string[] = [];
beforeAll(async () => {
  const settings = { LOG_LEVEL: 'warn', PSP_SEND_WINDOW_MS: '3000' };
  service = await openService(settings, { write: (line) => void logged.push(line) });
});
afterAll(() => service.stop());

/**
 * Ends every connection to the service's database except this one, and waits until none is left; returns how many.
 */
async function terminateBackends(): Promise<number> {
  const ended = await queryRows(
    service.databaseUrl,
    `select pid, pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()`,
  );
  const pids = ended.map(({ pid }) => pid);
  const left = 'select from pg_stat_activity where pid = any($1::int[])';
  while ((await queryRows(service.databaseUrl, left, [pids])).length > 0);
  return pids.length;
}

test('connections that die under load give 503 with Retry-After and never 500, and a key gives one result', async () => {
  const beneficiary = await speiBeneficiary(service);
  const fundingAccount = await openFundingAccount(service, 'MXN');
  await fund(service, 'MXN', '100000.00');
  const client = persistent(service);
  const payouts: string[] = [];
  const payins: string[] = [];
  let over = false;
  const load = async (first: number): Promise<void> => {
    for (let turn = first; !over; turn += 1) {
      const tag = turn % 2 === 0 ? 'sim:slow:20' : undefined;
      const payout = await client.post('/v1/payouts', mxnPayout(beneficiary, '1.00', tag));
      expect(payout.status === 201 || payout.status === 200, payout.text).toBe(true);
      payouts.push(payout.get('id'));
      if (turn % 3 === 0) await client.post(`/v1/payouts/${payout.get('id')}/cancel`);
      if (turn % 2 === 1) {
        const body = { funding_account_id: fundingAccount, amount: '5.00' };
        payins.push((await client.post('/v1/sandbox/deposits', body)).get('id'));
      }
      if (turn % 5 === 0) {
        await client.get('/v1/balances');
        await client.get('/v1/events');
      }
      if (turn % 7 === 0) {
        const body = { external_id: freshKey(), type: 'business', country: 'MX', display_name: 'Casa Sol' };
        await client.post('/v1/customers', body);
      }
    }
  };
  const loads = allAtOnce(clients, load).finally(() => (over = true));
  for (let round = 0; round < terminations; round += 1) {
    const answered = client.exchanges.length;
    while (!over && client.exchanges.length < answered + 4 * clients) await service.get('/v1/account');
    expect(await terminateBackends()).toBeGreaterThan(0);
  }
  over = true;
  await loads;

  expect(inexcusable(client.exchanges)).toEqual([]);
  expect(client.exchanges.map(({ answer }) => answer.status)).toContain(503);
  expect(new Set(payouts).size).toBe(payouts.length);
  expect(new Set(payins).size).toBe(payins.length);
  const [counted] = await queryRows(
    service.databaseUrl,
    `select (select count(*) from payout) as payouts, (select count(*) from payin) as payins`,
  );
  expect(counted).toEqual({ payouts: String(payouts.length), payins: String(payins.length + 1) });
  for (const status of ['processing', 'verification_pending']) {
    const path = `/v1/payouts?status=${status}`;
    await service.until(path, (page) => (page.at('data') as unknown[])?.length === 0, 30_000);
  }
  await service.until('/v1/payins?status=processing', (page) => (page.at('data') as unknown[]).length === 0);
  await service.check();
});

test('the pool is complete again afterwards', async () => {
  const answers = await allAtOnce(100, () => service.get('/v1/balances'));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  const ready = await fetch(`${service.internalUrl}/readyz`);
  expect(ready.status).toBe(200);
  const metrics = await (await fetch(`${service.internalUrl}/metrics`)).text();
  const connections = (state: string) =>
    Number(new RegExp(`^psp_database_connections\\{state="${state}"\\} (\\d+)$`, 'm').exec(metrics)?.[1]);
  expect(connections('waiting')).toBe(0);
  expect(connections('total')).toBeLessThanOrEqual(10);
  expect(connections('idle')).toBeGreaterThan(0);
});

test('a key locked for long by another transaction gives 503 within 5 seconds, and works once later', async () => {
  const beneficiary = await speiBeneficiary(service);
  const idempotencyKey = freshKey();
  const holder = new pg.Client({ connectionString: service.databaseUrl });
  await holder.connect();
  const name = `${service.accountId}:${idempotencyKey}`;
  await holder.query('select pg_advisory_lock(hashtextextended($1, 0))', [name]);
  const pay = () => service.post('/v1/payouts', mxnPayout(beneficiary), { idempotencyKey });
  const before = await queryRows(service.databaseUrl, 'select id from payout');
  const began = Date.now();
  const refused = await pay();
  expect(Date.now() - began).toBeLessThan(5_000);
  expect([refused.status, refused.at('error.code')]).toEqual([503, 'temporarily_unavailable']);
  expect(refused.headers.get('retry-after')).toMatch(/^[1-9][0-9]*$/);
  await holder.end();
  const made = await pay();
  expect([200, 201]).toContain(made.status);
  const again = await pay();
  expect([again.status, again.at('id')]).toEqual([200, made.at('id')]);
  const after = await queryRows(service.databaseUrl, 'select id from payout');
  expect(after).toHaveLength(before.length + 1);
});

test('a read-only server gives 503, and the same key works once writes are possible', async () => {
  const beneficiary = await speiBeneficiary(service);
  const idempotencyKey = freshKey();
  const payout = mxnPayout(beneficiary);
  const name = new URL(service.databaseUrl).pathname.slice(1);
  const setReadOnly = async (isReadOnly: boolean): Promise<void> => {
    const writable = new pg.Client({
      connectionString: service.databaseUrl,
      options: '-c default_transaction_read_only=off',
    });
    await writable.connect();
    await writable.query(`alter database "${name}" set default_transaction_read_only = ${isReadOnly}`);
    await writable.end();
    await terminateBackends();
  };
  const deposit = { funding_account_id: await openFundingAccount(service, 'MXN'), amount: '5.00' };
  const { ask } = await operatorOf(service, 'admin');
  await setReadOnly(true);
  logged.length = 0;
  const archive = `mutation { archiveBeneficiary(id: "${beneficiary}", reason: "test") { id } }`;
  expect((await ask(archive)).codes()).toEqual(['temporarily_unavailable']);
  const refused = await service.post('/v1/payouts', payout, { idempotencyKey });
  const others = await Promise.all([
    service.post('/v1/sandbox/deposits', deposit),
    service.post('/v1/webhook-endpoints', { url: 'https://example.com/hook' }),
  ]);
  for (const answer of [refused, ...others]) {
    expect([answer.status, answer.at('error.code')]).toEqual([503, 'temporarily_unavailable']);
    expect(answer.headers.get('retry-after')).toMatch(/^[1-9][0-9]*$/);
  }
  // A standby may lag behind.
  expect((await service.get('/v1/balances')).status).toBe(503);
  const causes = logged
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ message }) => message === 'no answer from the database; request failed')
    .map(({ route, error_cause }) => `${String(route)} ${String(error_cause)}`);
  const routes = ['/graphql', '/v1/balances', '/v1/payouts', '/v1/sandbox/deposits', '/v1/webhook-endpoints'];
  expect(causes.toSorted()).toEqual(routes.map((route) => `${route} 25006`));
  await setReadOnly(false);
  const made = await persistent(service).post('/v1/payouts', payout, idempotencyKey);
  expect(made.status, made.text).toBe(201);
});
