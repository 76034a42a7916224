import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventsOfArchive, published, rowsBefore } from '../setup/archive.js';
import { buildCommandLine, runWarm } from '../setup/cli.js';
import { operatorOf, type Ask } from '../setup/graphql.js';
import { advance, openOtherAccount } from '../setup/hand.js';
import { queryRows, waitingForLock } from '../setup/rows.js';
import { clientOf, openService, type Client, type RunningService } from '../setup/running.js';
import { customerFields } from '../setup/sender.js';
import { enter } from '../setup/socket.js';
import { fund, mxnPayout, refusal, speiBeneficiary } from '../setup/verbs.js';

const home = mkdtempSync(join(tmpdir(), 'psp-archive-event-'));
const directory = join(home, 'archive');
const unknown = 'evt_01zzzzzzzzzzzzzzzzzzzzzzzz';

let service: RunningService;
let quiet: Client & { readonly id: string };
let ask: Ask;
let token: string;
/** The day before which everything leaves; events of the service's account go on behind it, those of the quiet one do not. */
let border: string;
/** A payout, an event and cursors from before the border. */
let payout: string;
let gone: string;
let early: string;
let start: string;
/** All rows of before the border, before any has left. */
let rows: string[];

const today = async (): Promise<string> => {
  const now = `select to_char(business_now() at time zone 'UTC', 'YYYY-MM-DD') as day`;
  return (await queryRows(service.databaseUrl, now))[0]?.['day'] ?? '';
};
async function psp(...args: string[]) {
  await published(service.databaseUrl);
  return runWarm(['archive', ...args, '--json'], { ...service.env, PSP_ARCHIVE_DIR: directory });
}
async function archive(...args: string[]): Promise<Record<string, unknown>> {
  const { code, stdout, stderr } = await psp(...args);
  expect(code, stderr).toBe(0);
  return JSON.parse(stdout) as Record<string, unknown>;
}
const settled = (): Promise<unknown> =>
  service.until('/v1/payouts?status=processing', (each) => (each.at('data') as []).length === 0);

beforeAll(async () => {
  await buildCommandLine();
  service = await openService();
  const other = await openOtherAccount(service);
  quiet = { ...clientOf(service.baseUrl, other.key), id: other.id };
  start = (await quiet.get('/v1/events')).get('next_cursor');
  ({ ask, token } = await operatorOf(service, 'admin'));
  const beneficiary = await speiBeneficiary(service);
  await fund(service, 'MXN', '5000');
  await fund(quiet, 'MXN', '50');
  payout = (await service.post('/v1/payouts', mxnPayout(beneficiary, '10.01', 'sim:paid'))).get('id');
  const batch = await service.post('/v1/payout-batches', { items: [mxnPayout(beneficiary, '5.00')] });
  expect(batch.status).toBe(201);
  const customer = await service.post('/v1/customers', customerFields());
  await service.call('PATCH', `/v1/customers/${customer.get('id')}`, {
    body: { metadata: { tier: 'gold' } },
  });
  await settled();
  const page = await service.get('/v1/events?limit=2');
  gone = String(page.at('data.0.id'));
  early = page.get('next_cursor');
  await advance(service, 5 * 86_400);
  border = await today();
  await service.post('/v1/payouts', mxnPayout(beneficiary, '7.77', 'sim:paid'));
  await service.post('/v1/customers', customerFields());
  await settled();
  await advance(service, 5 * 86_400);
  rows = await rowsBefore(service.databaseUrl, border);
}, 300_000);
afterAll(async () => {
  await service.check();
  await service.stop();
  rmSync(home, { recursive: true });
});

/** Deliveries to it wait. */
async function pausedEndpoint(): Promise<string> {
  const id = (await service.post('/v1/webhook-endpoints', { url: 'https://example.com/hook' })).get('id');
  const paused = await service.call('PATCH', `/v1/webhook-endpoints/${id}`, { body: { active: false } });
  expect(paused.status).toBe(200);
  return id;
}

test('an event with a pending delivery stays, and leaves once it is cancelled', async () => {
  const id = await pausedEndpoint();
  const made = await service.post(`/v1/events/${gone}/redeliver`, { endpoint_id: id });
  expect(made.status).toBe(202);
  const refused = await psp('--before', border, '--remove');
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain(`${id} has pending deliveries`);
  expect(await rowsBefore(service.databaseUrl, border)).toEqual(
    expect.arrayContaining(rows.filter((row) => row.includes(service.accountId))),
  );
  await service.call('DELETE', `/v1/webhook-endpoints/${id}`);
  const pending = `select from webhook_delivery where status = 'pending'`;
  await expect.poll(() => queryRows(service.databaseUrl, pending), { timeout: 60_000 }).toEqual([]);
  expect(await archive('--before', border, '--remove')).toMatchObject({ removed_events: expect.any(Number) });
  expect(await rowsBefore(service.databaseUrl, border)).toEqual(
    rows.filter((row) => row.startsWith('{"table":"journal"')),
  );
  expect(await queryRows(service.databaseUrl, 'select from archived_event')).toHaveLength(
    rows.filter((row) => row.startsWith('{"table":"event"')).length,
  );
  await service.check();
});

