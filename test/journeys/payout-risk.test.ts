import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { archiveBeneficiary } from '../../src/usecases/beneficiary.js';
import { blockCustomer, setCompliance } from '../../src/usecases/customer.js';
import { takeOperationNotices } from '../../src/usecases/operation-notice.js';
import { decideRisk } from '../../src/usecases/risk.js';
import { changedCatalogue } from '../setup/catalogue.js';
import { advance, operator, withHand } from '../setup/hand.js';
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
import { completeProfile, openSender, penBeneficiary } from '../setup/sender.js';
import { queryRows } from '../setup/rows.js';
import { freshKey, openService, type RunningService } from '../setup/running.js';
import { balanceOf, eventsOf, fund, mxnPayout, refusal, speiBeneficiary } from '../setup/verbs.js';

let service: RunningService;
let beneficiaryId: string;
beforeAll(async () => {
  service = await openService();
  await fund(service, 'MXN', '100000.00');
  await fund(service, 'PEN', '100000.00');
  beneficiaryId = await speiBeneficiary(service);
});
afterAll(() => service.stop());

const create = async (description: string) =>
  (await pay(service, mxnPayout(beneficiaryId, '100.00', description))).get('id');
const decide = (id: string, approve: boolean) =>
  withHand(service, (ports) => decideRisk(ports, operator, { id, approve }));

describe('a review', () => {
  test('holds the payout with its money reserved, and is published once', async () => {
    const before = await balanceOf(service, 'MXN');
    const id = await create('sim:review');
    const held = await service.get(pathOf(id));
    expect(held.body).toMatchObject({
      status: 'processing',
      risk_status: 'in_review',
      risk_decision_id: expect.stringMatching(/^rsk_[0-9a-z]{26}$/) as unknown,
    });
    const decisionId = held.get('risk_decision_id');
    expect(await typesOf(service, id)).toEqual(['payout.created']);
    expect(await eventsOf(service, decisionId)).toEqual([
      [
        'risk.review_required',
        {
          id: decisionId,
          status: 'in_review',
          reasons: ['simulated_review'],
          resource: { type: 'payout', id },
          created_at: instant,
        },
      ],
    ]);
    const [created, review] = (await eventsOf(service)).slice(-2).map(([type]) => type);
    expect([created, review]).toEqual(['payout.created', 'risk.review_required']);
    const list = await service.get('/v1/payouts?risk_status=in_review');
    expect((list.at('data') as { id: string }[]).map((each) => each.id)).toEqual([id]);
    await advance(service, 24 * 3600);
    expect((await service.get(pathOf(id))).at('status')).toBe('processing');
    expect(await callsFor(service, id)).toBe(0);
    expect(moved(before, await balanceOf(service, 'MXN'))).toEqual({ available: -10150n, reserved: 10150n });
  });

  test('approved lets the payout continue', async () => {
    const id = await create('sim:review');
    await decide(id, true);
    const completed = await statusIs(service, id, 'completed');
    expect(completed.at('risk_status')).toBe('approved');
    expect(await typesOf(service, id)).toEqual(['payout.created', 'payout.completed']);
    expect(await callsFor(service, id)).toBe(1);
  });

  test.each(['sim:review sim:queue:60000', 'sim:queue:60000 sim:review'])(
    'of %s approved leaves it unsent until its time: it can still be cancelled',
    async (description) => {
      const [cancelled, sent] = [await create(description), await create(description)];
      await decide(cancelled, true);
      await decide(sent, true);
      await advance(service, 50);
      expect((await service.get(pathOf(sent))).at('status')).toBe('processing');
      const answer = await service.post(`${pathOf(cancelled)}/cancel`, {}, { idempotencyKey: freshKey() });
      expect(answer.status, answer.text).toBe(202);
      await statusIs(service, cancelled, 'cancelled');
      expect(await callsFor(service, sent)).toBe(0);
      await advance(service, 10);
      await statusIs(service, sent, 'completed');
      expect(await callsFor(service, cancelled)).toBe(0);
    },
  );

  test('rejected makes the payout fail, returns everything, and never sends it', async () => {
    const before = await balanceOf(service, 'MXN');
    const id = await create('sim:review');
    await decide((await service.get(pathOf(id))).get('risk_decision_id'), false);
    const failed = await statusIs(service, id, 'failed');
    expect(failed.body).toMatchObject({ failure_code: 'risk_rejected', risk_status: 'rejected' });
    expect(await typesOf(service, id)).toEqual(['payout.created', 'payout.failed']);
    expect(moved(before, await balanceOf(service, 'MXN'))).toEqual({});
    expect(await callsFor(service, id)).toBe(0);
  });

  test.each([
    ['paid', 'completed', 'approved'],
    ['not_executed', 'failed', 'rejected'],
  ] as const)(
    'of a payout that the bank says is %s: it is %s, the review %s, and nothing is sent',
    async (outcome, status, review) => {
      const id = await create('sim:review');
      const [row] = await queryRows(service.databaseUrl, 'select reference from payout where id = $1', [id]);
      const reference = row?.['reference'] ?? '';
      const notice = { id: `${reference}:${outcome}`, type: 'operation', reference, outcome } as const;
      await withHand(service, (ports) => takeOperationNotices(ports, 'sandbox', [notice]));
      await expect(decide(id, true)).rejects.toMatchObject({ code: 'invalid_request' });
      await advance(service, 60);
      const ended = await service.get(pathOf(id));
      expect(ended.body).toMatchObject({ status, risk_status: review });
      const decided = [{ status: review }];
      const ofPayout = 'select status from risk_decision where resource_id = $1';
      expect(await queryRows(service.databaseUrl, ofPayout, [id])).toEqual(decided);
      expect(await callsFor(service, id)).toBe(0);
      await service.check();
    },
  );

  test('is decided once', async () => {
    const id = await create('sim:review');
    await decide(id, false);
    await expect(decide(id, true)).rejects.toMatchObject({ code: 'invalid_request' });
    await expect(decide('rsk_01k9zq3v5e8x7m2n4p6r8t0w1y', true)).rejects.toMatchObject({ code: 'not_found' });
  });

  test('does not happen if the balance does not cover the payout: it fails', async () => {
    const failed = await pay(service, mxnPayout(beneficiaryId, '900000.00', 'sim:review'));
    expect(failed.body).toMatchObject({ failure_code: 'insufficient_funds', risk_status: 'allowed' });
    expect(failed.body).not.toHaveProperty('risk_decision_id');
  });
});

