import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import request from 'supertest';
import { openAccount } from '../../src/usecases/account.js';
import { openSandbox, type Sandbox } from './sandbox.js';

let sandbox: Sandbox;
const count = 7;
const made: string[] = [];

beforeAll(async () => {
  sandbox = await openSandbox();
  for (let i = 0; i < count; i += 1) {
    const body = {
      external_id: `c-${i}`,
      type: 'individual',
      country: i % 2 ? 'BR' : 'PE',
      display_name: `N ${i}`,
    };
    made.unshift((await sandbox.call('POST', '/v1/customers').send(body)).body.id as string);
  }
});
afterAll(() => sandbox.close());

interface Page {
  data: { id: string }[];
  has_more: boolean;
  next_cursor?: string;
}

async function get(path: string): Promise<Page> {
  const response = await sandbox.call('GET', path);
  expect([response.status, response.body.error]).toEqual([200, undefined]);
  return response.body as Page;
}

async function walk(path: string, name: string): Promise<string[]> {
  const ids: string[] = [];
  for (let cursor: string | undefined; ;) {
    const page = await get(path + (cursor === undefined ? '' : `&${name}=${cursor}`));
    ids.push(...page.data.map((row) => row.id));
    if (!page.has_more) return ids;
    cursor = page.next_cursor;
  }
}

async function refusedParam(path: string): Promise<string> {
  const response = await sandbox.call('GET', path);
  expect([response.status, response.body.error?.code]).toEqual([400, 'invalid_parameter']);
  return response.body.error.param as string;
}

describe('a resource list', () => {
  it('is paged newest first, each element once', async () => {
    expect(await walk('/v1/customers?limit=2', 'starting_after')).toEqual(made);
    expect(await walk('/v1/customers?limit=7', 'starting_after')).toEqual(made);
  });

  it('has a cursor only if there is more', async () => {
    expect(await get('/v1/customers?limit=7')).not.toHaveProperty('next_cursor');
    expect(await get('/v1/customers?limit=6')).toMatchObject({
      has_more: true,
      next_cursor: expect.any(String),
    });
  });

  it('combines filters, and finds nothing for unknown values', async () => {
    const page = await get('/v1/customers?country=BR&type=individual&status=active');
    expect(page.data.map((row) => row.id)).toEqual(made.filter((_, i) => i % 2 === 1));
    expect((await get('/v1/beneficiaries?customer_id=cus_01k9zq3v5e8x7m2n4p6r8t0w1y')).data).toEqual([]);
  });

  it('bounds times: from inclusive, to exclusive', async () => {
    const newest = (await sandbox.call('GET', `/v1/customers/${made[0]}`)).body.created_at as string;
    const offset = newest.replace('Z', '%2B00:00');
    const after = await get(`/v1/customers?created_after=${offset}`);
    const before = await get(`/v1/customers?created_before=${newest}`);
    expect(after.data.map((row) => row.id)).toContain(made[0]);
    expect(before.data.map((row) => row.id)).not.toContain(made[0]);
    expect(after.data.length + before.data.length).toBe(count);
  });

  it('refuses cursors of other lists and accounts, and invalid ones', async () => {
    const cursor = (await get('/v1/customers?limit=1')).next_cursor ?? '';
    const events = (await get('/v1/events?limit=1')).next_cursor ?? '';
    for (const wrong of [events, 'x', cursor.slice(0, -2), `${cursor}AA`, `${cursor}=`, made[0]]) {
      expect(await refusedParam(`/v1/customers?starting_after=${wrong}`)).toBe('starting_after');
    }
    expect(await refusedParam(`/v1/payouts?starting_after=${cursor}`)).toBe('starting_after');
    const operator = { name: 'test', reason: 'test' };
    const other = await openAccount(sandbox.wired.ports, operator, { name: 'Other', ownerEmail: null });
    const foreign = await request(sandbox.api.server.server)
      .get(`/v1/customers?starting_after=${cursor}`)
      .set('Authorization', `Bearer ${other.secret}`);
    expect(foreign.status).toBe(400);
  });

  it.each([
    ['/v1/customers?status=gone', 'status'],
    ['/v1/customers?country=XX', 'country'],
    ['/v1/payouts?beneficiary_id=cus_1', 'beneficiary_id'],
    ['/v1/payins?funding_account_id=1', 'funding_account_id'],
    ['/v1/payins?beneficiary_id=ben_1', 'beneficiary_id'],
    ['/v1/capabilities?product=loan', 'product'],
    ['/v1/balances?limit=1', 'limit'],
    ['/v1/customers/cus_01k9zq3v5e8x7m2n4p6r8t0w1y?expand=all', 'expand'],
  ])('refuses %s', async (path, param) => {
    expect(await refusedParam(path)).toBe(param);
  });
});

describe('the event log', () => {
  it('is paged oldest first by cursor and by id, and its end has a cursor too', async () => {
    const ids = await walk('/v1/events?limit=3', 'after');
    expect(ids).toHaveLength(count);
    expect([...ids].sort()).toEqual(ids);
    const rest = await get(`/v1/events?after=${ids[4]}`);
    expect(rest.data.map((row) => row.id)).toEqual(ids.slice(5));
    const end = await get(`/v1/events?after=${rest.next_cursor}`);
    expect(end).toEqual({ data: [], has_more: false, next_cursor: expect.any(String) });
    const body = { external_id: 'late', type: 'business', country: 'PE', display_name: 'Late' };
    await sandbox.call('POST', '/v1/customers').send(body);
    expect((await get(`/v1/events?after=${end.next_cursor}`)).data).toHaveLength(1);
  });

  it('filters by type, family and resource', async () => {
    expect((await get('/v1/events?type=customer.created')).data.length).toBeGreaterThanOrEqual(count);
    expect((await get('/v1/events?type=customer.')).data.length).toBeGreaterThanOrEqual(count);
    expect(await get('/v1/events?type=no.such')).toMatchObject({ data: [], next_cursor: expect.any(String) });
    expect((await get(`/v1/events?resource_id=${made[0]}`)).data).toHaveLength(1);
    expect(await refusedParam('/v1/events?resource_id=nonsense')).toBe('resource_id');
    for (const id of ['pout_01k9zq3v5e8x7m2n4p6r8t0w1y', 'wdr_01k9zq3v5e8x7m2n4p6r8t0w1y']) {
      expect((await get(`/v1/events?resource_id=${id}`)).data).toEqual([]);
    }
  });

  it('shows one event as the list does', async () => {
    const [event] = (await get('/v1/events?limit=1')).data;
    expect((await sandbox.call('GET', `/v1/events/${event?.id}`)).body).toEqual(event);
    expect(JSON.stringify(event)).not.toMatch(/display_name|profile/);
  });

  it('starts after any event that it contains', async () => {
    expect(await refusedParam('/v1/events?after=evt_01k9zq3v5e8x7m2n4p6r8t0w1y')).toBe('after');
    expect(await refusedParam('/v1/events?after=x')).toBe('after');
    expect(await refusedParam('/v1/balances/USDT/entries?after=ent_01k9zq3v5e8x7m2n4p6r8t0w1y')).toBe(
      'after',
    );
    expect(await get('/v1/balances/USDT/entries')).toEqual({ data: [], has_more: false });
    expect(await refusedParam('/v1/balances/nothing/entries')).toBe('currency');
    expect((await sandbox.call('GET', '/v1/balances//entries')).status).toBe(404);
  });
});
