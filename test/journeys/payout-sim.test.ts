import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { advance } from '../setup/hand.js';
import {
  callsFor,
  linesOf,
  moved,
  pathOf,
  pay,
  repeatedCalls,
  statusIs,
  typesOf,
} from '../setup/payout-journey.js';
import { queryRows } from '../setup/rows.js';
import { openService, type RunningService } from '../setup/running.js';
import { allAtOnce, balanceOf, eventsOf, fund, mxnPayout, refusal, speiBeneficiary } from '../setup/verbs.js';

let service: RunningService;
let beneficiaryId: string;
beforeAll(async () => {
  service = await openService();
  await fund(service, 'MXN', '100000.00');
  beneficiaryId = await speiBeneficiary(service);
});
afterAll(() => service.stop());

const create = async (description?: string) =>
  (await pay(service, mxnPayout(beneficiaryId, '100.00', description))).get('id');
const evidenceOn = (id: string, body: object) => service.post(`/v1/sandbox/operations/${id}/evidence`, body);
const paidEvents = ['payout.created', 'payout.completed'];
const failedEvents = ['payout.created', 'payout.failed'];
const returnedEvents = [...paidEvents, 'payout.returned', 'payout.return_settled'];
/** 101.50 MXN are debited, of which 0.50 come back as earnings. */
const spent = { available: -10150n, earnings: 50n };

/** The exceptions about a payout. */
async function exceptionsOf(id: string): Promise<object[]> {
  const events = await eventsOf(service);
  return events.flatMap(([type, data]) => {
    const { resource } = data as { resource?: { id: string } };
    return type === 'reconciliation.exception_created' && resource?.id === id ? [data] : [];
  });
}

