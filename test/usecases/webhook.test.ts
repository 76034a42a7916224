import { afterAll, beforeAll, expect, test } from 'vitest';
import { explained } from '../../bench/growth/explain.ts';
import { createEndpoint, redeliver } from '../../src/usecases/webhook.js';
import { openFixture, vault, type Fixture } from '../setup/fixture.js';
import { accountsWithEvents } from '../setup/log.js';
import { queryRows } from '../setup/rows.js';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await openFixture();
});
afterAll(() => fixture.close());

test('a replay returns the deliveries of its own request, however often the event was redelivered before', async () => {
  const { store, url } = fixture;
  const [accountId = ''] = await accountsWithEvents(url, [1]);
  const ports = { store, vault, allowInsecureWebhooks: true, wake: () => undefined };
  const endpoints = [1, 2].map((nth) => createEndpoint(ports, { accountId, url: `http://127.0.0.1/${nth}` }));
  const [first] = await Promise.all(endpoints);
  const [event] = await queryRows(url, 'select id from event where account_id = $1', [accountId]);
  const ask = { accountId, eventId: event?.['id'] ?? '' };
  await redeliver(ports, { ...ask, endpointId: first?.resource.id });
  // Ids begin with their time, so these sort before all later ones.
  await queryRows(
    url,
    `insert into webhook_delivery select (jsonb_populate_record(d, jsonb_build_object(
        'id', 'whd_0' || lpad(n::text, 25, '0'), 'created_at', d.created_at - make_interval(secs => n)))).*
      from webhook_delivery d, generate_series(1, 1000) n where d.event_id = $1`,
    [ask.eventId],
  );
  await queryRows(url, 'analyze webhook_delivery');
  const use = { accountId, key: 'again', fingerprint: 'f' };
  const made = await redeliver(ports, ask, use);
  expect(made.deliveries).toHaveLength(2);
  const repeats = await explained(fixture.orm, async () => {
    const { deliveries, isReplay } = await redeliver(ports, ask, use);
    expect(isReplay).toBe(true);
    expect(deliveries.map(({ id }) => id)).toEqual(made.deliveries.map(({ id }) => id));
  });
  // Only the few matching rows are sorted; no other rows are read.
  const faults = repeats.flatMap((each) => each.faults.map((fault) => `${fault}: ${each.statement}`));
  expect(faults.filter((fault) => !fault.startsWith('sorts 2 rows'))).toEqual([]);
});

test('redeliveries created at once with two keys stay separate', async () => {
  const { store, url } = fixture;
  const [accountId = ''] = await accountsWithEvents(url, [1]);
  const ports = { store, vault, allowInsecureWebhooks: true, wake: () => undefined };
  await createEndpoint(ports, { accountId, url: 'http://127.0.0.1/1' });
  const [event] = await queryRows(url, 'select id from event where account_id = $1', [accountId]);
  const again = (key: string) =>
    redeliver(ports, { accountId, eventId: event?.['id'] ?? '' }, { accountId, key, fingerprint: 'f' });
  const idsOf = ({ deliveries }: Awaited<ReturnType<typeof again>>) => deliveries.map(({ id }) => id);
  for (let round = 1; round <= 20; round += 1) {
    const keys = [`one-${round}`, `other-${round}`];
    const made = await Promise.all(keys.map(again));
    const repeated = await Promise.all(keys.map(again));
    expect(repeated.map(idsOf)).toEqual(made.map(idsOf));
  }
});
