import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  callsFor,
  fundTreasury,
  instant,
  linesOf,
  moved,
  pathOf,
  pay,
  statusIs,
  typesOf,
} from '../setup/payout-journey.js';
import { freshKey, openService, type RunningService } from '../setup/running.js';
import { balanceOf, eventsOf, fund, mxnPayout, refusal, speiBeneficiary } from '../setup/verbs.js';

let service: RunningService;
let beneficiaryId: string;
beforeAll(async () => {
  service = await openService();
  await fund(service, 'MXN', '100000.00');
  await fundTreasury(service);
  beneficiaryId = await speiBeneficiary(service);
});
afterAll(() => service.stop());

const of = (amount: string, description?: string) => mxnPayout(beneficiaryId, amount, description);
const payee = () => ({
  id: beneficiaryId,
  method: 'spei',
  country: 'MX',
  display_name: 'Rosa Campos',
  account_hint: '9719',
});
const reserved = ['payout_reserve available debit 1015.00', 'payout_reserve reserved credit 1015.00'];
const captured = ['payout_capture reserved debit 1015.00', 'payout_capture earnings credit 5.00'];
const reversed = ['reversal reserved debit 1015.00', 'reversal available credit 1015.00'];
const sorted = (lines: readonly string[]) => [...lines].sort();

