import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exact } from '../../src/domain/money.js';
import { takePaymentResults } from '../../src/usecases/payin-result.js';
import { advance, withHand } from '../setup/hand.js';
import { queryRows } from '../setup/rows.js';
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
  const fundingBody = { ...pix, amount: '100.00', settlement_currency: 'BRL' };

  test('closes with the expected payment; a second payment is a duplicate', async () => {
    const account = await openFunding(service, fundingBody);
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

  test.each(['99.99', '100.01'])('raises an exception for a payment of %s and stays open', async (amount) => {
    const account = await openFunding(service, fundingBody);
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
  });

  test('closes when its payment is not confirmed', async () => {
    const account = await openFunding(service, fundingBody);
    const done = await deposit(service, { funding_account_id: account.get('id'), outcome: 'failed' });
    expect(await typesOf(done.get('id'))).toEqual(['payin.failed']);
    expect((await accountAt(account.get('id'))).at('status')).toBe('closed');
    const late = await pay({ funding_account_id: account.get('id') });
    const [event] = await eventsOf(service, late.get('reconciliation_exception_id'));
    expect([late.status, event?.[1]]).toEqual([201, expect.objectContaining({ type: 'unmatched_deposit' })]);
  });

  test('not paid within 30 minutes gets one failed pay-in and closes; a later payment is unmatched', async () => {
    const account = await openFunding(service, { ...fundingBody, settlement_currency: 'USDT' });
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

  test.each([
    ['paid', (id: string) => deposit(service, { funding_account_id: id })],
    ['failed', (id: string) => deposit(service, { funding_account_id: id, outcome: 'failed' })],
    ['expired', () => advance(service, 31 * 60)],
  ] as const)('closed as %s is closed at its bank too, once', async (how, end) => {
    const id = (await openFunding(service, fundingBody)).get('id');
    const other = (await openFunding(service, pen)).get('id');
    await end(id);
    const closed = (one: string) =>
      queryRows(
        service.databaseUrl,
        `select closed_by, next_step_at, closed_at is not null as at_the_bank
         from funding_account join simulator.funding using (reference) where id = $1`,
        [one],
      );
    await expect
      .poll(() => closed(id), { timeout: 60_000 })
      .toEqual([{ closed_by: how, next_step_at: null, at_the_bank: 't' }]);
    expect(await closed(other)).toEqual([{ closed_by: null, next_step_at: null, at_the_bank: 'f' }]);
    const late = await pay({ funding_account_id: id });
    const [event] = await eventsOf(service, late.get('reconciliation_exception_id'));
    expect(event?.[1]).toMatchObject({ type: how === 'paid' ? 'duplicate_deposit' : 'unmatched_deposit' });
  });

  test('does not expire while its payment is being confirmed, however long that takes', async () => {
    const [soon, late] = [await openFunding(service, fundingBody), await openFunding(service, fundingBody)];
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

describe('a payment without a pay-in that the bank reverses', () => {
  const fundingBody = { ...pix, amount: '100.00', settlement_currency: 'BRL' };
  const reversals = async (id: string) => {
    const path = '/v1/reconciliation-exceptions?type=payin_reversed';
    const all = await walk<{ resource: { id: string }; expected: object }>(service, path);
    return all.flatMap(({ resource, ...each }) => (resource.id === id ? [{ resource, ...each }] : []));
  };
  const awaitReversals = async (id: string, ...amounts: string[]) => {
    const resource = { type: 'funding_account', id };
    const expected = amounts.map((amount) => ({ resource, expected: { amount, currency: 'BRL' } }));
    await expect.poll(() => reversals(id), { timeout: 60_000 }).toMatchObject(expected);
  };
  const earlyNotices = () => queryRows(service.databaseUrl, 'select reference from early_notice');

  test('raises one exception on the account for each such payment', async () => {
    const id = (await openFunding(service, fundingBody)).get('id');
    const reversed = { funding_account_id: id, outcome: 'reversed' };
    await pay({ ...reversed, amount: '90.00', delay_ms: 100 });
    await awaitReversals(id, '90.00');
    await deposit(service, { funding_account_id: id });
    await pay({ ...reversed, amount: '80.00' });
    await awaitReversals(id, '80.00', '90.00');
    expect(await earlyNotices()).toEqual([]);
    await service.check();
  });

  test("is not confused with a payment whose bank reference equals the exception's cause", async () => {
    const id = (await openFunding(service, fundingBody)).get('id');
    await pay({ funding_account_id: id, amount: '90.00', reference: 'r1', outcome: 'reversed' });
    await awaitReversals(id, '90.00');
    const paid = await pay({ funding_account_id: id, amount: '100.00', reference: 'reversed r1' });
    expect(paid).toMatchObject({ status: 201, body: { amount: '100.00' } });
    expect(paid.get('id')).toMatch(/^pin_/);
    await service.check();
  });

  test('before its notice arrived raises one as well, however often it is reported', async () => {
    const id = (await openFunding(service, fundingBody)).get('id');
    const [row] = await queryRows(
      service.databaseUrl,
      'select reference from funding_account where id = $1',
      [id],
    );
    await withHand(service, async (ports) => {
      if (!ports.bank) throw new Error('the sandbox has a bank');
      const { paymentReference } = await ports.bank.deposit({
        fundingReference: row?.['reference'] ?? '',
        amount: exact('90'),
        currency: 'BRL',
        bankReference: 'early',
        outcome: 'completed',
        delayMs: 0,
      });
      const notify = (id: string) =>
        takePaymentResults(ports, 'sandbox', [
          { id, type: 'payment_result', paymentReference, outcome: 'reversed' },
        ]);
      await notify('before');
      expect(await earlyNotices()).toEqual([{ reference: paymentReference }]);
      await pay({ funding_account_id: id, amount: '90.00', reference: 'early' });
      await awaitReversals(id, '90.00');
      await Promise.all([notify('after'), notify('and again')]);
    });
    await awaitReversals(id, '90.00');
    expect(await earlyNotices()).toEqual([]);
  });
});

describe('a repeated bank reference', () => {
  const fundingBody = { ...pix, amount: '100.00', settlement_currency: 'BRL' };
  const later = async (id: string, bodies: readonly object[]) => {
    const answers = [];
    for (const body of bodies) answers.push(await pay({ funding_account_id: id, ...body }));
    return answers;
  };

  test.each([
    ['of a credited payment', { ...pen, settlement_currency: 'PEN' }, ['100.00', '900.00', '800.00']],
    ['of a closed account', fundingBody, ['100.00', '900.00', '100.01']],
    ['of a wrong amount', fundingBody, ['90.00', '100.00', '80.00']],
  ] as const)('with another amount raises another exception: %s', async (_, opened, [first, ...others]) => {
    const id = (await openFunding(service, opened)).get('id');
    const reference = 'reused';
    const [made] = await later(id, [{ amount: first, reference }]);
    if (made?.body['id'] !== undefined) {
      await service.until(`/v1/payins/${made.get('id')}`, (each) => each.at('status') === 'completed');
    }
    const balance = await balanceOf(service, opened.currency);
    for (const amount of others) {
      const [settled, again] = await later(id, [
        { amount, reference },
        { amount, reference: ` ${reference}\t` },
      ]);
      expect(settled?.status).toBe(201);
      expect([again?.status, again?.body]).toEqual([200, settled?.body]);
      const events = await eventsOf(service, settled?.get('reconciliation_exception_id') ?? '');
      expect(events.map(([, data]) => data)).toEqual([
        expect.objectContaining({
          type: 'provider_mismatch',
          resource: { type: 'funding_account', id },
          expected: { amount: first, currency: opened.currency },
          actual: { amount, currency: opened.currency },
        }),
      ]);
    }
    const [repeat] = await later(id, [{ amount: first, reference }]);
    expect(repeat?.status).toBe(200);
    expect(repeat?.body['id']).toEqual(made?.body['id']);
    expect(await balanceOf(service, opened.currency)).toEqual(balance);
    await service.check();
  });

  test('reported as reversed reverses the credited payment once, and no other amount', async () => {
    const id = (await openFunding(service, { ...pen, settlement_currency: 'PEN' })).get('id');
    const reversed = { reference: 'back', outcome: 'reversed' };
    const done = await deposit(service, { funding_account_id: id, amount: '100.00', reference: 'back' });
    const [other] = await later(id, [{ ...reversed, amount: '900.00' }]);
    expect(other?.status).toBe(201);
    const path = '/v1/reconciliation-exceptions?type=payin_reversed';
    const taken = async () =>
      (await walk<{ resource: { id: string } }>(service, path)).filter(
        ({ resource }) => resource.id === done.get('id') || resource.id === id,
      );
    expect(await taken()).toEqual([]);
    const answers = await later(id, [
      { ...reversed, amount: '100.00' },
      { ...reversed, amount: '100.00' },
    ]);
    expect(answers.map((each) => [each.status, each.at('id')])).toEqual([
      [200, done.get('id')],
      [200, done.get('id')],
    ]);
    await expect.poll(taken, { timeout: 60_000 }).toHaveLength(1);
    await service.check();
  });
});
