import type { Flow } from '../flow.js';
import {
  amount,
  bigint,
  declare,
  flag,
  inConsole,
  made,
  nowhere,
  oneOf,
  ref,
  text,
  time,
  whole,
  words,
  type RowOf,
} from './declare.js';

export const settlementInterval = words(
  {
    daily: 'Every day.',
    weekly: 'Every week, on its weekday.',
    monthly: 'Every month, on its day.',
    manual: 'When the platform runs it, and never by itself.',
  },
  { name: 'SettlementInterval', says: 'How often it settles.' },
);

const status = words(
  { active: 'In force.', closed: 'No more: another took its place, or the platform closed it.' },
  { name: 'SettlementScheduleStatus', says: 'Whether it is in force.' },
);

export type ScheduleAction = 'block' | 'close';

/** Supplement §3.6. One that is blocked stays in force, and settles nothing. */
export const scheduleFlow: Flow<(typeof status.values)[number], ScheduleAction> = {
  active: { block: 'active', close: 'closed' },
  closed: {},
};

/** Supplement §3.6, contract §4.9. */
export const settlementSchedule = declare('settlementSchedule', {
  called: ['settlement schedule', 'settlement schedules'],
  says: 'When the available balance of a currency is sent to a destination of the account by itself.',
  command: 'schedule',
  listedBy: 'account',
  flow: scheduleFlow,
  fields: {
    accountId: ref('account', 'The account whose balance it settles.', {
      as: 'account',
      fixed: true,
      shows: inConsole,
    }),
    currency: text('The balance that it settles; each has one schedule in force at most.', {
      fixed: true,
      example: 'MXN',
      format: 'currency',
    }),
    destinationId: ref('settlementDestination', 'Where it sends the money; without one it settles nothing.', {
      as: 'destination',
      children: ['settlementSchedules', 'Schedules that send money to it, newest first.'],
      optional: true,
      fixed: true,
      example: 'sdst_01k9zq3v5e8x7m2n4p6r8t0w1y',
    }),
    interval: oneOf(settlementInterval, { fixed: true }),
    weekday: whole('The day of a weekly one: 1 is Monday, 7 is Sunday.', { optional: true, fixed: true }),
    day: whole('The day of a monthly one: 1 to 31, and the last of the month where it has no such day.', {
      optional: true,
      fixed: true,
    }),
    cutoffTime: text('The time of day of its cut-offs: HH:MM, UTC.', { fixed: true, example: '17:00' }),
    minimumAmount: amount('A cut-off that would send less makes no settlement.', {
      currency: 'currency',
      fixed: true,
      example: '100.00',
    }),
    automatic: flag('Whether its cut-offs are made by themselves; never so of a manual one.', {
      fixed: true,
      example: true,
    }),
    status: oneOf(status),
    nextCutoffAt: made('When it settles next by itself, where it does.', {
      optional: true,
      example: '2026-11-21T17:00:00.000Z',
    }),
    createdAt: time('When it was put in force.', { fixed: true }),
    closedAt: time('When it ceased to be in force.', { optional: true }),
    blockedAt: time('When it was found to have no usable destination.', { optional: true, shows: inConsole }),
    settledTo: time('The end of the last period that was settled; at first, when it was put in force.', {
      shows: nowhere,
    }),
    settledSeq: bigint('The last entry of that period, by its number in the balance.', { shows: nowhere }),
    nextStepAt: time('When its next cut-off is due.', { optional: true, shows: nowhere }),
  },
  filters: {
    status: { says: 'With this status.', many: true, inConsole: true },
    currency: { says: 'Of this currency.', inConsole: true },
  },
  indexes: [{ by: ['accountId', 'status'] }, { by: ['accountId'] }],
  events: {
    'settlement_schedule.activated': { says: 'It was put in force.', at: 'createdAt', tells: 'active' },
    'settlement_schedule.blocked': {
      says: 'It has no usable destination and settles nothing; told once.',
      at: 'blockedAt',
      tells: 'active',
    },
  },
});

export type SettlementSchedule = RowOf<typeof settlementSchedule>;
