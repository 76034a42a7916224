import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { resolveException, type AdjustmentAsk } from '../../src/usecases/reconciliation.js';
import { buildCommandLine, runWarm } from '../setup/cli.js';
import { advance, lastAudit, openOtherAccount, operator, withHand } from '../setup/hand.js';
import { instant, moved, pay } from '../setup/payout-journey.js';
import type { Refusal } from '../../src/domain/refusal.js';
import { operatorOf } from '../setup/graphql.js';
import { queryRows } from '../setup/rows.js';
import { openService, type Answer, type RunningService } from '../setup/running.js';
import type { Exception } from '../../src/domain/reconciliation.js';
import {
  balanceOf,
  eventsOf,
  fund,
  mxnPayout,
  openFunding,
  refusal,
  speiBeneficiary,
  walk,
} from '../setup/verbs.js';

let service: RunningService;
beforeAll(async () => {
  service = await openService();
  await fund(service, 'MXN', '100.00');
});
afterAll(() => service.stop());

const path = '/v1/reconciliation-exceptions';

/** A payment of another amount than expected: the ids of the exception and of the funding account. */
async function mismatch(amount = '40.00'): Promise<{ id: string; fundingAccountId: string }> {
  const response = await openFunding(service, { method: 'spei', currency: 'MXN', amount: '50.00' });
  const fundingAccountId = response.get('id');
  const paid = await service.post('/v1/sandbox/deposits', { funding_account_id: fundingAccountId, amount });
  return { id: paid.get('reconciliation_exception_id'), fundingAccountId };
}

const resolve = (id: string, adjustment?: AdjustmentAsk, note = 'looked into') =>
  withHand(service, (ports) => resolveException(ports, operator, { id, note, adjustment }));
const mxn = (direction: 'credit' | 'debit', amount: string): AdjustmentAsk => ({
  direction,
  amount,
  currency: 'MXN',
});
const rowOf = async (id: string): Promise<unknown> =>
  (await walk<{ id: string }>(service, path)).find((each) => each.id === id);
const idsAt = (answer: Answer) => (answer.at('data') as { id: string }[]).map(({ id }) => id);

describe('the list', () => {
  test('shows exceptions as in their events, newest first', async () => {
    const { id, fundingAccountId } = await mismatch();
    const open = {
      id,
      type: 'amount_mismatch',
      status: 'open',
      resource: { type: 'funding_account', id: fundingAccountId },
      expected: { amount: '50.00', currency: 'MXN' },
      actual: { amount: '40.00', currency: 'MXN' },
      created_at: instant,
    };
    expect(await rowOf(id)).toEqual(open);
    expect(await eventsOf(service, id)).toEqual([['reconciliation.exception_created', await rowOf(id)]]);
    const next = await mismatch();
    const first = await service.get(`${path}?limit=1`);
    expect([idsAt(first), first.at('has_more')]).toEqual([[next.id], true]);
    const second = await service.get(`${path}?limit=1&starting_after=${first.get('next_cursor')}`);
    expect(idsAt(second)).toEqual([id]);
  });

  test('is filtered by status, type and creation time', async () => {
    const [one, other] = [await mismatch(), await mismatch()];
    await resolve(one.id);
    const ids = async (query: string) => idsAt(await service.get(`${path}?limit=100&${query}`));
    expect(await ids('status=resolved')).toContain(one.id);
    expect(await ids('status=resolved')).not.toContain(other.id);
    expect(await ids('status=open')).not.toContain(one.id);
    expect(await ids('type=amount_mismatch&status=open')).toContain(other.id);
    expect(await ids('type=payin_reversed')).toEqual([]);
    expect(await ids('created_before=2020-01-01T00:00:00Z')).toEqual([]);
    expect(await ids('created_after=2020-01-01T00:00:00Z')).toContain(one.id);
    for (const param of ['status', 'type']) {
      const refused = await service.get(`${path}?${param}=nonsense`);
      expect(refusal(refused)).toEqual([400, 'invalid_parameter', param]);
    }
  });

  test('shows no exception of another account', async () => {
    await mismatch();
    const { key } = await openOtherAccount(service);
    expect((await service.get(path, { key })).body).toEqual({ data: [], has_more: false });
  });
});

