import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { recordEvidence } from '../../src/usecases/evidence.js';
import { decideRisk } from '../../src/usecases/risk.js';
import { operator, withHand } from '../setup/hand.js';
import { repeatedCalls } from '../setup/payout-journey.js';
import { queryRows } from '../setup/rows.js';
import { freshKey, openBeside, openService, type Answer, type RunningService } from '../setup/running.js';
import { sized } from '../setup/size.js';
import {
  allAtOnce,
  balanceOf,
  countByStatus,
  deposit,
  eventsOf,
  openFunding,
  openFundingAccount,
  refusal,
  walk,
} from '../setup/verbs.js';

let service: RunningService;
let second: RunningService;
let pen: string;
beforeAll(async () => {
  service = await openService();
  second = await openBeside(service);
  pen = await openFundingAccount(service, 'PEN', 'USDT');
  // Enough balance for the refunds of all pay-ins below.
  await deposit(service, { funding_account_id: pen, amount: '90000.00' });
});
afterEach(async () => {
  await service.check();
  expect(await repeatedCalls(service)).toEqual([]);
});
afterAll(async () => {
  await second.stop();
  await service.stop();
});

/** A pay-in, by default of 150.00 PEN. */
const payIn = async (amount = '150.00') =>
  (await deposit(service, { funding_account_id: pen, amount })).get('id');
const refund = (payinId: string, rest: object = {}) =>
  service.post('/v1/refunds', { payin_id: payinId, ...rest });
async function made(payinId: string, rest: object = {}): Promise<Answer> {
  const answer = await refund(payinId, rest);
  expect(answer.status, answer.text).toBe(201);
  return answer;
}
const statusIs = (id: string, status: string) =>
  service.until(`/v1/refunds/${id}`, (each) => each.at('status') === status);
const done = async (payinId: string, rest: object = {}) =>
  statusIs((await made(payinId, rest)).get('id'), 'completed');
const payinAt = (id: string) => service.get(`/v1/payins/${id}`);
const statusesOf = async (id: string) =>
  (await eventsOf(service, id)).map(([type, data]) => [type, Reflect.get(data, 'status')]);
const linesOf = async (id: string) => {
  const lines = await walk<Record<string, string> & { origin: { type: string; id: string } }>(
    service,
    '/v1/balances/USDT/entries?limit=100',
    'after',
  );
  return lines
    .filter(({ origin }) => origin.id === id)
    .map(
      ({ purpose, account, direction, amount, origin }) =>
        `${origin.type} ${purpose} ${account} ${direction} ${amount}`,
    )
    .reverse();
};
const exceptionsOf = async (id: string) => {
  const all = await walk<{ type: string; resource: { id: string } }>(
    service,
    '/v1/reconciliation-exceptions',
  );
  return all.filter(({ resource }) => resource.id === id).map(({ type }) => type);
};
const decide = (id: string, approve: boolean) =>
  withHand(service, (ports) => decideRisk(ports, operator, { id, approve }));

