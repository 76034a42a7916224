import { describe, expect, it, test } from 'vitest';
import { eventOf, eventTypes, present, isoTime } from '../../src/domain/event.js';
import { moment } from '../setup/payout-state.js';

/** Contract §6.2, row by row, and supplement §11.1. */
const catalogue: Record<string, string> = {
  funding_account: 'active failed',
  payin: 'completed failed',
  payout: 'created completed failed cancelled returned return_settled',
  payout_batch: 'created completed cancellation_requested cancellation_finished updated',
  remittance: 'created processing review completed failed returned',
  refund: 'created approved processing completed failed',
  withdrawal: 'created pending_approval approved submitted completed failed cancelled',
  settlement: 'created processing on_hold completed failed',
  settlement_schedule: 'activated blocked',
  customer: 'created updated status_changed',
  beneficiary: 'created verified',
  hosted_session: 'created payment_reported',
  risk: 'review_required',
  reconciliation: 'exception_created exception_resolved',
  webhook: 'ping',
};

test.each(Object.entries(catalogue))('the types of %s are those of the contract: %s', (family, names) => {
  const types: readonly string[] = eventTypes;
  expect(types).toEqual(expect.arrayContaining(names.split(' ').map((name) => `${family}.${name}`)));
  expect(new Set(types).size).toBe(types.length);
});

describe('an event', () => {
  const data = { id: 'pout_1', status: 'completed' };
  const fact = { accountId: 'acct_1', type: 'payout.completed', data } as const;

  test.each([true, false])('has the envelope of the contract, livemode %s', (livemode) => {
    const event = eventOf({ ...moment, livemode }, fact);
    expect(JSON.parse(event.body)).toEqual({
      id: event.id,
      type: 'payout.completed',
      schema_version: 1,
      occurred_at: '2026-03-04T05:06:07.089Z',
      livemode,
      data,
    });
    expect(event.id).toMatch(/^evt_[0-9a-z]+$/);
  });

  it('is found by its account and by the resource of its data', () => {
    const { accountId, resourceId, occurredAt } = eventOf(moment, fact);
    expect({ accountId, resourceId, occurredAt }).toEqual({
      accountId: 'acct_1',
      resourceId: 'pout_1',
      occurredAt: moment.now,
    });
  });

  it('has an id of its own, later than that of the event before', () => {
    const [first, second] = [eventOf(moment, fact), eventOf(moment, fact)];
    expect(first.id < second.id).toBe(true);
  });
});

it('a resource leaves out null and undefined, and nothing else', () => {
  const fields = { none: null, missing: undefined, no: false, zero: 0, empty: '', list: [] };
  expect(present(fields)).toEqual({ no: false, zero: 0, empty: '', list: [] });
  expect(Object.keys(present(fields))).toEqual(['no', 'zero', 'empty', 'list']);
});

test.each([
  [new Date('2026-03-04T05:06:07Z'), '2026-03-04T05:06:07.000Z'],
  [new Date('2026-03-04T05:06:07.120+05:00'), '2026-03-04T00:06:07.120Z'],
  [null, null],
])('a time is UTC with milliseconds: %s', (at, text) => {
  expect(isoTime(at)).toBe(text);
});
