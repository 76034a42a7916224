import { describe, expect, it, test } from 'vitest';
import { exact } from '../../src/domain/money.js';
import type { SettlementSchedule } from '../../src/domain/noun/settlement-schedule.js';
import type { Calendar } from '../../src/domain/settlement-calendar.js';
import {
  blockSchedule,
  calendarOf,
  closeSchedule,
  configurationOf,
  nextOf,
  passCutoff,
  putInForce,
} from '../../src/domain/settlement-schedule.js';
import { before, moment, summaryOf } from '../setup/payout-state.js';

const daily: Calendar = { interval: 'daily', weekday: null, day: null, cutoffTime: '17:00' };
const fields = {
  ...daily,
  accountId: moment.newId('account', before),
  currency: 'MXN',
  destinationId: moment.newId('settlementDestination', before),
  minimumAmount: exact('100'),
  automatic: true,
  settledSeq: '7',
};
// In these tests it is 4 March 2026, 05:06 UTC.
const today = new Date('2026-03-04T17:00:00.000Z');
const tomorrow = new Date('2026-03-05T17:00:00.000Z');

describe('a calendar', () => {
  test.each<[string, Partial<Calendar>]>([
    ['daily', {}],
    ['weekly on its weekday', { interval: 'weekly', weekday: 7 }],
    ['monthly on its day', { interval: 'monthly', day: 31 }],
    ['by hand alone', { interval: 'manual' }],
    ['at the first minute of the day', { cutoffTime: '00:00' }],
    ['at the last minute of the day', { cutoffTime: '23:59' }],
  ])('may be %s', (_what, patch) => {
    expect(calendarOf({ ...daily, ...patch })).toEqual({ ...daily, ...patch });
  });

  test.each<[string, Partial<Calendar>, string]>([
    ['weekly without a weekday', { interval: 'weekly' }, 'weekday'],
    ['weekly on an eighth day', { interval: 'weekly', weekday: 8 }, 'weekday'],
    ['weekly on a day before the first', { interval: 'weekly', weekday: 0 }, 'weekday'],
    ['daily on a weekday', { weekday: 1 }, 'weekday'],
    ['monthly without a day', { interval: 'monthly' }, 'day'],
    ['monthly on a day that no month has', { interval: 'monthly', day: 32 }, 'day'],
    ['weekly on a day of the month', { interval: 'weekly', weekday: 1, day: 1 }, 'day'],
    ['at an hour that no day has', { cutoffTime: '24:00' }, 'cutoffTime'],
    ['at a time without its zero', { cutoffTime: '9:00' }, 'cutoffTime'],
    ['at a time with seconds', { cutoffTime: '17:00:00' }, 'cutoffTime'],
  ])('is refused %s', (_what, patch, param) => {
    expect(() => calendarOf({ ...daily, ...patch })).toThrow(
      expect.objectContaining({ code: 'invalid_parameter', param }),
    );
  });
});

describe('a schedule put in force', () => {
  it('settles from now on, at its next cut-off', () => {
    const decision = putInForce(moment, fields);
    expect(summaryOf(decision)).toMatchObject({
      rows: ['new settlementSchedule'],
      events: ['settlement_schedule.activated'],
    });
    expect(decision.schedule).toMatchObject({ settledTo: moment.now, nextStepAt: today, blockedAt: null });
  });

  it('without a destination is blocked at once', () => {
    const decision = putInForce(moment, { ...fields, destinationId: null });
    expect(summaryOf(decision).events).toEqual([
      'settlement_schedule.activated',
      'settlement_schedule.blocked',
    ]);
    expect(decision.schedule).toMatchObject({ status: 'active', blockedAt: moment.now, nextStepAt: null });
  });

  test.each([
    ['that is not automatic', { automatic: false }],
    ['that is run by hand', { interval: 'manual' as const }],
  ])('has no next cut-off where it is one %s', (_what, patch) => {
    expect(nextOf({ ...fields, ...patch }, moment.now)).toBeNull();
  });
});

const inForce = (patch: Partial<SettlementSchedule> = {}): SettlementSchedule => ({
  ...putInForce(moment, fields).schedule,
  ...patch,
});

describe('a schedule in force', () => {
  it('moves on to the next cut-off', () => {
    const decision = passCutoff(inForce(), today);
    expect(summaryOf(decision)).toMatchObject({ rows: ['changed settlementSchedule'], events: [] });
    expect(decision.schedule.nextStepAt).toEqual(tomorrow);
  });

  it('is blocked once, and that is published once', () => {
    const first = blockSchedule(moment, inForce());
    expect(summaryOf(first).events).toEqual(['settlement_schedule.blocked']);
    expect(first.schedule).toMatchObject({ status: 'active', blockedAt: moment.now, nextStepAt: null });
    expect(summaryOf(blockSchedule(moment, first.schedule))).toMatchObject({ rows: [], events: [] });
  });

  it('is closed once', () => {
    const closed = closeSchedule(moment, inForce());
    expect(summaryOf(closed)).toMatchObject({ rows: ['changed settlementSchedule'], events: [] });
    expect(closed.schedule).toMatchObject({ status: 'closed', closedAt: moment.now, nextStepAt: null });
    expect(() => closeSchedule(moment, closed.schedule)).toThrow(
      expect.objectContaining({ code: 'invalid_request' }),
    );
  });
});

describe('the configuration of an account', () => {
  const mxn = inForce();
  const blocked = inForce({ currency: 'BRL', blockedAt: moment.now, destinationId: null });
  const manual = inForce({ currency: 'PEN', automatic: false });

  // Contract §4.8, supplement §3.6: unexecutable when any currency is, active when at least one is.
  test.each([
    ['nothing', [], [], 'unconfigured', []],
    ['balances alone', [], ['USDT'], 'unconfigured', ['USDT unconfigured']],
    ['a schedule', [mxn], ['USDT'], 'active', ['MXN active', 'USDT unconfigured']],
    ['a manual one', [manual], ['PEN'], 'active', ['PEN active']],
    ['one that is blocked', [mxn, blocked], [], 'unexecutable', ['BRL unexecutable', 'MXN active']],
  ] as const)('of one with %s', (_what, schedules, held, state, currencies) => {
    const found = configurationOf(schedules, held);
    expect(found.state).toBe(state);
    expect(found.currencies.map((each) => `${each.currency} ${each.state}`)).toEqual(currencies);
  });

  it('states the reason, and whether settlement is automatic', () => {
    const { currencies } = configurationOf([blocked, manual], []);
    expect(currencies).toMatchObject([{ reason: 'no_destination' }, { automatic: false }]);
    expect(currencies[0]).not.toHaveProperty('automatic');
  });
});