describe('a refund', () => {
  test('of a whole pay-in posts the deposit in reverse', async () => {
    const payinId = await payIn();
    const payin = await payinAt(payinId);
    const [amount, currency] = [payin.get('amount'), payin.get('currency')];
    expect(payin.at('refunded')).toEqual({ amount: '0.000000', currency });
    expect(payin.at('refundable')).toEqual({ amount, currency });
    const before = await balanceOf(service, 'USDT');

    const key = freshKey();
    const body = { payin_id: payinId, reason: 'Order 1042 was cancelled' };
    const answer = await service.post('/v1/refunds', body, { idempotencyKey: key });
    expect(answer.status, answer.text).toBe(201);
    const id = answer.get('id');
    expect(answer.body).toMatchObject({
      id: expect.stringMatching(/^rfd_[0-9a-z]{26}$/) as string,
      status: 'processing',
      payin_id: payinId,
      amount,
      currency,
      payer: { amount: '150.00', currency: 'PEN' },
      reason: 'Order 1042 was cancelled',
      risk_status: 'allowed',
    });
    const ended = await statusIs(id, 'completed');
    expect(ended.at('completed_at')).toBe(ended.at('updated_at'));
    expect(await linesOf(id)).toEqual([
      `refund refund_reserve available debit ${amount}`,
      `refund refund_reserve reserved credit ${amount}`,
      `refund refund_capture reserved debit ${amount}`,
    ]);
    expect(await statusesOf(id)).toEqual([
      ['refund.created', 'processing'],
      ['refund.processing', 'processing'],
      ['refund.completed', 'completed'],
    ]);
    const [[, first] = ['', {}]] = await eventsOf(service, id);
    expect(first).not.toHaveProperty('reason');
    const after = await balanceOf(service, 'USDT');
    expect(BigInt(units(before['total']) - units(after['total']))).toBe(units(amount));
    expect((await payinAt(payinId)).at('refunded')).toEqual({ amount, currency });
    expect((await payinAt(payinId)).at('refundable')).toEqual({ amount: '0.000000', currency });

    const again = await service.post('/v1/refunds', body, { idempotencyKey: key });
    expect([again.status, again.at('id'), again.at('status')]).toEqual([200, id, 'completed']);
    expect(
      refusal(await service.post('/v1/refunds', { payin_id: payinId }, { idempotencyKey: key })),
    ).toEqual([409, 'idempotency_key_reused', 'Idempotency-Key']);
    expect(refusal(await refund(payinId))).toEqual([422, 'refund_not_supported']);
    const calls = await queryRows(
      service.databaseUrl,
      `select c.kind, c.amount, c.currency from simulator.call c join refund r using (reference) where r.id = $1`,
      [id],
    );
    expect(calls).toEqual([{ kind: 'refund', amount: '150', currency: 'PEN' }]);
  });

  test('R2, R10: two partial refunds and the rest return exactly what was paid', async () => {
    const payinId = await payIn('100.01');
    const first = await done(payinId, { amount: '7.777777' });
    const second_ = await done(payinId, { amount: '0.333333' });
    const left = (await payinAt(payinId)).get('refundable.amount');
    const last = await done(payinId);
    expect(last.at('amount')).toBe(left);
    const payers = [first, second_, last].map((each) => units(each.get('payer.amount')));
    expect(payers.reduce((sum, each) => sum + each, 0n)).toBe(10_001n);
    const list = await walk<{ id: string }>(service, `/v1/refunds?payin_id=${payinId}&status=completed`);
    expect(list.map(({ id }) => id)).toEqual([last, second_, first].map((each) => each.get('id')));
    expect(await walk(service, `/v1/refunds?payin_id=${payinId}&status=failed`)).toEqual([]);
  });

  test('R7: of one unit more than is left is refused with the rest, and unsupported refunds are refused', async () => {
    const payinId = await payIn();
    const amount = (await payinAt(payinId)).get('amount');
    const tooMuch = await refund(payinId, { amount: oneMore(amount) });
    expect(refusal(tooMuch)).toEqual([400, 'invalid_parameter', 'amount']);
    expect(tooMuch.get('error.message')).toContain(`${amount} USDT`);
    expect(refusal(await refund(payinId, { amount: '0.000001' }))).toEqual([
      422,
      'amount_too_small',
      'amount',
    ]);
    await done(payinId, { amount });

    const ach = await openFundingAccount(service, 'USD', 'USD');
    const whole = (await deposit(service, { funding_account_id: ach, amount: '20.00' })).get('id');
    expect(refusal(await refund(whole, { amount: '10.00' }))).toEqual([422, 'refund_not_supported']);
    await done(whole, { amount: '20.00' });
  });

  test('is refused without a credited pay-in, a provider, or enough money', async () => {
    const account = await openFunding(service, { method: 'pix', currency: 'BRL', amount: '10.00' });
    const failed = await deposit(service, { funding_account_id: account.get('id'), outcome: 'failed' });
    expect(refusal(await refund(failed.get('id')))).toEqual([422, 'refund_not_supported']);
    expect(refusal(await refund(`pin_${'0'.repeat(26)}`))).toEqual([404, 'not_found', 'payin_id']);
    expect(refusal(await refund('x'))).toEqual([400, 'invalid_parameter', 'payin_id']);
    const reversed = await deposit(service, {
      funding_account_id: pen,
      amount: '12.00',
      outcome: 'reversed',
    });
    await service.until(
      `/v1/reconciliation-exceptions?type=payin_reversed`,
      (each) => (each.at('data') as unknown[]).length > 0,
    );
    expect(refusal(await refund(reversed.get('id')))).toEqual([422, 'refund_not_supported']);
    expect((await payinAt(reversed.get('id'))).at('refundable.amount')).toBe('0.000000');
    expect(
      refusal(await service.call('POST', '/v1/refunds', { body: { payin_id: failed.get('id') } })),
    ).toEqual([400, 'idempotency_key_required', 'Idempotency-Key']);

    const mxn = await openFundingAccount(service, 'MXN');
    const spent = (await deposit(service, { funding_account_id: mxn, amount: '100.00' })).get('id');
    const held = (await deposit(service, { funding_account_id: mxn, amount: '100.00' })).get('id');
    await done(spent);
    await made(held, { amount: '60.00', reason: 'sim:hold' });
    const beneficiary = await service.post('/v1/beneficiaries', {
      method: 'spei',
      currency: 'MXN',
      details: { name: 'Rosa Campos', clabe: '032180000118359719' },
    });
    await service.post('/v1/payouts', {
      beneficiary_id: beneficiary.get('id'),
      source_currency: 'MXN',
      amount: '20.00',
      amount_side: 'source',
      description: 'sim:hold',
    });
    expect(refusal(await refund(held))).toEqual([422, 'insufficient_funds']);
  });

  const rounds = sized(1, 1_000);
  const long = { timeout: sized(600_000, 3_600_000) };
  test(
    'R1: 20 concurrent refunds of one pay-in, in two processes, return no more than was paid',
    long,
    async () => {
      let payinId = '';
      for (let round = 0; round < rounds; round += 1) {
        payinId = await payIn('100.00');
        const part = fraction((await payinAt(payinId)).get('amount'), 6n);
        const body = { payin_id: payinId, amount: part };
        const answers = await allAtOnce(20, (index) =>
          (index % 2 === 0 ? service : second).post('/v1/refunds', body),
        );
        expect(countByStatus(answers)).toEqual({ 201: 6, 400: 14 });
        await service.until(
          `/v1/payins/${payinId}`,
          (each) => units(each.get('refunded.amount')) === units(part) * 6n,
        );
      }
      // The database refuses it as well.
      await expect(
        queryRows(
          service.databaseUrl,
          `insert into refund select 'rfd_forged', account_id, status, payin_id, amount, currency, payer_amount, payer_currency, reason,
           failure_code, risk_status, risk_decision_id, created_at, updated_at, completed_at, failed_at, approved_at, processing_at,
           'forged', provider, sending, attempts, look_ups, send_by, next_step_at, version from refund where payin_id = $1 limit 1`,
          [payinId],
        ),
      ).rejects.toThrow(/are more than is left of it/);
    },
  );
});

