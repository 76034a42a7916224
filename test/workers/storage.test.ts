import { afterAll, beforeAll, expect, it } from 'vitest';
import { postgresStorage } from '../../src/adapters/postgres/storage.js';
import { machineClock } from '../../src/main/clock.js';
import { defaultRetention } from '../../src/domain/retention.js';
import type { Storage } from '../../src/ports/storage.js';
import { startStorage } from '../../src/workers/storage.js';
import { openFixture, type Fixture } from '../setup/fixture.js';
import { queryRows } from '../setup/rows.js';

const dayMs = 86_400_000;
let fixture: Fixture;
beforeAll(async () => {
  fixture = await openFixture();
});
afterAll(() => fixture.close());

it('rests between passes, unless business time leaps', async () => {
  let aheadMs = 0;
  let passes = 0;
  const real = postgresStorage(fixture.orm);
  const storage: Storage = {
    ...real,
    async sweepExpired(retention) {
      const count = await real.sweepExpired(retention);
      passes += 1;
      return count;
    },
  };
  const clock = { ...machineClock, businessNow: () => new Date(Date.now() + aheadMs) };
  const lines: unknown[] = [];
  const log = {
    info: (facts: object) => void lines.push(facts),
    warn: () => undefined,
    error: () => undefined,
  };
  const loop = startStorage({ storage, retention: defaultRetention, clock }, log);
  try {
    await expect.poll(() => passes).toBe(1);
    expect((await storage.history()).size).toBeGreaterThan(50);
    loop.wake();
    aheadMs = 200 * dayMs;
    await queryRows(fixture.url, 'update platform set clock_offset_ms = $1', [aheadMs]);
    await expect
      .poll(() => {
        loop.wake();
        return passes;
      })
      .toBe(2);
    expect(lines).toContainEqual({ table: 'request', partitions: 1 });
  } finally {
    await loop.stop();
  }
  expect(passes).toBe(2);
});
