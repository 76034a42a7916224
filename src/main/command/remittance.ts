import type { Command } from 'commander';
import { show } from '../../domain/money.js';
import { madeOfRemittance, showRemittance, type Remittance } from '../../domain/remittance.js';
import { remittance } from '../../domain/noun/remittance.js';
import { shownAt } from '../../domain/noun/show.js';
import { isId } from '../../domain/id.js';
import { absent } from '../../usecases/own.js';
import { answers } from './define.js';
import { lists } from './list.js';

const inDetail = shownAt(remittance, 'detail', madeOfRemittance);

/** `remittance list`, `remittance show`. */
export function remittanceCommands(psp: Command): void {
  const group = psp.command('remittance').description('Remittances');
  const listing = group
    .command('list')
    .description('What has not ended, newest first')
    .option('--all', 'what has ended too');
  lists(listing, 'remittance list', {
    noun: 'remittance',
    unless: { status: ['awaiting_funds', 'processing', 'review'] },
    none: 'No remittance is on its way; --all shows the others.',
    columns: {
      REMITTANCE: ({ id }) => id,
      STATUS: ({ status }) => status,
      ACCOUNT: ({ accountId }) => accountId,
      PAYS: ({ sourceAmount, sourceCurrency }) => `${show(sourceAmount, sourceCurrency)} ${sourceCurrency}`,
      ARRIVES: ({ destinationAmount, destinationCurrency }) =>
        `${show(destinationAmount, destinationCurrency)} ${destinationCurrency}`,
      SINCE: ({ createdAt }) => createdAt.toISOString(),
      FAILURE: ({ failureCode }) => failureCode ?? '',
    },
    show: owned(showRemittance),
  });
  const showing = group
    .command('show')
    .description('All that is known of one')
    .argument('<id>', 'its id, rem_…');
  answers<[string], object>(showing, 'remittance show rem_01k9zq3v5e8x7m2n4p6r8t0w1y', async ([id]) => {
    const { withPorts } = await import('./database.js');
    return withPorts(async ({ inspector }) => {
      const [row] = isId('remittance', id) ? await inspector.rows('remittance', null, [id]) : [];
      const json = owned(inDetail)(row ?? absent('remittance'));
      return { json, text: JSON.stringify(json, null, 2) };
    });
  });
}

/** With the account, which the account itself need not be told. */
const owned =
  (shown: (row: Remittance) => object) =>
  (row: Remittance): Readonly<Record<string, unknown>> => ({ ...shown(row), account_id: row.accountId });
