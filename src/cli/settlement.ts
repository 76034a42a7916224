import type { Command } from 'commander';
import { showSchedule, showSettlement } from '../api/act/settlement.js';
import { timeText } from '../domain/moment.js';
import { show } from '../domain/money.js';
import type { Settlement } from '../domain/noun/settlement.js';
import { unsettledOf } from '../domain/settlement.js';
import { listed } from './answer.js';
import { groupOf } from './define.js';
import { lists, shows } from './list.js';

/** `schedule list`, `settlement list` and `settlement show`. */
export function settlementCommands(psp: Command): void {
  const schedules = groupOf(psp, 'schedule')
    .command('list')
    .description('Settlement schedules in force, newest first')
    .option('--all', 'include closed ones');
  lists(schedules, 'schedule list', {
    noun: 'settlementSchedule',
    unless: { status: ['active'] },
    none: 'No schedule is in force; --all includes closed ones.',
    columns: {
      SCHEDULE: 'id',
      ACCOUNT: 'accountId',
      STATUS: ({ status, blockedAt }) => (blockedAt === null ? status : `${status}, blocked`),
      CURRENCY: 'currency',
      INTERVAL: ({ interval, cutoffTime }) => `${interval} ${cutoffTime}`,
      NEXT: 'nextStepAt',
      DESTINATION: 'destinationId',
    },
    show: showSchedule,
  });
  const group = groupOf(psp, 'settlement');
  lists(group.command('list').description('Settlements, newest first'), 'settlement list', {
    noun: 'settlement',
    none: 'There are no settlements.',
    columns: {
      SETTLEMENT: 'id',
      ACCOUNT: 'accountId',
      STATUS: 'status',
      'CUT-OFF': 'periodTo',
      AMOUNT: 'amount',
      FAILURE: 'failureCode',
    },
    show: showSettlement,
  });
  shows(group.command('show').description('A settlement'), 'settlement show', {
    noun: 'settlement',
    show: showSettlement,
    text: (row) => listed(factsOf(row)),
  });
}

function factsOf(row: Settlement) {
  const { currency } = row;
  const left = unsettledOf(row);
  return {
    Settlement: row.id,
    Account: row.accountId,
    Status: row.failureCode === null ? row.status : `${row.status}: ${row.failureCode}`,
    Schedule: row.scheduleId,
    Destination: row.destinationId,
    Period: `${timeText(row.periodFrom)} to ${timeText(row.periodTo)}`,
    Opening: `${show(row.opening, currency)} ${currency}`,
    Credits: show(row.credits, currency),
    Debits: show(row.debits, currency),
    Amount: show(row.amount, currency),
    Fee: show(row.fee, currency),
    Left: left.isZero() ? null : show(left, currency),
    Risk: row.riskDecisionId === null ? row.riskStatus : `${row.riskStatus}, ${row.riskDecisionId}`,
    Created: timeText(row.createdAt),
    Changed: timeText(row.updatedAt),
  };
}
