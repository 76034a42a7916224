import type { Command } from 'commander';
import { showOwned } from '../../api/act/reconciliation.js';
import { show, type Amount } from '../../domain/money.js';
import { groupOf } from './define.js';
import { lists } from './list.js';

/** `exception list`. */
export function reconciliationCommands(psp: Command): void {
  const listing = groupOf(psp, 'exception')
    .command('list')
    .description('What waits for a decision, newest first')
    .option('--all', 'what is resolved too');
  lists(listing, 'exception list', {
    noun: 'exception',
    unless: { status: 'open' },
    none: 'No exception is open; --all shows the others.',
    columns: {
      EXCEPTION: ({ id }) => id,
      TYPE: ({ type }) => type,
      ABOUT: ({ resourceId }) => resourceId,
      ACCOUNT: ({ accountId }) => accountId,
      STATUS: ({ status }) => status,
      SINCE: ({ createdAt }) => createdAt.toISOString(),
      EXPECTED: ({ expectedAmount, expectedCurrency }) => money(expectedAmount, expectedCurrency),
      ACTUAL: ({ actualAmount, actualCurrency }) => money(actualAmount, actualCurrency),
    },
    show: showOwned,
  });
}

const money = (amount: Amount | null, currency: string | null): string =>
  amount === null || currency === null ? '' : `${show(amount, currency)} ${currency}`;
