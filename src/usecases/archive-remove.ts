import { archiveFileName, sealText, type ArchiveFile } from '../domain/archive.js';
import { dayOf, endOfDay } from '../domain/ledger-seal.js';
import type { ArchiveBook } from '../ports/archive.js';
import {
  accountsOf,
  ArchiveRefused,
  assertClosed,
  DayText,
  intactFile,
  readFile,
  startOf,
  unlike,
  type ArchiveParts,
  type ReadFile,
} from './archive.js';

/** Progress of a removal: a day of an account, and how many numbered entries and events were removed since the last call. */
export interface RemovedRows {
  readonly accountId: string;
  readonly day: string;
  readonly entries: number;
  readonly events: number;
  /** Whether all entries and events of the day have left. */
  readonly isDone: boolean;
}

type OnRemoved = (step: RemovedRows) => void;

/** Removes the entries, events and intents of archived days before a time, account by account and day by day; continues where it was interrupted. */
export async function removeDays(parts: ArchiveParts, before: Date, onRemoved: OnRemoved): Promise<void> {
  await assertClosed(parts.book, before);
  const held: string[] = [];
  for await (const accountId of accountsOf(parts.book)) {
    const hold = await removeOf(parts, { accountId, before }, onRemoved);
    if (hold !== undefined) held.push(`${accountId}: ${hold}`);
  }
  if (held.length > 0)
    throw new ArchiveRefused(
      `Entries and events of ${held.length} accounts before ${dayOf(before)} were left: ${held.slice(0, 10).join('; ')}.`,
    );
}

/** Returns why entries and events of the account must stay, if they must. */
async function removeOf(
  parts: ArchiveParts,
  { accountId, before }: { accountId: string; before: Date },
  onRemoved: OnRemoved,
): Promise<string | undefined> {
  const { book } = parts;
  for (;;) {
    const day = await book.leavingDay(accountId);
    if (day !== undefined) {
      if (startOf(day) >= before) return undefined;
      const hold = await book.holdOf(accountId, endOfDay(startOf(day)));
      if (hold !== undefined) return hold;
      // The file may have been changed or lost since it was compared with the rows, which cannot change.
      await intactFile(parts, { accountId, day });
      await removeRest(parts, { accountId, day }, onRemoved);
      continue;
    }
    const border = await book.borderDay(accountId);
    const [file] = await book.files(accountId, border ?? '', 1);
    if (file === undefined || startOf(file.day) >= before) return undefined;
    const hold = await book.holdOf(accountId, endOfDay(startOf(file.day)));
    if (hold !== undefined) return hold;
    const { content } = await provenFile(parts, file);
    await book.moveBorder(file, content.totals);
  }
}

async function removeRest(
  { book }: ArchiveParts,
  { accountId, day }: Pick<ArchiveFile, 'accountId' | 'day'>,
  onRemoved: OnRemoved,
): Promise<void> {
  const step = { accountId, day, entries: 0, events: 0 };
  const remove = async (some: ArchiveBook['removeEntries'], what: 'entries' | 'events'): Promise<void> => {
    for (let n = await some({ accountId, day }); n > 0; n = await some({ accountId, day }))
      onRemoved({ ...step, [what]: n, isDone: false });
  };
  await remove(book.removeEntries, 'entries');
  await remove(book.removeEvents, 'events');
  onRemoved({ ...step, isDone: true });
}

/** Compares the file of a day with the rows and the seal again. Any difference stops the removal. */
async function provenFile(parts: ArchiveParts, file: ArchiveFile): Promise<ReadFile> {
  const { book } = parts;
  const seal = await book.seal(file.accountId, file.day);
  const sealed = seal && sealText(seal);
  const rows = new DayText(book, file, sealed);
  const found = await readFile(parts, file, { sealOf: () => sealed, rows });
  const name = archiveFileName(file);
  if (typeof found === 'string') throw unlike(name, [found]);
  if (found.faults.length > 0) throw unlike(name, found.faults);
  if (found.sha256 !== file.sha256) throw unlike(name, ['changed']);
  return found;
}
