import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { formatReport } from '../../src/adapters/postgres/check/report.js';
import { checkInvariants } from '../../src/adapters/postgres/check/run.js';
import { openHome, type Home, type ServiceProcess } from '../setup/process.js';
import { queryRows } from '../setup/rows.js';
import { sized } from '../setup/size.js';
import { fund, walk } from '../setup/verbs.js';

vi.setConfig({ testTimeout: 600_000 });

let home: Home;
let service: ServiceProcess;
beforeAll(async () => {
  home = await openHome();
  service = await home.start();
});
afterAll(async () => {
  await service.end('SIGTERM');
  await home.discard();
  vi.resetConfig();
});

const days = sized(2, 10);

test('killed at random while days close: each day gets one seal, in an unbroken chain', async () => {
  for (let made = 0; made < days; made += 1) {
    await fund(service, 'MXN', '10.00');
    // Makes the next sealing round due in a moment.
    await queryRows(
      service.databaseUrl,
      `update platform set clock_offset_ms = clock_offset_ms + (select 1000 * extract(epoch from next_step_at - business_now())
         from seal_round)::bigint - 50`,
    );
    await sleep(Math.random() * 400);
    await service.end('SIGKILL');
    service = await home.start();
    await service.until('/v1/ledger-seals', (each) => (each.at('data') as unknown[]).length > made);
  }
  const seals = await walk<{ number: number; previous: string; hash: string; journals: number }>(
    service,
    '/v1/ledger-seals',
  );
  expect(seals.map(({ number, journals }) => [number, journals])).toEqual(
    seals.map((_, nth) => [days - nth, 1]),
  );
  expect(seals).toHaveLength(days);
  expect(seals.map(({ previous }) => previous)).toEqual([
    ...seals.slice(1).map(({ hash }) => hash),
    '0'.repeat(64),
  ]);
  const report = await checkInvariants(service.databaseUrl);
  expect(report.violations, formatReport(report)).toEqual([]);
});
