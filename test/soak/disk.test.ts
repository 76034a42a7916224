import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshKey, openService, type Answer, type RunningService } from '../setup/running.js';
import { queryRows } from '../setup/rows.js';
import { sized } from '../setup/size.js';
import { openSmallDisk, type SmallDisk } from '../setup/small-disk.js';
import { fund, mxnPayout, speiBeneficiary } from '../setup/verbs.js';

const rounds = sized(1, 20);
const refusalsMin = 40;
/** Rows that fit into existing pages can be written even on a full disk. */
const writesMax = 4_000;

let disk: SmallDisk;
let service: RunningService;

beforeAll(async () => {
  disk = await openSmallDisk();
  service = await openService({ DATABASE_URL: disk.url });
});
afterAll(async () => {
  await service.stop();
  await disk.drop();
});

/** Ends connections of the service, so that new ones must be opened. */
const loseConnections = (count: number) =>
  queryRows(
    disk.url,
    `select pg_terminate_backend(pid) from (select pid from pg_stat_activity
       where application_name = 'psp' and datname = current_database() order by pid limit ${count}) as chosen`,
  );

test('a full disk refuses writes temporarily and costs no read; with space again everything works', async () => {
  const beneficiary = await speiBeneficiary(service);
  await fund(service, 'MXN', '1000000.00');
  const pay = (idempotencyKey: string) =>
    service.post('/v1/payouts', mxnPayout(beneficiary), { idempotencyKey });
  const read = async () => Promise.all(Array.from({ length: 30 }, () => service.get('/v1/payouts?limit=5')));
  for (let round = 0; round < rounds; round += 1) {
    await read();
    await loseConnections(3);
    await disk.fill();
    const refused: string[] = [];
    const writes: Answer[] = [];
    while (refused.length < refusalsMin && writes.length < writesMax) {
      const keys = Array.from({ length: 20 }, freshKey);
      const [answers, reads] = await Promise.all([Promise.all(keys.map(pay)), read()]);
      writes.push(...answers);
      refused.push(...keys.filter((_, nth) => answers[nth]?.status === 503));
      expect(new Set(reads.map(({ status }) => status))).toEqual(new Set([200]));
    }
    expect(refused.length).toBeGreaterThanOrEqual(refusalsMin);
    for (const { status, headers } of writes) {
      expect([201, 503]).toContain(status);
      if (status === 503) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect((await fetch(`${service.internalUrl}/readyz`)).status).toBe(200);
    await disk.makeRoom();
    await expect.poll(async () => (await pay(refused[0] ?? '')).status, { timeout: 20_000 }).toBe(201);
    const again = await Promise.all(refused.slice(1).map(pay));
    expect(new Set(again.map(({ status }) => status))).toEqual(new Set([201]));
  }
  await service.check();
});
