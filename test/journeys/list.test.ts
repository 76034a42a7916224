import { afterAll, beforeAll, expect, test } from 'vitest';
import { advance } from '../setup/hand.js';
import { openService, type Answer, type RunningService } from '../setup/running.js';
import { refusal, walk } from '../setup/verbs.js';

let service: RunningService;
const made: Answer[] = [];
beforeAll(async () => {
  service = await openService();
  for (let i = 0; i < 30; i += 1) made.unshift(await create());
});
afterAll(() => service.stop());

let count = 0;
const create = () =>
  service.post('/v1/customers', {
    external_id: `c-${(count += 1)}`,
    type: 'individual',
    country: count % 2 === 0 ? 'PE' : 'BR',
    display_name: 'Ana',
  });
const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);
const walked = async (query: string) => idsOf(await walk<{ id: string }>(service, `/v1/customers?${query}`));
const page = async (query: string) =>
  idsOf((await service.get(`/v1/customers?${query}`)).at('data') as { id: string }[]);
const all = () => made.map((each) => each.get('id'));

test('a list is newest first, 25 at a time by default', async () => {
  const first = await service.get('/v1/customers');
  expect(idsOf(first.at('data') as { id: string }[])).toEqual(all().slice(0, 25));
  expect(first.at('has_more')).toBe(true);
  const rest = await service.get(`/v1/customers?starting_after=${first.get('next_cursor')}`);
  expect(rest.body).toEqual({ data: expect.any(Array), has_more: false });
  expect(idsOf(rest.at('data') as { id: string }[])).toEqual(all().slice(25));
  for (const limit of [1, 7, 30, 100]) expect(await walked(`limit=${limit}`)).toEqual(all());
});

test('paging returns each initial element exactly once, despite additions and changes', async () => {
  const start = all();
  const met: string[] = [];
  let answer = await service.get('/v1/customers?limit=4');
  for (;;) {
    met.push(...idsOf(answer.at('data') as { id: string }[]));
    const body = { metadata: { page: String(met.length) } };
    const [added] = await Promise.all([
      create(),
      service.call('PATCH', `/v1/customers/${start.at(-1)}`, { body }),
      service.call('PATCH', `/v1/customers/${start[0]}`, { body }),
    ]);
    made.unshift(added);
    if (answer.at('has_more') !== true) break;
    answer = await service.get(`/v1/customers?limit=4&starting_after=${answer.get('next_cursor')}`);
  }
  expect(met.filter((id) => start.includes(id))).toEqual(start);
  expect(new Set(met).size).toBe(met.length);
});

test('created_after is inclusive, created_before is exclusive', async () => {
  const later = new Date((await advance(service, 3600)).getTime());
  for (let i = 0; i < 3; i += 1) {
    made.unshift(await create());
    await advance(service, 1);
  }
  const [third, second, first] = made.slice(0, 3).map((each) => each.get('created_at'));
  const newest = all().slice(0, 3);
  expect(await page(`created_after=${first}`)).toEqual(newest);
  expect(await page(`created_after=${second}`)).toEqual(newest.slice(0, 2));
  expect(await page(`created_after=${first}&created_before=${third}`)).toEqual(newest.slice(1));
  expect(await page(`created_after=${second}&created_before=${second}`)).toEqual([]);
  expect(await page(`created_before=${first}&limit=100`)).toEqual(all().slice(3));
  const odd = await page(`created_after=${first}&country=BR`);
  expect([...odd, ...(await page(`created_after=${first}&country=PE`))].toSorted()).toEqual(
    newest.toSorted(),
  );
  expect(later.getTime()).toBeLessThanOrEqual(Date.parse(first ?? ''));
});

test('times may have any offset and precision', async () => {
  const at = made[0]?.get('created_at') ?? '';
  const newest = all().slice(0, 1);
  const local = new Date(Date.parse(at) + 2 * 3_600_000).toISOString().replace('Z', '');
  expect(await page(`created_after=${local}%2B02:00`)).toEqual(newest);
  const west = new Date(Date.parse(at) - 5.5 * 3_600_000).toISOString().replace('Z', '');
  expect(await page(`created_after=${west}-05:30`)).toEqual(newest);
  expect(await page(`created_after=${at.replace('Z', '000z')}`)).toEqual(newest);
  expect(await page(`created_after=${at.replace('Z', '001Z')}`)).toEqual([]);
  expect((await page(`created_before=${at.replace('Z', '001Z')}`))[0]).toBe(newest[0]);
  for (const wrong of [
    '2026-02-30T00:00:00Z',
    '2026-11-20',
    `${local}+02:00`,
    '1763650000',
    '2026-11-20T24:00:00Z',
    '',
  ]) {
    for (const param of ['created_after', 'created_before']) {
      const refused = await service.get(`/v1/customers?${param}=${wrong}`);
      expect(refusal(refused), wrong).toEqual([400, 'invalid_parameter', param]);
    }
  }
});

test('a cursor is only valid for its own list', async () => {
  const cursor = (await service.get('/v1/customers?limit=1')).get('next_cursor');
  for (const path of ['payins', 'payouts', 'beneficiaries', 'funding-accounts']) {
    const refused = await service.get(`/v1/${path}?starting_after=${cursor}`);
    expect(refusal(refused)).toEqual([400, 'invalid_parameter', 'starting_after']);
  }
  for (const wrong of ['', 'nonsense', made[0]?.get('id'), `${cursor}x`]) {
    const refused = await service.get(`/v1/customers?starting_after=${wrong}`);
    expect(refusal(refused), wrong).toEqual([400, 'invalid_parameter', 'starting_after']);
  }
  await service.check();
});

test.each([
  'customers',
  'beneficiaries',
  'funding-accounts',
  'payins',
  'payouts',
  'reconciliation-exceptions',
])('/v1/%s takes no other parameter, none twice and no limit beyond 1 to 100', async (list) => {
  for (const [query, param] of [
    ['colour=red', 'colour'],
    ['limit=1&limit=1', 'limit'],
    ['limit=0', 'limit'],
    ['limit=101', 'limit'],
    ['limit=', 'limit'],
    ['limit=1.5', 'limit'],
    ['limit=%31%30x', 'limit'],
    ['status=nonsense', 'status'],
    ['status=%ff', 'status'],
    ['after=x', 'after'],
    ['__proto__=x', '__proto__'],
  ]) {
    const refused = await service.get(`/v1/${list}?${query}`);
    expect(refusal(refused), query).toEqual([400, 'invalid_parameter', param]);
  }
  expect((await service.get(`/v1/${list}?limit=%31%30`)).status).toBe(200);
});
