import { afterAll, beforeAll, expect, it } from 'vitest';
import { openFixture, type Fixture } from '../setup/fixture.js';
import { queryRows } from '../setup/rows.js';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await openFixture();
});
afterAll(() => fixture.close());

/** Restore tools set an empty search path, and the copied rows are checked under it. */
it('every check of a row finds its functions with any search path', async () => {
  const url = new URL(fixture.url);
  url.searchParams.set('options', '-c search_path=');
  const checks = await queryRows(
    url.href,
    `select conrelid::regclass as name, conname, pg_get_expr(conbin, conrelid) as condition from pg_constraint
       where contype = 'c' and connamespace::regnamespace::text = 'public'`,
  );
  expect(checks.length).toBeGreaterThan(30);
  const broken: string[] = [];
  for (const { name, conname, condition } of checks) {
    await queryRows(url.href, `select ${condition} from (select (null::${name}).*) r`).catch((error: Error) =>
      broken.push(`${conname}: ${error.message}`),
    );
  }
  expect(broken).toEqual([]);
});
