import { added, changed, decide, type Change, type Decision, type Moment } from './decision.js';
import { eventOf, isoTime, type EventDraft, type EventType } from './event.js';
import { step } from './flow.js';
import { scheduleFlow, settlementSchedule, type SettlementSchedule } from './noun/settlement-schedule.js';
import { shownAt, type MadeFields } from './noun/show.js';
import { refuse } from './refusal.js';
import { cutoffAfter, type Calendar } from './settlement-calendar.js';

export type NewSchedule = Pick<
  SettlementSchedule,
  'accountId' | 'currency' | 'destinationId' | 'minimumAmount' | 'automatic' | 'settledSeq'
> &
  Calendar;

export const madeOfSchedule: MadeFields<typeof settlementSchedule> = {
  nextCutoffAt: ({ nextStepAt }) => isoTime(nextStepAt),
};

const showSchedule = shownAt(settlementSchedule, 'event', madeOfSchedule);

type ScheduleDecision = Decision & { readonly schedule: SettlementSchedule };

/** The days and times that the interval needs, and no others. A refusal names the field. */
export function calendarOf({ interval, weekday, day, cutoffTime }: Calendar): Calendar {
  for (const { name, value, asks, most } of [
    { name: 'weekday', value: weekday, asks: 'weekly', most: 7 },
    { name: 'day', value: day, asks: 'monthly', most: 31 },
  ]) {
    const isRequired = interval === asks;
    if (isRequired ? value !== null && value >= 1 && value <= most : value === null) continue;
    const wrong = isRequired
      ? `is required for a ${asks} schedule; send 1 to ${most}`
      : `is only for a ${asks} schedule`;
    refuse('invalid_parameter', `${name}: ${wrong}.`, { param: name });
  }
  if (!/^([01][0-9]|2[0-3]):[0-5][0-9]$/.test(cutoffTime)) {
    refuse('invalid_parameter', 'cutoffTime: is not a time of day; send one such as 17:00.', {
      param: 'cutoffTime',
    });
  }
  return { interval, weekday, day, cutoffTime };
}

/** Puts a schedule in force. A schedule without a destination is blocked at once. */
export function putInForce(moment: Moment, fields: NewSchedule): ScheduleDecision {
  const isBlocked = fields.destinationId === null;
  const schedule: SettlementSchedule = {
    ...fields,
    id: moment.newId('settlementSchedule', moment.now),
    status: 'active',
    createdAt: moment.now,
    closedAt: null,
    blockedAt: isBlocked ? moment.now : null,
    settledTo: moment.now,
    nextStepAt: isBlocked ? null : nextOf(fields, moment.now),
    version: 1,
  };
  const types = ['settlement_schedule.activated', 'settlement_schedule.blocked'] as const;
  return decisionOf(
    schedule,
    added('settlementSchedule', schedule),
    types.slice(0, isBlocked ? 2 : 1).map((type) => scheduleEvent(moment, type, schedule)),
  );
}

/** The next automatic cut-off after a time. */
export const nextOf = (
  schedule: Calendar & Pick<SettlementSchedule, 'automatic'>,
  after: Date,
): Date | null => (schedule.automatic ? cutoffAfter(schedule, after) : undefined) ?? null;

/** Ends the schedule; its settlements under way go on. */
export function closeSchedule(moment: Moment, schedule: SettlementSchedule): ScheduleDecision {
  if (schedule.status === 'closed') refuse('invalid_request', 'The schedule is already closed.');
  const status = step(scheduleFlow, schedule.status, 'close');
  const closed = { ...schedule, status, closedAt: moment.now, nextStepAt: null };
  return decisionOf(closed, changed('settlementSchedule', closed), []);
}

/** The schedule has no usable destination and cannot get one; published once. */
export function blockSchedule(moment: Moment, schedule: SettlementSchedule): ScheduleDecision {
  if (schedule.blockedAt !== null) return { ...decide({}), schedule };
  const status = step(scheduleFlow, schedule.status, 'block');
  const blocked = { ...schedule, status, blockedAt: moment.now, nextStepAt: null };
  return decisionOf(blocked, changed('settlementSchedule', blocked), [
    scheduleEvent(moment, 'settlement_schedule.blocked', blocked),
  ]);
}

/** Marks cut-offs up to that time as past. */
export function passCutoff(schedule: SettlementSchedule, cutoff: Date): ScheduleDecision {
  const passed = { ...schedule, nextStepAt: nextOf(schedule, cutoff) };
  return decisionOf(passed, changed('settlementSchedule', passed), []);
}

const scheduleEvent = (moment: Moment, type: EventType, schedule: SettlementSchedule): EventDraft =>
  eventOf(moment, { accountId: schedule.accountId, type, data: showSchedule(schedule) });

const decisionOf = (
  schedule: SettlementSchedule,
  change: Change,
  events: readonly EventDraft[],
): ScheduleDecision => ({
  ...decide({ changes: [change], events }),
  schedule,
});

/** How a currency of an account settles (contract §4.8). */
export interface CurrencyConfiguration {
  readonly currency: string;
  readonly state: 'unconfigured' | 'active' | 'unexecutable';
  readonly automatic?: boolean;
  readonly reason?: 'no_destination';
  readonly scheduleId?: string;
  readonly destinationId?: string;
}

export interface SettlementConfiguration {
  readonly state: CurrencyConfiguration['state'];
  readonly currencies: readonly CurrencyConfiguration[];
}

/** The configuration for schedules in force and currencies that the account holds. */
export function configurationOf(
  schedules: readonly SettlementSchedule[],
  held: readonly string[],
): SettlementConfiguration {
  const inForce = new Map(schedules.map((schedule) => [schedule.currency, schedule]));
  const currencies = [...new Set([...inForce.keys(), ...held])].sort().map((currency) => {
    const schedule = inForce.get(currency);
    return schedule === undefined ? { currency, state: 'unconfigured' as const } : configured(schedule);
  });
  const states = new Set(currencies.map(({ state }) => state));
  const state = (['unexecutable', 'active'] as const).find((each) => states.has(each)) ?? 'unconfigured';
  return { state, currencies };
}

const configured = ({
  id: scheduleId,
  currency,
  destinationId,
  automatic,
  blockedAt,
}: SettlementSchedule): CurrencyConfiguration => ({
  currency,
  scheduleId,
  ...(destinationId !== null && { destinationId }),
  ...(blockedAt === null
    ? { state: 'active', automatic }
    : { state: 'unexecutable', reason: 'no_destination' }),
});
