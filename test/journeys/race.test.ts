import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { withHand, operator } from '../setup/hand.js';
import { freshKey, openBeside, openService, type Answer, type RunningService } from '../setup/running.js';
import {
  allAtOnce,
  balanceOf,
  countByStatus,
  fund,
  mxnPayout,
  openFundingAccount,
  speiBeneficiary,
} from '../setup/verbs.js';
import { clabeDigit } from '../../src/domain/check-digit.js';
import { resumeCapability, suspendCapability } from '../../src/usecases/capability.js';
import { stopPayouts } from '../../src/usecases/kill-switch.js';
import { queryRows } from '../setup/rows.js';

let first: RunningService;
let second: RunningService;
beforeAll(async () => {
  first = await openService();
  second = await openBeside(first);
});
afterEach(async () => {
  await first.check();
  for (const { internalUrl } of [first, second]) {
    const metrics = await (await fetch(`${internalUrl}/metrics`)).text();
    expect(metrics).toMatch(/^psp_transaction_retries_total 0$/m);
  }
});
afterAll(async () => {
  await second.stop();
  await first.stop();
});

const codesOf = (answers: readonly Answer[]) => answers.map((answer) => answer.at('error.code'));
const idsOf = (answers: readonly Answer[]) => new Set(answers.map((answer) => answer.get('id')));

test('200 payouts at once against money for 37: 37 are reserved, 163 fail, no reader ever sees money move wrongly', async () => {
  const service = await openService();
  const beneficiary = await speiBeneficiary(service);
  // 37 × 10.15, plus a cent less than one more.
  await fund(service, 'MXN', '385.69');
  const body = mxnPayout(beneficiary, '10.00', 'sim:hold');
  let reads = 0;
  const reading = new AbortController();
  const reader = (async () => {
    while (!reading.signal.aborted) {
      const { available = '', reserved = '', total } = await balanceOf(service, 'MXN');
      expect(total).toBe('385.69');
      expect(available).not.toMatch(/^-/);
      expect(reserved).not.toMatch(/^-/);
      reads += 1;
    }
  })();
  const answers = await allAtOnce(200, () => service.post('/v1/payouts', body));
  reading.abort();
  await reader;
  expect(reads).toBeGreaterThan(0);
  expect(countByStatus(answers)).toEqual({ 201: 200 });
  const failed = answers.filter((answer) => answer.at('status') === 'failed');
  expect(failed).toHaveLength(163);
  expect(new Set(failed.map((answer) => answer.at('failure_code')))).toEqual(new Set(['insufficient_funds']));
  expect(answers.filter((answer) => answer.at('status') === 'processing')).toHaveLength(37);
  const { available, reserved } = await balanceOf(service, 'MXN');
  expect({ available, reserved }).toEqual({ available: '10.14', reserved: '375.55' });
  await service.check();
  await service.stop();
});