describe('a tag in the description', () => {
  test.each([
    [undefined, 'completed', undefined, paidEvents],
    ['sim:paid', 'completed', undefined, paidEvents],
    ['invoice 7 sim:paid please', 'completed', undefined, paidEvents],
    ['sim:nonsense', 'completed', undefined, paidEvents],
    ['sim:fail', 'failed', 'provider_rejected', failedEvents],
    ['sim:fail:account_closed', 'failed', 'account_closed', failedEvents],
    ['sim:fail:insufficient_funds', 'failed', 'insufficient_funds', failedEvents],
    ['sim:fail:acct-closed.', 'failed', 'acct-closed', failedEvents],
    ['sim:uncertain:paid', 'completed', undefined, paidEvents],
    ['sim:uncertain:fail', 'failed', 'simulated_failure', failedEvents],
    ['sim:slow:300', 'completed', undefined, paidEvents],
    ['sim:slow:300 sim:fail', 'failed', 'provider_rejected', failedEvents],
    ['sim:queue:300', 'completed', undefined, paidEvents],
    ['sim:queue:300 sim:fail', 'failed', 'provider_rejected', failedEvents],
  ])('%s: %s %s', async (description, status, failureCode, events) => {
    const before = await balanceOf(service, 'MXN');
    const id = await create(description);
    const ended = await statusIs(service, id, status);
    expect(ended.at('failure_code')).toBe(failureCode);
    expect(await typesOf(service, id)).toEqual(events);
    expect(moved(before, await balanceOf(service, 'MXN'))).toEqual(status === 'completed' ? spent : {});
    expect(await callsFor(service, id)).toBe(1);
  });

  test.each(['sim:slow:400', 'sim:queue:400'])(
    '%s keeps the payout processing that long',
    async (description) => {
      const id = await create(description);
      const { body } = await statusIs(service, id, 'completed');
      const took = Date.parse(String(body['completed_at'])) - Date.parse(String(body['created_at']));
      expect(took).toBeGreaterThanOrEqual(400);
    },
  );

  test('sim:uncertain:* passes through verification_pending', async () => {
    const id = await create('sim:slow:100 sim:uncertain:paid');
    const doubted = await statusIs(service, id, 'verification_pending');
    expect(doubted.body).not.toHaveProperty('completed_at');
    await statusIs(service, id, 'completed');
  });

  test('sim:return is returned and settled', async () => {
    const before = await balanceOf(service, 'MXN');
    const id = await create('sim:return');
    await service.until(pathOf(id), (each) => each.at('refund.status') === 'settled');
    expect(await typesOf(service, id)).toEqual(returnedEvents);
    expect(moved(before, await balanceOf(service, 'MXN'))).toEqual({ available: -150n, earnings: 50n });
  });

  test('sim:fail:late fails; a payment reported later moves nothing and raises an exception', async () => {
    const before = await balanceOf(service, 'MXN');
    const id = await create('sim:fail:late');
    await statusIs(service, id, 'failed');
    const path = '/v1/events?limit=100&type=reconciliation.exception_created';
    await service.until(path, (answer) => answer.text.includes(id));
    expect(await exceptionsOf(id)).toEqual([
      expect.objectContaining({
        type: 'late_payment_evidence',
        status: 'open',
        resource: { type: 'payout', id },
        actual: { amount: '100.00', currency: 'MXN' },
      }),
    ]);
    expect((await service.get(pathOf(id))).at('status')).toBe('failed');
    expect(await typesOf(service, id)).toEqual(failedEvents);
    expect(moved(before, await balanceOf(service, 'MXN'))).toEqual({});
  });

  test('sim:slow delays a return and a late payment as well', async () => {
    const [returned, late] = await allAtOnce(2, (nth) =>
      create(`sim:slow:1500 ${nth === 0 ? 'sim:return' : 'sim:fail:late'}`),
    );
    await service.until(pathOf(returned ?? ''), (each) => each.at('refund.status') === 'settled');
    const failed = await statusIs(service, late ?? '', 'failed');
    const path = '/v1/events?limit=100&type=reconciliation.exception_created';
    await service.until(path, (answer) => answer.text.includes(late ?? ''));
    expect(await typesOf(service, returned ?? '')).toEqual(returnedEvents);
    expect(await typesOf(service, late ?? '')).toEqual(failedEvents);
    const completed = (await service.get(pathOf(returned ?? ''))).get('completed_at');
    for (const [from, to] of [
      [failed.get('created_at'), completed],
      [failed.get('created_at'), failed.get('failed_at')],
    ] as const) {
      expect(Date.parse(to) - Date.parse(from)).toBeGreaterThanOrEqual(1400);
    }
    expect(await exceptionsOf(late ?? '')).toEqual([
      expect.objectContaining({ type: 'late_payment_evidence' }),
    ]);
  });

  test.each([
    ['sim:uncertain:paid sim:mismatch', 'completed', paidEvents],
    ['sim:mismatch sim:return', 'returned', returnedEvents],
    ['sim:return sim:mismatch', 'returned', returnedEvents],
    ['sim:slow:100 sim:mismatch', 'completed', paidEvents],
  ])('%s is one unit more at the provider, and %s', async (description, status, events) => {
    const id = await create(description);
    await statusIs(service, id, status);
    await service.until(`/v1/events?resource_id=${id}`, (each) => each.text.includes(events.at(-1) ?? ''));
    expect(await typesOf(service, id)).toEqual(events);
    expect(await exceptionsOf(id)).toEqual([
      expect.objectContaining({
        type: 'provider_mismatch',
        actual: { amount: '100.01', currency: 'MXN' },
      }),
    ]);
  });

  test('sim:mismatch completes, and one unit more at the provider raises an exception', async () => {
    const before = await balanceOf(service, 'MXN');
    const id = await create('sim:mismatch');
    await statusIs(service, id, 'completed');
    expect(await exceptionsOf(id)).toEqual([
      expect.objectContaining({
        id: expect.stringMatching(/^rex_[0-9a-z]{26}$/) as unknown,
        type: 'provider_mismatch',
        status: 'open',
        resource: { type: 'payout', id },
        expected: { amount: '100.00', currency: 'MXN' },
        actual: { amount: '100.01', currency: 'MXN' },
      }),
    ]);
    expect(moved(before, await balanceOf(service, 'MXN'))).toEqual(spent);
  });

  test('sim:unsent never leaves: five attempts, then not_submitted', async () => {
    const before = await balanceOf(service, 'MXN');
    const id = await create('sim:unsent');
    const failed = await statusIs(service, id, 'failed');
    expect(failed.at('failure_code')).toBe('not_submitted');
    const attempts = await queryRows(
      service.databaseUrl,
      `select number, state, extract(epoch from created_at - min(created_at) over ()) as after
        from intent where operation_id = $1 order by number`,
      [id],
    );
    const unsent = ['1', '2', '3', '4', '5'].map((number) => ({ number, state: 'not_sent' }));
    expect(attempts).toMatchObject(unsent);
    expect(Number(attempts.at(-1)?.['after'])).toBeLessThan(3);
    expect(await typesOf(service, id)).toEqual(failedEvents);
    expect(moved(before, await balanceOf(service, 'MXN'))).toEqual({});
    expect(await callsFor(service, id)).toBe(0);
  });
});

