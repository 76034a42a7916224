import { archiveFileName, sealText, type ArchiveFile } from '../domain/archive.js';
import type { ArchivedPart, RestoredEntry } from '../ports/archive.js';
import { ArchiveRefused, readFile, unlike, type ArchiveParts } from './archive.js';

type OnRestored = (step: { readonly day: string; readonly entries: number }) => void;

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
}

/**
 * Puts the entries of an account's archived days back into the database, the last day first, down to and including
 * `from`; continues where it was interrupted.
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
    const file = await provenFile(parts, { accountId, day });
    for (;;) {
      const wanted = await book.lastParts(accountId);
      if (wanted.length === 0) break;
      onRestored({ day, entries: await restoreParts(parts, file, wanted) });
    }
    await book.moveBorderBack(accountId);
  }
}

/** The file of a day that is as it was archived. */
async function provenFile(
  parts: ArchiveParts,
  { accountId, day }: Pick<ArchiveFile, 'accountId' | 'day'>,
): Promise<ArchiveFile> {
  const { book } = parts;
  const file = await book.file(accountId, day);
  if (file === undefined) throw new Error(`${day} of ${accountId} is not archived`);
  const seal = await book.seal(accountId, day);
  const found = await readFile(parts, file, { sealOf: () => seal && sealText(seal) });
  if (typeof found === 'string') throw unlike(archiveFileName(file), [found]);
  if (found.faults.length > 0 || found.sha256 !== file.sha256)
    throw unlike(archiveFileName(file), [...found.faults, 'changed']);
  return file;
}

/** Puts some parts back, in their order, by one pass through the file; returns the number of entries. */
async function restoreParts(
  { book, store }: ArchiveParts,
  file: ArchiveFile,
  wanted: readonly ArchivedPart[],
): Promise<number> {
  const ids = new Set(wanted.flatMap(({ journals }) => journals));
  const found = new Map<string, RestoredEntry[]>();
  const opened = await store.read(archiveFileName(file));
  if (opened === undefined) throw unlike(archiveFileName(file), ['missing']);
  for await (const lines of opened.lines)
    for (const line of lines) {
      if (!line.startsWith('{"journal"')) continue;
      const { journal, platform = [] } = JSON.parse(line) as FileLine;
      if (journal && ids.has(journal.id))
        found.set(
          journal.id,
          [...journal.entries, ...platform].map((entry) => restored(journal.id, entry)),
        );
    }
  let count = 0;
  for (const part of wanted) {
    const entries = part.journals.flatMap((id) => found.get(id) ?? []);
    await book.restorePart(file.accountId, part, entries);
    count += entries.length;
  }
  return count;
}

const restored = (journalId: string, entry: FileEntry): RestoredEntry => {
  const { id, account, currency, direction, amount, number = null } = entry;
  return [journalId, id, account, currency, direction, amount, number];
};
