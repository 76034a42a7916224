import { afterAll, beforeAll, expect, it } from 'vitest';
import { explained } from '../../bench/growth/explain.ts';
import { postgresReader } from '../../src/adapters/postgres/reader.js';
import type { Reader } from '../../src/ports/reader.js';
import { openFixture, type Fixture } from '../setup/fixture.js';
import { queryRows } from '../setup/rows.js';

let fixture: Fixture;
let reader: Reader;
const large = 'acct_2000';

/** One account with two rows of three, over a hundred days, so in eight partitions and more. */
const skewed = `
  set session_replication_role = replica;
  create temp table owned as select n, 'acct_' || case when n % 3 = 0 then n % 2000 else 2000 end as account_id,
    ulid_time(now() + n * interval '5 minutes') || lpad(n::text, 16, '0') as ulid from generate_series(1, 30000) n;
  do $$ begin
    for day in 0..110 loop
      update platform set clock_offset_ms = day * 86400000::bigint;
      perform turn_partitions('request', 'req', '1000 years', '15 days', 'false');
      perform turn_partitions('webhook_delivery', 'whd', '1000 years', '15 days', 'false');
    end loop;
  end $$;
  insert into request (id, account_id, method, path, route, status, outcome, duration_ms, idempotency_key, replayed, resource_id,
      created_at, version)
    select 'req_' || ulid, account_id, 'POST', '/', '/', case when n % 1000 = 1 then 400 else 200 end,
      case when n % 1000 = 1 then 'refused' else 'succeeded' end, 1, 'key ' || n, false, 'pout_' || n, now(), 1 from owned;
  insert into webhook_delivery (id, account_id, endpoint_id, event_id, event_type, resource_id, kind, status, attempts,
      delivered_at, history, created_at, version)
    select 'whd_' || ulid, account_id, 'we_' || account_id, 'evt_' || n, 'webhook.ping', 'we_1', 'ping',
      case when n % 1000 = 1 then 'failed' else 'delivered' end, 1, case when n % 1000 <> 1 then now() end,
      '[{"number": 1}]', now(), 1 from owned;
  analyze request, webhook_delivery`;

beforeAll(async () => {
  fixture = await openFixture();
  await queryRows(fixture.url, skewed);
  reader = postgresReader(fixture.orm);
});
afterAll(() => fixture.close());

const requests = (where: object) => () => reader.page('request', { sight: [large], where, limit: 25 });
const deliveries = (where: object) => () =>
  reader.page('webhookDelivery', {
    sight: [large],
    where: { endpointId: `we_${large}`, ...where },
    limit: 25,
  });

it.each([
  ['requests', requests({})],
  ['requests with a key', requests({ idempotencyKey: 'key 2002' })],
  ['refused requests', requests({ outcome: 'refused' })],
  ['requests of a resource', requests({ resourceId: 'pout_2002' })],
  ['deliveries', deliveries({})],
  ['failed deliveries', deliveries({ status: 'failed' })],
])('of the largest account %s are found by an index of each partition', async (_what, work) => {
  const found = await explained(fixture.orm, work);
  expect(found.filter(({ plan }) => plan['Actual Rows'] > 0)).not.toEqual([]);
  expect(found.flatMap(({ faults, statement }) => faults.map((fault) => `${fault}: ${statement}`))).toEqual(
    [],
  );
});

it('all of them are in their partitions', async () => {
  const rows = await queryRows(
    fixture.url,
    `select parent, (select count(*) from partitions_of(parent::regclass)) > 8 as are_many
       from unnest(array['request', 'webhook_delivery']) parent`,
  );
  expect(rows.map(({ are_many: isMany }) => isMany)).toEqual(['t', 't']);
  expect(
    await queryRows(
      fixture.url,
      'select id from request_rest union all select id from webhook_delivery_rest',
    ),
  ).toEqual([]);
});
