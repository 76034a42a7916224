import { escaped } from '../domain/text.js';
import { listed, type Answer } from './answer.js';
import { withArchive } from './archive-parts.js';

/** `archive restore`: entries of archived days come back. */
export async function restoredDays(accountId: string, from: string): Promise<Answer> {
  const { restoreDays } = await import('../usecases/archive-restore.js');
  let count = 0;
  await withArchive((parts) =>
    restoreDays(parts, { accountId, from }, ({ day, entries }) => {
      count += entries;
      process.stderr.write(`${escaped(`${day}: ${count} entries restored`)}\n`);
    }),
  );
  return {
    json: { account_id: accountId, from, restored_entries: count },
    text: listed({ Account: accountId, From: from, 'Entries restored': String(count) }),
  };
}