describe('a resolution', () => {
  test('with a credit raises the available amount, and appears in statement and event log', async () => {
    const { id } = await mismatch();
    const before = await balanceOf(service, 'MXN');
    const { adjustment } = await resolve(id, mxn('credit', '40.5'), 'credited what came');
    expect(moved(before, await balanceOf(service, 'MXN'))).toEqual({ available: 4050n });
    const statement = await service.get('/v1/balances/MXN/entries?limit=1');
    expect(statement.at('data.0')).toMatchObject({
      purpose: 'adjustment_credit',
      account: 'available',
      direction: 'credit',
      amount: '40.50',
      origin: { type: 'adjustment', id: adjustment?.id },
    });
    expect(adjustment?.id).toMatch(/^adj_[0-9a-z]{26}$/);
    const resolved = await rowOf(id);
    expect(resolved).toMatchObject({ status: 'resolved', note: 'credited what came', resolved_at: instant });
    expect((await eventsOf(service, id)).at(-1)).toEqual(['reconciliation.exception_resolved', resolved]);
    expect(await lastAudit(service, 'exception.resolve')).toEqual({
      operator: operator.name,
      reason: operator.reason,
      account_id: service.accountId,
      subject_id: id,
      before: { status: 'open' },
      after: {
        status: 'resolved',
        note: 'credited what came',
        adjustment: { id: adjustment?.id, direction: 'credit', amount: '40.50', currency: 'MXN' },
      },
    });
  });

  test('with a debit can take the available amount to the last unit and no more', async () => {
    const { id } = await mismatch();
    const before = await balanceOf(service, 'MXN');
    const all = before['available'] ?? '';
    const more = mxn('debit', (Number(all) + 0.01).toFixed(2));
    const poor = { code: 'insufficient_funds', param: 'adjustment.amount' };
    await expect(resolve(id, more)).rejects.toMatchObject(poor);
    await expect(resolve(id, { ...more, currency: 'BRL' })).rejects.toMatchObject(poor);
    expect(await rowOf(id)).toMatchObject({ status: 'open' });
    expect(await balanceOf(service, 'MXN')).toEqual(before);
    await resolve(id, mxn('debit', all));
    expect(await balanceOf(service, 'MXN')).toMatchObject({ available: '0.00' });
    const statement = await service.get('/v1/balances/MXN/entries?limit=1');
    expect(statement.at('data.0')).toMatchObject({ purpose: 'adjustment_debit', direction: 'debit' });
  });

  test('without an adjustment moves nothing; a currency never held can be credited', async () => {
    const [quiet, foreign] = [await mismatch(), await mismatch()];
    const before = await balanceOf(service, 'MXN');
    expect((await resolve(quiet.id)).adjustment).toBeUndefined();
    expect(await balanceOf(service, 'MXN')).toEqual(before);
    await resolve(foreign.id, { direction: 'credit', amount: '1', currency: 'VES' });
    expect(await balanceOf(service, 'VES')).toMatchObject({ available: '1.00', total: '1.00' });
  });

  test('happens once under concurrent requests', async () => {
    const { id } = await mismatch();
    const before = await balanceOf(service, 'MXN');
    const results = await Promise.allSettled([1, 2, 3].map(() => resolve(id, mxn('credit', '5.00'))));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(moved(before, await balanceOf(service, 'MXN'))).toEqual({ available: 500n });
    await expect(resolve(id)).rejects.toMatchObject({ code: 'invalid_request' });
  });

  test('is refused for an unknown exception and for an invalid amount', async () => {
    const absent = resolve('rex_01k9zq3v5e8x7m2n4p6r8t0w1y');
    await expect(absent).rejects.toMatchObject({ code: 'not_found' });
    const { id } = await mismatch();
    for (const [currency, amount, param] of [
      ['MXN', '0', 'adjustment.amount'],
      ['MXN', '1.001', 'adjustment.amount'],
      ['MXN', '-1', 'adjustment.amount'],
      ['XXX', '1', 'adjustment.currency'],
    ] as const) {
      const wrong = resolve(id, { direction: 'credit', amount, currency });
      await expect(wrong).rejects.toMatchObject({ code: 'invalid_parameter', param });
    }
    expect(await rowOf(id)).toMatchObject({ status: 'open' });
  });
});

