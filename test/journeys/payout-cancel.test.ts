import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { decideRisk } from '../../src/usecases/risk.js';
import { operator, withHand } from '../setup/hand.js';
import {
  callsFor,
  instant,
  linesOf,
  moved,
  pathOf,
  pay,
  repeatedCalls,
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
  beneficiaryId = await speiBeneficiary(service);
});
afterAll(() => service.stop());

const create = (description?: string, amount = '100.00') =>
  pay(service, mxnPayout(beneficiaryId, amount, description));
const cancel = (id: string, idempotencyKey = freshKey()) =>
  service.post(`${pathOf(id)}/cancel`, undefined, { idempotencyKey });
const queued = 'sim:queue:600000';
const replayed = 'idempotent-replayed';

/** A payout that is cancelled. */
async function cancelled(): Promise<string> {
  const id = (await create(queued)).get('id');
  expect((await cancel(id)).status).toBe(202);
  await statusIs(service, id, 'cancelled');
  return id;
}

describe('an unsent payout', () => {
  test('is cancelled with 202, gets all its money back, and is never sent', async () => {
    const before = await balanceOf(service, 'MXN');
    const created = await create(queued);
    const id = created.get('id');
    const response = await cancel(id);
    expect(response.status, response.text).toBe(202);
    expect(response.headers.get(replayed)).toBeNull();
    const requested = { status: 'requested', requested_at: instant, requested_via: 'api' };
    const updated = { updated_at: response.get('cancellation.requested_at') };
    expect(response.body).toEqual({ ...created.body, ...updated, cancellation: requested });

    const ended = await statusIs(service, id, 'cancelled');
    expect(ended.body).toMatchObject({
      failure_code: 'cancelled_before_submission',
      cancelled_at: instant,
      description: queued,
      cancellation: { ...requested, decided_at: instant },
    });
    expect(ended.at('cancelled_at')).toBe(ended.get('cancellation.decided_at'));
    for (const name of ['completed_at', 'failed_at', 'refund']) expect(ended.body).not.toHaveProperty(name);

    const history = await eventsOf(service, id);
    expect(history.map(([type]) => type)).toEqual(['payout.created', 'payout.cancelled']);
    const { description: _, beneficiary: _payee, cancellation: _cancellation, ...visible } = ended.body;
    expect(history[1]?.[1]).toEqual(visible);
    const list = await service.get('/v1/payouts?limit=1');
    expect(list.at('data.0')).not.toHaveProperty('cancellation');
    expect(moved(before, await balanceOf(service, 'MXN'))).toEqual({});
    expect((await linesOf(service, 'MXN', id)).filter((line) => line.startsWith('reversal')).sort()).toEqual([
      'reversal available credit 101.50',
      'reversal reserved debit 101.50',
    ]);
    expect(await callsFor(service, id)).toBe(0);
  });

  test('can be cancelled between attempts that were not sent', async () => {
    const id = (await create('sim:unsent')).get('id');
    // During an attempt it is refused; between two it succeeds, unless all five are over before.
    let answer = await cancel(id);
    while (answer.at('error.reasons.0') === 'submitted') answer = await cancel(id);
    expect(answer.status, answer.text).toBe(202);
    const ended = await statusIs(service, id, 'cancelled');
    expect(ended.at('failure_code')).toBe('cancelled_before_submission');
    expect(await typesOf(service, id)).toEqual(['payout.created', 'payout.cancelled']);
    expect(await callsFor(service, id)).toBe(0);
  });
});

describe('repeating a cancel', () => {
  test('of a cancelled payout returns 200 with any key', async () => {
    const id = await cancelled();
    for (const key of [freshKey(), freshKey()]) {
      const again = await cancel(id, key);
      expect([again.status, again.headers.get(replayed), again.at('status')]).toEqual([
        200,
        null,
        'cancelled',
      ]);
      expect(again.at('cancellation.status')).toBe('requested');
      expect((await cancel(id, key)).headers.get(replayed)).toBe('true');
    }
    expect(await typesOf(service, id)).toEqual(['payout.created', 'payout.cancelled']);
  });

  test('with the same key replays, with the payout as it is by then', async () => {
    const id = (await create(queued)).get('id');
    const key = freshKey();
    expect((await cancel(id, key)).status).toBe(202);
    await statusIs(service, id, 'cancelled');
    const again = await cancel(id, key);
    expect([again.status, again.headers.get(replayed), again.at('status')]).toEqual([
      200,
      'true',
      'cancelled',
    ]);
  });

  test('with the key of another request is refused', async () => {
    const first = (await create(queued)).get('id');
    const key = freshKey();
    expect((await cancel(first, key)).status).toBe(202);
    const other = (await create(queued)).get('id');
    expect(refusal(await cancel(other, key))).toEqual([409, 'idempotency_key_reused', 'Idempotency-Key']);
    const body = mxnPayout(beneficiaryId, '1.00');
    const created = await service.post('/v1/payouts', body, { idempotencyKey: key });
    expect(refusal(created)).toEqual([409, 'idempotency_key_reused', 'Idempotency-Key']);
    expect((await service.get(pathOf(other))).body).not.toHaveProperty('cancellation');

    const creating = freshKey();
    const made = await service.post('/v1/payouts', mxnPayout(beneficiaryId, '1.00', queued), {
      idempotencyKey: creating,
    });
    expect(refusal(await cancel(made.get('id'), creating))).toEqual([
      409,
      'idempotency_key_reused',
      'Idempotency-Key',
    ]);
  });
});

