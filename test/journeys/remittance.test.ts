import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { blockCustomer } from '../../src/usecases/customer.js';
import { decideRisk } from '../../src/usecases/risk.js';
import { resumeCapability, suspendCapability } from '../../src/usecases/capability.js';
import { stopPayouts } from '../../src/usecases/kill-switch.js';
import { setAccountTerms } from '../../src/usecases/terms.js';
import { advance, disable, operator, withHand } from '../setup/hand.js';
import { callsFor, moved, repeatedCalls, typesOf } from '../setup/payout-journey.js';
import { mobile, mobilePayee, remit, remittanceIs, remittanceQuote } from '../setup/remit.js';
import { freshKey, openService, type Answer, type RunningService } from '../setup/running.js';
import {
  balanceOf,
  countByStatus,
  deposit,
  eventsOf,
  openFunding,
  openFundingAccount,
  refusal,
  speiBeneficiary,
} from '../setup/verbs.js';

let service: RunningService;
let beneficiary: string;
beforeAll(async () => {
  service = await openService();
  beneficiary = await mobilePayee(service);
});
afterAll(() => service.stop());

const price = (more: object = {}) => remittanceQuote(service, more);
const account = () => openFundingAccount(service, 'PEN', 'USDT');
const payInto = (fundingAccount: string, amount: string) =>
  deposit(service, { funding_account_id: fundingAccount, amount });
/** A remittance that waits, and its funding account. */
async function waiting(description?: string): Promise<{ id: string; into: string; made: Answer }> {
  const [quote, into] = await Promise.all([price(), account()]);
  const source = { funding_account_id: into };
  const made = await remit(service, {
    quote_id: quote.get('id'),
    beneficiary_id: beneficiary,
    source,
    ...(description !== undefined && { description }),
  });
  return { id: made.get('id'), into, made };
}
const usdt = () => balanceOf(service, 'USDT');
const historyOf = (id: string) => typesOf(service, id);

