import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { formatReport } from '../../src/adapters/postgres/check/report.js';
import { checkInvariants } from '../../src/adapters/postgres/check/run.js';
import { readCredentials } from '../../src/main/credentials.js';
import { asker } from '../setup/graphql.js';
import { repeatedCalls } from '../setup/payout-journey.js';
import { openHome, type Home, type ServiceProcess } from '../setup/process.js';
import { queryRows } from '../setup/rows.js';
import { sized } from '../setup/size.js';
import { doneId, settlementActs } from '../setup/settled.js';
import { fund, speiDestination, walk } from '../setup/verbs.js';

vi.setConfig({ testTimeout: 600_000 });

// An intent whose process died is decided after the send window.
const settings = { PSP_SEND_WINDOW_MS: '2000' };

let home: Home;
let service: ServiceProcess;
beforeAll(async () => {
  home = await openHome();
  service = await home.start(settings);
});
afterAll(async () => {
  await service.end('SIGTERM');
  await home.discard();
  vi.resetConfig();
});

const days = sized(2, 10);

test('killed at random around cut-offs: each settlement is made once, and nothing is sent twice', async () => {
  const { operator_token: token = '', account_id: accountId = '' } = readCredentials(home.dir);
  const act = settlementActs(asker(service.internalUrl, token));
  const destinationId = await speiDestination(service, 1);
  const input = { accountId, currency: 'MXN', interval: 'daily', cutoffTime: '17:00', destinationId };
  const scheduleId = doneId(await act.put(input));
  for (let made = 0; made < days; made += 1) {
    await fund(service, 'MXN', '10.00');
    // Makes the cut-off due in a moment.
    await queryRows(
      service.databaseUrl,
      `update platform set clock_offset_ms = clock_offset_ms + (select 1000 * extract(epoch from next_step_at - business_now())
         from settlement_schedule where id = $1)::bigint - 50`,
      [scheduleId],
    );
    await sleep(Math.random() * 300);
    await service.end('SIGKILL');
    service = await home.start(settings);
    await service.until('/v1/settlements', (each) => (each.at('data') as unknown[]).length > made);
  }
  await service.until('/v1/settlements?status=processing', (each) => each.at('data.0') === undefined, 30_000);
  const all = await walk<{ total: string; status: string; period: { from: string; to: string } }>(
    service,
    '/v1/settlements',
  );
  expect(all).toHaveLength(days);
  expect(new Set(all.map(({ period }) => period.to)).size).toBe(days);
  // If the process was killed before the bank was called, the money came back and is settled at the next cut-off.
  const paid = all.filter(({ status }) => status === 'completed');
  const [{ available } = {}] = await queryRows(
    service.databaseUrl,
    `select available from balance where account_id = $1 and currency = 'MXN'`,
    [accountId],
  );
  const sum = paid.reduce((total, { total: each }) => total + Number(each), Number(available));
  expect(sum).toBe(days * 10);
  expect(await repeatedCalls(service)).toEqual([]);
  const report = await checkInvariants(service.databaseUrl);
  expect(report.violations, formatReport(report)).toEqual([]);
});