describe('a payout that can no longer be cancelled', () => {
  const decided = (approve: boolean) => async (id: string) => {
    await withHand(service, (ports) => decideRisk(ports, operator, { id, approve }));
  };
  test.each([
    ['completed', undefined, 'already_completed'],
    ['failed', 'sim:fail', 'already_failed'],
    ['returned', 'sim:return', 'already_returned'],
    ['verification_pending', 'sim:uncertain', 'outcome_uncertain'],
    ['processing', 'sim:review', 'in_review'],
  ])('%s, by %s: %s', async (status, description, reason) => {
    const id = (await create(description)).get('id');
    await service.until(
      pathOf(id),
      (each) => each.at('status') === status && each.at('refund.status') !== 'pending',
    );
    const types = await typesOf(service, id);
    const before = (await service.get(pathOf(id))).at('cancellation');
    const refused = await cancel(id);
    expect(refusal(refused)).toEqual([409, 'payout_not_cancellable']);
    expect(refused.at('error.reasons')).toEqual([reason]);
    expect((await service.get(pathOf(id))).at('cancellation')).toBe(before);
    expect(await typesOf(service, id)).toEqual(types);
  });

  test('because the balance could not fund it: already_failed', async () => {
    const id = (await create(undefined, '5000000.00')).get('id');
    expect((await cancel(id)).at('error.reasons')).toEqual(['already_failed']);
  });

  test('because it is in flight: submitted', async () => {
    const id = (await create('sim:hold')).get('id');
    let refused = await cancel(id);
    // If the cancel was faster than the dispatcher, it is rightly accepted: then use another payout.
    if (refused.status === 202) {
      const later = (await create('sim:slow:2000')).get('id');
      while ((await callsFor(service, later)) === 0) await service.get(pathOf(later));
      refused = await cancel(later);
    }
    expect(refusal(refused)).toEqual([409, 'payout_not_cancellable']);
    expect(refused.at('error.reasons')).toEqual(['submitted']);
  });

  test('after a rejected review: already_failed; after an approved one: submitted or completed', async () => {
    const rejected = (await create('sim:review')).get('id');
    await decided(false)(rejected);
    expect((await cancel(rejected)).at('error.reasons')).toEqual(['already_failed']);
    const approved = (await create('sim:review sim:hold')).get('id');
    await decided(true)(approved);
    while ((await callsFor(service, approved)) === 0) await service.get(pathOf(approved));
    expect((await cancel(approved)).at('error.reasons')).toEqual(['submitted']);
  });

  test('does not bind the key: the same key cancels another payout', async () => {
    const completed = (await create()).get('id');
    await statusIs(service, completed, 'completed');
    const key = freshKey();
    expect((await cancel(completed, key)).status).toBe(409);
    const other = (await create(queued)).get('id');
    expect((await cancel(other, key)).status).toBe(202);
  });
});

describe('the request itself', () => {
  test('needs a valid key', async () => {
    const id = (await create(queued)).get('id');
    const path = `${pathOf(id)}/cancel`;
    expect(refusal(await service.call('POST', path))).toEqual([
      400,
      'idempotency_key_required',
      'Idempotency-Key',
    ]);
    for (const key of ['short', 'x'.repeat(129), 'with space']) {
      expect(refusal(await cancel(id, key))).toEqual([400, 'invalid_parameter', 'Idempotency-Key']);
    }
    expect((await service.get(pathOf(id))).body).not.toHaveProperty('cancellation');
  });

  test('for an unknown id is not found', async () => {
    for (const id of ['pout_01k9zq3v5e8x7m2n4p6r8t0w1y', 'nothing', beneficiaryId]) {
      expect(refusal(await cancel(id)), id).toEqual([404, 'not_found']);
    }
  });
});

test('no cancelled payout was ever sent, and every invariant holds', async () => {
  const list = await service.get('/v1/payouts?limit=100&status=cancelled');
  for (const { id } of list.at('data') as { id: string }[]) expect(await callsFor(service, id)).toBe(0);
  expect(await repeatedCalls(service)).toEqual([]);
  await service.check();
});
