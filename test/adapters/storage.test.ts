import { afterAll, beforeAll, expect, it } from 'vitest';
import { postgresStorage } from '../../src/adapters/postgres/storage.js';
import { freeBytesOf } from '../../src/main/volume.js';
import { openFixture, type Fixture } from '../setup/fixture.js';
import { queryRows } from '../setup/rows.js';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await openFixture();
});
afterAll(() => fixture.close());

it('records the sizes of a day once, by whichever process looks first, and keeps them for 90 days', async () => {
  const storage = postgresStorage(fixture.orm);
  await queryRows(
    fixture.url,
    `insert into table_size (day, name, bytes)
       select (now() at time zone 'UTC')::date - ago, 'entry', ago from unnest(array[91, 90, 1]) ago`,
  );
  await Promise.all([storage.recordSizes(), storage.recordSizes()]);
  const first = await storage.history();
  expect(first.get('entry')?.map(({ bytes }) => bytes)).toEqual([90, 1, expect.any(Number)]);
  expect(first.get('payout')).toHaveLength(1);
  await queryRows(fixture.url, `update table_size set bytes = 7 where name = 'payout'`);
  await storage.recordSizes();
  expect((await storage.history()).get('payout')?.map(({ bytes }) => bytes)).toEqual([7]);
});

it('counts partitions for their table', async () => {
  await queryRows(
    fixture.url,
    `create table lot (id int primary key) partition by range (id);
     create table lot_low partition of lot for values from (0) to (10);
     create table lot_rest partition of lot default;
     insert into lot select generate_series(0, 999);
     analyze lot`,
  );
  const { tables } = await postgresStorage(fixture.orm).sizes();
  const [bytes] = await queryRows(
    fixture.url,
    `select (pg_total_relation_size('lot_low') + pg_total_relation_size('lot_rest'))::int as bytes`,
  );
  expect(tables.filter(({ name }) => name.startsWith('lot'))).toEqual([
    { name: 'lot', rows: 1_000, bytes: Number(bytes?.['bytes']) },
  ]);
  await queryRows(fixture.url, 'drop table lot');
});

it('takes free space from the configured size, else from the file system of the embedded database', async () => {
  const dataDir = import.meta.dirname;
  expect(await freeBytesOf({ volumeBytes: 1_000, databaseUrl: 'postgres://db', dataDir })(300)).toBe(700);
  expect(await freeBytesOf({ volumeBytes: 100, dataDir })(300)).toBe(0);
  expect(await freeBytesOf({ databaseUrl: 'postgres://db', dataDir })(300)).toBeNull();
  expect(await freeBytesOf({ dataDir })(300)).toBeGreaterThan(0);
});