describe('contract 3.3, state by state', () => {
  test('created: processing, with the money reserved and nothing sent', async () => {
    const before = await balanceOf(service, 'MXN');
    const created = await pay(service, of('1000.00', 'sim:queue:600000'));
    const base = {
      id: expect.stringMatching(/^pout_[0-9a-z]{26}$/) as unknown,
      status: 'processing',
      method: 'spei',
      beneficiary_id: beneficiaryId,
      source: {
        currency: 'MXN',
        principal: '1000.00',
        platform_fee: '10.00',
        tenant_markup: '5.00',
        total: '1015.00',
      },
      destination: { amount: '1000.00', currency: 'MXN' },
      rate: '1',
      risk_status: 'allowed',
      metadata: {},
      created_at: instant,
      updated_at: created.get('created_at'),
    };
    expect(created.body).toEqual(base);

    const id = created.get('id');
    expect((await service.get(pathOf(id))).body).toEqual({
      ...created.body,
      country: 'MX',
      description: 'sim:queue:600000',
      beneficiary: payee(),
    });
    const list = await service.get('/v1/payouts?limit=1');
    expect(list.at('data')).toEqual([{ ...created.body, beneficiary: payee() }]);
    expect(await eventsOf(service, id)).toEqual([['payout.created', { ...created.body, country: 'MX' }]]);

    expect(moved(before, await balanceOf(service, 'MXN'))).toEqual({
      available: -101500n,
      reserved: 101500n,
    });
    expect(sorted(await linesOf(service, 'MXN', id))).toEqual(sorted(reserved));
    expect(await callsFor(service, id)).toBe(0);
  });

  test('completed: captured, the fee gone and the markup earned', async () => {
    const before = await balanceOf(service, 'MXN');
    const { body } = await pay(service, of('1000.00', 'wages'));
    const id = String(body['id']);
    const completed = await statusIs(service, id, 'completed');
    const at = { completed_at: instant, updated_at: completed.get('completed_at') };
    const bank = { kind: 'clave_rastreo', value: expect.stringMatching(/^SIM[0-9A-Z]+$/) };
    const expected = { ...body, status: 'completed', country: 'MX', ...at, bank_reference: bank };
    expect(completed.body).toEqual({ ...expected, description: 'wages', beneficiary: payee() });
    const history = await eventsOf(service, id);
    expect(history.map(([type]) => type)).toEqual(['payout.created', 'payout.completed']);
    expect(history[1]?.[1]).toEqual({ ...expected, completed_at: completed.get('completed_at') });
    expect(moved(before, await balanceOf(service, 'MXN'))).toEqual({ available: -101500n, earnings: 500n });
    expect(sorted(await linesOf(service, 'MXN', id))).toEqual(sorted([...reserved, ...captured]));
    expect(await callsFor(service, id)).toBe(1);
  });

  test('failed: everything is given back', async () => {
    const before = await balanceOf(service, 'MXN');
    const { body } = await pay(service, of('1000.00', 'sim:fail'));
    const id = String(body['id']);
    const failed = await statusIs(service, id, 'failed');
    expect(failed.body).toMatchObject({ failure_code: 'provider_rejected', failed_at: instant });
    expect(failed.at('updated_at')).toBe(failed.get('failed_at'));
    expect(failed.body).not.toHaveProperty('completed_at');
    const history = await eventsOf(service, id);
    expect(history.map(([type]) => type)).toEqual(['payout.created', 'payout.failed']);
    expect(history[1]?.[1]).toMatchObject({ status: 'failed', failure_code: 'provider_rejected' });
    expect(moved(before, await balanceOf(service, 'MXN'))).toEqual({});
    expect(sorted(await linesOf(service, 'MXN', id))).toEqual(sorted([...reserved, ...reversed]));
  });

  test('failed for insufficient funds: 201, nothing moved, only payout.failed, the key used up', async () => {
    const before = await balanceOf(service, 'MXN');
    const key = freshKey();
    const body = of('2000000.00');
    const failed = await service.post('/v1/payouts', body, { idempotencyKey: key });
    expect(failed.status, failed.text).toBe(201);
    expect(failed.body).toMatchObject({ status: 'failed', failure_code: 'insufficient_funds' });
    const id = failed.get('id');
    const expected = { ...failed.body, country: 'MX', failed_at: failed.get('created_at') };
    expect(await eventsOf(service, id)).toEqual([['payout.failed', expected]]);
    expect(await linesOf(service, 'MXN', id)).toEqual([]);
    expect(await balanceOf(service, 'MXN')).toEqual(before);
    expect(await callsFor(service, id)).toBe(0);

    const again = await service.post('/v1/payouts', body, { idempotencyKey: key });
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([200, 'true']);
    expect(again.body).toEqual(failed.body);
    const other = await service.post('/v1/payouts', of('1.00'), { idempotencyKey: key });
    expect(refusal(other)).toEqual([409, 'idempotency_key_reused', 'Idempotency-Key']);
  });

  test('a currency never held funds nothing', async () => {
    const usd = { ...of('1.00'), source_currency: 'USD' };
    const failed = await pay(service, usd);
    expect(failed.body).toMatchObject({ status: 'failed', failure_code: 'insufficient_funds' });
    expect(await balanceOf(service, 'USD')).toEqual({});
  });

  test('verification_pending: reserved, no event, until evidence arrives', async () => {
    const before = await balanceOf(service, 'MXN');
    const { body } = await pay(service, of('1000.00', 'sim:uncertain'));
    const id = String(body['id']);
    const doubted = await statusIs(service, id, 'verification_pending');
    expect(doubted.body).not.toHaveProperty('failure_code');
    expect(await typesOf(service, id)).toEqual(['payout.created']);
    expect(moved(before, await balanceOf(service, 'MXN'))).toEqual({
      available: -101500n,
      reserved: 101500n,
    });

    const evidence = await service.post(`/v1/sandbox/operations/${id}/evidence`, { outcome: 'paid' });
    expect(evidence.status, evidence.text).toBe(200);
    expect(evidence.body).toEqual((await service.get(pathOf(id))).body);
    expect(evidence.at('status')).toBe('completed');
    expect(await typesOf(service, id)).toEqual(['payout.created', 'payout.completed']);
    expect(moved(before, await balanceOf(service, 'MXN'))).toEqual({ available: -101500n, earnings: 500n });
    expect(await callsFor(service, id)).toBe(1);
  });

  test('returned: the principal comes back through pending; fee and markup do not', async () => {
    const before = await balanceOf(service, 'MXN');
    const { body } = await pay(service, of('1000.00', 'sim:return'));
    const id = String(body['id']);
    const settled = await service.until(pathOf(id), (each) => each.at('refund.status') === 'settled');
    const refund = { amount: '1000.00', currency: 'MXN', status: 'settled' };
    expect(settled.body).toMatchObject({ status: 'returned', refund, returned_at: instant });
    expect(settled.at('completed_at')).toEqual(instant);

    const history = await eventsOf(service, id);
    expect(history.map(([type]) => type)).toEqual([
      'payout.created',
      'payout.completed',
      'payout.returned',
      'payout.return_settled',
    ]);
    const pending = { status: 'returned', refund: { ...refund, status: 'pending' } };
    expect(history[2]?.[1]).toMatchObject({ ...pending, returned_at: settled.get('returned_at') });
    expect(history[3]?.[1]).toMatchObject({ status: 'returned', refund });
    expect(moved(before, await balanceOf(service, 'MXN'))).toEqual({ available: -1500n, earnings: 500n });
    const back = [
      'payout_return pending credit 1000.00',
      'payout_return_settled pending debit 1000.00',
      'payout_return_settled available credit 1000.00',
    ];
    const lines = await linesOf(service, 'MXN', id);
    expect(sorted(lines)).toEqual(sorted([...reserved, ...captured, ...back]));
    expect(lines.filter((line) => line.startsWith('payout_return ')).length).toBe(1);
  });

  test("from the treasury asset: converted once, the account's side rounded up", async () => {
    const before = await balanceOf(service, 'USDT');
    const body = { ...of('100.00'), source_currency: 'USDT', amount_side: 'destination' };
    const created = await pay(service, body);
    // 100 ÷ 18.25 = 5.47945205…, plus 1 % and 0.5 %.
    expect(created.body).toMatchObject({
      source: {
        currency: 'USDT',
        principal: '5.479453',
        platform_fee: '0.054795',
        tenant_markup: '0.027398',
        total: '5.561646',
      },
      destination: { amount: '100.00', currency: 'MXN' },
      rate: '18.25',
    });
    await statusIs(service, created.get('id'), 'completed');
    const change = moved(before, await balanceOf(service, 'USDT'));
    expect(change).toEqual({ available: -5561646n, earnings: 27398n });
    expect(await linesOf(service, 'MXN', created.get('id'))).toEqual([]);
  });
});

