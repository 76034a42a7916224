import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openAccount } from '../../src/usecases/account.js';
import { operator, withHand } from '../setup/hand.js';
import { openService, type RunningService } from '../setup/running.js';
import { allAtOnce, eventsOf, fund, mxnPayout, refusal, speiBeneficiary, walk } from '../setup/verbs.js';

let service: RunningService;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.stop());

interface LoggedEvent {
  readonly id: string;
  readonly type: string;
  readonly occurred_at: string;
  readonly data: { readonly id: string; readonly status: string };
}

const log = (query = 'limit=100') => walk<LoggedEvent>(service, `/v1/events?${query}`, 'after');
const page = async (query: string) => (await service.get(`/v1/events?${query}`)).at('data') as LoggedEvent[];
const typesOf = async (query: string) => (await page(query)).map(({ type }) => type);
const otherKey = () =>
  withHand(
    service,
    async (ports) => (await openAccount(ports, operator, { name: 'Other', ownerEmail: null })).secret,
  );

test('the cursor of an empty log is its start, and stays so until something happens', async () => {
  const empty = await service.get('/v1/events');
  expect(empty.body).toEqual({ data: [], has_more: false, next_cursor: expect.any(String) });
  const cursor = empty.get('next_cursor');
  expect((await service.get(`/v1/events?after=${cursor}`)).body).toEqual(empty.body);
  const customer = await service.post('/v1/customers', {
    external_id: 'first',
    type: 'individual',
    country: 'PE',
    display_name: 'Never Told',
    profile: { email: 'secret@example.com' },
    metadata: { a: '1' },
  });
  const next = await service.get(`/v1/events?after=${cursor}`);
  expect(next.at('data')).toEqual([
    {
      id: expect.stringMatching(/^evt_[0-9a-z]{26}$/),
      type: 'customer.created',
      schema_version: 1,
      occurred_at: customer.get('created_at'),
      livemode: false,
      data: {
        id: customer.get('id'),
        external_id: 'first',
        type: 'individual',
        status: 'active',
        country: 'PE',
        metadata: { a: '1' },
        compliance_status: 'unverified',
        created_at: customer.get('created_at'),
        updated_at: customer.get('updated_at'),
      },
    },
  ]);
  const end = await service.get(`/v1/events?after=${next.get('next_cursor')}`);
  expect(end.body).toEqual({ data: [], has_more: false, next_cursor: next.get('next_cursor') });
});

test('the log is oldest first, the same for any page size, and can be filtered by resource', async () => {
  await fund(service, 'MXN', '1000');
  const beneficiary = await speiBeneficiary(service);
  const payouts = await allAtOnce(6, (i) =>
    service.post('/v1/payouts', mxnPayout(beneficiary, '1', ['sim:paid', 'sim:fail', 'sim:return'][i % 3])),
  );
  const ends = ['payout.completed', 'payout.failed', 'payout.return_settled'];
  for (const [i, payout] of payouts.entries()) {
    const path = `/v1/events?resource_id=${payout.get('id')}`;
    await service.until(path, (each) => each.text.includes(`"${ends[i % 3]}"`));
  }
  const whole = await log();
  for (const limit of [1, 2, 7]) expect(await log(`limit=${limit}`)).toEqual(whole);
  expect(new Set(whole.map(({ id }) => id)).size).toBe(whole.length);
  const histories = [
    ['payout.created', 'payout.completed'],
    ['payout.created', 'payout.failed'],
    ['payout.created', 'payout.completed', 'payout.returned', 'payout.return_settled'],
  ];
  for (const [i, payout] of payouts.entries()) {
    const history = (await eventsOf(service, payout.get('id'))).map(([type]) => type);
    expect(history).toEqual(histories[i % 3]);
  }
});

test('an event has the same stored bytes wherever it is read', async () => {
  const database = new pg.Client({ connectionString: service.databaseUrl });
  await database.connect();
  const { rows } = await database.query<{ id: string; body: string }>(
    'select id, body from event order by position',
  );
  await database.end();
  const listed = await service.get('/v1/events?limit=100');
  expect(listed.text.startsWith(`{"data":[${rows.map(({ body }) => body).join(',')}]`)).toBe(true);
  for (const { id, body } of rows) expect((await service.get(`/v1/events/${id}`)).text).toBe(body);
});

