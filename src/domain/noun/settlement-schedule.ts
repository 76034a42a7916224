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
    manual: 'Only when the platform runs it.',
  },
  { name: 'SettlementInterval', says: 'How often it settles.' },
);

const status = words(
  { active: 'In force.', closed: 'Replaced by another schedule, or closed by the platform.' },
  { name: 'SettlementScheduleStatus', says: 'Whether a schedule is in force.' },
);

export type ScheduleAction = 'block' | 'close';

/** Supplement §3.6. A blocked schedule stays in force and settles nothing. */
export const scheduleFlow: Flow<(typeof status.values)[number], ScheduleAction> = {
  active: { block: 'active', close: 'closed' },
  closed: {},
};

/** Supplement §3.6, contract §4.9. */
export const settlementSchedule = declare('settlementSchedule', {
  called: ['settlement schedule', 'settlement schedules'],
  says: "When the available balance of a currency is sent to the account's destination.",
  command: 'schedule',
  listedBy: 'account',
  flow: scheduleFlow,
  fields: {
    accountId: ref('account', 'Account whose balance is settled.', {
      as: 'account',
      fixed: true,
      shows: inConsole,
    }),
    currency: text('Currency to settle; each currency has at most one schedule in force.', {
      fixed: true,
      example: 'MXN',
      format: 'currency',
    }),
    destinationId: ref('settlementDestination', 'Destination of the money. Without it, nothing is settled.', {
      as: 'destination',
      children: ['settlementSchedules', 'Schedules for the destination, newest first.'],
      optional: true,
      fixed: true,
      example: 'sdst_01k9zq3v5e8x7m2n4p6r8t0w1y',
    }),
    interval: oneOf(settlementInterval, { fixed: true }),
    weekday: whole('Day of a weekly schedule: 1 is Monday, 7 is Sunday.', { optional: true, fixed: true }),
    day: whole('Day of a monthly schedule: 1 to 31, or the last day of a shorter month.', {
      optional: true,
      fixed: true,
    }),
    cutoffTime: text('Time of its cut-offs: HH:MM, UTC.', { fixed: true, example: '17:00' }),
    minimumAmount: amount('Smallest settlement; below it, a cut-off creates none.', {
      currency: 'currency',
      fixed: true,
      example: '100.00',
    }),
    automatic: flag('Whether cut-offs run automatically; never for a manual schedule.', {
      fixed: true,
      example: true,
    }),
    status: oneOf(status),
    nextCutoffAt: made('Time of the next automatic settlement.', {
      optional: true,
      example: '2026-11-21T17:00:00.000Z',
    }),
    createdAt: time('Time when it was put in force.', { fixed: true }),
    closedAt: time('Time when it ended.', { optional: true }),
    blockedAt: time('Time when it was found to have no usable destination.', {
      optional: true,
      shows: inConsole,
    }),
    settledTo: time('End of the last settled period; at first, the time when it was put in force.', {
      shows: nowhere,
    }),
    settledSeq: bigint('Last entry of that period, by its number in the balance.', { shows: nowhere }),
    nextStepAt: time('Time of its next cut-off.', { optional: true, shows: nowhere }),
  },
  filters: {
    status: { says: 'Only with this status.', many: true, inConsole: true },
    currency: { says: 'Only in this currency.', inConsole: true },
  },
  indexes: [{ by: ['accountId', 'status'] }, { by: ['accountId'] }],
  events: {
    'settlement_schedule.activated': {
      says: 'The schedule was put in force.',
      at: 'createdAt',
      status: 'active',
    },
    'settlement_schedule.blocked': {
      says: 'The schedule has no usable destination and settles nothing. Published once.',
      at: 'blockedAt',
      status: 'active',
    },
  },
});

export type SettlementSchedule = RowOf<typeof settlementSchedule>;