describe('evidence by hand', () => {
  const uncertain = ['sim:uncertain', 'verification_pending'] as const;
  const held = ['sim:hold', 'processing'] as const;
  test.each([
    [...uncertain, { outcome: 'paid' }, 'completed', undefined, paidEvents, spent],
    [...uncertain, { outcome: 'not_executed' }, 'failed', 'resolved_not_executed', failedEvents, {}],
    [
      ...uncertain,
      { outcome: 'not_executed', code: 'no_such_account' },
      'failed',
      'no_such_account',
      failedEvents,
      {},
    ],
    [...held, { outcome: 'paid' }, 'completed', undefined, paidEvents, spent],
    [...held, { outcome: 'not_executed', code: 'AC-04.x' }, 'failed', 'ac-04.x', failedEvents, {}],
    [
      ...held,
      { outcome: 'returned' },
      'returned',
      undefined,
      returnedEvents,
      { available: -150n, earnings: 50n },
    ],
    [
      ...uncertain,
      { outcome: 'returned' },
      'returned',
      undefined,
      returnedEvents,
      { available: -150n, earnings: 50n },
    ],
  ])('on %s (%s) of %j: %s %s', async (description, waiting, evidence, status, code, events, change) => {
    const before = await balanceOf(service, 'MXN');
    const id = await create(description);
    if (waiting === 'verification_pending') await statusIs(service, id, waiting);
    const answer = await evidenceOn(id, evidence);
    expect([answer.status, answer.at('status')], answer.text).toEqual([200, status]);
    expect(answer.at('failure_code')).toBe(code);
    await service.until(`/v1/events?resource_id=${id}`, (each) => each.text.includes(events.at(-1) ?? ''));
    expect(await typesOf(service, id)).toEqual(events);
    expect(moved(before, await balanceOf(service, 'MXN'))).toEqual(change);
    expect(await callsFor(service, id)).toBe(1);
  });

  test('sim:hold stays in flight, however much time passes', async () => {
    const id = await create('sim:hold');
    await service.until(`/v1/payouts?limit=1`, (each) => each.at('data.0.id') === id);
    await advance(service, 4 * 3600);
    expect((await service.get(pathOf(id))).at('status')).toBe('processing');
    await evidenceOn(id, { outcome: 'paid' });
    expect((await service.get(pathOf(id))).at('status')).toBe('completed');
  });

  test('sim:uncertain is looked up repeatedly and stays uncertain', async () => {
    const id = await create('sim:uncertain');
    await statusIs(service, id, 'verification_pending');
    const lookedUp = 'select look_ups, status from payout where id = $1';
    for (const least of [1, 2, 3]) {
      // An advance makes at least one, however many intervals pass.
      await advance(service, 3600);
      const [row] = await queryRows(service.databaseUrl, lookedUp, [id]);
      expect(row?.['status']).toBe('verification_pending');
      expect(Number(row?.['look_ups'])).toBeGreaterThanOrEqual(least);
    }
    expect(await typesOf(service, id)).toEqual(['payout.created']);
    expect(await callsFor(service, id)).toBe(1);
    await evidenceOn(id, { outcome: 'not_executed' });
  });

  test('waits for the answer to a send in progress, and applies if the bank takes longer', async () => {
    const payouts = await allAtOnce(10, () => create('sim:slow:400'));
    const responses = await allAtOnce(10, (index) =>
      evidenceOn(payouts[index] ?? '', { outcome: 'not_executed' }),
    );
    expect(responses.map(refusal)).toEqual(responses.map(() => [409, 'operation_not_in_flight']));
    const slow = await create('sim:slow:2900');
    await expect.poll(() => callsFor(service, slow), { timeout: 3_000 }).toBe(1);
    const answer = await evidenceOn(slow, { outcome: 'not_executed' });
    expect(answer.at('status'), answer.text).toBe('failed');
    const intent = 'select state from intent where operation_id = $1';
    await expect
      .poll(() => queryRows(service.databaseUrl, intent, [slow]), { timeout: 60_000 })
      .toEqual([{ state: 'refused' }]);
    for (const id of [...payouts, slow]) expect(await exceptionsOf(id)).toEqual([]);
  });

  test('of a return follows a completed payout, once', async () => {
    const id = await create();
    await statusIs(service, id, 'completed');
    const returned = await evidenceOn(id, { outcome: 'returned' });
    expect(returned.status, returned.text).toBe(200);
    expect(returned.at('refund')).toEqual({ amount: '100.00', currency: 'MXN', status: 'pending' });
    await service.until(pathOf(id), (each) => each.at('refund.status') === 'settled');
    expect(await typesOf(service, id)).toEqual(returnedEvents);
    expect(refusal(await evidenceOn(id, { outcome: 'returned' }))).toEqual([409, 'operation_not_in_flight']);
    const returns = (await linesOf(service, 'MXN', id)).filter((line) => line.startsWith('payout_return '));
    expect(returns).toEqual(['payout_return pending credit 100.00']);
  });

  test.each([
    [undefined, 'completed', ['paid', 'not_executed']],
    ['sim:fail', 'failed', ['paid', 'not_executed', 'returned']],
    ['sim:return', 'returned', ['paid', 'not_executed', 'returned']],
  ])('on %s, which is %s, is refused', async (description, status, outcomes) => {
    const id = await create(description);
    await statusIs(service, id, status);
    for (const outcome of outcomes) {
      expect(refusal(await evidenceOn(id, { outcome })), outcome).toEqual([409, 'operation_not_in_flight']);
    }
    expect(await exceptionsOf(id)).toEqual([]);
    if (status === 'returned') {
      await service.until(pathOf(id), (each) => each.at('refund.status') === 'settled');
    }
  });

  test.each(['sim:queue:600000', 'sim:review'])(
    'on %s, which was not sent, is refused',
    async (description) => {
      const id = await create(description);
      for (const outcome of ['paid', 'not_executed', 'returned']) {
        expect(refusal(await evidenceOn(id, { outcome })), outcome).toEqual([409, 'operation_not_in_flight']);
      }
      expect((await service.get(pathOf(id))).at('status')).toBe('processing');
    },
  );

  test.each([
    [{}, 'invalid_parameter', 'outcome'],
    [{ outcome: 'lost' }, 'invalid_parameter', 'outcome'],
    [{ outcome: 7 }, 'invalid_body', 'outcome'],
    [{ outcome: 'paid', colour: 'red' }, 'invalid_body', 'colour'],
    [{ outcome: 'not_executed', code: 'No Such' }, 'invalid_parameter', 'code'],
  ])('malformed as %j is refused', async (body, code, param) => {
    const id = await create('sim:hold');
    expect(refusal(await evidenceOn(id, body))).toEqual([400, code, param]);
    await evidenceOn(id, { outcome: 'paid' });
  });

  test('on an unknown id is not found', async () => {
    for (const id of ['pout_01k9zq3v5e8x7m2n4p6r8t0w1y', 'pout_', 'nothing', beneficiaryId]) {
      expect(refusal(await evidenceOn(id, { outcome: 'paid' })), id).toEqual([404, 'not_found']);
    }
  });
});

test('the bank was called at most once for every payout, and every invariant holds', async () => {
  expect(await repeatedCalls(service)).toEqual([]);
  await service.check();
});
