import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TermsUpdate } from '../../src/domain/terms.js';
import { setAccountTerms } from '../../src/usecases/terms.js';
import { operatorOf } from '../setup/graphql.js';
import { lastAudit, openOtherAccount, operator, withHand } from '../setup/hand.js';
import { pay, standingOf, statusIs } from '../setup/payout-journey.js';
import { openService, type RunningService } from '../setup/running.js';
import { fund, mxnPayout, refusal, speiBeneficiary } from '../setup/verbs.js';

let service: RunningService;
let beneficiaryId: string;
beforeAll(async () => {
  service = await openService();
  await fund(service, 'MXN', '10000.00');
  beneficiaryId = await speiBeneficiary(service);
});
afterAll(() => service.stop());

const spei = { product: 'payout', method: 'spei', currency: 'MXN' };
const agree = (update: TermsUpdate, accountId = service.accountId) =>
  withHand(service, (ports) => setAccountTerms(ports, operator, { accountId, update }));
const limitsOf = async () =>
  (await service.get('/v1/capabilities?product=payout&method=spei')).at('data.0.limits.0');
const feesOf = async () => {
  const { platform_fee, tenant_markup } = (await pay(service, mxnPayout(beneficiaryId, '100.00'))).at(
    'source',
  ) as Record<string, string>;
  return [platform_fee, tenant_markup];
};

test('fees and markup apply from the next payout on; absent fields stay, null restores the default', async () => {
  expect(await feesOf()).toEqual(['1.00', '0.50']);
  await agree({ platformFeeBps: 250 });
  expect(await feesOf()).toEqual(['2.50', '0.50']);
  await agree({ tenantMarkupBps: 0 });
  expect(await feesOf()).toEqual(['2.50', '0.00']);
  await agree({ platformFeeBps: null, tenantMarkupBps: null });
  expect(await feesOf()).toEqual(['1.00', '0.50']);
});

describe('a limit', () => {
  test('lowered affects only new payouts; the other limit stays', async () => {
    const before = (await limitsOf()) as Record<string, string>;
    const accepted = await pay(service, mxnPayout(beneficiaryId, '300.00', 'sim:queue:300'));
    await agree({ limits: [{ ...spei, perOperation: '200.00' }] });
    expect(await limitsOf()).toEqual({ ...before, per_operation: '200.00' });
    const tooMuch = await service.post('/v1/payouts', mxnPayout(beneficiaryId, '200.01'));
    expect(refusal(tooMuch)).toEqual([422, 'limit_exceeded', 'amount']);
    await pay(service, mxnPayout(beneficiaryId, '200.00'));
    await statusIs(service, accepted.get('id'), 'completed');
    await agree({ limits: [{ ...spei, perOperation: '50', daily: '100' }] });
    expect(await limitsOf()).toEqual({ currency: 'MXN', per_operation: '50.00', daily: '100.00' });
    await agree({ limits: [{ ...spei, perOperation: '40' }] });
    expect(await limitsOf()).toEqual({ currency: 'MXN', per_operation: '40.00', daily: '100.00' });
    const beyond = await service.post('/v1/payouts', mxnPayout(beneficiaryId, '1.00'));
    expect(refusal(beyond)).toEqual([422, 'limit_exceeded', 'amount']);
    await agree({ limits: [{ ...spei, perOperation: null, daily: null }] });
    expect(await limitsOf()).toEqual(before);
    await pay(service, mxnPayout(beneficiaryId, '300.00'));
  });
});

test('a method can be disabled and enabled for one account, and keeps its limit', async () => {
  await agree({ limits: [{ ...spei, perOperation: '400.00' }], methods: [{ ...spei, enabled: false }] });
  expect(await standingOf(service, 'product=payout&method=spei')).toEqual([[false, 'not_enabled']]);
  const refused = await service.post('/v1/payouts', mxnPayout(beneficiaryId));
  expect(refusal(refused)).toEqual([422, 'unsupported_method']);
  const other = await openOtherAccount(service);
  expect(await standingOf(service, 'product=payout&method=spei', other.key)).toEqual([[true, undefined]]);
  await agree({ methods: [{ ...spei, enabled: true }] });
  expect(await limitsOf()).toMatchObject({ per_operation: '400.00' });
  await pay(service, mxnPayout(beneficiaryId));
});