test('a type is exact, a family ends with a dot, and an unknown one is empty', async () => {
  const whole = await log();
  expect(await typesOf('type=payout.created&limit=100')).toEqual(Array(6).fill('payout.created'));
  const family = whole.filter(({ type }) => type.startsWith('payout.'));
  expect(await page('type=payout.&limit=100')).toEqual(family);
  expect(await log('type=payout.&limit=2')).toEqual(family);
  for (const type of ['payout', 'payout.cre', 'pay.', '.', 'nothing.happened', 'payout.%25']) {
    const none = await service.get(`/v1/events?type=${type}`);
    expect([none.status, none.at('data'), none.at('has_more')]).toEqual([200, [], false]);
    expect(none.get('next_cursor')).not.toBe('');
  }
  const [payin] = await page('type=payin.completed');
  expect(await typesOf(`resource_id=${payin?.data.id}&type=payin.`)).toEqual(['payin.completed']);
  expect(await typesOf(`resource_id=${payin?.data.id}&type=payout.`)).toEqual([]);
});

test('reading continues after an event id as after a cursor, with or without a filter', async () => {
  const whole = await log();
  const first = await service.get('/v1/events?limit=3');
  expect(first.at('has_more')).toBe(true);
  const byId = await service.get(`/v1/events?limit=3&after=${whole[2]?.id}`);
  expect(byId.text).toBe((await service.get(`/v1/events?limit=3&after=${first.get('next_cursor')}`)).text);
  expect(byId.at('data')).toEqual(whole.slice(3, 6));
  const middle = whole.findIndex(({ type }) => type === 'payout.created');
  const later = whole.slice(middle + 1).filter(({ type }) => type.startsWith('payout.'));
  expect(await page(`type=payout.&limit=100&after=${whole[middle]?.id}`)).toEqual(later);
  expect((await page('limit=100')).length).toBe(whole.length);
});

test('an id or cursor of another log is refused', async () => {
  const key = await otherKey();
  const [mine] = await log();
  const cursor = (await service.get('/v1/events?limit=1')).get('next_cursor');
  const entries = (await service.get('/v1/balances/MXN/entries?limit=1')).get('next_cursor');
  for (const after of ['nonsense', 'evt_01k9zq3v5e8x7m2n4p6r8t0w1y', entries, '', '0', 'MA']) {
    const refused = await service.get(`/v1/events?after=${after}`);
    expect(refusal(refused), after).toEqual([400, 'invalid_parameter', 'after']);
  }
  for (const after of [cursor, mine?.id]) {
    const foreign = await service.get(`/v1/events?after=${after}`, { key });
    expect(refusal(foreign)).toEqual([400, 'invalid_parameter', 'after']);
  }
  const wrong = [
    'limit=0',
    'limit=101',
    'limit=x',
    'resource_id=nonsense',
    'type=',
    'created_after=2026-01-01T00:00:00Z',
  ];
  for (const query of wrong) {
    const refused = await service.get(`/v1/events?${query}`);
    expect(refusal(refused), query).toEqual([400, 'invalid_parameter', query.split('=')[0]]);
  }
  expect(await page('resource_id=pout_01k9zq3v5e8x7m2n4p6r8t0w1y')).toEqual([]);
  expect((await service.get(`/v1/events?resource_id=${mine?.data.id}`, { key })).at('data')).toEqual([]);
  for (const id of [mine?.id, 'evt_01k9zq3v5e8x7m2n4p6r8t0w1y', 'nonsense']) {
    expect(refusal(await service.get(`/v1/events/${id}`, { key }))).toEqual([404, 'not_found']);
  }
});

test('a reader that follows the log misses nothing while many write at once', async () => {
  const start = (await service.get('/v1/events?limit=100')).get('next_cursor');
  const seen: string[] = [];
  let cursor = start;
  let writing = true;
  const follow = async (): Promise<void> => {
    for (;;) {
      const wasWriting = writing;
      const next = await service.get(`/v1/events?limit=5&after=${cursor}`);
      const events = next.at('data') as LoggedEvent[];
      seen.push(...events.map(({ id }) => id));
      cursor = next.get('next_cursor');
      if (events.length === 0 && !wasWriting) return;
    }
  };
  const beneficiary = await speiBeneficiary(service);
  const reader = follow();
  const made = await allAtOnce(60, (i) =>
    i % 2 === 0
      ? service.post('/v1/payouts', mxnPayout(beneficiary, '1', i % 4 === 0 ? 'sim:fail' : 'sim:paid'))
      : service.post('/v1/customers', {
          external_id: `many-${i}`,
          type: 'individual',
          country: 'PE',
          display_name: 'Many',
        }),
  );
  expect(made.every(({ status }) => status === 201)).toBe(true);
  const ended = (status: string) => status === 'completed' || status === 'failed';
  await service.until('/v1/payouts?limit=100', (each) =>
    (each.at('data') as { status: string }[]).every(({ status }) => ended(status) || status === 'returned'),
  );
  writing = false;
  await reader;
  const ids = (await log(`limit=100&after=${start}`)).map(({ id }) => id);
  expect(seen).toEqual(ids);
  expect(seen.length).toBe(60 + 30);
  await service.check();
});
