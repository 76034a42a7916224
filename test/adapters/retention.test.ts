import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import pg from 'pg';
import { postgresStorage } from '../../src/adapters/postgres/storage.js';
import { postgresRequestLog } from '../../src/adapters/postgres/request-log.js';
import { createEndpoint } from '../../src/usecases/webhook.js';
import { defaultRetention } from '../../src/domain/retention.js';
import type { Storage } from '../../src/ports/storage.js';
import { newId, openAccount, openFixture, vault, type Fixture } from '../setup/fixture.js';
import { loggedRequest } from '../setup/logged.js';
import { queryRows } from '../setup/rows.js';

const dayMs = 86_400_000;
let fixture: Fixture;
let storage: Storage;
let accountId: string;
let endpointId: string;

beforeAll(async () => {
  fixture = await openFixture();
  storage = postgresStorage(fixture.orm);
  accountId = await openAccount(fixture.store);
  const hook = { accountId, url: 'https://example.com/hook', eventTypes: [] };
  const { resource } = await createEndpoint(
    { store: fixture.store, vault, allowInsecureWebhooks: false },
    hook,
  );
  endpointId = resource.id;
  // Rows leave with their partition: who deletes one by one fails.
  await query(
    `create trigger request_kept before delete on request for each statement execute function refuse_change()`,
  );
});
afterAll(() => fixture.close());

const query = (text: string, values: unknown[] = []) => queryRows(fixture.url, text, values);

/** Moves business time to so many days from machine time. */
const setDay = (day: number) => query('update platform set clock_offset_ms = $1', [day * dayMs]);
const at = (day: number) => new Date(Date.now() + day * dayMs);

async function logRequest(day: number): Promise<string> {
  const line = { ...loggedRequest(accountId), id: newId('request', at(day)), createdAt: at(day) };
  await postgresRequestLog(fixture.orm).write([line]);
  return line.id;
}

const idsOf = async (table: string): Promise<string[]> =>
  (await query(`select id from ${table} order by id`)).map(({ id }) => String(id));
const restOf = async (table: string): Promise<string[]> => idsOf(`${table}_rest`);
const turn = () => storage.dropExpired(defaultRetention);

describe('the request log', () => {
  it('loses whole partitions once every row is older than it is kept, and nothing else', async () => {
    const ids: string[] = [];
    for (let day = 0; day < 100; day += 2) {
      await setDay(day);
      await turn();
      ids.push(await logRequest(day));
    }
    // A partition in use by another reader goes in a later turn.
    await expect.poll(async () => (await turn()).isBusy, { timeout: 30_000 }).toBe(false);
    const remaining = await idsOf('request');
    // A partition takes five days, and it goes once its last row is thirty days old.
    expect(ids.slice(-remaining.length)).toEqual(remaining);
    expect(remaining.length).toBeGreaterThanOrEqual(15);
    expect(remaining.length).toBeLessThanOrEqual(18);
    expect(await restOf('request')).toEqual([]);
    const [row] =
      await query(`select complete_from('request') <= business_now() - interval '30 days' as is_kept,
      complete_from('request') > business_now() - interval '36 days' as is_new,
      (select count(*) from partitions_of('request')) between 8 and 9 as are_few`);
    expect(row).toEqual({ is_kept: 't', is_new: 't', are_few: 't' });
  });

  it('accepts rows without a partition, and moves them to theirs', async () => {
    await setDay(200);
    const stray = await logRequest(200);
    expect(await restOf('request')).toEqual([stray]);
    await turn();
    expect(await restOf('request')).toEqual([]);
    expect(await idsOf('request')).toEqual([stray]);
    await logRequest(200);
    expect(await restOf('request')).toEqual([]);
  });

  it('is turned by one of two processes', async () => {
    await setDay(300);
    const [one, other] = await Promise.all([turn(), turn()]);
    const tables = [...one.dropped, ...other.dropped].map(({ table }) => table);
    expect(tables.toSorted()).toEqual([...new Set(tables)].toSorted());
    expect(tables).toContain('request');
  });

  it('waits for a long report without making others wait for long', async () => {
    await setDay(400);
    const reader = new pg.Client(fixture.url);
    await reader.connect();
    onTestFinished(() => reader.end());
    await reader.query('begin; select from request');
    const busy = await turn();
    expect(busy.isBusy).toBe(true);
    expect(busy.dropped.map(({ table }) => table)).not.toContain('request');
    const id = await logRequest(400);
    await reader.query('commit');
    expect(await turn()).toMatchObject({ dropped: [{ table: 'request' }], isBusy: false });
    expect(await idsOf('request')).toEqual([id]);
  });
});

