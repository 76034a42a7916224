import type { Command } from 'commander';
import { timeText } from '../domain/moment.js';
import { show } from '../domain/money.js';
import type { Refund } from '../domain/noun/refund.js';
import { madeOfTrace } from '../domain/noun/bank-reference.js';
import { refund } from '../domain/noun/refund.js';
import { shownAt } from '../domain/noun/show.js';
import { listed } from './answer.js';
import { lists, shows } from './list.js';

const detail = shownAt(refund, 'detail', madeOfTrace);
const showOwned = (row: Refund) => ({ account_id: row.accountId, ...detail(row) });
const amountOf = ({ amount, currency }: Refund): string => `${show(amount, currency)} ${currency}`;
const paidBack = ({ payerAmount, payerCurrency }: Refund): string =>
  `${show(payerAmount, payerCurrency)} ${payerCurrency}`;

/** `refund list` and `refund show`. */
export function refundCommands(psp: Command): void {
  const group = psp.command('refund').description('Refunds of pay-ins');
  lists(group.command('list').description('Refunds, newest first'), 'refund list', {
    noun: 'refund',
    none: 'There are no refunds.',
    columns: {
      REFUND: 'id',
      PAYIN: 'payinId',
      ACCOUNT: 'accountId',
      STATUS: 'status',
      CREATED: 'createdAt',
      AMOUNT: 'amount',
      PAYER: 'payer',
    },
    show: showOwned,
  });
  shows(group.command('show').description('A refund'), 'refund show', {
    noun: 'refund',
    show: showOwned,
    text: (row) => listed(factsOf(row)),
  });
}

const factsOf = (row: Refund) => ({
  Refund: row.id,
  'Pay-in': row.payinId,
  Account: row.accountId,
  Status: row.failureCode === null ? row.status : `${row.status}: ${row.failureCode}`,
  Amount: `${amountOf(row)}; the payer gets ${paidBack(row)}`,
  Risk: row.riskDecisionId === null ? row.riskStatus : `${row.riskStatus}, ${row.riskDecisionId}`,
  Created: timeText(row.createdAt),
  Changed: timeText(row.updatedAt),
});
