import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AccountStatus } from '../../src/domain/account.js';
import { setAccountStatus } from '../../src/usecases/account.js';
import { lastAudit, operator, withHand } from '../setup/hand.js';
import { openService, type RunningService } from '../setup/running.js';
import { balanceOf, fund, mxnPayout, refusal, speiBeneficiary } from '../setup/verbs.js';

let service: RunningService;
beforeAll(async () => {
  service = await openService();
  await fund(service, 'MXN', '1000.00');
});
afterAll(() => service.stop());

const set = (status: AccountStatus, accountId = service.accountId) =>
  withHand(service, (ports) => setAccountStatus(ports, operator, { accountId, status }));
const denied = [401, 'invalid_api_key'];

test.each(['suspended', 'closed'] as const)(
  'the keys of an account that is %s are refused at once; operations in flight go on',
  async (status) => {
    const beneficiaryId = await speiBeneficiary(service);
    const before = await balanceOf(service, 'MXN');
    const body = mxnPayout(beneficiaryId, '10.00', 'sim:queue:300');
    const payout = await service.post('/v1/payouts', body);
    expect(payout.status).toBe(201);
    await set(status);
    await expect.poll(async () => (await service.get('/v1/account')).status).toBe(401);
    expect(refusal(await service.get('/v1/payouts'))).toEqual(denied);
    expect(refusal(await service.post('/v1/payouts', body))).toEqual(denied);
    expect(await lastAudit(service, 'account.status')).toEqual({
      operator: operator.name,
      reason: operator.reason,
      account_id: service.accountId,
      subject_id: service.accountId,
      before: { status: 'active' },
      after: { status },
    });
    await withHand(service, async ({ reader }) => {
      const statusOf = async () =>
        (await reader.get('payout', [service.accountId], payout.get('id')))?.status;
      await expect.poll(statusOf, { timeout: 60_000 }).toBe('completed');
    });
    await set('active');
    await service.until('/v1/account', (each) => each.status === 200);
    expect(await balanceOf(service, 'MXN')).not.toEqual(before);
  },
);

test('setting the current status changes nothing; a closed account must be reactivated before it is suspended', async () => {
  expect((await set('active')).status).toBe('active');
  expect(await lastAudit(service, 'account.status')).toMatchObject({
    before: { status: 'active' },
    after: { status: 'active' },
  });
  await set('suspended');
  await set('closed');
  await expect(set('suspended')).rejects.toMatchObject({ code: 'invalid_request' });
  await set('active');
  const absent = set('closed', 'acct_01k9zq3v5e8x7m2n4p6r8t0w1y');
  await expect(absent).rejects.toMatchObject({ code: 'not_found' });
});

test('every invariant holds', () => service.check());
