import type { Command } from 'commander';
import { madeOfRemittance, showRemittance, type Remittance } from '../domain/remittance.js';
import { remittance } from '../domain/noun/remittance.js';
import { shownAt } from '../domain/noun/show.js';
import { lists, shows } from './list.js';

const inDetail = shownAt(remittance, 'detail', madeOfRemittance);

/** `remittance list`, `remittance show`. */
export function remittanceCommands(psp: Command): void {
  const group = psp.command('remittance').description('Remittances');
  const listing = group
    .command('list')
    .description('Remittances in progress, newest first')
    .option('--all', 'include ended ones');
  lists(listing, 'remittance list', {
    noun: 'remittance',
    unless: { status: ['awaiting_funds', 'processing', 'review'] },
    none: 'No remittance is in progress; --all includes ended ones.',
    columns: {
      REMITTANCE: 'id',
      STATUS: 'status',
      ACCOUNT: 'accountId',
      PAYS: 'source',
      ARRIVES: 'destination',
      SINCE: 'createdAt',
      FAILURE: 'failureCode',
    },
    show: owned(showRemittance),
  });
  shows(group.command('show').description('A remittance in full'), 'remittance show', {
    noun: 'remittance',
    show: owned(inDetail),
  });
}

/** Includes the account, which the account's own API leaves out. */
const owned =
  (show: (row: Remittance) => object) =>
  (row: Remittance): Readonly<Record<string, unknown>> => ({ ...show(row), account_id: row.accountId });