describe('reading', () => {
  test('lists filter by status, beneficiary and risk status, all of them together', async () => {
    const other = await speiBeneficiary(service, '032180000118359722');
    const failed = await pay(service, mxnPayout(other, '1.00', 'sim:fail'));
    const completed = await pay(service, mxnPayout(other, '1.00'));
    await statusIs(service, failed.get('id'), 'failed');
    await statusIs(service, completed.get('id'), 'completed');
    const idsOf = async (query: string) => {
      const list = await service.get(`/v1/payouts?${query}`);
      expect(list.status, list.text).toBe(200);
      return (list.at('data') as { id: string }[]).map(({ id }) => id);
    };
    const newestFirst = [completed.get('id'), failed.get('id')];
    expect(await idsOf(`beneficiary_id=${other}`)).toEqual(newestFirst);
    expect(await idsOf(`beneficiary_id=${other}&status=failed`)).toEqual([failed.get('id')]);
    expect(await idsOf(`beneficiary_id=${other}&risk_status=allowed`)).toEqual(newestFirst);
    expect(await idsOf(`beneficiary_id=${other}&risk_status=rejected`)).toEqual([]);
    const from = `created_after=${completed.get('created_at')}`;
    expect(await idsOf(`beneficiary_id=${other}&${from}`)).toEqual([completed.get('id')]);
    const to = `created_before=${completed.get('created_at')}`;
    expect(await idsOf(`beneficiary_id=${other}&${to}`)).toEqual([failed.get('id')]);
    const absent = 'ben_01k9zq3v5e8x7m2n4p6r8t0w1y';
    expect(await idsOf(`beneficiary_id=${absent}`)).toEqual([]);
  });

  test('a list shows the payee and no further details, in every status', async () => {
    const list = await service.get('/v1/payouts?limit=100');
    const hidden = ['description', 'country', 'completed_at', 'failed_at', 'returned_at', 'cancellation'];
    const keys = (list.at('data') as object[]).flatMap((each) => Object.keys(each));
    expect(hidden.filter((name) => keys.includes(name))).toEqual([]);
    expect(keys).toContain('refund');
  });

  test.each([
    ['status=lost', 'status'],
    ['risk_status=fine', 'risk_status'],
    ['beneficiary_id=pout_1', 'beneficiary_id'],
    ['colour=red', 'colour'],
    ['created_after=yesterday', 'created_after'],
  ])('a filter %s is refused by its name', async (query, param) => {
    expect(refusal(await service.get(`/v1/payouts?${query}`))).toEqual([400, 'invalid_parameter', param]);
  });

  test('a malformed or unknown id is not found', async () => {
    for (const id of ['pout_1', 'pout_01k9zq3v5e8x7m2n4p6r8t0w1y', beneficiaryId]) {
      expect(refusal(await service.get(pathOf(id)))).toEqual([404, 'not_found']);
    }
  });
});

test('every invariant holds', () => service.check());