describe('a remittance that waits for a deposit', () => {
  test('into a one-payment account fails at once if the account fails to open', async () => {
    const one = { method: 'bank_transfer', currency: 'PEN', settlement_currency: 'USDT', amount: '101.50' };
    const into = (await openFunding(service, one)).get('id');
    const waiting = await remit(service, {
      quote_id: (await price()).get('id'),
      beneficiary_id: beneficiary,
      source: { funding_account_id: into },
    });
    const before = await usdt();
    await deposit(service, { funding_account_id: into, outcome: 'failed' });
    const failed = await service.get(`/v1/remittances/${String(waiting.at('id'))}`);
    expect([failed.at('status'), failed.at('failure_code')]).toEqual(['failed', 'funding_insufficient']);
    expect(await usdt()).toEqual(before);
    expect(await historyOf(failed.get('id'))).toEqual(['remittance.created', 'remittance.failed']);
  });

  test('pays out exactly what its payer paid, at the frozen price', async () => {
    const quote = await price();
    expect(quote.body).toMatchObject({
      product: 'remittance',
      source_method: 'bank_transfer',
      source: {
        currency: 'PEN',
        principal: '100.00',
        platform_fee: '1.00',
        tenant_markup: '0.50',
        total: '101.50',
      },
      destination: { amount: '6888.25', currency: 'VES' },
      rate: '68.8825',
      // 101.50 × 0.295
      funding: { amount: '29.942500', currency: 'USDT' },
      expires_at: new Date(Date.parse(quote.get('created_at')) + 1_800_000).toISOString(),
    });
    const fundingAccount = await account();
    const made = await remit(service, {
      quote_id: quote.get('id'),
      beneficiary_id: beneficiary,
      source: { funding_account_id: fundingAccount },
      description: 'Rent for May',
    });
    expect(made.body).toEqual({
      id: expect.stringMatching(/^rem_[0-9a-z]{26}$/) as unknown,
      status: 'awaiting_funds',
      quote_id: quote.get('id'),
      beneficiary_id: beneficiary,
      source: {
        type: 'funding_account',
        funding_account_id: fundingAccount,
        currency: 'PEN',
        amount: '101.50',
      },
      destination: { amount: '6888.25', currency: 'VES' },
      rate: '68.8825',
      description: 'Rent for May',
      metadata: {},
      created_at: expect.any(String) as unknown,
      updated_at: made.at('created_at'),
    });
    const id = made.get('id');
    const payin = await payInto(fundingAccount, '101.50');
    expect(payin.at('amount')).toBe('29.942500');
    const done = await remittanceIs(service, id, 'completed');
    expect(done.at('payin_id')).toBe(payin.get('id'));
    const payout = await service.get(`/v1/payouts/${done.get('payout_id')}`);
    expect(payout.body).toMatchObject({
      status: 'completed',
      remittance_id: id,
      description: 'Rent for May',
      source: {
        currency: 'USDT',
        principal: '29.500000',
        platform_fee: '0.295000',
        tenant_markup: '0.147500',
        total: '29.942500',
      },
      destination: { amount: '6888.25', currency: 'VES' },
      rate: '233.5',
    });
    expect(payout.at('quote_id')).toBeUndefined();
    expect(await usdt()).toMatchObject({ available: '0.000000', reserved: '0.000000', earnings: '0.147500' });
    expect((await service.get(`/v1/quotes/${quote.get('id')}`)).body).toMatchObject({
      status: 'used',
      used_by: id,
    });
    const events = await eventsOf(service, id);
    expect(events.map(([type]) => type)).toEqual([
      'remittance.created',
      'remittance.processing',
      'remittance.completed',
    ]);
    const { description: _, ...visible } = done.body;
    expect(events.at(-1)?.[1]).toEqual(visible);
  });

  test('of an uneven amount is exact: the payout draws what it needs, and the excess stays credited', async () => {
    const quote = await price({ amount: '33.33' });
    // 33.84 × 0.295 = 9.9828; 0.34 → 0.1003, 0.17 → 0.05015; 2.00 above it × 0.295 = 0.59.
    expect(quote.at('funding.amount')).toBe('9.982800');
    const before = await usdt();
    const into = await account();
    const source = { funding_account_id: into };
    const made = await remit(service, { quote_id: quote.get('id'), beneficiary_id: beneficiary, source });
    expect((await payInto(into, '35.84')).at('amount')).toBe('10.572800');
    const done = await remittanceIs(service, made.get('id'), 'completed');
    const payout = await service.get(`/v1/payouts/${done.get('payout_id')}`);
    expect(payout.at('source')).toEqual({
      currency: 'USDT',
      principal: '9.832350',
      platform_fee: '0.100300',
      tenant_markup: '0.050150',
      total: '9.982800',
    });
    expect(payout.at('destination')).toEqual(quote.at('destination'));
    expect(moved(before, await usdt())).toEqual({ available: 590_000n, earnings: 50_150n });
  });

  test('uses only the next deposit: one that is too small fails it, and stays available', async () => {
    const before = await usdt();
    const { id, into } = await waiting();
    await payInto(into, '101.49');
    const failed = await remittanceIs(service, id, 'failed');
    expect([failed.at('failure_code'), failed.at('payin_id'), failed.at('payout_id')]).toEqual([
      'funding_insufficient',
      undefined,
      undefined,
    ]);
    await payInto(into, '101.50');
    expect((await service.get(`/v1/remittances/${id}`)).body).toEqual(failed.body);
    // 101.49 and 101.50 at the current rate.
    expect(moved(before, await usdt())).toEqual({ available: 59_882_050n });
    expect(await historyOf(id)).toEqual(['remittance.created', 'remittance.failed']);
  });

  test('fails at its expiry; a late deposit stays available', async () => {
    const before = await usdt();
    const { id, into } = await waiting();
    await advance(service, 1_795);
    expect((await service.get(`/v1/remittances/${id}`)).at('status')).toBe('awaiting_funds');
    const ask = { funding_account_id: into, amount: '101.50', delay_ms: 2_000 };
    const seen = await service.post('/v1/sandbox/deposits', ask);
    expect(seen.at('status')).toBe('processing');
    await advance(service, 6);
    const failed = await remittanceIs(service, id, 'failed');
    expect(failed.at('failure_code')).toBe('quote_expired');
    await service.until(`/v1/payins/${seen.get('id')}`, (each) => each.at('status') === 'completed');
    expect((await service.get(`/v1/remittances/${id}`)).body).toEqual(failed.body);
    expect(moved(before, await usdt())).toEqual({ available: 29_942_500n });
    expect(await historyOf(id)).toEqual(['remittance.created', 'remittance.failed']);
  });

  test('of a one-payment account is funded by that payment', async () => {
    const quote = await price({ source_currency: 'BRL' });
    const body = { method: 'pix', currency: 'BRL', amount: quote.get('source.total') };
    const into = (await openFunding(service, body)).get('id');
    const source = { funding_account_id: into };
    const made = await remit(service, { quote_id: quote.get('id'), beneficiary_id: beneficiary, source });
    await deposit(service, { funding_account_id: into });
    await remittanceIs(service, made.get('id'), 'completed');
    expect((await service.get(`/v1/funding-accounts/${into}`)).at('status')).toBe('closed');
  });
});

