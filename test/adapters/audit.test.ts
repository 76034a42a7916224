import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkInvariants } from '../../src/adapters/postgres/check/run.js';
import { audited } from '../../src/usecases/audit.js';
import { openFixture, type Fixture } from '../setup/fixture.js';
import { allAtOnce } from '../setup/verbs.js';
import { queryRows } from '../setup/rows.js';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await openFixture();
});
afterAll(() => fixture.close());

let count = 0;
const act = (name: string) => ({
  action: `test.${name}.${(count += 1)}`,
  accountId: null,
  subjectId: null,
  before: null,
  after: { name: 'Señal 😀', at: 1.5 },
});

/** A transaction with three entries, written in two steps. */
const threeActs = (name: string): Promise<void> =>
  fixture.store.transaction(async (tx) => {
    const operator = { name: 'Ana', reason: 'because' };
    const moment = await tx.moment();
    await tx.record([audited(moment, operator, act(name)), audited(moment, operator, act(name))]);
    await tx.record([audited(moment, operator, act(name))]);
  });

test('concurrent transactions form one chain, with the entries of each in order', async () => {
  let nth = 0;
  await allAtOnce(12, () => threeActs(`t${(nth += 1)}`));
  const links = await queryRows(
    fixture.url,
    `select l.position, split_part(e.action, '.', 2) as name, split_part(e.action, '.', 3)::int as nth
      from audit_link l join audit_entry e on e.id = l.entry_id order by l.position`,
  );
  expect(links.map(({ position }) => Number(position))).toEqual(links.map((_, at) => at + 1));
  for (let at = 0; at < links.length; at += 3) {
    const three = links.slice(at, at + 3);
    expect(new Set(three.map(({ name }) => name)).size).toBe(1);
    expect(three.map((link) => Number(link['nth']))).toEqual(
      three.map((link) => Number(link['nth'])).toSorted((a, b) => a - b),
    );
  }
  expect(links).toHaveLength(36);
  expect((await checkInvariants(fixture.url)).violations).toEqual([]);
  expect(fixture.retries).toEqual([]);
});

test('a chain is the same in any time zone, and ends where it was cut', async () => {
  const [same] = await queryRows(
    fixture.url,
    `with elsewhere as materialized (select set_config('timezone', 'Asia/Tokyo', false))
      select bool_and(l.hash = audit_hash(l.previous, e)) as same
      from elsewhere, audit_link l join audit_entry e on e.id = l.entry_id`,
  );
  expect(same?.['same']).toBe('t');
});
