import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openService, type RunningService } from '../setup/service.js';

let service: RunningService;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());

it('a caller hears 503 within 5 seconds from a database that does not answer, and the key finds what was done', async () => {
  const holder = new pg.Client({ connectionString: service.databaseUrl });
  await holder.connect();
  await holder.query('begin; lock table customer in access exclusive mode');
  const key = { 'Idempotency-Key': 'held-up-0001' };
  const body = { external_id: 'held-up', type: 'business', country: 'PE', display_name: 'Held Up' };
  const startedMs = performance.now();
  const answers = await Promise.all([
    service.post('/v1/customers', body, key),
    service.at('GET', '/v1/customers'),
  ]);
  expect(performance.now() - startedMs).toBeLessThan(5_000);
  for (const { status, headers, body: answer } of answers) {
    expect([status, answer.error.code]).toEqual([503, 'temporarily_unavailable']);
    expect(headers['retry-after']).toMatch(/^[1-9][0-9]*$/);
  }
  await holder.query('rollback');
  await holder.end();
  const again = await service.post('/v1/customers', body, key);
  expect(again.body).toMatchObject({ external_id: 'held-up' });
  expect((await service.at('GET', '/v1/customers')).body.data).toHaveLength(1);
});

it('leaves every invariant standing', () => service.check());
