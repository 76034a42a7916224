import { archiveFileName, namesIn } from '../domain/archive.js';
import type { ArchiveSummary } from '../ports/archive.js';
import { filesOf, type ArchiveParts } from './archive.js';

const recordsMax = 1_000;
const accountsMax = 1_000;

interface RecordAsk {
  readonly account: string;
  readonly day: string | undefined;
  readonly id: string | undefined;
}

/** Journals and events of the files of an account: of one day, or of one id, or of both. */
export async function recordsOf({ book, store }: ArchiveParts, { account, day, id }: RecordAsk) {
  const records: unknown[] = [];
  for await (const file of filesOf(book, account)) {
    if (day !== undefined && file.day !== day) continue;
    const name = archiveFileName(file);
    const opened = await store.read(name);
    if (opened === undefined) throw new Error(`${name} is not in the archive.`);
    for await (const lines of opened.lines)
      for (const line of lines) {
        // Cheaper than to parse every line of every file.
        if (id !== undefined && !line.includes(id)) continue;
        const record = JSON.parse(line) as Record<string, unknown>;
        if (!('journal' in record || 'event' in record)) continue;
        if (id !== undefined && !namesIn(record).has(id)) continue;
        if (records.length === recordsMax) return { records, isCut: true };
        records.push(record);
      }
  }
  return { records, isCut: false };
}

/** The accounts that have files, with their first and last day. */
export async function accountsInArchive({ book }: Pick<ArchiveParts, 'book'>): Promise<ArchiveSummary[]> {
  return book.summaries(accountsMax);
}