describe('a remittance from a credited pay-in', () => {
  test('is paid out at once; the pay-in funds no other remittance', async () => {
    const payin = await payInto(await account(), '150.00');
    const before = await usdt();
    const source = { payin_id: payin.get('id') };
    const body = async () => ({
      quote_id: (await price()).get('id'),
      beneficiary_id: beneficiary,
      source,
    });
    const made = await remit(service, { ...(await body()), description: 'sim:hold' });
    expect(made.body).toMatchObject({
      status: 'processing',
      source: { type: 'payin', ...source },
      payin_id: payin.get('id'),
    });
    expect(moved(before, await usdt())).toEqual({ available: -29_942_500n, reserved: 29_942_500n });
    expect(await historyOf(made.get('id'))).toEqual(['remittance.created', 'remittance.processing']);
    expect(refusal(await service.post('/v1/remittances', await body()))).toEqual([
      409,
      'payin_already_used',
      'source.payin_id',
    ]);
    await service.post(`/v1/sandbox/operations/${made.get('payout_id')}/evidence`, { outcome: 'paid' });
    await remittanceIs(service, made.get('id'), 'completed');
  });

  test('that is too small fails it without being used, and uses up its quote', async () => {
    const payin = await payInto(await account(), '100.00');
    const quote = await price();
    const source = { payin_id: payin.get('id') };
    const ask = { quote_id: quote.get('id'), beneficiary_id: beneficiary, source };
    const made = await remit(service, ask);
    expect(made.body).toMatchObject({ status: 'failed', failure_code: 'funding_insufficient', source });
    expect(made.at('payin_id')).toBeUndefined();
    expect(await historyOf(made.get('id'))).toEqual(['remittance.created', 'remittance.failed']);
    expect(refusal(await service.post('/v1/remittances', ask))).toEqual([409, 'quote_already_used']);
    const smaller = await price({ amount: '50' });
    await remit(service, { ...ask, quote_id: smaller.get('id') });
  });

  test('that is not completed funds nothing', async () => {
    const into = await account();
    const ask = { funding_account_id: into, amount: '150.00', outcome: 'failed' };
    const seen = await service.post('/v1/sandbox/deposits', ask);
    await service.until(`/v1/payins/${seen.get('id')}`, (each) => each.at('status') === 'failed');
    const body = { quote_id: (await price()).get('id'), beneficiary_id: beneficiary };
    const response = await service.post('/v1/remittances', { ...body, source: { payin_id: seen.get('id') } });
    expect(refusal(response)).toEqual([400, 'invalid_parameter', 'source.payin_id']);
  });
});

