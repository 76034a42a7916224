import { archiveFileName, type ArchivedEvent, type ArchiveFile } from '../domain/archive.js';
import type { ArchivedEvents, ArchivedPart, RestoredEntry } from '../ports/archive.js';
import { ArchiveRefused, intactFile, unlike, type ArchiveParts } from './archive.js';

/** Progress of a restore: a day, and how many of its entries and events are back since the last call. */
interface RestoredRows {
  readonly day: string;
  readonly entries: number;
  readonly events: number;
}

type OnRestored = (step: RestoredRows) => void;

interface FileEntry {
  readonly id: string;
  readonly account: string;
  readonly currency: string;
  readonly direction: string;
  readonly amount: string;
  readonly number?: string;
}
interface FileLine {
  readonly journal?: { readonly id: string; readonly entries: readonly FileEntry[] };
  readonly platform?: readonly FileEntry[];
  readonly event?: ArchivedEvent;
}

/**
 * Puts the entries, events and intents of an account's archived days back into the database, the last day first, down to and
 * including `from`; continues where it was interrupted.
 */
export async function restoreDays(
  parts: ArchiveParts,
  { accountId, from }: { readonly accountId: string; readonly from: string },
  onRestored: OnRestored,
): Promise<void> {
  const { book } = parts;
  if (await book.isRestored())
    throw new ArchiveRefused('The service is in restored mode. Run `psp restored end` first.');
  for (;;) {
    const day = await book.borderDay(accountId);
    if (day === undefined || day < from) return;
    const file = await intactFile(parts, { accountId, day });
    for (;;) {
      const wanted = await book.lastParts(accountId);
      if (wanted.length === 0) break;
      onRestored({ day, entries: await restoreParts(parts, file, wanted), events: 0 });
    }
    for (;;) {
      const wanted = await book.lastEvents(accountId);
      if (wanted.length === 0) break;
      onRestored({ day, entries: 0, events: await restoreEvents(parts, file, wanted) });
    }
    await book.moveBorderBack(accountId);
  }
}

/** The lines of a file that begin like this. */
async function* linesOf(
  { store }: ArchiveParts,
  file: ArchiveFile,
  start: '{"journal"' | '{"event"',
): AsyncGenerator<FileLine> {
  const opened = await store.read(archiveFileName(file));
  if (opened === undefined) throw unlike(archiveFileName(file), ['missing']);
  for await (const lines of opened.lines)
    for (const line of lines) if (line.startsWith(start)) yield JSON.parse(line) as FileLine;
}

/** Puts some parts back, in their order, by one pass through the file; returns the number of entries. */
async function restoreParts(
  parts: ArchiveParts,
  file: ArchiveFile,
  wanted: readonly ArchivedPart[],
): Promise<number> {
  const { book } = parts;
  const ids = new Set(wanted.flatMap(({ journals }) => journals));
  const found = new Map<string, RestoredEntry[]>();
  for await (const { journal, platform = [] } of linesOf(parts, file, '{"journal"'))
    if (journal && ids.has(journal.id))
      found.set(
        journal.id,
        [...journal.entries, ...platform].map((entry) => restored(journal.id, entry)),
      );
  let count = 0;
  for (const part of wanted) {
    const entries = part.journals.flatMap((id) => found.get(id) ?? []);
    await book.restorePart(file.accountId, part, entries);
    count += entries.length;
  }
  return count;
}

/** Puts the events of some parts back, likewise. */
async function restoreEvents(
  parts: ArchiveParts,
  file: ArchiveFile,
  wanted: readonly ArchivedEvents[],
): Promise<number> {
  const found = new Map<ArchivedEvents, ArchivedEvent[]>(wanted.map((part) => [part, []]));
  for await (const { event } of linesOf(parts, file, '{"event"'))
    if (event)
      for (const [{ after, upto }, events] of found)
        if (BigInt(event.position) > BigInt(after) && BigInt(event.position) <= BigInt(upto))
          events.push(event);
  let count = 0;
  for (const [part, events] of found) {
    await parts.book.restoreEvents(file.accountId, part, events);
    count += events.length;
  }
  return count;
}

const restored = (journalId: string, entry: FileEntry): RestoredEntry => {
  const { id, account, currency, direction, amount, number = null } = entry;
  return [journalId, id, account, currency, direction, amount, number];
};