describe('what becomes of it', () => {
  test.each([
    ['sim:fail:account_closed', 'failed', 'account_closed', []],
    ['sim:fail:late', 'failed', 'provider_rejected', ['late_payment_evidence']],
    ['sim:uncertain:paid', 'completed', undefined, []],
    ['sim:uncertain:fail', 'failed', 'simulated_failure', []],
    ['sim:return', 'completed', undefined, ['late_payment_evidence']],
    ['sim:mismatch', 'completed', undefined, ['provider_mismatch']],
    ['sim:unsent', 'failed', 'not_submitted', []],
  ])('%s: %s', async (reason, status, code, exceptions) => {
    const payinId = await payIn();
    const id = (await made(payinId, { reason })).get('id');
    const ended = await statusIs(id, status);
    expect(ended.at('failure_code')).toBe(code);
    await expect.poll(() => exceptionsOf(id)).toEqual(exceptions);
    const refundable = (await payinAt(payinId)).get('refundable.amount');
    expect(refundable).toBe(status === 'failed' ? ended.get('amount') : '0.000000');
    expect((await statusesOf(id)).map(([type]) => type)).toEqual([
      'refund.created',
      'refund.processing',
      `refund.${status}`,
    ]);
    // R4: a failed refund is returned, and may be requested again.
    if (status === 'failed') await done(payinId);
  });

  test('R3: uncertain, it stays processing with its money held, until evidence arrives', async () => {
    const payinId = await payIn();
    const id = (await made(payinId, { reason: 'sim:uncertain' })).get('id');
    await expect
      .poll(
        async () =>
          (await queryRows(service.databaseUrl, 'select sending from refund where id = $1', [id]))[0],
      )
      .toEqual({ sending: 'uncertain' });
    expect((await service.get(`/v1/refunds/${id}`)).at('status')).toBe('processing');
    expect(refusal(await refund(payinId))).toEqual([422, 'refund_not_supported']);
    const path = `/v1/sandbox/operations/${id}/evidence`;
    const answer = await service.post(path, { outcome: 'not_executed', code: 'AC04' });
    expect([answer.status, answer.at('status'), answer.at('failure_code')]).toEqual([200, 'failed', 'ac04']);
    expect(refusal(await service.post(path, { outcome: 'paid' }))).toEqual([409, 'operation_not_in_flight']);
    expect(refusal(await service.post(path, { outcome: 'returned' }))).toEqual([
      409,
      'operation_not_in_flight',
    ]);
    const again = (await made(payinId, { reason: 'sim:hold' })).get('id');
    const { row } = await withHand(service, (ports) =>
      recordEvidence(ports, operator, { id: again, outcome: 'paid' }),
    );
    expect([row.id, row.status]).toEqual([again, 'completed']);
  });
});

