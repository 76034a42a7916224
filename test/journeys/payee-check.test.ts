import { afterAll, beforeAll, expect, test } from 'vitest';
import { operatorOf, type Ask } from '../setup/graphql.js';
import { openOtherAccount } from '../setup/hand.js';
import { queryRows } from '../setup/rows.js';
import { clientOf, freshKey, openService, type Answer, type RunningService } from '../setup/running.js';
import { refusal } from '../setup/verbs.js';

let service: RunningService;
let ask: Ask;
beforeAll(async () => {
  service = await openService();
  ({ ask } = await operatorOf(service, 'admin'));
});
afterAll(async () => {
  await service.check();
  await service.stop();
});

let made = 0;
/** A new beneficiary with this holder name. */
async function payee(name: string): Promise<string> {
  made += 1;
  const details = { name, pix_key: `payee-${made}@example.com` };
  return (await service.post('/v1/beneficiaries', { method: 'pix', currency: 'BRL', details })).get('id');
}

const check = (id: string, idempotencyKey = freshKey()): Promise<Answer> =>
  service.post(`/v1/beneficiaries/${id}/verification`, undefined, { idempotencyKey });

test.each([
  ['Ana Torres', { result: 'match', holder_hint: 'A** T*****' }],
  ['Ana Torres sim:payee:close_match', { result: 'close_match', holder_hint: 'A** T*****' }],
  ['Ana Torres sim:payee:no_match', { result: 'no_match', holder_hint: 'A****** H*****' }],
  ['Ana Torres sim:payee:not_possible', { result: 'not_possible' }],
])('the check of %s is returned, and stored on the beneficiary', async (name, expected) => {
  const id = await payee(name);
  const answer = await check(id);
  expect(answer.status, answer.text).toBe(200);
  const { checked_at: at, ...rest } = answer.body as { checked_at: string };
  expect(rest).toEqual(expected);
  expect(Date.parse(at)).not.toBeNaN();
  expect((await service.get(`/v1/beneficiaries/${id}`)).at('payee_check')).toEqual(answer.body);
  expect((await service.get('/v1/beneficiaries?limit=1')).at('data.0.payee_check')).toEqual(answer.body);
});

test('each check asks the bank; the same key replays the stored answer', async () => {
  const id = await payee('Luz Rojas');
  const key = freshKey();
  const first = await check(id, key);
  const second = await check(id);
  expect(Date.parse(second.get('checked_at'))).toBeGreaterThan(Date.parse(first.get('checked_at')));
  const replayed = await check(id, key);
  expect(replayed.body).toEqual(second.body);
  expect(replayed.headers.get('idempotent-replayed')).toBe('true');
});

test('the hint is encrypted in the database', async () => {
  const id = await payee('Rosa Campos');
  await check(id);
  const [row] = await queryRows(service.databaseUrl, 'select payee_hint from beneficiary where id = $1', [
    id,
  ]);
  expect(row?.['payee_hint']).toMatch(/^[^:]+:2:/);
  expect(row?.['payee_hint']).not.toContain('R***');
});

test('GraphQL checks, shows the result and audits the caller', async () => {
  const id = await payee('Ana Torres sim:payee:no_match');
  const text = `mutation ($account: ID!, $id: ID!, $key: String!) {
    checkPayee(accountId: $account, id: $id, idempotencyKey: $key, reason: "before a large payout") {
      payeeResult payeeHint payeeCheckedAt
    }
  }`;
  const answer = await ask(text, { account: service.accountId, id, key: freshKey() });
  expect(answer.errors, answer.text).toEqual([]);
  expect(answer.at('checkPayee')).toMatchObject({ payeeResult: 'no_match', payeeHint: 'A****** H*****' });
  const [entry] = await queryRows(
    service.databaseUrl,
    "select reason from audit_entry where action = 'beneficiary.check_payee' and subject_id = $1",
    [id],
  );
  expect(entry?.['reason']).toBe('before a large payout');
});

test('refuses a foreign, an unknown and an archived beneficiary', async () => {
  const id = await payee('Ana Torres');
  const other = await openOtherAccount(service);
  const stranger = clientOf(service.baseUrl, other.key);
  const path = `/v1/beneficiaries/${id}/verification`;
  expect(refusal(await stranger.post(path, undefined))).toEqual([404, 'not_found']);
  expect(refusal(await check('ben_01k9zq3v5e8x7m2n4p6r8t0w1y'))).toEqual([404, 'not_found']);
  await service.post(`/v1/beneficiaries/${id}/archive`, undefined);
  expect(refusal(await check(id))).toEqual([409, 'beneficiary_archived']);
});