describe('a large adjustment', () => {
  const large = mxn('credit', '40000000.00');
  const asks = (id: string, name: string, adjustment = large) =>
    withHand(service, (ports) =>
      resolveException(ports, { ...operator, name }, { id, note: 'checked', adjustment }),
    );

  test('takes two operators who request the same', async () => {
    const { id } = await mismatch();
    const before = await balanceOf(service, 'MXN');
    for (const name of ['one', 'one']) {
      expect(await asks(id, name)).toMatchObject({ isProposed: true, exception: { status: 'open' } });
    }
    expect(await asks(id, 'other', mxn('credit', '40000000.01'))).toMatchObject({ isProposed: true });
    expect(await asks(id, 'other', mxn('debit', '50000000.00')).catch(({ code }: Refusal) => code)).toBe(
      'insufficient_funds',
    );
    expect(await balanceOf(service, 'MXN')).toEqual(before);
    expect(await rowOf(id)).toMatchObject({ status: 'open' });
    expect(await lastAudit(service, 'exception.propose')).toMatchObject({
      operator: 'other',
      subject_id: id,
      after: { status: 'open', note: 'checked', wanted: { direction: 'credit', amount: '40000000.01' } },
    });
    const { get: ask } = await operatorOf(service, 'viewer');
    const waiting = async () =>
      (
        await ask(
          '{ proposedAdjustments(first: 5) { exceptionId accountId operator note direction money { amount currency } } }',
        )
      ).at('proposedAdjustments');
    const proposal = { exceptionId: id, accountId: service.accountId, note: 'checked', direction: 'credit' };
    const money = (amount: string) => ({ amount, currency: 'MXN' });
    // Requested twice by the same operator, it is proposed once.
    expect(await waiting()).toEqual([
      { ...proposal, operator: 'other', money: money('40000000.01') },
      { ...proposal, operator: 'one', money: money('40000000.00') },
    ]);
    await buildCommandLine();
    const listed = await runWarm(['exception', 'proposed', '--json'], service.env);
    expect(JSON.parse(listed.stdout), listed.stderr).toMatchObject({
      data: [{ amount: '40000000.01' }, { exception_id: id, operator: 'one', amount: '40000000.00' }],
    });
    const { adjustment, isProposed } = await asks(id, 'other');
    expect([adjustment?.amount.toFixed(2), isProposed]).toEqual(['40000000.00', false]);
    expect(await waiting()).toEqual([]);
    expect(moved(before, await balanceOf(service, 'MXN'))).toEqual({ available: 4_000_000_000n });
    expect(await rowOf(id)).toMatchObject({ status: 'resolved' });
  });

  test('is closed by exactly one of two concurrent second requests', async () => {
    const { id } = await mismatch();
    await asks(id, 'one');
    const before = await balanceOf(service, 'MXN');
    const results = await Promise.allSettled(['two', 'three'].map((name) => asks(id, name)));
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(moved(before, await balanceOf(service, 'MXN'))).toEqual({ available: 4_000_000_000n });
  });
});

test('operators see the difference, the reference and the next step; the account does not', async () => {
  const { id, fundingAccountId } = await mismatch();
  const { get: ask } = await operatorOf(service, 'viewer');
  const response = await ask(
    `{ reconciliationException(id: "${id}") { difference { amount currency } reference nextStep } }`,
  );
  expect(response.errors).toEqual([]);
  const [payment] = await queryRows(
    service.databaseUrl,
    'select p.reference from simulator.payment p join funding_account f on f.reference = p.funding_reference where f.id = $1',
    [fundingAccountId],
  );
  expect(response.at('reconciliationException')).toEqual({
    difference: { amount: '-10.00', currency: 'MXN' },
    reference: payment?.['reference'],
    nextStep: expect.stringMatching(/^Ask the account what the payment is for/),
  });
  expect(Object.keys((await rowOf(id)) as object)).not.toContain('difference');
  await resolve(id);
  const after = await ask(`{ reconciliationException(id: "${id}") { nextStep } }`);
  expect(after.at('reconciliationException')).toEqual({ nextStep: null });
});

describe('each type', () => {
  const put = (body: object) => service.post('/v1/sandbox/deposits', body);
  const openAccount = async (amount = '50.00') =>
    (await openFunding(service, { method: 'spei', currency: 'MXN', amount })).get('id');
  const raisedBy = (answer: Answer) => answer.get('reconciliation_exception_id');
  const about = async (resourceId: string): Promise<string> => {
    const find = async () =>
      (
        await queryRows(service.databaseUrl, 'select id from exception where resource_id = $1', [resourceId])
      )[0];
    await expect.poll(find, { timeout: 60_000 }).toBeDefined();
    return (await find())?.['id'] ?? '';
  };
  const paidOut = async (description: string) =>
    (await pay(service, mxnPayout(await speiBeneficiary(service), '10.00', description))).get('id');

  const made: Readonly<Record<Exception['type'], () => Promise<string>>> = {
    amount_mismatch: async () =>
      raisedBy(await put({ funding_account_id: await openAccount(), amount: '40.00' })),
    payin_reversed: async () => {
      const account = (await openFunding(service, { method: 'spei', currency: 'MXN' })).get('id');
      return about(
        (await put({ funding_account_id: account, amount: '20.00', outcome: 'reversed' })).get('id'),
      );
    },
    unmatched_deposit: async () => {
      const account = await openAccount();
      await advance(service, 31 * 60);
      await service.until(`/v1/funding-accounts/${account}`, (each) => each.at('status') === 'closed');
      return raisedBy(await put({ funding_account_id: account }));
    },
    duplicate_deposit: async () => {
      const account = await openAccount();
      await put({ funding_account_id: account });
      await service.until(`/v1/funding-accounts/${account}`, (each) => each.at('status') === 'closed');
      return raisedBy(await put({ funding_account_id: account }));
    },
    late_payment_evidence: async () => about(await paidOut('sim:fail:late')),
    provider_mismatch: async () => about(await paidOut('sim:mismatch')),
  };

  test.each(Object.keys(made) as Exception['type'][])('%s can be produced in the sandbox', async (type) => {
    await fund(service, 'MXN', '100.00');
    expect(await rowOf((await made[type]()) ?? '')).toMatchObject({ type, status: 'open' });
  });
});

test('every invariant holds', () => service.check());
