import type { SettlementSchedule } from '../../domain/noun/settlement-schedule.js';
import { settlementInterval, settlementSchedule } from '../../domain/noun/settlement-schedule.js';
import { settlement, type Settlement } from '../../domain/noun/settlement.js';
import { shownAt } from '../../domain/noun/show.js';
import { show } from '../../domain/money.js';
import { moneyRole } from '../../domain/operator.js';
import { madeOfSettlement } from '../../domain/settlement.js';
import { madeOfSchedule } from '../../domain/settlement-schedule.js';
import { holdSettlement, releaseSettlement, runSettlement } from '../../usecases/settlement.js';
import { closeSchedule, putScheduleInForce } from '../../usecases/settlement-schedule.js';
import { act, type Group, type Told } from './act.js';
import { flag, form, id, oneOf, seen, stateOf, text, whole, written } from './field.js';

const scheduleInDetail = shownAt(settlementSchedule, 'detail', madeOfSchedule);
const settlementInDetail = shownAt(settlement, 'detail', madeOfSettlement);

/** With the account, which the account itself need not be told. */
export const showSchedule = (row: SettlementSchedule) => ({
  account_id: row.accountId,
  ...scheduleInDetail(row),
});
export const showSettlement = (row: Settlement) => ({
  account_id: row.accountId,
  ...settlementInDetail(row),
});

const input = form('SettlementScheduleInput', {
  type: 'A schedule; one in force in the same currency gives way to it.',
  words: 'The schedule.',
  fields: {
    accountId: id('The account whose balance it settles.'),
    currency: text('The balance that it settles.'),
    destinationId: id('Where it sends the money; without one it settles nothing.').nullish(),
    interval: oneOf('SettlementInterval', settlementInterval.values, 'How often it settles.'),
    weekday: whole('Of a weekly one: 1 is Monday, 7 is Sunday.').nullish(),
    day: whole('Of a monthly one: 1 to 31; a shorter month has its last day.').nullish(),
    cutoffTime: written(text('Time of the cut-off as HH:MM, UTC; 00:00 unless stated.'), {
      name: 'cutoff',
    }).nullish(),
    minimumAmount: written(text('A cut-off that would send less makes no settlement.'), {
      name: 'minimum',
    }).nullish(),
    automatic: written(flag('Whether it settles by itself; so it does unless stated, if it is not manual.'), {
      no: ['by-hand', 'settle when it is run, and never by itself'],
    }).nullish(),
  },
});

const putting = act({
  name: 'putScheduleInForce',
  words:
    'Put a settlement schedule in force, in place of the one in the same currency. destination_disabled where its destination is; without a destination it is blocked at once.',
  role: 'admin',
  takes: { input },
  answers: 'SettlementSchedule',
  command: {
    path: 'schedule put-in-force',
    example:
      '--account acct_01k9zq3v5e8x7m2n4p6r8t0w1y --currency MXN --interval daily --cutoff 17:00 --destination sdst_01k9zq3v5e8x7m2n4p6r8t0w1y',
  },
  run: ({ ports, by }, { input: ask }) => putScheduleInForce(ports, by, ask),
  tell: toldOfSchedule,
});

const closing = act({
  name: 'closeSchedule',
  words:
    'Close a settlement schedule: it settles nothing any more, and what is on its way goes on. invalid_request where it is closed already.',
  role: 'admin',
  takes: { id: id('The schedule.') },
  changes: stateOf('SeenSettlementSchedule', 'A settlement schedule', {
    status: seen('SettlementScheduleStatus', 'Whether it was in force.'),
  }),
  answers: 'SettlementSchedule',
  command: {
    path: 'schedule close',
    places: ['id'],
    hints: { id: 'The schedule, as schedule list tells it.' },
    example: "sch_01k9zq3v5e8x7m2n4p6r8t0w1y --reason 'the account asks for it'",
  },
  run: ({ ports, by }, ask) => closeSchedule(ports, by, ask),
  tell: toldOfSchedule,
});

const seenSettlement = stateOf('SeenSettlement', 'A settlement', {
  status: seen('SettlementStatus', 'How far it had come.'),
});

const running = act({
  name: 'runSettlement',
  words:
    'Settle by a schedule what is available now. invalid_request where that is less than it settles, where it is closed, or where it has no destination.',
  role: moneyRole,
  takes: { scheduleId: id('The schedule.') },
  changes: stateOf('SeenSettlementSchedule', 'A settlement schedule', {
    status: seen('SettlementScheduleStatus', 'Whether it was in force.'),
  }),
  answers: 'Settlement',
  command: {
    path: 'settlement run',
    places: ['scheduleId'],
    hints: { scheduleId: 'The schedule, as schedule list tells it.' },
    example: "sch_01k9zq3v5e8x7m2n4p6r8t0w1y --reason 'asked for by the account'",
  },
  run: ({ ports, by }, ask) => runSettlement(ports, by, ask),
  tell: toldOfSettlement,
});

const holding = act({
  name: 'holdSettlement',
  words: 'Keep a settlement that has not left: nothing of it is sent until it is released.',
  role: 'support',
  takes: { id: id('The settlement.') },
  changes: seenSettlement,
  answers: 'Settlement',
  command: {
    path: 'settlement hold',
    places: ['id'],
    hints: { id: 'The settlement, as settlement list tells it.' },
    example: "stl_01k9zq3v5e8x7m2n4p6r8t0w1y --reason 'case 4711'",
  },
  run: ({ ports, by }, ask) => holdSettlement(ports, by, ask),
  tell: toldOfSettlement,
});

const releasing = act({
  name: 'releaseSettlement',
  words:
    'Let go a settlement that is held. One that risk rules hold is let go by the decision of its review alone.',
  role: 'support',
  takes: { id: id('The settlement.') },
  changes: seenSettlement,
  answers: 'Settlement',
  command: {
    path: 'settlement release',
    places: ['id'],
    hints: { id: 'The settlement, as settlement list tells it.' },
    example: "stl_01k9zq3v5e8x7m2n4p6r8t0w1y --reason 'case 4711 is closed'",
  },
  run: ({ ports, by }, ask) => releaseSettlement(ports, by, ask),
  tell: toldOfSettlement,
});

export const scheduleActs: Group = {
  name: 'schedule',
  words: 'When balances are sent to destinations of their accounts',
  acts: [putting, closing],
};

export const settlementActs: Group = {
  name: 'settlement',
  words: 'What schedules send to destinations of the accounts',
  acts: [running, holding, releasing],
};

function toldOfSchedule(row: SettlementSchedule): Told {
  const { id: scheduleId, status, blockedAt } = row;
  const how =
    status === 'closed' ? 'closed' : blockedAt === null ? 'in force' : 'in force, and has no destination';
  return { json: showSchedule(row), text: `The schedule ${scheduleId} is ${how}.` };
}

function toldOfSettlement(row: Settlement): Told {
  const { id: settlementId, status, amount, currency } = row;
  const text = `The settlement ${settlementId} of ${show(amount, currency)} ${currency} is ${status}.`;
  return { json: showSettlement(row), text };
}