describe('a remittance follows its payout', () => {
  test.each([
    ['sim:fail:account_closed', 'failed', ['processing', 'failed'], 'account_closed', 29_942_500n],
    ['sim:return', 'returned', ['processing', 'completed', 'returned'], undefined, 29_500_000n],
    ['sim:unsent', 'failed', ['processing', 'failed'], 'not_submitted', 29_942_500n],
    ['sim:uncertain:fail', 'failed', ['processing', 'failed'], 'simulated_failure', 29_942_500n],
    ['sim:uncertain:paid', 'completed', ['processing', 'completed'], undefined, 0n],
  ])('%s: %s', async (tag, status, steps, failureCode, back) => {
    const before = await usdt();
    const { id, into } = await waiting(tag);
    await payInto(into, '101.50');
    const ended = await service.until(
      `/v1/remittances/${id}`,
      (each) => each.at('status') === status,
      60_000,
    );
    expect(ended.at('failure_code')).toBe(failureCode);
    expect(await historyOf(id)).toEqual(['created', ...steps].map((step) => `remittance.${step}`));
    const payoutId = ended.get('payout_id');
    if (status === 'returned')
      await service.until(`/v1/payouts/${payoutId}`, (each) => each.at('refund.status') === 'settled');
    expect(moved(before, await usdt())['available'] ?? 0n).toBe(back);
    await advance(service, 3_600);
    expect((await service.get(`/v1/remittances/${id}`)).body).toEqual(ended.body);
    expect((await service.get(`/v1/remittances?payout_id=${payoutId}`)).at('data')).toHaveLength(1);
  });

  test.each([
    [true, ['review', 'processing', 'completed'], undefined],
    [false, ['review', 'failed'], 'risk_rejected'],
  ])('held by risk rules, then approved: %s', async (approve, steps, failureCode) => {
    const { id, into } = await waiting('sim:review');
    await payInto(into, '101.50');
    const held = await remittanceIs(service, id, 'review');
    const payoutId = held.get('payout_id');
    const cancel = await service.post(`/v1/payouts/${payoutId}/cancel`);
    expect([...refusal(cancel), cancel.at('error.reasons')]).toEqual([
      409,
      'payout_not_cancellable',
      ['managed_by_remittance'],
    ]);
    await withHand(service, (ports) => decideRisk(ports, operator, { id: payoutId, approve }));
    const ended = await remittanceIs(service, id, approve ? 'completed' : 'failed');
    expect(ended.at('failure_code')).toBe(failureCode);
    expect(await historyOf(id)).toEqual(['created', ...steps].map((step) => `remittance.${step}`));
    expect(await callsFor(service, payoutId)).toBe(approve ? 1 : 0);
  });

  test('whose customer is blocked after funding fails, and returns everything', async () => {
    const person = { external_id: 'block-me', type: 'individual', country: 'VE', display_name: 'Luz Rojas' };
    const customer = (await service.post('/v1/customers', person)).get('id');
    const to = await mobilePayee(service, { customer_id: customer });
    const before = await usdt();
    const into = await account();
    const made = await remit(service, {
      quote_id: (await price()).get('id'),
      beneficiary_id: to,
      source: { funding_account_id: into },
      description: 'sim:queue:60000',
    });
    expect(made.at('customer_id')).toBe(customer);
    await payInto(into, '101.50');
    await remittanceIs(service, made.get('id'), 'processing');
    await withHand(service, (ports) => blockCustomer(ports, operator, { id: customer, action: 'block' }));
    const failed = await remittanceIs(service, made.get('id'), 'failed');
    expect(failed.at('failure_code')).toBe('customer_blocked');
    expect(moved(before, await usdt())).toEqual({ available: 29_942_500n });
    const mine = await service.get(`/v1/remittances?customer_id=${customer}`);
    expect((mine.at('data') as { id: string }[]).map(({ id }) => id)).toEqual([made.get('id')]);
  });

  test('funded while payouts are stopped waits unsent, and continues afterwards', async () => {
    const { id, into } = await waiting();
    await withHand(service, (ports) => stopPayouts(ports, operator, true));
    await payInto(into, '101.50');
    const funded = await remittanceIs(service, id, 'processing');
    const refused = await service.post('/v1/quotes', {
      product: 'remittance',
      ...mobile,
      source_currency: 'PEN',
      amount: '1',
      amount_side: 'source',
    });
    expect(refusal(refused)).toEqual([503, 'operation_suspended']);
    expect(await callsFor(service, funded.get('payout_id'))).toBe(0);
    await withHand(service, (ports) => stopPayouts(ports, operator, false));
    await advance(service, 10);
    await remittanceIs(service, id, 'completed');
    expect(await callsFor(service, funded.get('payout_id'))).toBe(1);
  });

  describe('M6: stopping a remittance in each of its states', () => {
    /** One remittance in each state; all but the first are funded. */
    async function inEachState() {
      const person = { type: 'individual', country: 'VE', display_name: 'Luz Rojas' };
      const customer = (await service.post('/v1/customers', { ...person, external_id: freshKey() })).get(
        'id',
      );
      const to = await mobilePayee(service, { customer_id: customer });
      const make = async (description: string, status?: string) => {
        const [quote, into] = await Promise.all([price(), account()]);
        const made = await remit(service, {
          quote_id: quote.get('id'),
          beneficiary_id: to,
          source: { funding_account_id: into },
          description,
        });
        const id = made.get('id');
        if (status === undefined) return { id, into, payoutId: '' };
        await payInto(into, '101.50');
        return { id, into, payoutId: (await remittanceIs(service, id, status)).get('payout_id') };
      };
      const [waits, review, unsent, sent] = await Promise.all([
        make('sim:paid'),
        make('sim:review', 'review'),
        make('sim:queue:60000', 'processing'),
        make('sim:hold', 'processing'),
      ]);
      await expect.poll(() => callsFor(service, sent.payoutId)).toBe(1);
      return { customer, waits, review, unsent, sent };
    }
    type Each = Awaited<ReturnType<typeof inEachState>>;

    /** Gives evidence that the bank has paid the sent one. */
    async function reportPaid({ sent }: Each) {
      const path = `/v1/sandbox/operations/${sent.payoutId}/evidence`;
      expect((await service.post(path, { outcome: 'paid' })).status).toBe(200);
      await remittanceIs(service, sent.id, 'completed');
    }

    /** The steps made by others: the deposit, an operator's approval, the bank's evidence. */
    async function goOn(each: Each) {
      const id = each.review.payoutId;
      await payInto(each.waits.into, '101.50');
      await withHand(service, (ports) => decideRisk(ports, operator, { id, approve: true }));
      await reportPaid(each);
    }

    test('blocking its customer fails unsent ones, and returns all their money', async () => {
      const each = await inEachState();
      const start = await usdt();
      await withHand(service, (ports) =>
        blockCustomer(ports, operator, { id: each.customer, action: 'block' }),
      );
      const held = [each.review, each.unsent];
      for (const { id } of held) await remittanceIs(service, id, 'failed');
      const expected = 2n * 29_942_500n;
      expect(moved(start, await usdt())).toEqual({ available: expected, reserved: -expected });
      await payInto(each.waits.into, '101.50');
      for (const { id } of [each.waits, ...held]) {
        const failed = await remittanceIs(service, id, 'failed');
        expect(failed.at('failure_code')).toBe('customer_blocked');
        expect(await callsFor(service, failed.get('payout_id'))).toBe(0);
      }
      const back = { available: 3n * 29_942_500n, reserved: -expected };
      expect(moved(start, await usdt())).toEqual(back);
      await reportPaid(each);
      await service.check();
    });

    test.each([
      'a suspended capability lets go on what was accepted',
      'the kill switch holds back what has not left',
    ])('%s, and every payout arrives', async (name) => {
      const isKill = name.startsWith('the kill');
      const of = { ...mobile, product: 'remittance', accountId: null } as const;
      const each = await inEachState();
      const start = await usdt();
      await withHand(service, (ports): Promise<unknown> =>
        isKill ? stopPayouts(ports, operator, true) : suspendCapability(ports, operator, of),
      );
      expect(moved(start, await usdt())).toEqual({});
      await goOn(each);
      const held = [each.waits, each.review];
      for (const { id } of held) {
        const seen = await remittanceIs(service, id, isKill ? 'processing' : 'completed');
        expect(await callsFor(service, seen.get('payout_id'))).toBe(isKill ? 0 : 1);
      }
      await remittanceIs(service, each.unsent.id, 'processing');
      await withHand(service, (ports): Promise<unknown> =>
        isKill ? stopPayouts(ports, operator, false) : resumeCapability(ports, operator, of),
      );
      await advance(service, 70);
      for (const { id } of [...held, each.unsent, each.sent]) {
        const ended = await remittanceIs(service, id, 'completed');
        expect(await callsFor(service, ended.get('payout_id'))).toBe(1);
      }
      await service.check();
    });
  });
});

