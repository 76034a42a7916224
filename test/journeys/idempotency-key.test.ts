import { afterAll, beforeAll, expect, test } from 'vitest';
import { operatorOf } from '../setup/graphql.js';
import { openOtherAccount } from '../setup/hand.js';
import { clientOf, freshKey, openService, type RunningService } from '../setup/running.js';
import { fund, mxnPayout, refusal, speiBeneficiary } from '../setup/verbs.js';

let service: RunningService;
let beneficiaryId: string;
beforeAll(async () => {
  service = await openService();
  await fund(service, 'MXN', '1000.00');
  beneficiaryId = await speiBeneficiary(service);
});
afterAll(async () => {
  await service.check();
  await service.stop();
});

const lookUp = (key: string) => service.get(`/v1/idempotency-keys/${key}`);

test('a key returns what it created, and its URL', async () => {
  const key = freshKey();
  const made = await service.post('/v1/payouts', mxnPayout(beneficiaryId), { idempotencyKey: key });
  const answer = await lookUp(key);
  expect(answer.body).toEqual({
    resource_type: 'payout',
    resource_id: made.get('id'),
    path: `/v1/payouts/${made.get('id')}`,
    created_at: made.get('created_at'),
  });
  expect((await service.get(answer.get('path'))).get('id')).toBe(made.get('id'));
  const { get } = await operatorOf(service, 'viewer');
  const { data } = await get(
    `query ($accountId: ID!, $key: String!) { idempotencyKey(accountId: $accountId, key: $key) { resourceType resourceId } }`,
    { accountId: service.accountId, key },
  );
  expect(data).toEqual({ idempotencyKey: { resourceType: 'payout', resourceId: made.get('id') } });
});

test('a key that is unknown, of a refused request or of another account is not found', async () => {
  const key = freshKey();
  const body = { ...mxnPayout(beneficiaryId), amount: '0.001' };
  expect((await service.post('/v1/payouts', body, { idempotencyKey: key })).status).toBe(400);
  const [own, other] = [freshKey(), await openOtherAccount(service)];
  await clientOf(service.baseUrl, other.key).post(
    '/v1/funding-accounts',
    { method: 'spei', currency: 'MXN' },
    { idempotencyKey: own },
  );
  for (const each of [
    key,
    freshKey(),
    own,
    'short',
    'a%20key%20with%20spaces',
    'x'.repeat(129),
    '%00aaaaaaaa',
  ])
    expect(refusal(await lookUp(each))).toEqual([404, 'not_found']);
});
