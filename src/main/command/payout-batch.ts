import type { Command } from 'commander';
import { batchInDetail, showCounts } from '../../domain/payout-batch.js';
import { lists, shows } from './list.js';

/** `batch list`, `batch show`. */
export function payoutBatchCommands(psp: Command): void {
  const group = psp.command('batch').description('Payout batches');
  const listing = group
    .command('list')
    .description('Payout batches that have not ended, newest first')
    .option('--all', 'what has ended too');
  lists(listing, 'batch list', {
    noun: 'payoutBatch',
    unless: { status: 'processing' },
    none: 'No payout batch is on its way; --all shows the others.',
    columns: {
      BATCH: ({ id }) => id,
      STATUS: ({ status }) => status,
      ACCOUNT: ({ accountId }) => accountId,
      ITEMS: ({ size }) => String(size),
      SINCE: ({ createdAt }) => createdAt.toISOString(),
      CANCELLED: ({ cancelRequestedAt }) => cancelRequestedAt?.toISOString() ?? '',
    },
    show: (row) => ({ ...batchInDetail(row), account_id: row.accountId }),
  });
  shows(group.command('show').description('All that is known of one, with its counts'), 'batch show', {
    noun: 'payoutBatch',
    show: async (row, { reader }) => {
      const counts = (await reader.batchCounts([row.id])).get(row.id) ?? { items: {}, totals: [] };
      return { ...batchInDetail(row), ...showCounts(row, counts), account_id: row.accountId };
    },
  });
}