describe('is refused', () => {
  const absent = (prefix: string) => `${prefix}_01k9zq3v5e8x7m2n4p6r8t0w1y`;
  const ask = async (more: object = {}) =>
    service.post('/v1/remittances', {
      quote_id: (await price()).get('id'),
      beneficiary_id: beneficiary,
      source: { funding_account_id: await account() },
      ...more,
    });

  test('a request with an unknown id, or without exactly one source', async () => {
    expect(refusal(await ask({ beneficiary_id: absent('ben') }))).toEqual([
      404,
      'not_found',
      'beneficiary_id',
    ]);
    expect(refusal(await ask({ quote_id: absent('quo') }))).toEqual([404, 'not_found', 'quote_id']);
    for (const [name, prefix] of [
      ['funding_account_id', 'fa'],
      ['payin_id', 'pin'],
    ] as const) {
      const response = await ask({ source: { [name]: absent(prefix) } });
      expect(refusal(response)).toEqual([404, 'not_found', `source.${name}`]);
    }
    expect(refusal(await ask({ source: {} }))).toEqual([
      400,
      'invalid_parameter',
      'source.funding_account_id',
    ]);
    const both = { funding_account_id: absent('fa'), payin_id: absent('pin') };
    expect(refusal(await ask({ source: both }))).toEqual([400, 'invalid_parameter', 'source.payin_id']);
    expect(refusal(await ask({ source: { payin_id: 7 } }))).toEqual([400, 'invalid_body', 'source.payin_id']);
    expect(refusal(await ask({ source: undefined }))).toEqual([400, 'invalid_parameter', 'source']);
  });

  test('a payout quote for a remittance, and the reverse', async () => {
    const payout = await service.post('/v1/quotes', {
      ...mobile,
      source_currency: 'PEN',
      amount: '10',
      amount_side: 'source',
    });
    expect(refusal(await ask({ quote_id: payout.get('id') }))).toEqual([422, 'quote_mismatch']);
    const paid = { beneficiary_id: beneficiary, quote_id: (await price()).get('id') };
    expect(refusal(await service.post('/v1/payouts', paid))).toEqual([422, 'quote_mismatch']);
  });

  test('a funding account with another currency, settlement currency or method, an inactive one, and one in use', async () => {
    const pen = await openFundingAccount(service, 'PEN');
    const mxn = await openFundingAccount(service, 'MXN', 'USDT');
    for (const funding_account_id of [pen, mxn]) {
      const response = await ask({ source: { funding_account_id } });
      expect(refusal(response)).toEqual([422, 'quote_mismatch', 'source.funding_account_id']);
    }
    const input = { method: 'bank_transfer', currency: 'PEN', amount: '101.50' };
    const closed = (await openFunding(service, input)).get('id');
    await deposit(service, { funding_account_id: closed });
    expect(refusal(await ask({ source: { funding_account_id: closed } }))).toEqual([
      409,
      'funding_account_not_active',
      'source.funding_account_id',
    ]);
    const { into } = await waiting();
    expect(refusal(await ask({ source: { funding_account_id: into } }))).toEqual([
      409,
      'funding_account_in_use',
      'source.funding_account_id',
    ]);
  });

  test('a one-payment account with another amount than the quote', async () => {
    const one = { method: 'bank_transfer', currency: 'PEN', settlement_currency: 'USDT' };
    for (const amount of ['101.49', '101.51', '1015.00']) {
      const funding_account_id = (await openFunding(service, { ...one, amount })).get('id');
      const response = await ask({ source: { funding_account_id } });
      expect(refusal(response)).toEqual([422, 'quote_mismatch', 'source.funding_account_id']);
      expect(response.get('error.message')).toContain(`takes ${amount} PEN`);
    }
  });

  test('an expired quote, or a quote for another beneficiary', async () => {
    const quote = await price();
    await advance(service, 1_801);
    expect(refusal(await ask({ quote_id: quote.get('id') }))).toEqual([422, 'quote_expired']);
    const other = { method: 'bank_transfer', currency: 'VES' };
    const details = {
      account_number: '01020123450123456789',
      bank_code: '0102',
      document: { type: 'V', number: '12345678' },
    };
    const elsewhere = (await service.post('/v1/beneficiaries', { ...other, details })).get('id');
    expect(refusal(await ask({ beneficiary_id: elsewhere }))).toEqual([422, 'quote_mismatch']);
  });

  test('a remittance that is blocked by risk rules, suspended or disabled', async () => {
    const blocked = await ask({ description: 'sim:block' });
    expect([...refusal(blocked), blocked.at('error.reasons')]).toEqual([
      422,
      'risk_blocked',
      ['simulated_block'],
    ]);
    for (const product of ['remittance', 'payout']) {
      const of = { product, ...mobile, accountId: null };
      const standing = async () =>
        (await service.get('/v1/capabilities?product=remittance&method=mobile_payment')).at(
          'data.0.available',
        );
      const body = { quote_id: (await price()).get('id') };
      expect(await standing()).toBe(true);
      await withHand(service, (ports) => suspendCapability(ports, operator, of));
      expect(await standing()).toBe(false);
      const source = { funding_account_id: await account() };
      const response = await service.post('/v1/remittances', {
        ...body,
        beneficiary_id: beneficiary,
        source,
      });
      expect(refusal(response)).toEqual([503, 'operation_suspended']);
      await withHand(service, (ports) => resumeCapability(ports, operator, of));
      await remit(service, { ...body, beneficiary_id: beneficiary, source });
    }
  });

  test('a remittance above the limits', async () => {
    const most = { amount: '240000000.01', amount_side: 'destination' };
    const over = await service.post('/v1/quotes', {
      product: 'remittance',
      ...mobile,
      source_currency: 'PEN',
      ...most,
    });
    expect(refusal(over)).toEqual([422, 'limit_exceeded', 'amount']);
  });

  test('the same request with the same key is one remittance', async () => {
    const quote = await price();
    const source = { funding_account_id: await account() };
    const body = { quote_id: quote.get('id'), beneficiary_id: beneficiary, source };
    const idempotencyKey = freshKey();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => service.post('/v1/remittances', body, { idempotencyKey })),
    );
    expect(new Set(answers.map((each) => each.get('id'))).size).toBe(1);
    expect(countByStatus(answers)).toEqual({ 200: 9, 201: 1 });
    expect(refusal(await service.post('/v1/remittances', body))).toEqual([409, 'quote_already_used']);
  });
});

