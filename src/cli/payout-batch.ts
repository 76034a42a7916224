import type { Command } from 'commander';
import { batchInDetail, showCounts, type PayoutBatch } from '../domain/payout-batch.js';
import { batchCreateCommand } from './batch-create.js';
import { lists, shows } from './list.js';

const forOperators = (row: PayoutBatch) => ({
  ...batchInDetail(row),
  account_id: row.accountId,
  ...(row.repeatsId !== null && { repeats_id: row.repeatsId }),
});

/** `batch list`, `batch show`, `batch create`. */
export function payoutBatchCommands(psp: Command): void {
  const group = psp.command('batch').description('Payout batches');
  batchCreateCommand(group);
  const listing = group
    .command('list')
    .description('Payout batches that have not ended, newest first')
    .option('--all', 'include ended ones');
  lists(listing, 'batch list', {
    noun: 'payoutBatch',
    unless: { status: 'processing' },
    none: 'No payout batch is in progress; --all includes ended ones.',
    columns: {
      BATCH: 'id',
      STATUS: 'status',
      ACCOUNT: 'accountId',
      ITEMS: 'size',
      SINCE: 'createdAt',
      CANCELLED: 'cancelRequestedAt',
      REPEATS: 'repeatsId',
    },
    show: forOperators,
  });
  shows(group.command('show').description('A payout batch with its counts'), 'batch show', {
    noun: 'payoutBatch',
    show: async (row, { reader }) => {
      const counts = (await reader.batchCounts([row.id])).get(row.id) ?? { items: {}, totals: [] };
      return { ...forOperators(row), ...showCounts(row, counts) };
    },
  });
}
