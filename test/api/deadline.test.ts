import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { answerMs, leftOf } from '../../src/api/deadline.js';
import { openService, type RunningService } from '../setup/running.js';

let service: RunningService;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.stop());

/** Locks the table until `rollback`, so that every user of it waits. */
async function lockTable(name: string): Promise<pg.Client> {
  const holder = new pg.Client({ connectionString: service.databaseUrl });
  await holder.connect();
  onTestFinished(() => holder.end());
  await holder.query(`begin; lock table ${name} in access exclusive mode`);
  return holder;
}

test('a caller gets 503 within 5 seconds if the database does not answer, and the key finds the result later', async () => {
  const [keys, holder] = await Promise.all([lockTable('api_key'), lockTable('customer')]);
  const customer = { external_id: 'held-up', type: 'business', country: 'PE', display_name: 'Held Up' };
  const options = { idempotencyKey: 'held-up-0001' };
  const startedMs = performance.now();
  const pending = Promise.all([
    service.post('/v1/customers', customer, options),
    service.get('/v1/customers'),
  ]);
  // The time that authentication waited is not added to the work's limit.
  await wait(2_000);
  await keys.query('rollback');
  const answers = await pending;
  expect(performance.now() - startedMs).toBeLessThan(5_000);
  for (const answer of answers) {
    expect([answer.status, answer.at('error.code')]).toEqual([503, 'temporarily_unavailable']);
    expect(answer.headers.get('retry-after')).toMatch(/^[1-9][0-9]*$/);
  }
  await holder.query('rollback');
  const again = await service.post('/v1/customers', customer, options);
  expect(again.at('external_id'), again.text).toBe('held-up');
  expect((await service.get('/v1/customers')).at('data.length')).toBe(1);
});

test.each([
  [0, answerMs],
  [answerMs - 1, 1],
  [answerMs + 1, 0],
])('after %s ms of a request, %s ms are left for its work', (elapsed, left) =>
  expect(leftOf(elapsed)).toBe(left),
);

test('every invariant holds', () => service.check());
