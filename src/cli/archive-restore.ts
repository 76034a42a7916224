import { escaped } from '../domain/text.js';
import { listed, type Answer } from './answer.js';
import { withArchive } from './archive-parts.js';

/** `archive restore`: entries, events and intents of archived days come back. */
export async function restoredDays(accountId: string, from: string): Promise<Answer> {
  const { restoreDays } = await import('../usecases/archive-restore.js');
  const count = { entries: 0, events: 0 };
  await withArchive((parts) =>
    restoreDays(parts, { accountId, from }, ({ day, entries, events }) => {
      count.entries += entries;
      count.events += events;
      process.stderr.write(
        `${escaped(`${day}: ${count.entries} entries and ${count.events} events restored`)}\n`,
      );
    }),
  );
  return {
    json: { account_id: accountId, from, restored_entries: count.entries, restored_events: count.events },
    text: listed({
      Account: accountId,
      From: from,
      'Entries restored': String(count.entries),
      'Events restored': String(count.events),
    }),
  };
}
