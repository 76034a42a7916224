import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { postgresWebhooks } from '../../src/adapters/postgres/webhook.js';
import type { LaneCapacity, Webhooks } from '../../src/ports/webhook.js';
import { createEndpoint } from '../../src/usecases/webhook.js';
import { openFixture, vault, type Fixture } from '../setup/fixture.js';
import { accountsWithEvents } from '../setup/log.js';
import { patience } from '../setup/patience.js';
import { queryRows, waitingForLock } from '../setup/rows.js';

let fixture: Fixture;
let webhooks: Webhooks;
let accounts: string[];
/** Three endpoints of each account, in order of creation. */
let endpoints: string[][];

beforeAll(async () => {
  fixture = await openFixture();
  webhooks = postgresWebhooks(fixture.orm);
  accounts = await accountsWithEvents(fixture.url, [0, 0, 0]);
  const ports = { store: fixture.store, vault, allowInsecureWebhooks: false, wake: () => undefined };
  endpoints = [];
  for (const accountId of accounts) {
    const own: string[] = [];
    for (const path of ['a', 'b', 'c']) {
      const ask = { accountId, url: `https://example.com/${path}`, eventTypes: [] };
      own.push((await createEndpoint(ports, ask)).resource.id);
    }
    endpoints.push(own);
  }
});
afterAll(() => fixture.close());
beforeEach(() =>
  queryRows(
    fixture.url,
    'update webhook_lane set due_at = business_now(), lease_until = null, pace = 0, served_at = null',
  ),
);

const set = (what: string, ids: readonly (string | undefined)[]) =>
  queryRows(fixture.url, `update webhook_lane set ${what} where endpoint_id = any($1)`, [ids]);

const of = (most: number, held: Readonly<Record<string, number>> = {}) => ({
  most,
  held: new Map(Object.entries(held)),
});
async function leased(rooms: Partial<LaneCapacity>): Promise<string[]> {
  const leases = await webhooks.lease({ quick: of(0), slow: of(0), ...rooms });
  return leases.map(({ endpointId }) => endpointId);
}
/** Number of endpoints of each account. */
const counts = (ids: readonly string[]) =>
  endpoints.map((own) => own.filter((id) => ids.includes(id)).length);

test("slots are shared between accounts, however long one account's lanes have been due", async () => {
  await set(`due_at = business_now() - interval '1 hour'`, endpoints[0] ?? []);
  expect(counts(await leased({ quick: of(3) }))).toEqual([1, 1, 1]);
});

test('an account with slots waits for one without', async () => {
  const [first = '', second = ''] = accounts;
  expect(counts(await leased({ quick: of(3, { [first]: 2, [second]: 1 }) }))).toEqual([0, 1, 2]);
});

test('slow receivers take no slots of fast ones, nor the reverse', async () => {
  await set('pace = 11', [...(endpoints[0] ?? []), ...(endpoints[1] ?? [])]);
  expect(counts(await leased({ quick: of(9) }))).toEqual([0, 0, 3]);
  expect(counts(await leased({ slow: of(9) }))).toEqual([3, 3, 0]);
});

test('of two equal accounts the faster receiver goes first, then the one that waited longer', async () => {
  const [silent, late, recent] = endpoints.map(([id]) => id);
  await set(
    'due_at = null',
    endpoints.flatMap((own) => own.slice(1)),
  );
  await set('pace = 11', [silent]);
  await set(`pace = 1, served_at = clock_timestamp() - interval '1 minute'`, [late]);
  await set('pace = 1, served_at = clock_timestamp()', [recent]);
  expect(await leased({ slow: of(1) })).toEqual([late]);
  expect(await leased({ slow: of(1) })).toEqual([recent]);
  expect(await leased({ slow: of(1) })).toEqual([silent]);
});

test.each([
  ['keeps a lease that a record renews meanwhile', { change: '', isKept: true }],
  ['loses one that another has taken meanwhile', { change: ', fence = fence + 1', isKept: false }],
])('a worker that reads %s', async (_, { change, isKept }) => {
  const [lease] = await webhooks.lease({ quick: of(1), slow: of(0) });
  if (!lease) throw new Error('a lane is due');
  const { endpointId } = lease;
  await set(`lease_until = clock_timestamp() + interval '5 seconds'`, [endpointId]);
  const other = new pg.Client({ connectionString: fixture.url });
  await other.connect();
  try {
    await other.query('begin');
    await other.query(
      `update webhook_lane set lease_until = clock_timestamp() + interval '15 seconds'${change} where endpoint_id = $1`,
      [endpointId],
    );
    const reading = webhooks.read([{ lease, most: 1, after: '0' }]);
    await expect.poll(() => queryRows(fixture.url, waitingForLock), patience).toHaveLength(1);
    await other.query('commit');
    expect((await reading).has(endpointId)).toBe(isKept);
  } finally {
    await other.end();
  }
});