test('the list is filtered, and contains only own remittances', async () => {
  const { id, made } = await waiting();
  const ids = async (query: string) =>
    ((await service.get(`/v1/remittances?limit=100&${query}`)).at('data') as { id: string }[]).map(
      (each) => each.id,
    );
  expect(await ids('status=awaiting_funds')).toContain(id);
  expect(await ids('status=completed')).not.toContain(id);
  expect(await ids(`beneficiary_id=${beneficiary}`)).toContain(id);
  expect(await ids('payin_id=pin_01k9zq3v5e8x7m2n4p6r8t0w1y')).toEqual([]);
  expect(refusal(await service.get('/v1/remittances?status=lost'))).toEqual([
    400,
    'invalid_parameter',
    'status',
  ]);
  const { description: _, ...listed } = made.body;
  const [first] = (await service.get('/v1/remittances?limit=1')).at('data') as object[];
  expect(first).toEqual(listed);
});

test('every remittance capability works, from each pay-in method to each payout method', async () => {
  const offers = (await service.get('/v1/capabilities?product=remittance')).at('data') as Record<
    string,
    unknown
  >[];
  expect(offers.every(({ available }) => available === true)).toBe(true);
  const ways = offers.map((each) => `${String(each['source_currency'])} ${String(each['currency'])}`);
  for (const from of ['PEN', 'BRL', 'MXN', 'USD']) {
    for (const to of ['VES', 'PEN', 'BRL', 'MXN'].filter((each) => each !== from)) {
      expect(ways).toContain(`${from} ${to}`);
    }
  }
  expect(ways.some((way) => way.slice(0, 3) === way.slice(4))).toBe(false);
  expect(offers.every((each) => each['settlement_asset'] === 'USDT')).toBe(true);
  for (const { method, currency, source_currency, source_method } of offers) {
    const quote = await price({ method, currency, source_currency, source_method });
    expect(quote.at('source_method')).toBe(source_method);
  }
  const ready = async () => {
    const quote = await price({ method: 'spei', currency: 'MXN' });
    const source = { funding_account_id: await account() };
    return { quote_id: quote.get('id'), beneficiary_id: await speiBeneficiary(service), source };
  };
  const body = await ready();
  const spei = { product: 'remittance', method: 'spei', currency: 'MXN' };
  const limits = [{ ...spei, perOperation: '1.00' }];
  const terms = { accountId: service.accountId, update: { limits } };
  await withHand(service, (ports) => setAccountTerms(ports, operator, terms));
  expect(refusal(await service.post('/v1/remittances', body))).toEqual([422, 'limit_exceeded', 'quote_id']);
  await disable(service, service.accountId, spei);
  expect(refusal(await service.post('/v1/remittances', body))).toEqual([422, 'unsupported_method']);
  const response = await service.post('/v1/quotes', {
    product: 'remittance',
    method: 'spei',
    currency: 'MXN',
    source_currency: 'PEN',
    amount: '1',
    amount_side: 'source',
  });
  expect(refusal(response)).toEqual([422, 'unsupported_method']);
});

test('nothing was sent twice, and every invariant holds', async () => {
  expect(await repeatedCalls(service)).toEqual([]);
  await service.check();
});