test('the log begins behind the border and says so', async () => {
  const page = await service.get('/v1/events?limit=1');
  const [oldest] = page.at('data') as { id: string; occurred_at: string }[];
  const [last] = await queryRows(
    service.databaseUrl,
    'select last_id from archived_event_part where account_id = $1 order by upto desc limit 1',
    [service.accountId],
  );
  const before = page.get('archived_before');
  expect(page.at('has_more')).toBe(true);
  expect(oldest?.occurred_at.slice(0, 10)).toBe(border);
  expect(before <= `${border}T00:00:00.000Z`).toBe(true);
  const next = await service.get(`/v1/events?after=${last?.['last_id']}&limit=100`);
  expect([next.at('data.0.id'), next.at('has_more'), next.at('archived_before')]).toEqual([
    oldest?.id,
    false,
    before,
  ]);
  const ofOld = await service.get(`/v1/events?resource_id=${payout}`);
  expect(ofOld.at('data')).toEqual([]);
  expect(ofOld.at('archived_before')).toBe(before);
});

test('a cursor at the last archived event goes on, and an earlier one is archived', async () => {
  const empty = await quiet.get('/v1/events');
  expect(empty.at('data')).toEqual([]);
  const again = await quiet.get(`/v1/events?after=${empty.get('next_cursor')}`);
  expect([again.status, again.at('data'), again.at('next_cursor')]).toEqual([
    200,
    [],
    empty.at('next_cursor'),
  ]);
  const cursors = [
    [service, early],
    [service, gone],
    [quiet, start],
  ] as const;
  for (const [client, after] of cursors) {
    const refused = await client.get(`/v1/events?after=${after}`);
    expect(refusal(refused)).toEqual([410, 'archived', 'after']);
    expect(refused.at('error.archived_at')).toMatch(/^20/);
  }
  expect(refusal(await service.get(`/v1/events?after=${unknown}`))).toEqual([
    400,
    'invalid_parameter',
    'after',
  ]);
});

test('an archived event is 410, to retrieve and to redeliver; one that never was is 404', async () => {
  const response = await service.get(`/v1/events/${gone}`);
  expect(refusal(response)).toEqual([410, 'archived']);
  expect(response.at('error.archived_at')).toMatch(/^20/);
  expect(refusal(await service.post(`/v1/events/${gone}/redeliver`, {}))).toEqual([410, 'archived']);
  expect(refusal(await service.get(`/v1/events/${unknown}`))).toEqual([404, 'not_found']);
  expect(refusal(await service.post(`/v1/events/${unknown}/redeliver`, {}))).toEqual([404, 'not_found']);
});

test('operators find no archived event, and a subscription does not skip one', async () => {
  expect((await ask(`query { event(id: "${gone}") { id } }`)).codes()).toEqual(['archived id']);
  const listed = await ask(
    `query { events(accountId: "${service.accountId}", first: 100) { nodes { occurredAt } } timeline(id: "${payout}") { kind } }`,
  );
  const times = (listed.at('events.nodes') as { occurredAt: string }[]).map(({ occurredAt }) => occurredAt);
  expect(times.length).toBeGreaterThan(2);
  expect(times.every((at) => at >= border)).toBe(true);
  const kinds = (listed.at('timeline') as { kind: string }[]).map(({ kind }) => kind);
  expect(kinds).toContain('state');
  expect(kinds).not.toContain('event');
  expect(await subscriptionAfter(early)).toEqual(['archived', 'after']);
  const [oldest] = (await service.get('/v1/events?limit=1')).at('data') as { id: string }[];
  expect(await subscriptionAfter('')).toBe(oldest?.id);
});

/** The first event that a subscription receives, or the code and param of its error. */
async function subscriptionAfter(after: string): Promise<unknown> {
  const socket = await enter(service.internalUrl, token);
  const query = `subscription ($accountId: ID!, $after: String) { events(accountId: $accountId, after: $after) { id } }`;
  const { messages, received } = socket.subscribe(query, { accountId: service.accountId, after });
  await expect.poll(() => messages.length, { timeout: 60_000, interval: 10 }).toBeGreaterThan(0);
  await socket.close();
  const [error] = (messages[0]?.type === 'error' ? messages[0].payload : []) as {
    extensions: { code: string; param: string };
  }[];
  if (error) return [error.extensions.code, error.extensions.param];
  return (received[0]?.data?.['events'] as { id: string } | undefined)?.id;
}

test('a replay begins at the border at the earliest', async () => {
  const id = await pausedEndpoint();
  const replay = (from: string) =>
    ask(`mutation { replayDeliveries(endpointId: "${id}", from: "${from}", to: "2999-01-01T00:00:00Z",
      reason: "they lost a day") { made } }`);
  const before = (await service.get('/v1/events?limit=1')).get('archived_before');
  const early = await replay(new Date(Date.parse(before) - 1).toISOString());
  expect(early.codes()).toEqual(['archived from']);
  expect(early.text).toContain(before);
  expect((await replay(before)).at('replayDeliveries.made')).toBeGreaterThan(2);
  await service.call('DELETE', `/v1/webhook-endpoints/${id}`);
});

