import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sealedColumns } from '../../src/adapters/postgres/reseal.js';
import type { ResealCursor } from '../../src/ports/store.js';
import { openAccount, openBeneficiary, openFixture, vault, type Fixture } from '../setup/fixture.js';

let fixture: Fixture;
let client: pg.Client;

beforeAll(async () => {
  fixture = await openFixture(2);
  client = new pg.Client({ connectionString: fixture.url });
  await client.connect();
});

afterAll(async () => {
  await client.end();
  await fixture.close();
});

it('goes through every sealed column a few rows at a time, each row once, and leaves alone what is done', async () => {
  const accountId = await openAccount(fixture.store);
  for (let nth = 0; nth < 7; nth += 1) await openBeneficiary(fixture.store, accountId);
  const all = sealedColumns
    .map(([table, column]) => `select ${column} as sealed from ${table}`)
    .join(' union all ');
  const { rows } = await client.query<{ keys: string[]; n: number }>(
    `select array_agg(distinct split_part(sealed, ':', 1)) as keys, count(*)::int as n from (${all}) s where sealed is not null`,
  );
  expect(rows[0]?.keys).toEqual([vault.currentKeyId]);

  const walk = async (): Promise<{ resealed: number; steps: number; most: number }> => {
    const seen = { resealed: 0, steps: 0, most: 0 };
    for (let from: ResealCursor | undefined = { column: 0, afterId: '' }; from; seen.steps += 1) {
      const again = (sealed: string): string => sealed.replace(/^[^:]+/, 'next');
      const step = await fixture.store.reseal({ from, limit: 3, start: 'next:2:', again });
      seen.resealed += step.resealed;
      seen.most = Math.max(seen.most, step.resealed);
      from = step.next;
    }
    return seen;
  };
  const first = await walk();
  expect(first).toMatchObject({ resealed: rows[0]?.n, most: 3 });
  // Seven rows take three steps a column, where there are any.
  expect(first.steps).toBeGreaterThanOrEqual(4 * 3 + (sealedColumns.length - 4));
  expect(await walk()).toEqual({ resealed: 0, steps: first.steps, most: 0 });
});
