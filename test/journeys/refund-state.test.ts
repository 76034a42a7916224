import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OperationNotice } from '../../src/ports/provider.js';
import { takeOperationNotices } from '../../src/usecases/operation-notice.js';
import { decideRisk } from '../../src/usecases/risk.js';
import { operator, withHand } from '../setup/hand.js';
import { repeatedCalls, units } from '../setup/payout-journey.js';
import { mobilePayee, remit, remittanceIs, remittanceQuote } from '../setup/remit.js';
import { inParallel } from '../setup/parallel.js';
import { queryRows } from '../setup/rows.js';
import { freshKey, openService, type RunningService } from '../setup/running.js';
import { deposit, eventsOf, openFundingAccount, refusal, walk } from '../setup/verbs.js';

let service: RunningService;
let pen: string;
beforeAll(async () => {
  service = await openService();
  pen = await openFundingAccount(service, 'PEN', 'USDT');
  // Enough balance for the refunds of all pay-ins below.
  await deposit(service, { funding_account_id: pen, amount: '9000.00' });
});
afterAll(async () => {
  expect(await repeatedCalls(service)).toEqual([]);
  await service.check();
  await service.stop();
});

const payIn = async (amount: string, more: object = {}) =>
  (await deposit(service, { funding_account_id: pen, amount, ...more })).get('id');
const refund = (body: object, idempotencyKey = freshKey()) =>
  service.post('/v1/refunds', body, { idempotencyKey });
const statusIs = (id: string, status: string) =>
  service.until(`/v1/refunds/${id}`, (each) => each.at('status') === status);
const refundableOf = async (id: string) => (await service.get(`/v1/payins/${id}`)).get('refundable.amount');
async function exceptions() {
  const all = await walk<{ type: string; resource?: { id: string } }>(
    service,
    '/v1/reconciliation-exceptions?limit=100',
  );
  return Map.groupBy(all, ({ resource }) => resource?.id);
}

type Outcome = OperationNotice['outcome'];
const outcomes: readonly Outcome[] = ['in_flight', 'paid', 'not_executed', 'returned'];
const orders = (of: readonly Outcome[]): Outcome[][] =>
  of.length < 2
    ? [[...of]]
    : of.flatMap((first) => orders(of.filter((each) => each !== first)).map((rest) => [first, ...rest]));

describe('R4, R9: four notices about a refund, in every order and each three times', () => {
  test.each([
    ['that the bank has, one by one', 'sim:hold', 1],
    ['that the bank has, in one delivery', 'sim:hold', outcomes.length],
    ['of uncertain end, one by one', 'sim:uncertain', 1],
    ['that has not left, one by one', 'sim:queue:86400000', 1],
  ])('%s', async (_name, reason, atOnce) => {
    const payinId = await payIn('150.00');
    const whole = await refundableOf(payinId);
    const all = await inParallel(orders(outcomes), 3, async (order) => {
      const key = freshKey();
      const made = await refund({ payin_id: payinId, amount: '1.000000', reason }, key);
      expect(made.status, made.text).toBe(201);
      return { order, key, id: made.get('id') };
    });
    expect(all).toHaveLength(24);
    const leaving = `select 1 from refund where payin_id = $1 and sending in ('unsent', 'open')`;
    if (!reason.startsWith('sim:queue'))
      await expect.poll(() => queryRows(service.databaseUrl, leaving, [payinId])).toEqual([]);
    await withHand(service, (ports) =>
      Promise.all(
        all.map(async ({ order, key }) => {
          const reference = ports.vault.reference(service.accountId, key);
          const say = (outcome: Outcome, nth: number): OperationNotice => {
            const notice = { id: `${reference}:${outcome}:${nth}`, type: 'operation', reference } as const;
            return outcome === 'not_executed'
              ? { ...notice, outcome, code: 'account_closed' }
              : { ...notice, outcome };
          };
          // Each notice is repeated with its own id, and with another one.
          const notices = order.flatMap((outcome) => [say(outcome, 1), say(outcome, 1), say(outcome, 2)]);
          const size = (notices.length / outcomes.length) * atOnce;
          for (let at = 0; at < notices.length; at += size)
            await takeOperationNotices(ports, 'sandbox', notices.slice(at, at + size));
        }),
      ),
    );
    const raised = await exceptions();
    let completed = 0n;
    for (const { order, id } of all) {
      // The first final outcome decides; a return proves the payment. The others raise exceptions.
      const isPaid = order.find((outcome) => outcome !== 'in_flight') !== 'not_executed';
      if (isPaid) completed += 1n;
      const seen = (await service.get(`/v1/refunds/${id}`)).body;
      expect(seen, order.join()).toMatchObject(
        isPaid ? { status: 'completed' } : { status: 'failed', failure_code: 'account_closed' },
      );
      const events = (await eventsOf(service, id)).map(([type]) => type);
      expect(events, order.join()).toEqual([
        'refund.created',
        'refund.processing',
        isPaid ? 'refund.completed' : 'refund.failed',
      ]);
      expect(
        raised.get(id)?.map(({ type }) => type),
        order.join(),
      ).toEqual(['late_payment_evidence', 'late_payment_evidence']);
    }
    expect(completed).toBe(16n);
    const [sent] = await queryRows(
      service.databaseUrl,
      `select count(*) as calls from simulator.call c join refund r on r.reference = c.reference where r.payin_id = $1`,
      [payinId],
    );
    expect(sent).toEqual({ calls: reason.startsWith('sim:queue') ? '0' : '24' });
    // Each failed refund returns its money once.
    expect(units(await refundableOf(payinId))).toBe(units(whole) - completed * 1_000_000n);
    await service.check();
  });
});