describe('thresholds', () => {
  test('hold a large amount, and block a larger one, funded or not', async () => {
    const { file, remove } = await changedCatalogue(({ risk }) => {
      risk.reviewAbove.amount = '100.000000';
      risk.blockAbove.amount = '200.000000';
    });
    const strict = await openService({ PSP_CONFIG: file });
    try {
      await fund(strict, 'MXN', '4000.00');
      const rosa = await speiBeneficiary(strict);
      const bodyOf = (amount: string) => ({ ...mxnPayout(rosa, amount), amount_side: 'source' });
      // 0.0544 USDT per MXN.
      expect((await pay(strict, bodyOf('1838.23'))).at('risk_status')).toBe('allowed');
      const held = await pay(strict, bodyOf('1838.24'));
      expect(held.at('risk_status')).toBe('in_review');
      const events = await eventsOf(strict, held.get('risk_decision_id'));
      expect(events[0]?.[1]).toMatchObject({ reasons: ['amount_above_review_threshold'] });
      const refused = await strict.post('/v1/payouts', bodyOf('1000000.00'));
      expect(refusal(refused)).toEqual([422, 'risk_blocked']);
      expect(refused.at('error.reasons')).toEqual(['amount_above_block_threshold']);
      await withHand(strict, (ports) => decideRisk(ports, operator, { id: held.get('id'), approve: false }));
    } finally {
      await strict.stop();
      await remove();
    }
  });

  test('sim:block is refused with its reasons, leaves nothing behind and binds no key', async () => {
    const before = await balanceOf(service, 'MXN');
    const log = await eventsOf(service);
    const key = { idempotencyKey: freshKey() };
    const refused = await service.post('/v1/payouts', mxnPayout(beneficiaryId, '1.00', 'sim:block'), key);
    expect(refusal(refused)).toEqual([422, 'risk_blocked']);
    expect(refused.at('error.reasons')).toEqual(['simulated_block']);
    expect(await balanceOf(service, 'MXN')).toEqual(before);
    expect(await eventsOf(service)).toEqual(log);
    const corrected = await service.post('/v1/payouts', mxnPayout(beneficiaryId, '1.00'), key);
    expect(corrected.status, corrected.text).toBe(201);
  });

  test('many within a short time are held until the window has moved on', async () => {
    const { file, remove } = await changedCatalogue(
      ({ risk }) => (risk.velocity = { minutes: 60, count: 2 }),
    );
    const quick = await openService({ PSP_CONFIG: file });
    try {
      await fund(quick, 'MXN', '1000.00');
      const rosa = await speiBeneficiary(quick);
      const one = async () => (await pay(quick, mxnPayout(rosa, '1.00'))).at('risk_status');
      expect([await one(), await one(), await one()]).toEqual(['allowed', 'allowed', 'in_review']);
      await advance(quick, 61 * 60);
      expect(await one()).toBe('allowed');
      await quick.check();
    } finally {
      await quick.stop();
      await remove();
    }
  });
});