/** Puts events of a part back, without its border. */
const restorePart = (accountId: string, upto: string | null | undefined, each: readonly unknown[]) =>
  queryRows(service.databaseUrl, 'select restore_archived_events($1, $2, $3)', [
    accountId,
    upto,
    JSON.stringify(each),
  ]);
const partsOf = (accountId: string) =>
  queryRows(
    service.databaseUrl,
    'select day, upto from archived_event_part where account_id = $1 order by upto desc',
    [accountId],
  );

test('events come back only as they left, and leave again where only entries have', async () => {
  const events = eventsOfArchive(directory, service.accountId);
  const parts = await partsOf(service.accountId);
  const restore = (upto: string | null | undefined, each: readonly unknown[]) =>
    restorePart(service.accountId, upto, each);
  const changed = events.map(([...event]) =>
    event.with(5, String(event[5]).replace('"livemode":false', '"livemode":true')),
  );
  await expect(restore(parts[0]?.['upto'], changed)).rejects.toThrow('never changed or deleted');
  await expect(restore(parts[0]?.['upto'], events.slice(1, -1))).rejects.toThrow('never changed or deleted');
  for (const { upto } of parts) await restore(upto, events);
  expect((await service.get(`/v1/events/${gone}`)).status).toBe(200);
  expect((await service.get('/v1/events')).at('data.0.id')).toBe(gone);
  await service.check();
  const forged = `with gone as (delete from event where account_id = '${service.accountId}' and position = 1 returning *)
    insert into archived_event_part (account_id, day, after, upto, last_id, digest, types, resource_ids, times, bodies, intents, intents_digest)
      select account_id, to_char(occurred_at at time zone 'UTC', 'YYYY-MM-DD'), 0, 1, id, repeat('a', 64), array[type],
          array[resource_id], array[occurred_at], array[kept_body(type, body)], array[null], repeat('a', 64) from gone`;
  await expect(queryRows(service.databaseUrl, forged)).rejects.toThrow('is not archived');
  await expect(queryRows(service.databaseUrl, 'delete from event where position = 1')).rejects.toThrow(
    'is not archived',
  );
  await expect(queryRows(service.databaseUrl, 'delete from archived_event_part')).rejects.toThrow(
    'are not here',
  );
  expect(await archive('--before', border, '--remove')).toMatchObject({ removed_events: events.length });
  expect(refusal(await service.get(`/v1/events/${gone}`))).toEqual([410, 'archived']);
});

test('restored events are the same rows, and every read works again', async () => {
  await archive('restore', service.accountId, '--from', '2000-01-01');
  await archive('restore', quiet.id, '--from', '2000-01-01');
  expect(await rowsBefore(service.databaseUrl, border)).toEqual(rows);
  expect((await service.get(`/v1/events?after=${early}`)).status).toBe(200);
  expect((await quiet.get(`/v1/events?after=${start}`)).at('data')).not.toEqual([]);
  expect((await service.get('/v1/events')).body).not.toHaveProperty('archived_before');
  await service.check();
});

test('the log goes on when every event of an account has left', async () => {
  await archive('--before', border, '--remove');
  await quiet.post('/v1/customers', customerFields());
  const page = await quiet.get('/v1/events');
  expect(page.at('data')).toHaveLength(1);
  const [row] = await queryRows(
    service.databaseUrl,
    `select e.position - archived_position(account_id) as place from event e where account_id = $1`,
    [quiet.id],
  );
  expect(row).toEqual({ place: '1' });
});

test("an account's first endpoint, created during a removal, gets no event that leaves", async () => {
  const events = eventsOfArchive(directory, quiet.id);
  const parts = await partsOf(quiet.id);
  for (const { upto } of parts) await restorePart(quiet.id, upto, events);
  const removal = new pg.Client({ connectionString: service.databaseUrl });
  await removal.connect();
  await removal.query('begin');
  await removal.query('select remove_archived_events($1, $2, 1000)', [quiet.id, parts.at(-1)?.['day']]);
  let isReplayed = false;
  const replayed = quiet
    .post('/v1/webhook-endpoints', { url: 'https://example.com/first' })
    .then((made) =>
      ask(`mutation { replayDeliveries(endpointId: "${made.get('id')}", from: "2020-01-01T00:00:00Z",
        to: "2999-01-01T00:00:00Z", reason: "from the first event on") { made } }`),
    )
    .finally(() => (isReplayed = true));
  const waits = async () => (await queryRows(service.databaseUrl, waitingForLock)).length > 0;
  await expect.poll(async () => isReplayed || (await waits()), { timeout: 60_000 }).toBe(true);
  await removal.query('commit');
  await removal.end();
  expect((await replayed).codes()).toEqual(['archived from']);
  await service.check();
});
