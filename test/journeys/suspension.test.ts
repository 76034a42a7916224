import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { resumeCapability, suspendCapability } from '../../src/usecases/capability.js';
import { stopPayouts } from '../../src/usecases/kill-switch.js';
import { advance, lastAudit, openOtherAccount, operator, withHand } from '../setup/hand.js';
import { callsFor, pathOf, pay, repeatedCalls, standingOf, statusIs } from '../setup/payout-journey.js';
import { freshKey, openService, type RunningService } from '../setup/running.js';
import { fund, mxnPayout, refusal, speiBeneficiary } from '../setup/verbs.js';

let service: RunningService;
let beneficiaryId: string;
beforeAll(async () => {
  service = await openService();
  await fund(service, 'MXN', '10000.00');
  beneficiaryId = await speiBeneficiary(service);
});
afterAll(() => service.stop());

const spei = (accountId: string | null) => ({
  product: 'payout',
  method: 'spei',
  currency: 'MXN',
  accountId,
});
const suspended = [503, 'operation_suspended'];
const usable = [[true, undefined]];
const stopped = [[false, 'suspended']];
const speiPayouts = 'product=payout&method=spei';
describe('a suspension', () => {
  test('for all accounts refuses payouts and quotes with 503 until lifted; accepted payouts continue', async () => {
    const other = await openOtherAccount(service);
    const accepted = (await pay(service, mxnPayout(beneficiaryId, '10.00', 'sim:queue:60000'))).get('id');
    await withHand(service, (ports) => suspendCapability(ports, operator, spei(null)));
    expect(await standingOf(service, speiPayouts)).toEqual(stopped);
    expect(await standingOf(service, speiPayouts, other.key)).toEqual(stopped);
    expect(await standingOf(service, 'product=payin&method=spei')).toEqual(usable);
    expect(refusal(await service.post('/v1/payouts', mxnPayout(beneficiaryId)))).toEqual(suspended);
    const quote = {
      method: 'spei',
      currency: 'MXN',
      source_currency: 'USDT',
      amount: '1',
      amount_side: 'source',
    };
    expect(refusal(await service.post('/v1/quotes', quote))).toEqual(suspended);
    await advance(service, 61);
    await statusIs(service, accepted, 'completed');

    await withHand(service, (ports) => resumeCapability(ports, operator, spei(null)));
    expect(await standingOf(service, speiPayouts)).toEqual(usable);
    const again = (await pay(service, mxnPayout(beneficiaryId))).get('id');
    await statusIs(service, again, 'completed');
  });

  test('for one account does not affect others', async () => {
    const other = await openOtherAccount(service);
    await withHand(service, (ports) => suspendCapability(ports, operator, spei(other.id)));
    expect(await standingOf(service, speiPayouts, other.key)).toEqual(stopped);
    expect(await standingOf(service, speiPayouts)).toEqual(usable);
    expect((await pay(service, mxnPayout(beneficiaryId))).at('status')).toBe('processing');
    const body = { method: 'spei', currency: 'MXN', details: { name: 'Rosa', clabe: '032180000118359719' } };
    const theirs = await service.post('/v1/beneficiaries', body, { key: other.key });
    const refused = await service.post('/v1/payouts', mxnPayout(theirs.get('id')), { key: other.key });
    expect(refusal(refused)).toEqual(suspended);
    await withHand(service, (ports) => resumeCapability(ports, operator, spei(other.id)));
    const accepted = await service.post('/v1/payouts', mxnPayout(theirs.get('id')), { key: other.key });
    expect([accepted.status, accepted.at('failure_code')]).toEqual([201, 'insufficient_funds']);
    // Another account's beneficiary counts as unknown.
    const foreign = await service.post('/v1/payouts', mxnPayout(theirs.get('id')));
    expect(refusal(foreign)).toEqual([404, 'not_found', 'beneficiary_id']);
  });

  test('repeated stays in force, and the repetition is in the audit log', async () => {
    const { id } = await openOtherAccount(service);
    const suspend = (name: string) =>
      withHand(service, (ports) => suspendCapability(ports, { name, reason: 'a drill' }, spei(id)));
    const first = await suspend('one');
    expect((await suspend('another')).id).toBe(first.id);
    expect(await lastAudit(service, 'capability.suspend')).toMatchObject({
      operator: 'another',
      subject_id: first.id,
      before: spei(id),
      after: spei(id),
    });
  });

  test('does not affect replays', async () => {
    const key = { idempotencyKey: freshKey() };
    const made = await service.post('/v1/payouts', mxnPayout(beneficiaryId), key);
    await withHand(service, (ports) => suspendCapability(ports, operator, spei(null)));
    const replay = await service.post('/v1/payouts', mxnPayout(beneficiaryId), key);
    expect([replay.status, replay.at('id')]).toEqual([200, made.get('id')]);
    await withHand(service, (ports) => resumeCapability(ports, operator, spei(null)));
  });
});

test('the kill switch refuses every payout and holds unsent ones, until it is released', async () => {
  const held = (await pay(service, mxnPayout(beneficiaryId, '10.00', 'sim:queue:60000'))).get('id');
  const cancelled = (await pay(service, mxnPayout(beneficiaryId, '10.00', 'sim:queue:600000'))).get('id');
  await withHand(service, (ports) => stopPayouts(ports, operator, true));
  expect(refusal(await service.post('/v1/payouts', mxnPayout(beneficiaryId)))).toEqual(suspended);
  expect(await standingOf(service, speiPayouts)).toEqual(stopped);
  const remitted = await standingOf(service, 'product=remittance&method=spei&country=MX&currency=MXN');
  expect(remitted.length).toBeGreaterThan(1);
  expect(remitted).toEqual(remitted.flatMap(() => stopped));
  expect(await standingOf(service, 'product=payin&method=spei')).toEqual(usable);
  await service.post(`${pathOf(cancelled)}/cancel`);
  await statusIs(service, cancelled, 'cancelled');
  await advance(service, 120);
  expect((await service.get(pathOf(held))).at('status')).toBe('processing');
  expect(await callsFor(service, held)).toBe(0);

  await withHand(service, (ports) => stopPayouts(ports, operator, false));
  await advance(service, 10);
  await statusIs(service, held, 'completed');
  expect(await standingOf(service, speiPayouts)).toEqual(usable);
  expect((await pay(service, mxnPayout(beneficiaryId))).at('status')).toBe('processing');
});

test('the bank was called at most once for every payout, and every invariant holds', async () => {
  expect(await repeatedCalls(service)).toEqual([]);
  await service.check();
});
