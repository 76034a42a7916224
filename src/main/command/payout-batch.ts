import type { Command } from 'commander';
import { isId } from '../../domain/id.js';
import { batchInDetail, showCounts } from '../../domain/payout-batch.js';
import { absent } from '../../usecases/own.js';
import { answers } from './define.js';
import { lists } from './list.js';

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
  const showing = group
    .command('show')
    .description('All that is known of one, with its counts')
    .argument('<id>', 'its id, pba_…');
  answers<[string], object>(showing, 'batch show pba_01k9zq3v5e8x7m2n4p6r8t0w1y', async ([id]) => {
    const { withPorts } = await import('./database.js');
    return withPorts(async ({ inspector, reader }) => {
      const [row] = isId('payoutBatch', id) ? await inspector.rows('payoutBatch', null, [id]) : [];
      if (!row) return absent('payoutBatch');
      const counts = (await reader.batchCounts([id])).get(id) ?? { items: {}, totals: [] };
      const json = { ...batchInDetail(row), ...showCounts(row, counts), account_id: row.accountId };
      return { json, text: JSON.stringify(json, null, 2) };
    });
  });
}