describe('the customer', () => {
  const penPayout = (id: string, description?: string) => ({
    ...mxnPayout(id, '100.00', description),
    source_currency: 'PEN',
  });

  test.each([
    ['an individual with all data', {}],
    [
      'a business with all data',
      { type: 'business', profile: { identity_document_type: 'RUC', identity_document: '20100047218' } },
    ],
  ])('%s can pay', async (_who, more) => {
    const id = await penBeneficiary(service, await openSender(service, more));
    const payout = (await pay(service, penPayout(id))).get('id');
    const completed = await statusIs(service, payout, 'completed');
    expect(completed.at('beneficiary.display_name')).toBe('María Quispe Flores');
    expect(completed.body).toMatchObject({ country: 'PE', beneficiary: { account_hint: '9012' } });
  });

  test.each([
    ['without a profile', { profile: {} }],
    ['without a document', { profile: { first_name: 'Carlos', last_name: 'Rojas' } }],
    ['without a name', { profile: { identity_document_type: 'DNI', identity_document: '87654321' } }],
    [
      'with a document that the bank refuses',
      { profile: { ...completeProfile, identity_document_type: 'NATIONAL_ID', identity_document: '!!' } },
    ],
  ])('%s: the payout is accepted, then fails when it is sent', async (_who, more) => {
    const before = await balanceOf(service, 'PEN');
    const id = await penBeneficiary(service, await openSender(service, more));
    const payout = await pay(service, penPayout(id));
    expect(payout.at('status')).toBe('processing');
    const failed = await statusIs(service, payout.get('id'), 'failed');
    expect(failed.at('failure_code')).toBe('invalid_instruction');
    expect(await typesOf(service, payout.get('id'))).toEqual(['payout.created', 'payout.failed']);
    expect(moved(before, await balanceOf(service, 'PEN'))).toEqual({});
    expect(await callsFor(service, payout.get('id'))).toBe(0);
  });

  test('blocked before the payout is sent: it fails, and sent payouts go on', async () => {
    const customerId = await openSender(service);
    const id = await penBeneficiary(service, customerId);
    const held = (await pay(service, penPayout(id, 'sim:hold'))).get('id');
    while ((await callsFor(service, held)) === 0) await service.get(pathOf(held));
    const queued = (await pay(service, penPayout(id, 'sim:queue:60000'))).get('id');
    const reviewed = (await pay(service, penPayout(id, 'sim:review'))).get('id');
    const elsewhere = (await pay(service, mxnPayout(beneficiaryId, '1.00', 'sim:queue:60000'))).get('id');
    await withHand(service, (ports) => blockCustomer(ports, operator, { id: customerId, action: 'block' }));
    for (const unsent of [queued, reviewed]) {
      const failed = await statusIs(service, unsent, 'failed');
      expect(failed.at('failure_code')).toBe('customer_blocked');
      expect(await callsFor(service, unsent)).toBe(0);
      expect((await linesOf(service, 'PEN', unsent)).at(-1)).toMatch(/^reversal/);
    }
    await expect(decide(reviewed, true)).rejects.toMatchObject({ code: 'invalid_request' });
    expect((await service.get(pathOf(reviewed))).at('risk_status')).toBe('rejected');
    expect((await service.get(pathOf(elsewhere))).at('status')).toBe('processing');
    await service.post(`/v1/sandbox/operations/${held}/evidence`, { outcome: 'paid' });
    expect((await service.get(pathOf(held))).at('status')).toBe('completed');

    const refused = await service.post('/v1/payouts', penPayout(id));
    expect(refusal(refused)).toEqual([409, 'customer_blocked']);
    await withHand(service, (ports) => blockCustomer(ports, operator, { id: customerId, action: 'unblock' }));
    const again = (await pay(service, penPayout(id))).get('id');
    await statusIs(service, again, 'completed');
  });

  test('blocked and unblocked before the payout is sent: it fails, and new payouts are sent', async () => {
    const customerId = await openSender(service);
    const id = await penBeneficiary(service, customerId);
    const before = [
      (await pay(service, penPayout(id, 'sim:queue:60000'))).get('id'),
      (await pay(service, penPayout(id, 'sim:review'))).get('id'),
    ];
    await withHand(service, async (ports) => {
      await blockCustomer(ports, operator, { id: customerId, action: 'block' });
      await blockCustomer(ports, operator, { id: customerId, action: 'unblock' });
    });
    const after = (await pay(service, penPayout(id))).get('id');
    for (const unsent of before) {
      const failed = await statusIs(service, unsent, 'failed');
      expect(failed.at('failure_code')).toBe('customer_blocked');
      expect(await callsFor(service, unsent)).toBe(0);
    }
    await statusIs(service, after, 'completed');
  });

  test.each([
    [
      'rejected by the checks',
      [422, 'customer_not_active'],
      (id: string) =>
        withHand(service, (ports) => setCompliance(ports, operator, { id, status: 'rejected' })),
    ],
    [
      'closed',
      [409, 'customer_closed'],
      (id: string) => service.call('PATCH', `/v1/customers/${id}`, { body: { status: 'closed' } }),
    ],
  ])('%s cannot pay', async (_how, expected, change) => {
    const customerId = await openSender(service);
    const id = await penBeneficiary(service, customerId);
    const key = freshKey();
    const first = await service.post('/v1/payouts', penPayout(id), { idempotencyKey: key });
    expect(first.status, first.text).toBe(201);
    await change(customerId);
    expect(refusal(await service.post('/v1/payouts', penPayout(id)))).toEqual(expected);
    // A key that created something is replayed even if the rule would now refuse.
    const replay = await service.post('/v1/payouts', penPayout(id), { idempotencyKey: key });
    expect([replay.status, replay.at('id')]).toEqual([200, first.get('id')]);
    await statusIs(service, first.get('id'), 'completed');
  });

  test('an archived beneficiary is not paid', async () => {
    const id = await speiBeneficiary(service, '032180000118359735');
    const { accountId } = service;
    await withHand(service, (ports) => archiveBeneficiary(ports, { accountId, id }));
    const refused = await service.post('/v1/payouts', mxnPayout(id));
    expect(refusal(refused)).toEqual([409, 'beneficiary_archived']);
  });

  test('an unknown beneficiary is not found', async () => {
    const refused = await service.post('/v1/payouts', mxnPayout('ben_01k9zq3v5e8x7m2n4p6r8t0w1y'));
    expect(refusal(refused)).toEqual([404, 'not_found', 'beneficiary_id']);
  });
});

test('the bank was called at most once for every payout, and every invariant holds', async () => {
  expect(await repeatedCalls(service)).toEqual([]);
  await service.check();
});