test('an account with all defaults has no terms of its own', async () => {
  const other = await openOtherAccount(service);
  const { ask } = await operatorOf(service, 'viewer');
  const terms = async () =>
    (await ask('query ($id: ID!) { account(id: $id) { terms { overrides } } }', { id: other.id })).at(
      'account.terms',
    );
  const fee = { amount: '2.5', currency: 'USDT' };
  const own = { platformFeeBps: 1, tenantMarkupBps: 1, withdrawalFee: fee, approvalThreshold: fee };
  const usual = { platformFeeBps: null, tenantMarkupBps: null, withdrawalFee: null, approvalThreshold: null };
  expect(await terms()).toBeNull();
  await agree({ ...own, limits: [{ ...spei, perOperation: '90000' }] }, other.id);
  await agree({ methods: [{ ...spei, enabled: false }] }, other.id);
  await agree({ ...usual, methods: [{ ...spei, enabled: true }] }, other.id);
  expect(await terms()).toEqual({ overrides: [{ ...spei, perOperation: '90000.00' }] });
  await agree({ limits: [{ ...spei, perOperation: null }] }, other.id);
  expect(await terms()).toBeNull();
});

test('withdrawal terms are stored, and the audit log has them before and after', async () => {
  const other = await openOtherAccount(service);
  const first = {
    withdrawalFee: { amount: '2.5', currency: 'USDT' },
    approvalThreshold: { amount: '0', currency: 'USDT' },
  };
  await agree(first, other.id);
  const nothing = { platformFeeBps: null, tenantMarkupBps: null, overrides: [] };
  const terms = {
    ...nothing,
    withdrawalFee: { amount: '2.500000', currency: 'USDT' },
    approvalThreshold: { amount: '0.000000', currency: 'USDT' },
  };
  const entry = {
    operator: operator.name,
    reason: operator.reason,
    account_id: other.id,
    subject_id: other.id,
  };
  expect(await lastAudit(service, 'account.terms')).toEqual({
    ...entry,
    before: { ...nothing, withdrawalFee: null, approvalThreshold: null },
    after: terms,
  });
  await agree({ approvalThreshold: null, platformFeeBps: 10_000 }, other.id);
  expect(await lastAudit(service, 'account.terms')).toEqual({
    ...entry,
    before: terms,
    after: { ...terms, platformFeeBps: 10_000, approvalThreshold: null },
  });
});

test.each<[string, TermsUpdate, string]>([
  ['a fee above the whole', { platformFeeBps: 10_001 }, 'platform_fee_bps'],
  ['a fee below nothing', { platformFeeBps: -1 }, 'platform_fee_bps'],
  ['a part of a hundredth', { tenantMarkupBps: 0.5 }, 'tenant_markup_bps'],
  ['an unknown method', { methods: [{ ...spei, method: 'pix', enabled: true }] }, 'methods.0'],
  ['an unknown product', { limits: [{ ...spei, product: 'loan', daily: '1' }] }, 'limits.0'],
  ['a limit too fine', { limits: [{ ...spei, perOperation: '1.001' }] }, 'limits.0.per_operation'],
  ['a limit of nothing', { limits: [{ ...spei, daily: '0' }] }, 'limits.0.daily'],
  ['less a day than at once', { limits: [{ ...spei, perOperation: '9.00', daily: '8.99' }] }, 'limits.0'],
  ['less a day than at once so far', { limits: [{ ...spei, daily: '1.00' }] }, 'limits.0'],
  ['an unknown currency', { withdrawalFee: { amount: '1', currency: 'XXX' } }, 'withdrawal_fee.currency'],
  ['a fee too fine', { withdrawalFee: { amount: '0.001', currency: 'PEN' } }, 'withdrawal_fee.amount'],
  ['nothing too fine', { withdrawalFee: { amount: '0.000', currency: 'PEN' } }, 'withdrawal_fee.amount'],
  ['no number', { approvalThreshold: { amount: '1e3', currency: 'PEN' } }, 'approval_threshold.amount'],
])('%s is refused and changes nothing', async (_what, update, param) => {
  const before = await limitsOf();
  const wrong = { methods: [{ ...spei, enabled: false }], ...update };
  await expect(agree(wrong)).rejects.toMatchObject({ code: 'invalid_parameter', param });
  expect(await limitsOf()).toEqual(before);
  expect(await standingOf(service, 'product=payout&method=spei')).toEqual([[true, undefined]]);
});

test('an unknown account has no terms, and every invariant holds', async () => {
  const absent = agree({ platformFeeBps: 1 }, 'acct_01k9zq3v5e8x7m2n4p6r8t0w1y');
  await expect(absent).rejects.toMatchObject({ code: 'not_found' });
  await service.check();
});
