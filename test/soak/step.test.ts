import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openReceiver, type Receiver } from '../setup/receiver.js';
import { queryRows } from '../setup/rows.js';
import { environmentOf, openBeside, type Answer, type RunningService } from '../setup/running.js';
import { sized } from '../setup/size.js';
import { openSteppedDatabase, type SteppedDatabase } from '../setup/stepped.js';
import { fund, mxnPayout, speiBeneficiary } from '../setup/verbs.js';

const day = 86_400_000;
const patience = { timeout: 60_000, interval: 100 };

let database: SteppedDatabase;
let service: RunningService;
let receiver: Receiver;
let beneficiary: string;
let dataDir: string;
beforeAll(async () => {
  database = await openSteppedDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'psp-step-service-'));
  const env = {
    ...environmentOf(dataDir, database.url),
    LOG_LEVEL: 'silent',
    RATE_LIMIT_PER_SECOND: '100000',
    WEBHOOK_ALLOW_INSECURE_TARGETS: 'true',
  };
  service = await openBeside({ env });
  receiver = await openReceiver();
  await fund(service, 'MXN', '100000.00');
  beneficiary = await speiBeneficiary(service);
  const made = await service.post('/v1/webhook-endpoints', { url: receiver.url });
  expect(made.status, made.text).toBe(201);
});
afterAll(async () => {
  await service.stop();
  await receiver.close();
  await database.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const pay = (memo?: string): Promise<Answer> =>
  service.post('/v1/payouts', mxnPayout(beneficiary, '10.00', memo));

const ready = async () => {
  const answer = await fetch(`${service.internalUrl}/readyz`);
  return `${answer.status} ${await answer.text()}`;
};

/** Columns of the service with a time in this range. */
async function timesBetween(from: number, to: number): Promise<string[]> {
  // The bank uses its own clock. Limits are swept up to a day ago.
  const others = [
    'simulator.statement.booked_at',
    'public.statement_line.booked_at',
    'public.limit_usage.swept_to',
  ];
  // The bank may have received work before the step; an old time delays nothing there.
  const isBanks = (column: string) => to < Date.now() && column.startsWith('simulator.');
  const columns = await queryRows(
    database.url,
    `select table_schema || '.' || table_name as table, column_name as column from information_schema.columns
      join information_schema.tables using (table_schema, table_name)
      where table_schema in ('public', 'simulator') and table_type = 'BASE TABLE'
        and data_type = 'timestamp with time zone'`,
  );
  const counts = columns.map(
    ({ table, column }) => `select '${table}.${column}' as name, count(*) as n from ${table}
      where ${column} between to_timestamp(${from / 1000}) and to_timestamp(${to / 1000})`,
  );
  const rows = await queryRows(
    database.url,
    `select name, n from (${counts.join(' union all ')}) c where n > 0`,
  );
  return rows
    .filter(({ name }) => !others.includes(name ?? '') && !isBanks(name ?? ''))
    .map(({ name, n }) => `${name} ${n}`);
}

const steppedMs = sized(3_000, 8_000);

test.each([day, -day])(
  'a step of the database clock by %i ms: new work is refused until it is back, and no such time is written',
  async (stepMs) => {
    const before = await Promise.all(Array.from({ length: 5 }, () => pay('sim:slow:1500')));
    database.setClock(stepMs);
    const stepped = Date.now();
    const answers: Answer[] = [];
    while (Date.now() - stepped < steppedMs) {
      answers.push(await pay());
      await wait(50);
    }
    const stepBy = /^503 .*the database's clock was set (ahead|back) by 86(399|400)\.\d s/;
    await expect.poll(ready, patience).toMatch(stepBy);
    const metrics = await (await fetch(`${service.internalUrl}/metrics`)).text();
    database.setClock(0);
    for (const answer of answers) {
      expect([answer.status, answer.at('error.code')], answer.text).toEqual([503, 'temporarily_unavailable']);
      expect(answer.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
    }
    expect(/^psp_clock_step_seconds (\S+)$/m.exec(metrics)?.[1]).toMatch(/^-?86\d\d\d/);
    await expect.poll(ready, patience).toMatch(/^200/);
    await expect.poll(async () => (await pay()).status, patience).toBe(201);
    for (const payout of before)
      await service.until(
        `/v1/payouts/${payout.get('id')}`,
        (each) => each.at('status') === 'completed',
        60_000,
      );
    expect(await timesBetween(stepped + stepMs - 60_000, stepped + stepMs + 60_000)).toEqual([]);
    await expect
      .poll(async () => {
        const rows = await queryRows(database.url, `select from webhook_delivery where status = 'pending'`);
        return rows.length;
      }, patience)
      .toBe(0);
    await service.check();
  },
);

test('times written by a process that started with a wrong clock are corrected', async () => {
  database.setClock(day);
  const late = await openBeside(service, { LOG_LEVEL: 'silent' });
  try {
    const made: string[] = [];
    for (let nth = 0; nth < 3; nth += 1) {
      const answer = await late.post('/v1/payouts', mxnPayout(beneficiary, '10.00'));
      expect(answer.status, answer.text).toBe(201);
      made.push(answer.get('id'));
    }
    expect((await pay()).status).toBe(503);
    database.setClock(0);
    for (const id of made)
      await service.until(`/v1/payouts/${id}`, (each) => each.at('status') === 'completed', 60_000);
    const receivedCount = () => receiver.received.filter(({ event }) => made.includes(event.data.id)).length;
    await expect.poll(receivedCount, patience).toBe(6);
    const next = await pay();
    expect(next.status, next.text).toBe(201);
    const [event] = (await service.get(`/v1/events?resource_id=${next.get('id')}`)).at('data') as {
      occurred_at: string;
    }[];
    expect(Math.abs(Date.parse(event?.occurred_at ?? '') - Date.now())).toBeLessThan(day / 2);
  } finally {
    await late.stop();
  }
});