describe('R8: the refundable rest of a pay-in', () => {
  const decide = (approve: boolean) => async (id: string) => {
    await withHand(service, (ports) => decideRisk(ports, operator, { id, approve }));
  };
  const evidence = (outcome: string) => async (id: string) => {
    const response = await service.post(`/v1/sandbox/operations/${id}/evidence`, { outcome });
    expect(response.status, response.text).toBe(200);
  };
  test.each([
    ['pending_review', 'sim:review', undefined, true],
    ['processing', 'sim:hold', undefined, true],
    ['processing', 'sim:uncertain', undefined, true],
    ['processing', 'sim:queue:600000', undefined, true],
    ['completed', 'sim:paid', undefined, true],
    ['completed', 'sim:review', decide(true), true],
    ['completed', 'sim:hold', evidence('paid'), true],
    ['failed', 'sim:review', decide(false), false],
    ['failed', 'sim:fail', undefined, false],
    ['failed', 'sim:unsent', undefined, false],
    ['failed', 'sim:hold', evidence('not_executed'), false],
  ])('with a refund that is %s (%s)', async (status, reason, then, counts) => {
    const payinId = await payIn('150.00');
    const whole = await refundableOf(payinId);
    const part = '10.000000';
    const first = (await refund({ payin_id: payinId, amount: part, reason })).get('id');
    if (then) {
      const leaving = `select 1 from refund where id = $1 and status = 'processing' and sending in ('unsent', 'open')`;
      await expect.poll(() => queryRows(service.databaseUrl, leaving, [first])).toEqual([]);
      await then(first);
    }
    await statusIs(first, status);
    const left = counts ? units(whole) - units(part) : units(whole);
    expect(units(await refundableOf(payinId))).toBe(left);
    const text = (value: bigint): string =>
      `${value / 1_000_000n}.${(value % 1_000_000n).toString().padStart(6, '0')}`;
    const more = await refund({ payin_id: payinId, amount: text(left + 1n) });
    expect(refusal(more)).toEqual([400, 'invalid_parameter', 'amount']);
    expect(more.get('error.message')).toContain(text(left));
    const rest = await refund({ payin_id: payinId, amount: text(left) });
    expect(rest.status, rest.text).toBe(201);
    expect(refusal(await refund({ payin_id: payinId }))).toEqual([422, 'refund_not_supported']);
  });

  test('is zero before the payment arrives, and once it failed or was reversed', async () => {
    const slow = { funding_account_id: pen, amount: '150.00', delay_ms: 60_000 };
    const coming = (await service.post('/v1/sandbox/deposits', slow)).get('id');
    const failed = await payIn('150.00', { outcome: 'failed' });
    const reversed = await payIn('150.00', { outcome: 'reversed' });
    await service.until(`/v1/payins/${failed}`, (each) => each.at('status') === 'failed');
    await expect.poll(async () => (await exceptions()).get(reversed)?.length).toBe(1);
    for (const id of [coming, failed, reversed]) {
      expect(await refundableOf(id)).toBe('0.000000');
      expect(refusal(await refund({ payin_id: id }))).toEqual([422, 'refund_not_supported']);
    }
  });

  test.each([
    ['processing', 'sim:hold', false],
    ['review', 'sim:review', false],
    ['completed', 'sim:paid', false],
    ['failed', 'sim:fail', true],
    ['returned', 'sim:return', true],
  ])('with a remittance that is %s', async (status, description, isFree) => {
    const [quote, beneficiary] = await Promise.all([remittanceQuote(service), mobilePayee(service)]);
    const payinId = await payIn('101.50');
    const whole = await refundableOf(payinId);
    const body = { quote_id: quote.get('id'), beneficiary_id: beneficiary, description };
    const { id } = (await remit(service, { ...body, source: { payin_id: payinId } })).body as { id: string };
    const ended = await remittanceIs(service, id, status);
    if (status === 'returned')
      await service.until(
        `/v1/payouts/${ended.get('payout_id')}`,
        (each) => each.at('refund.status') === 'settled',
      );
    const left = await refundableOf(payinId);
    if (isFree) {
      expect(units(left)).toBeGreaterThan(0n);
      expect(units(left)).toBeLessThanOrEqual(units(whole));
      const made = await refund({ payin_id: payinId });
      expect([made.status, made.at('amount')], made.text).toEqual([201, left]);
    } else {
      expect(left).toBe('0.000000');
      expect(refusal(await refund({ payin_id: payinId }))).toEqual([422, 'refund_not_supported']);
    }
  });
});