describe.each([
  ['one process', () => [first]],
  ['two processes', () => [first, second]],
] as const)('%s', (_name, services) => {
  const anyOf = (index: number): RunningService => services()[index % services().length] ?? first;

  test('50 equal requests make one payout; one answers 201 and 49 replay it', async () => {
    const beneficiary = await speiBeneficiary(first);
    await fund(first, 'MXN', '20.00');
    const idempotencyKey = freshKey();
    const answers = await allAtOnce(50, (index) =>
      anyOf(index).post('/v1/payouts', mxnPayout(beneficiary), { idempotencyKey }),
    );
    expect(countByStatus(answers)).toEqual({ 201: 1, 200: 49 });
    expect(idsOf(answers).size).toBe(1);
    for (const { status, headers } of answers) {
      expect(headers.get('idempotent-replayed')).toBe(status === 200 ? 'true' : null);
    }
  });

  test('50 different requests with one key: one wins, 49 get idempotency_key_reused', async () => {
    const beneficiary = await speiBeneficiary(first);
    await fund(first, 'MXN', '100.00');
    const idempotencyKey = freshKey();
    const answers = await allAtOnce(50, (index) =>
      anyOf(index).post('/v1/payouts', mxnPayout(beneficiary, `1.${index + 10}`), { idempotencyKey }),
    );
    expect(countByStatus(answers)).toEqual({ 201: 1, 409: 49 });
    expect(new Set(codesOf(answers.filter(({ status }) => status === 409)))).toEqual(
      new Set(['idempotency_key_reused']),
    );
  });

  test('20 payouts at once with one quote: one uses it', async () => {
    const beneficiary = await speiBeneficiary(first);
    const usdt = await openFundingAccount(first, 'USD', 'USDT');
    const deposit = await first.post('/v1/sandbox/deposits', { funding_account_id: usdt, amount: '100.00' });
    await first.until(`/v1/payins/${deposit.get('id')}`, (payin) => payin.at('status') === 'completed');
    const quote = await first.post('/v1/quotes', {
      beneficiary_id: beneficiary,
      source_currency: 'USDT',
      amount: '10',
      amount_side: 'source',
    });
    expect(quote.status, quote.text).toBe(201);
    const body = { beneficiary_id: beneficiary, quote_id: quote.get('id') };
    const answers = await allAtOnce(20, (index) => anyOf(index).post('/v1/payouts', body));
    expect(countByStatus(answers)).toEqual({ 201: 1, 409: 19 });
    expect(new Set(codesOf(answers.filter(({ status }) => status === 409)))).toEqual(
      new Set(['quote_already_used']),
    );
    const paid = answers.find(({ status }) => status === 201);
    const used = await first.get(`/v1/quotes/${quote.get('id')}`);
    expect(used.at('used_by')).toBe(paid?.get('id'));
  });

  test('20 equal customers at once make one', async () => {
    const body = { external_id: freshKey(), type: 'individual', country: 'PE', display_name: 'Ana Rojas' };
    const answers = await allAtOnce(20, (index) => anyOf(index).post('/v1/customers', body));
    expect(countByStatus(answers)).toEqual({ 201: 1, 200: 19 });
    expect(idsOf(answers).size).toBe(1);
  });

  test('20 equal beneficiaries at once make one', async () => {
    const stem = String(Math.random()).slice(2).padEnd(17, '7').slice(0, 17);
    const clabe = stem + clabeDigit(stem);
    const body = { method: 'spei', currency: 'MXN', details: { name: 'Ana Rojas', clabe } };
    const answers = await allAtOnce(20, (index) => anyOf(index).post('/v1/beneficiaries', body));
    expect(countByStatus(answers)).toEqual({ 201: 1, 200: 19 });
    expect(idsOf(answers).size).toBe(1);
  });

  test('20 deposits at once with one bank reference are one pay-in, credited once', async () => {
    const fundingAccountId = await openFundingAccount(first, 'PEN');
    const before = (await balanceOf(first, 'PEN'))['total'] ?? '0.00';
    const body = { funding_account_id: fundingAccountId, amount: '70.00', reference: freshKey() };
    const answers = await allAtOnce(20, (index) => anyOf(index).post('/v1/sandbox/deposits', body));
    expect(countByStatus(answers)).toEqual({ 201: 1, 200: 19 });
    const [id = ''] = idsOf(answers);
    expect(idsOf(answers).size).toBe(1);
    await first.until(`/v1/payins/${id}`, (payin) => payin.at('status') === 'completed');
    const after = (await balanceOf(first, 'PEN'))['total'];
    expect(Number(after) - Number(before)).toBe(70);
  });

  test('concurrent deposits with one key: equal ones are one, and refused ones credit nothing', async () => {
    const fundingAccountId = await openFundingAccount(first, 'PEN');
    const before = Number((await balanceOf(first, 'PEN'))['total'] ?? '0.00');
    const deposit = (index: number, idempotencyKey: string, amount: string) => {
      const body = { funding_account_id: fundingAccountId, amount };
      return anyOf(index).post('/v1/sandbox/deposits', body, { idempotencyKey });
    };
    const shared = freshKey();
    const equal = await allAtOnce(20, (index) => deposit(index, shared, '3.00'));
    expect(countByStatus(equal)).toEqual({ 201: 1, 200: 19 });
    for (const { status, headers } of equal) {
      expect(headers.get('idempotent-replayed')).toBe(status === 200 ? 'true' : null);
    }
    const unequal = freshKey();
    const amounts = (index: number) => `${index + 10}.00`;
    const different = await allAtOnce(20, (index) => deposit(index, unequal, amounts(index)));
    expect(countByStatus(different)).toEqual({ 201: 1, 409: 19 });
    const refused = different.filter(({ status }) => status === 409);
    expect(new Set(codesOf(refused))).toEqual(new Set(['idempotency_key_reused']));
    const made = [...equal, ...different].filter(({ status }) => status === 201);
    for (const each of made) {
      await first.until(`/v1/payins/${each.get('id')}`, (payin) => payin.at('status') === 'completed');
    }
    const won = Number(amounts(different.findIndex(({ status }) => status === 201)));
    expect(Number((await balanceOf(first, 'PEN'))['total']) - before).toBe(3 + won);
    const payins = await queryRows(first.databaseUrl, 'select id from payin where funding_account_id = $1', [
      fundingAccountId,
    ]);
    expect(new Set(payins.map(({ id }) => id))).toEqual(idsOf(made));
  });

  test('100 payouts, each cancelled at once: cancelled and never sent, or refused and completed', async () => {
    const beneficiary = await speiBeneficiary(first);
    await fund(first, 'MXN', '1100.00');
    const ends = await allAtOnce(100, async (index) => {
      const service = anyOf(index);
      const body = mxnPayout(beneficiary, '10.00', `sim:queue:${(index % 10) * 100}`);
      const payout = await service.post('/v1/payouts', body);
      const path = `/v1/payouts/${payout.get('id')}`;
      const cancel = await anyOf(index + 1).post(`${path}/cancel`);
      const final = await service.until(path, (each) => each.at('status') !== 'processing');
      return { cancel, final };
    });
    for (const { cancel, final } of ends) {
      expect([202, 409], cancel.text).toContain(cancel.status);
      expect(final.at('status')).toBe(cancel.status === 202 ? 'cancelled' : 'completed');
      if (cancel.status === 202) expect(final.at('failure_code')).toBe('cancelled_before_submission');
    }
    // The checker after each test verifies with the bank's own record that no cancelled payout was sent.
  });

  test('the kill switch during a burst: refused payouts are not created, held ones go on afterwards', async () => {
    const beneficiary = await speiBeneficiary(first);
    await fund(first, 'MXN', '2000.00');
    const pay = (index: number) => anyOf(index).post('/v1/payouts', mxnPayout(beneficiary));
    const burst = allAtOnce(100, async (index) => [await pay(index), await pay(index + 1)]);
    await withHand(first, (ports) => stopPayouts(ports, operator, true));
    const refused = await allAtOnce(10, pay);
    expect(new Set(codesOf(refused))).toEqual(new Set(['operation_suspended']));
    const answers = (await burst).flat();
    await withHand(first, (ports) => stopPayouts(ports, operator, false));
    for (const answer of answers) {
      if (answer.status !== 201) expect(answer.at('error.code')).toBe('operation_suspended');
      else await first.until(`/v1/payouts/${answer.get('id')}`, (each) => each.at('status') === 'completed');
    }
  });

  test('a suspension during a burst: every payout was created before it or is refused', async () => {
    const beneficiary = await speiBeneficiary(first);
    await fund(first, 'MXN', '2000.00');
    const pay = (index: number) => anyOf(index).post('/v1/payouts', mxnPayout(beneficiary));
    const ask = { product: 'payout', method: 'spei', currency: 'MXN', accountId: first.accountId };
    const burst = allAtOnce(100, async (index) => [await pay(index), await pay(index + 1)]);
    const suspension = await withHand(first, (ports) => suspendCapability(ports, operator, ask));
    const refused = await allAtOnce(10, pay);
    expect(new Set(codesOf(refused))).toEqual(new Set(['operation_suspended']));
    const answers = (await burst).flat();
    await withHand(first, (ports) => resumeCapability(ports, operator, ask));
    const made = answers.filter(({ status }) => status === 201).map((answer) => answer.get('id'));
    expect(new Set(codesOf(answers.filter(({ status }) => status !== 201)))).toEqual(
      made.length === answers.length ? new Set() : new Set(['operation_suspended']),
    );
    const rows = await queryRows(first.databaseUrl, 'select id from payout where id = any($1)', [made]);
    expect(rows).toHaveLength(made.length);
    expect(suspension.accountId).toBe(first.accountId);
  });
});
