import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { postgresReader } from '../../src/adapters/postgres/reader.js';
import { postgresRelayLog } from '../../src/adapters/postgres/relay.js';
import type { EventHint } from '../../src/ports/messaging.js';
import type { RelayLog, UnpublishedEvents } from '../../src/ports/relay.js';
import { openFixture, type Fixture } from '../setup/fixture.js';
import { accountsWithEvents, hintsOf } from '../setup/log.js';
import { queryRows } from '../setup/rows.js';

let fixture: Fixture;
const opened: RelayLog[] = [];

beforeAll(async () => {
  fixture = await openFixture();
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((each) => each.stop()));
});
afterAll(() => fixture.close());

function open(): RelayLog {
  const relayLog = postgresRelayLog(fixture.url);
  opened.push(relayLog);
  return relayLog;
}

test('one process is leader; what it saved is not read again and never goes back', async () => {
  const [first, second] = [open(), open()];
  expect(await first.lead()).toBe(true);
  expect(await second.lead()).toBe(false);
  await expect(open().unpublished([], true)).rejects.toThrow('the lead of the relay was lost');
  const [mine = ''] = await accountsWithEvents(fixture.url, [7]);
  const events = await hintsOf(fixture.url, mine);
  expect(await first.unpublished([mine], false)).toEqual({ events, more: false });
  await first.savePublished(events.slice(0, 5));
  expect(await first.unpublished([mine], false)).toEqual({ events: events.slice(5), more: false });
  await first.savePublished(events.slice(0, 2));
  expect(await first.unpublished([], true)).toEqual({ events: events.slice(5), more: false });
  const backlog = await postgresReader(fixture.orm).backlog();
  expect(backlog).toContainEqual({
    name: 'events_unpublished',
    count: 2,
    oldestSeconds: expect.closeTo(0, -2) as number,
  });
  await first.savePublished(events);
  expect(await first.unpublished([], true)).toEqual({ events: [], more: false });
  await first.stop();
  await expect.poll(() => second.lead(), { timeout: 60_000 }).toBe(true);
});

test('a process that lost its connection lost leadership and saves nothing', async () => {
  const [first, second] = [open(), open()];
  await expect.poll(() => first.lead(), { timeout: 60_000 }).toBe(true);
  const [mine = ''] = await accountsWithEvents(fixture.url, [3]);
  const events = await hintsOf(fixture.url, mine);
  await queryRows(
    fixture.url,
    `select pg_terminate_backend(l.pid) from pg_locks l join pg_database d on d.oid = l.database
      where l.locktype = 'advisory' and l.granted and d.datname = current_database()`,
  );
  await expect.poll(() => second.lead(), { timeout: 60_000 }).toBe(true);
  await expect(first.savePublished(events)).rejects.toThrow('the lead of the relay was lost');
  await expect(first.unpublished([], true)).rejects.toThrow('the lead of the relay was lost');
  expect(await first.lead()).toBe(false);
  expect((await second.unpublished([], true)).events).toEqual(events);
  await second.savePublished(events);
});

test('an account that lags far behind delays no other, and a read is bounded', async () => {
  const relay = open();
  await expect.poll(() => relay.lead(), { timeout: 60_000 }).toBe(true);
  const [hot = '', ...others] = await accountsWithEvents(fixture.url, [
    5_000,
    ...Array.from({ length: 150 }, () => 1),
  ]);
  const read = new Map<string, number>();
  for (let pass = 0; pass < 12; pass += 1) {
    const { events, more } = await relay.unpublished([], pass === 0);
    expect(events.length).toBeLessThanOrEqual(500 + 150);
    for (const { accountId, position } of events) {
      expect(Number(position)).toBe((read.get(accountId) ?? 0) + 1);
      read.set(accountId, Number(position));
    }
    await relay.savePublished(events);
    if (pass === 2) expect(others.filter((id) => !read.has(id))).toEqual([]);
    if (read.get(hot) === 5_000) expect(more).toBe(false);
  }
  expect(read.get(hot)).toBe(5_000);
});