describe('held by risk rules', () => {
  test('R8: it waits, counts against the rest, and continues once approved', async () => {
    const payinId = await payIn();
    const held = await made(payinId, { reason: 'sim:review' });
    const id = held.get('id');
    expect(held.body).toMatchObject({ status: 'pending_review', risk_status: 'in_review' });
    expect((await payinAt(payinId)).at('refundable.amount')).toBe('0.000000');
    expect(refusal(await refund(payinId))).toEqual([422, 'refund_not_supported']);
    const review = held.get('risk_decision_id');
    expect(await statusesOf(review)).toEqual([['risk.review_required', 'in_review']]);
    await decide(id, true);
    await statusIs(id, 'completed');
    expect(await statusesOf(id)).toEqual([
      ['refund.created', 'pending_review'],
      ['refund.approved', 'processing'],
      ['refund.processing', 'processing'],
      ['refund.completed', 'completed'],
    ]);
  });

  test('rejected, it fails and releases its money; a blocked one is not created', async () => {
    const payinId = await payIn();
    const held = (await made(payinId, { reason: 'sim:review' })).get('id');
    await decide(held, false);
    const rejected = await statusIs(held, 'failed');
    expect(rejected.body).toMatchObject({ failure_code: 'risk_rejected', risk_status: 'rejected' });
    expect(await statusesOf(held)).toEqual([
      ['refund.created', 'pending_review'],
      ['refund.failed', 'failed'],
    ]);
    const blocked = await refund(payinId, { reason: 'sim:block' });
    expect(refusal(blocked)).toEqual([422, 'risk_blocked']);
    expect(blocked.at('error.reasons')).toEqual(['simulated_block']);
    await done(payinId);
  });
});

/** An amount in its smallest units. */
function units(amount = ''): bigint {
  return BigInt(amount.replace('.', ''));
}
function decimalText(value: bigint): string {
  const digits = value.toString().padStart(7, '0');
  return `${digits.slice(0, -6)}.${digits.slice(-6)}`;
}
const oneMore = (amount: string): string => decimalText(units(amount) + 1n);
const fraction = (amount: string, of: bigint): string => decimalText(units(amount) / of);
