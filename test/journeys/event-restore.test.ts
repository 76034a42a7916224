import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventFeed } from '../../src/tools/listen/feed.js';
import { operatorOf } from '../setup/graphql.js';
import { logOf } from '../setup/log.js';
import { openService, type RunningService } from '../setup/running.js';
import { customerFields } from '../setup/sender.js';
import { enter } from '../setup/socket.js';
import { allAtOnce, countByStatus } from '../setup/verbs.js';

let service: RunningService;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.stop());

async function happen(count: number): Promise<void> {
  const made = await allAtOnce(count, () => service.post('/v1/customers', customerFields()));
  expect(countByStatus(made)).toEqual({ 201: count });
}
const idsOf = async (): Promise<string[]> =>
  (await logOf(service.databaseUrl, service.accountId)).map(({ id }) => id);
const cursorAfter = async (limit: number): Promise<string> =>
  (await service.get(`/v1/events?limit=${limit}`)).get('next_cursor');

/** Restores the log to the state of a backup with `remaining` events. */
async function restore(remaining: number): Promise<void> {
  const client = new pg.Client({ connectionString: service.databaseUrl });
  await client.connect();
  await client.query(`begin; set local session_replication_role = replica;
    delete from event where position > ${remaining};
    update event_counter set last = least(last, ${remaining});
    update relay_cursor set position = least(position, ${remaining}); commit`);
  await client.end();
}

async function subscriptionAfter(after: string): Promise<{ code: unknown } | { ids: string[] }> {
  const { token } = await operatorOf(service, 'viewer');
  const socket = await enter(service.internalUrl, token);
  const query = `subscription ($accountId: ID!, $after: String) { events(accountId: $accountId, after: $after) { id } }`;
  const subscription = socket.subscribe(query, { accountId: service.accountId, after });
  await expect.poll(() => subscription.messages.length, { timeout: 60_000, interval: 10 }).toBeGreaterThan(0);
  await new Promise((resolve) => setTimeout(resolve, 300));
  await socket.close();
  const [first] = subscription.messages;
  if (first?.type === 'error') {
    const [error] = first.payload as { extensions: { code: string; param: string } }[];
    return { code: [error?.extensions.code, error?.extensions.param] };
  }
  const events = subscription.received.map(({ data }) => data?.['events'] as { id: string } | undefined);
  return { ids: events.map((event) => event?.id ?? 'none') };
}

function listenerAfter(after: string) {
  const { signal } = new AbortController();
  const { baseUrl, apiKey } = service;
  return eventFeed({ baseUrl, apiKey, signal, onWait: () => undefined }).page(after);
}

test('after a restore a cursor returns all events behind it or is refused, and never skips', async () => {
  const start = await cursorAfter(50);
  await happen(30);
  const [early, edge, lost, end] = await Promise.all([5, 10, 11, 30].map((limit) => cursorAfter(limit)));
  const lostId = (await idsOf())[29] ?? '';
  await restore(10);
  await happen(40);
  const log = await idsOf();
  expect(log.length).toBe(50);

  for (const after of [lost, end, lostId]) {
    const refused = await service.get(`/v1/events?after=${after}`);
    expect([refused.status, refused.at('error')]).toEqual([
      400,
      expect.objectContaining({ code: 'invalid_parameter', param: 'after' }),
    ]);
    expect(await subscriptionAfter(after ?? '')).toEqual({ code: ['invalid_parameter', 'after'] });
    await expect(listenerAfter(after ?? '')).rejects.toThrow(/\(400\).*give --since with now, start or/);
  }
  for (const [after, from] of [
    [start, 0],
    [early, 5],
    [edge, 10],
    [log[9], 10],
  ] as const) {
    const behind = await service.get(`/v1/events?limit=100&after=${after}`);
    expect((behind.at('data') as { id: string }[]).map(({ id }) => id)).toEqual(log.slice(from));
    expect(await subscriptionAfter(after ?? '')).toEqual({ ids: log.slice(from) });
    expect((await listenerAfter(after ?? ''))?.events.map(({ id }) => id)).toEqual(log.slice(from));
  }
});