test('a scan reads a bounded number of accounts, and the next one continues there', async () => {
  const relay = open();
  await expect.poll(() => relay.lead(), { timeout: 60_000 }).toBe(true);
  await queryRows(
    fixture.url,
    `set session_replication_role = replica;
    insert into account (id, name, status, created_at, version)
      select 'acct_' || lpad(n::text, 26, '0'), 'Account', 'active', now(), 1 from generate_series(1, 12000) n;
    insert into event_counter (account_id, last) select id, 1 from account where version = 1 on conflict do nothing;
    insert into relay_cursor (account_id, position) select account_id, last from event_counter
      on conflict (account_id) do update set position = excluded.position`,
  );
  const [last = ''] = await accountsWithEvents(fixture.url, [2]);
  const events = await hintsOf(fixture.url, last);
  const nothing = { events: [], more: false };
  // A hinted account is read at once, wherever the full scan is.
  expect(await relay.unpublished([last], true)).toEqual({ events, more: false });
  expect(await relay.unpublished([], true)).toEqual(nothing);
  expect(await relay.unpublished([], true)).toEqual({ events, more: false });
  await relay.savePublished(events);

  // An account with remaining events is read again with the next ones, wherever it is in the scan.
  const [far = ''] = await accountsWithEvents(fixture.url, [1_800]);
  const all = await hintsOf(fixture.url, far);
  const read: EventHint[] = [];
  const rest = async (reading: UnpublishedEvents): Promise<void> => {
    expect(reading.events.length).toBeLessThanOrEqual(500);
    read.push(...reading.events);
    await relay.savePublished(reading.events);
    expect(reading.more).toBe(read.length < all.length);
    if (reading.more) await rest(await relay.unpublished([], false));
  };
  await rest(await relay.unpublished([far], false));
  expect(read).toEqual(all);
  const many = await accountsWithEvents(
    fixture.url,
    Array.from({ length: 150 }, () => 1),
  );
  await queryRows(fixture.url, `insert into relay_cursor (account_id, position) values ('${many[120]}', 1)`);
  const unpublished = await relay.unpublished(many, false);
  expect(unpublished.events).toHaveLength(100);
  expect(unpublished.more).toBe(true);
  await relay.savePublished(unpublished.events);
  // An account hinted meanwhile is read with them.
  const [late = ''] = await accountsWithEvents(fixture.url, [1]);
  const others = await relay.unpublished([late], false);
  expect(others.events.map(({ accountId }) => accountId).sort()).toEqual(
    [...many.slice(100).filter((id) => id !== many[120]), late].sort(),
  );
  expect(others.more).toBe(false);
  await relay.savePublished(others.events);
});

test('reads use indexes even with plans from when tables were small', async () => {
  const [mine = ''] = await accountsWithEvents(fixture.url, [3]);
  const events = await hintsOf(fixture.url, mine);
  await queryRows(fixture.url, 'analyze event, event_counter, relay_cursor');
  const scans = async () => {
    const [row] = await queryRows(
      fixture.url,
      `select sum(seq_scan) as whole, sum(idx_scan) as by_index from pg_stat_user_tables
        where relname in ('event', 'event_counter', 'relay_cursor')`,
    );
    return { whole: row?.['whole'], byIndex: Number(row?.['by_index']) };
  };
  const relay = open();
  await expect.poll(() => relay.lead(), { timeout: 60_000 }).toBe(true);
  const before = await scans();
  for (let pass = 0; pass < 8; pass += 1) {
    expect((await relay.unpublished([mine], false)).events).toEqual(events);
    await relay.unpublished([], true);
  }
  await relay.savePublished(events);
  await relay.stop();
  // PostgreSQL reports a connection's statistics when it ends.
  await expect.poll(async () => (await scans()).byIndex, { timeout: 60_000 }).toBeGreaterThan(before.byIndex);
  expect((await scans()).whole).toBe(before.whole);
});
