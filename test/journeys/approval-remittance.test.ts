import { afterAll, beforeAll, expect, test } from 'vitest';
import { imposePolicy, setPolicy } from '../../src/usecases/approval-policy.js';
import { noPolicy, type ApprovalPolicy } from '../../src/domain/approval-policy.js';
import { operator, withHand } from '../setup/hand.js';
import { mobilePayee, remit, remittanceIs, remittanceQuote } from '../setup/remit.js';
import { openService, type Answer, type Client, type RunningService } from '../setup/running.js';
import { mailSettings, openMailbox, personOf } from '../setup/sign-in.js';
import { balanceOf, deposit, openFundingAccount, refusal } from '../setup/verbs.js';

// The approval policy also applies to payouts of remittances.
const mailbox = openMailbox();
let service: RunningService;
let owner: Client;
let admin: Client;
let beneficiary: string;
beforeAll(async () => {
  service = await openService({ ...mailSettings }, mailbox);
  owner = await personOf(service, mailbox, 'owner@example.com');
  expect((await owner.post('/v1/members', { email: 'admin@example.com', role: 'admin' })).status).toBe(201);
  admin = await personOf(service, mailbox, 'admin@example.com');
  beneficiary = await mobilePayee(service);
});
afterAll(async () => {
  await service.check();
  await service.stop();
});

const policyIs = (policy: Partial<ApprovalPolicy>) =>
  withHand(service, async (ports) => {
    const { accountId } = service;
    await imposePolicy(ports, operator, { accountId, payoutsAbove: null });
    const id = (await owner.get('/v1/me')).get('member.id');
    await setPolicy(ports, { accountId, member: { id }, policy: { ...noPolicy, ...policy } });
  });
const above = (amount: string) => ({
  payouts: { above: [{ amount, currency: 'USDT' }], newBeneficiaryDays: null },
});

async function funded(by: Client = service): Promise<Answer> {
  const quote = await remittanceQuote(service);
  const into = await openFundingAccount(service, 'PEN', 'USDT');
  const source = { funding_account_id: into };
  const body = { quote_id: quote.get('id'), beneficiary_id: beneficiary, source };
  const made = await by.post('/v1/remittances', body);
  expect(made.status, made.text).toBe(201);
  await deposit(service, { funding_account_id: into, amount: '101.50' });
  return remittanceIs(service, made.get('id'), 'processing');
}
const payoutOf = (remittance: Answer) => service.get(`/v1/payouts/${remittance.get('payout_id')}`);

test('a funded remittance above the policy waits with its money reserved, and is paid once approved', async () => {
  await policyIs(above('1'));
  const remittance = await funded();
  const held = await payoutOf(remittance);
  expect(held.body).toMatchObject({ status: 'processing', approval: { status: 'pending' } });
  expect(await balanceOf(service, 'USDT')).toMatchObject({ available: '0.000000', reserved: '29.942500' });
  const done = await admin.post(`/v1/approvals/${held.get('approval.id')}/approve`, undefined);
  expect(done.at('status'), done.text).toBe('approved');
  await remittanceIs(service, remittance.get('id'), 'completed');
});

test('a declined payout fails with its remittance, and the money is available', async () => {
  const before = Number((await balanceOf(service, 'USDT')).available);
  const remittance = await funded();
  const held = await payoutOf(remittance);
  await admin.post(`/v1/approvals/${held.get('approval.id')}/decline`, {});
  const failed = await remittanceIs(service, remittance.get('id'), 'failed');
  expect(failed.at('failure_code')).toBe('approval_declined');
  expect(Number((await balanceOf(service, 'USDT')).available)).toBeGreaterThan(before + 29);
});

test('the member who requested the remittance cannot approve its payout', async () => {
  const held = await payoutOf(await funded(admin));
  const id = held.get('approval.id');
  expect(held.at('approval.requested_by')).toMatch(/^mem_/);
  expect(refusal(await admin.post(`/v1/approvals/${id}/approve`, undefined))).toEqual([
    403,
    'insufficient_role',
  ]);
  expect((await owner.post(`/v1/approvals/${id}/approve`, undefined)).at('status')).toBe('approved');
});

test('a remittance from a credited pay-in also needs approval', async () => {
  const into = await openFundingAccount(service, 'PEN', 'USDT');
  const payin = await deposit(service, { funding_account_id: into, amount: '101.50' });
  const quote = await remittanceQuote(service);
  const made = await remit(service, {
    quote_id: quote.get('id'),
    beneficiary_id: beneficiary,
    source: { payin_id: payin.get('id') },
  });
  expect((await payoutOf(made)).at('approval.status')).toBe('pending');
});

test("a remittance at the policy's amount is paid without approval", async () => {
  await policyIs(above('100'));
  const remittance = await funded();
  await remittanceIs(service, remittance.get('id'), 'completed');
  expect((await payoutOf(remittance)).at('approval')).toBeUndefined();
});

test('a remittance to a beneficiary without a payee check is refused if the policy requires one', async () => {
  await policyIs({ payeeCheck: 'require' });
  const quote = await remittanceQuote(service);
  const into = await openFundingAccount(service, 'PEN', 'USDT');
  const body = {
    quote_id: quote.get('id'),
    beneficiary_id: beneficiary,
    source: { funding_account_id: into },
  };
  expect(refusal(await service.post('/v1/remittances', body))).toEqual([
    422,
    'beneficiary_not_verified',
    'beneficiary_id',
  ]);
});