describe('webhook deliveries', () => {
  it('that are owed outlive their partition, settled ones do not, and nothing is deleted', async () => {
    await setDay(500);
    const { owed, settled: first } = await deliveries(500);
    const settled = [{ day: 500, id: first }];
    for (let day = 505; day < 700; day += 5) {
      await setDay(day);
      await turn();
      if (day % 20 === 0) settled.push({ day, id: (await deliveries(day)).settled });
    }
    const left = await idsOf('webhook_delivery');
    expect(left).toContain(owed);
    expect(await restOf('webhook_delivery')).toEqual(expect.arrayContaining([owed]));
    // A partition takes fifteen days, and it goes once its last row is ninety days old.
    const gone = settled.filter(({ id }) => !left.includes(id)).map(({ day }) => 695 - day);
    expect(gone.length).toBeGreaterThan(3);
    expect(Math.min(...gone)).toBeGreaterThanOrEqual(90);
    expect(settled.filter(({ day, id }) => 695 - day > 106 && left.includes(id))).toEqual([]);
    // Its event is delivered at last, and the row goes with the next turn.
    await query(
      `update webhook_delivery set status = 'delivered', attempts = 1, next_attempt_at = null, delivered_at = business_now(),
         history = '[{"number": 1}]' where id = $1`,
      [owed],
    );
    await setDay(720);
    await turn();
    expect(await idsOf('webhook_delivery')).not.toContain(owed);
  });

  it('are one table to a subscriber, which receives each row once', async () => {
    const [row] = await query(`select pubviaroot, (select count(*)::int from pg_publication_tables t
      where t.pubname = p.pubname and t.tablename ~ '^webhook_delivery') as tables from pg_publication p`);
    expect(row).toEqual({ pubviaroot: 't', tables: '1' });
  });
});

/** Deliveries that were made on that day: one that waits, and one that has ended. */
async function deliveries(day: number): Promise<{ owed: string; settled: string }> {
  const ids = Array.from({ length: 2 }, () => newId('webhookDelivery', at(day)));
  await query(
    `insert into webhook_delivery (id, account_id, endpoint_id, event_id, position, event_type, resource_id, kind, status, attempts,
         next_attempt_at, delivered_at, history, created_at, version)
       select id, $2, $3, 'evt_1', null, 'webhook.ping', $3, 'ping', case nth when 1 then 'pending' else 'delivered' end, nth - 1,
         case nth when 1 then business_now() end, case nth when 2 then business_now() end,
         case nth when 1 then '[]' else '[{"number": 1}]' end::jsonb, business_now(), 1
       from unnest($1::text[]) with ordinality x (id, nth)`,
    [ids, accountId, endpointId],
  );
  const [owed = '', settled = ''] = ids;
  return { owed, settled };
}

describe('mails', () => {
  it('that are not sent outlive their partition, sent ones do not', async () => {
    await setDay(800);
    await turn();
    const ids = [newId('mail', at(800)), newId('mail', at(800))] as const;
    await query(
      `insert into mail (id, email_hash, kind, language, facts, status, attempts, expires_at, next_step_at, created_at, ended_at, version)
         select id, repeat('a', 64), 'sign_in_code', 'en', facts, status, 0, now(), case when facts is not null then now() end, now(),
           case when facts is null then now() end, 1
         from (values ($1, 'sealed', 'queued'), ($2, null, 'sent')) m (id, facts, status)`,
      [...ids],
    );
    await setDay(850);
    await turn();
    expect(await idsOf('mail')).toEqual([ids[0]]);
  });
});

describe('tables without partitions', () => {
  it('lose the rows that are older than they are kept, and no other', async () => {
    const days = { notice: 90, trace: 30, sign_in_code: 1, session: 1 };
    await setDay(0);
    await query(`delete from sign_in_code`);
    const insert = {
      notice: (id: string, age: string) => `insert into notice values ('bank', '${id}', now() - ${age})`,
      trace: (id: string, age: string) =>
        `insert into trace values ('${id}', '00-' || repeat('a', 32) || '-' || repeat('b', 16) || '-01', now() - ${age})`,
      sign_in_code: (id: string, age: string) =>
        `insert into sign_in_code (email_hash, client_hash, code_hash, expires_at)
           values (repeat('a', 64), repeat('b', 64), rpad('${id === 'old' ? 1 : 2}', 64, '0'), now() - ${age})`,
      session: (id: string, age: string) =>
        `insert into session (id, email_hash, fingerprint, created_at, expires_at, version)
           select id_floor('sess', at), repeat('a', 64), rpad('${id === 'old' ? 1 : 2}', 64, '0'), at, at + interval '12 hours', 1
             from (select now() - interval '12 hours' - ${age} as at) s`,
    };
    for (const [table, retention] of Object.entries(days) as [keyof typeof days, number][]) {
      await query(insert[table]('old', `interval '${retention} days 1 hour'`));
      await query(insert[table]('new', `interval '${retention} days' + interval '1 hour'`));
    }
    expect(await storage.sweepExpired(defaultRetention)).toBe(4);
    for (const table of Object.keys(days))
      expect(await query(`select count(*) from ${table}`), table).toEqual([{ count: '1' }]);
    expect(await storage.sweepExpired(defaultRetention)).toBe(0);
  });
});
