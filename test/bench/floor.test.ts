import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { besideFloors } from '../../bench/floor-pace.ts';
import { atSpeed } from '../../bench/floor.ts';
import { createSchema } from '../../src/adapters/providers/simulator/schema.js';
import { createDatabase, type TestDatabase } from '../setup/database.js';
import { queryRows } from '../setup/rows.js';

const floor = { creating: 0.2, ending: 0.4, bank: 0.1 };
const floors = { hot: floor, spread: floor, payin: floor, lone: 1, item: 0.3, exchange: 0.4 };

it("a floor measured at half the machine's speed is halved", () => {
  const half = { creating: 0.1, ending: 0.2, bank: 0.05 };
  expect(atSpeed(floors, 2)).toEqual({
    hot: half,
    spread: half,
    payin: half,
    lone: 0.5,
    item: 0.15,
    exchange: 0.2,
  });
});

it('sustained rate, cost and commit latency are compared with the floor', () => {
  const sample = { ceiling: null, measured: 1, httpMs: 0.3 };
  const round = besideFloors(
    { sustainedHot: sample, sustainedSpread: sample, costHot: sample, lone: sample, hot: sample },
    { ...floors, spread: { ...floor, ending: 1.4 } },
    2,
  );
  expect(round.sustainedHot?.ceiling).toBeCloseTo(2_000);
  expect(round.sustainedSpread?.ceiling).toBeCloseTo(1_000);
  expect(round.costHot?.ceiling).toBeCloseTo(0.6);
  expect(round.lone?.ceiling).toBeCloseTo(1.7);
  expect(round.hot).toBe(sample);
  expect(round).not.toHaveProperty('costSpread');
});

let database: TestDatabase;
beforeAll(async () => {
  database = await createDatabase();
  await createSchema(database.url);
});
afterAll(() => database.drop());

it("the fixed floor tables can be filled from the service's tables", async () => {
  const sql = readFileSync(join(import.meta.dirname, '../../bench/floor.sql'), 'utf8');
  await queryRows(database.url, sql);
  const missing = await queryRows(
    database.url,
    `select table_name, column_name from information_schema.columns f
      where table_schema = 'floor' and not exists (
        select from information_schema.columns x
        where x.table_schema in ('public', 'simulator') and x.column_name = f.column_name
          and x.table_name = case f.table_name when 'sent' then 'operation' else f.table_name end)`,
  );
  expect(missing).toEqual([]);
});
