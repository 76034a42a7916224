import type { Command } from 'commander';
import { showDestination } from '../api/act/settlement-destination.js';
import { timeText } from '../domain/moment.js';
import type { SettlementDestination } from '../domain/noun/settlement-destination.js';
import { listed } from './answer.js';
import { groupOf } from './define.js';
import { lists, shows } from './list.js';

/** `destination list` and `destination show`. */
export function destinationCommands(psp: Command): void {
  const group = groupOf(psp, 'destination');
  const listing = group
    .command('list')
    .description('Settlement destinations, newest first')
    .option('--all', 'include disabled ones');
  lists(listing, 'destination list', {
    noun: 'settlementDestination',
    unless: { status: 'active' },
    none: 'There are no settlement destinations; --all includes disabled ones.',
    columns: {
      DESTINATION: 'id',
      ACCOUNT: 'accountId',
      STATUS: 'status',
      METHOD: ({ method, currency }) => `${method} ${currency}`,
      ENDS: 'accountHint',
      CREATED: 'createdAt',
      LABEL: 'label',
    },
    show: showDestination,
  });
  shows(group.command('show').description('A settlement destination'), 'destination show', {
    noun: 'settlementDestination',
    show: showDestination,
    text: (row) => listed(factsOf(row)),
  });
}

const factsOf = (row: SettlementDestination) => ({
  Destination: row.id,
  Account: row.accountId,
  Status: row.status,
  Method: [row.method, row.currency, row.country].filter((each) => each !== null).join(' '),
  Ends: row.accountHint,
  Label: row.label,
  Created: timeText(row.createdAt),
  Changed: timeText(row.updatedAt),
});
