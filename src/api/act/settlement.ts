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
import { act, type Group, type CommandOutput } from './act.js';
import { flag, form, id, oneOf, seen, stateOf, text, whole, withOption } from './field.js';

const scheduleInDetail = shownAt(settlementSchedule, 'detail', madeOfSchedule);
const settlementInDetail = shownAt(settlement, 'detail', madeOfSettlement);

/** Includes the account, which the account's own API leaves out. */
export const showSchedule = (row: SettlementSchedule) => ({
  account_id: row.accountId,
  ...scheduleInDetail(row),
});
export const showSettlement = (row: Settlement) => ({
  account_id: row.accountId,
  ...settlementInDetail(row),
});

const input = form('SettlementScheduleInput', {
  type: 'A schedule; it replaces the one in force in the same currency.',
  words: 'The schedule.',
  fields: {
    accountId: id('Account whose balance is settled.'),
    currency: text('Currency that it settles.'),
    destinationId: id('Destination of the money. Without it, nothing is settled.').nullish(),
    interval: oneOf('SettlementInterval', settlementInterval.values, 'How often it settles.'),
    weekday: whole('Weekly schedules only: 1 is Monday, 7 is Sunday.').nullish(),
    day: whole('Monthly schedules only: 1 to 31, or the last day of a shorter month.').nullish(),
    cutoffTime: withOption(text('Time of the cut-off as HH:MM, UTC. Default: 00:00.'), {
      name: 'cutoff',
    }).nullish(),
    minimumAmount: withOption(text('Smallest settlement; below it, a cut-off creates none.'), {
      name: 'minimum',
    }).nullish(),
    automatic: withOption(flag('Whether cut-offs run automatically. Default: true, unless it is manual.'), {
      no: ['by-hand', 'settle only when it is run'],
    }).nullish(),
  },
});

const putting = act({
  name: 'putScheduleInForce',
  words:
    'Put a settlement schedule in force, replacing the one in the same currency. destination_disabled if its destination is disabled. Without a destination it cannot settle.',
  role: 'admin',
  takes: { input },
  answers: 'SettlementSchedule',
  command: {
    path: 'schedule put-in-force',
    example:
      '--account acct_01k9zq3v5e8x7m2n4p6r8t0w1y --currency MXN --interval daily --cutoff 17:00 --destination sdst_01k9zq3v5e8x7m2n4p6r8t0w1y',
  },
  run: ({ ports, by }, { input: ask }) => putScheduleInForce(ports, by, ask),
  output: scheduleOutput,
});

const closing = act({
  name: 'closeSchedule',
  words:
    'Close a settlement schedule. It settles nothing more; settlements in flight continue. invalid_request if it is already closed.',
  role: 'admin',
  takes: { id: id('The schedule.') },
  changes: stateOf('SeenSettlementSchedule', 'A settlement schedule', {
    status: seen('SettlementScheduleStatus', 'Status of the schedule.'),
  }),
  answers: 'SettlementSchedule',
  command: {
    path: 'schedule close',
    positionals: ['id'],
    hints: { id: 'The schedule, as shown by schedule list.' },
    example: "sch_01k9zq3v5e8x7m2n4p6r8t0w1y --reason 'the account asks for it'",
  },
  run: ({ ports, by }, ask) => closeSchedule(ports, by, ask),
  output: scheduleOutput,
});

const seenSettlement = stateOf('SeenSettlement', 'A settlement', {
  status: seen('SettlementStatus', 'Status of the settlement.'),
});

const running = act({
  name: 'runSettlement',
  words:
    'Settle now what is available. invalid_request if that is below the minimum, the schedule is closed, or it has no destination.',
  role: moneyRole,
  takes: { scheduleId: id('The schedule.') },
  changes: stateOf('SeenSettlementSchedule', 'A settlement schedule', {
    status: seen('SettlementScheduleStatus', 'Status of the schedule.'),
  }),
  answers: 'Settlement',
  command: {
    path: 'settlement run',
    positionals: ['scheduleId'],
    hints: { scheduleId: 'The schedule, as shown by schedule list.' },
    example: "sch_01k9zq3v5e8x7m2n4p6r8t0w1y --reason 'asked for by the account'",
  },
  run: ({ ports, by }, ask) => runSettlement(ports, by, ask),
  output: settlementOutput,
});

const holding = act({
  name: 'holdSettlement',
  words: 'Hold a settlement that is not sent yet. It is not sent until it is released.',
  role: 'support',
  takes: { id: id('The settlement.') },
  changes: seenSettlement,
  answers: 'Settlement',
  command: {
    path: 'settlement hold',
    positionals: ['id'],
    hints: { id: 'The settlement, as shown by settlement list.' },
    example: "stl_01k9zq3v5e8x7m2n4p6r8t0w1y --reason 'case 4711'",
  },
  run: ({ ports, by }, ask) => holdSettlement(ports, by, ask),
  output: settlementOutput,
});

const releasing = act({
  name: 'releaseSettlement',
  words: 'Release a held settlement. If risk rules hold it, decide its review instead.',
  role: 'support',
  takes: { id: id('The settlement.') },
  changes: seenSettlement,
  answers: 'Settlement',
  command: {
    path: 'settlement release',
    positionals: ['id'],
    hints: { id: 'The settlement, as shown by settlement list.' },
    example: "stl_01k9zq3v5e8x7m2n4p6r8t0w1y --reason 'case 4711 is closed'",
  },
  run: ({ ports, by }, ask) => releaseSettlement(ports, by, ask),
  output: settlementOutput,
});

export const scheduleActs: Group = {
  name: 'schedule',
  words: "When balances are sent to their accounts' destinations",
  acts: [putting, closing],
};

export const settlementActs: Group = {
  name: 'settlement',
  words: 'Settlements made by schedules',
  acts: [running, holding, releasing],
};

function scheduleOutput(row: SettlementSchedule): CommandOutput {
  const { id: scheduleId, status, blockedAt } = row;
  const how =
    status === 'closed' ? 'closed' : blockedAt === null ? 'in force' : 'in force, without a destination';
  return { json: showSchedule(row), text: `The schedule ${scheduleId} is ${how}.` };
}

function settlementOutput(row: Settlement): CommandOutput {
  const { id: settlementId, status, amount, currency } = row;
  const text = `The settlement ${settlementId} of ${show(amount, currency)} ${currency} is ${status}.`;
  return { json: showSettlement(row), text };
}
