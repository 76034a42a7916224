import type { Command } from 'commander';
import { showWithdrawal } from '../api/act/withdrawal.js';
import { timeText } from '../domain/moment.js';
import { show, type Amount } from '../domain/money.js';
import type { Withdrawal } from '../domain/noun/withdrawal.js';
import { listed } from './answer.js';
import { groupOf } from './define.js';
import { lists, shows } from './list.js';

/** `withdrawal list` and `withdrawal show`. */
export function withdrawalCommands(psp: Command): void {
  const group = groupOf(psp, 'withdrawal');
  const listing = group
    .command('list')
    .description('Withdrawals in progress, newest first')
    .option('--all', 'include ended ones');
  lists(listing, 'withdrawal list', {
    noun: 'withdrawal',
    unless: { status: ['pending_approval', 'processing', 'submitted', 'verification_pending'] },
    none: 'No withdrawal is in progress; --all includes ended ones.',
    columns: {
      WITHDRAWAL: 'id',
      ACCOUNT: 'accountId',
      STATUS: 'status',
      CREATED: 'createdAt',
      AMOUNT: 'amount',
      FEE: 'fee',
      DESTINATION: 'destinationId',
    },
    show: showWithdrawal,
  });
  shows(group.command('show').description('A withdrawal'), 'withdrawal show', {
    noun: 'withdrawal',
    show: showWithdrawal,
    text: (row) => listed(factsOf(row)),
  });
}

const money = (amount: Amount, currency: string): string => `${show(amount, currency)} ${currency}`;

const factsOf = (row: Withdrawal) => ({
  Withdrawal: row.id,
  Account: row.accountId,
  Destination: row.destinationId,
  Status: row.failureCode === null ? row.status : `${row.status}: ${row.failureCode}`,
  Amount: money(row.amount, row.currency),
  Fee: money(row.fee, row.currency),
  Total: money(row.total, row.currency),
  Risk: row.riskDecisionId === null ? row.riskStatus : `${row.riskStatus}, ${row.riskDecisionId}`,
  Created: timeText(row.createdAt),
  Changed: timeText(row.updatedAt),
});
