import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { advance } from '../setup/hand.js';
import { openService, type RunningService } from '../setup/running.js';
import { balanceOf, deposit, eventsOf, openFunding, walk } from '../setup/verbs.js';

let service: RunningService;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.stop());

const pen = { method: 'bank_transfer', currency: 'PEN' };
const pix = { method: 'pix', currency: 'BRL' };
const pay = (body: object) => service.post('/v1/sandbox/deposits', body);
const accountAt = (id: string) => service.get(`/v1/funding-accounts/${id}`);
const typesOf = async (id: string) => (await eventsOf(service, id)).map(([type]) => type);
describe('a one-payment account', () => {
  const asked = { ...pix, amount: '100.00', settlement_currency: 'BRL' };

  test('closes with the payment it asked for; a second payment is a duplicate', async () => {
    const account = await openFunding(service, asked);
    const id = account.get('id');
    const done = await deposit(service, { funding_account_id: id });
    expect([done.at('amount'), done.at('status')]).toEqual(['100.00', 'completed']);
    expect((await accountAt(id)).body).toEqual({ ...account.body, status: 'closed' });
    const balance = await balanceOf(service, 'BRL');
    const second = await pay({ funding_account_id: id, amount: '40' });
    expect([second.status, second.body]).toEqual([
      201,
      { funding_account_id: id, reconciliation_exception_id: expect.stringMatching(/^rex_/) },
    ]);
    expect((await eventsOf(service, second.get('reconciliation_exception_id')))[0]).toEqual([
      'reconciliation.exception_created',
      {
        id: second.get('reconciliation_exception_id'),
        type: 'duplicate_deposit',
        status: 'open',
        resource: { type: 'funding_account', id },
        expected: { amount: '100.00', currency: 'BRL' },
        actual: { amount: '40.00', currency: 'BRL' },
        created_at: expect.any(String),
      },
    ]);
    expect(await balanceOf(service, 'BRL')).toEqual(balance);
    expect(await typesOf(id)).toEqual(['funding_account.active']);
  });

  test.each(['99.99', '100.01'])(
    'answers a payment of %s with an exception and stays open',
    async (amount) => {
      const account = await openFunding(service, asked);
      const body = { funding_account_id: account.get('id'), amount, reference: 'wrong-1' };
      const wrong = await pay(body);
      expect([wrong.status, Object.keys(wrong.body)]).toEqual([
        201,
        ['funding_account_id', 'reconciliation_exception_id'],
      ]);
      expect((await pay(body)).body).toEqual(wrong.body);
      const [event, ...more] = await eventsOf(service, wrong.get('reconciliation_exception_id'));
      expect([event?.[1], more]).toEqual([
        expect.objectContaining({ type: 'amount_mismatch', actual: { amount, currency: 'BRL' } }),
        [],
      ]);
      expect((await accountAt(account.get('id'))).at('status')).toBe('active');
      expect((await deposit(service, { funding_account_id: account.get('id') })).at('status')).toBe(
        'completed',
      );
    },
  );

  test('closes when its payment is not confirmed', async () => {
    const account = await openFunding(service, asked);
    const done = await deposit(service, { funding_account_id: account.get('id'), outcome: 'failed' });
    expect(await typesOf(done.get('id'))).toEqual(['payin.failed']);
    expect((await accountAt(account.get('id'))).at('status')).toBe('closed');
    const late = await pay({ funding_account_id: account.get('id') });
    expect(late.at('reconciliation_exception_id')).toEqual(expect.any(String));
  });

  test('that nobody pays in 30 minutes fails one pay-in and closes; what comes later is unmatched', async () => {
    const account = await openFunding(service, { ...asked, settlement_currency: 'USDT' });
    const open = await openFunding(service, pen);
    await advance(service, 29 * 60);
    expect((await accountAt(account.get('id'))).at('status')).toBe('active');
    await advance(service, 2 * 60);
    expect((await accountAt(account.get('id'))).at('status')).toBe('closed');
    const payins = await walk<Record<string, unknown>>(
      service,
      `/v1/payins?funding_account_id=${account.get('id')}`,
    );
    expect(payins).toEqual([
      {
        id: expect.any(String),
        status: 'failed',
        funding_account_id: account.get('id'),
        amount: '18.650000',
        currency: 'USDT',
        paid: { amount: '100.00', currency: 'BRL' },
        failure_code: 'expired',
        created_at: expect.any(String),
      },
    ]);
    expect(await eventsOf(service, String(payins[0]?.['id']))).toEqual([['payin.failed', payins[0]]]);
    const late = await pay({ funding_account_id: account.get('id') });
    const [event] = await eventsOf(service, late.get('reconciliation_exception_id'));
    expect(event?.[1]).toMatchObject({ type: 'unmatched_deposit', resource: { id: account.get('id') } });
    expect((await accountAt(open.get('id'))).at('status')).toBe('active');
  });

  test('does not expire while its payment is being confirmed, however long that takes', async () => {
    const [soon, late] = [await openFunding(service, asked), await openFunding(service, asked)];
    await advance(service, 29 * 60 + 50);
    const made = await pay({ funding_account_id: soon.get('id'), delay_ms: 1000 });
    await pay({ funding_account_id: late.get('id'), delay_ms: 60_000 });
    await advance(service, 60);
    const path = `/v1/payins/${made.get('id')}`;
    const done = await service.until(path, (each) => each.at('status') !== 'processing');
    expect(done.at('status')).toBe('completed');
    expect((await accountAt(soon.get('id'))).at('status')).toBe('closed');
    expect((await accountAt(late.get('id'))).at('status')).toBe('active');
    for (const account of [soon, late]) {
      expect(await walk(service, `/v1/payins?funding_account_id=${account.get('id')}`)).toHaveLength(1);
    }
    await service.check();
  });
});
