import {
  archiveFileName,
  ArchiveJudge,
  archiveVersion,
  eventLine,
  firstLine,
  journalLine,
  lastLine,
  noFile,
  sealText,
  type ArchiveContent,
  type ArchiveFault,
  type ArchiveFile,
  type ArchiveVersion,
  type SealText,
} from '../domain/archive.js';
import { closedUntil, dayOf, endOfDay } from '../domain/ledger-seal.js';
import { UnreadableFile, type ArchiveBook, type ArchiveStore } from '../ports/archive.js';
import type { LeafSpan } from '../ports/ledger-seal.js';
import type { Vault } from '../ports/vault.js';

export interface ArchiveParts {
  readonly book: ArchiveBook;
  readonly store: ArchiveStore;
  readonly vault: Pick<Vault, 'digest'>;
}

/** Days cannot be archived yet, or existing files are in the way. */
export class ArchiveRefused extends Error {}

type OnFile = (file: Omit<ArchiveFile, 'archivedAt'>) => void;

const accountsAtOnce = 500;
const filesAtOnce = 100;
/** Before the first journal of any account. */
const ever = new Date(0);

export const startOf = (day: string): Date => new Date(`${day}T00:00:00Z`);

/** Copies the sealed days before a time into the archive, account by account, and resumes after an interruption. */
export async function archiveDays(parts: ArchiveParts, before: Date, onFile: OnFile): Promise<void> {
  const { book } = parts;
  await assertClosed(book, before);
  const unsealed: string[] = [];
  for await (const accountId of accountsOf(book)) {
    await restoreLost(parts, accountId, onFile);
    await book.close(accountId, before);
    if (await book.hasUnsealed(accountId, before)) unsealed.push(accountId);
    else await archiveAccount(parts, { accountId, before }, onFile);
  }
  if (unsealed.length > 0)
    throw new ArchiveRefused(
      `Days of ${unsealed.length} accounts before ${dayOf(before)} are not sealed, and these accounts were left out: ${unsealed.slice(0, 10).join(', ')}. Set PSP_SEAL_KEY, wait for the worker (docs/seals.md), then run the command again.`,
    );
}

async function archiveAccount(
  parts: ArchiveParts,
  { accountId, before }: { accountId: string; before: Date },
  onFile: OnFile,
): Promise<void> {
  const { book } = parts;
  for (;;) {
    const last = await book.lastFile(accountId);
    const from = last === undefined ? ever : endOfDay(startOf(last.day));
    const start = from < before ? await book.firstDay({ accountId, from, to: before }) : undefined;
    if (start === undefined) return;
    const file = await archiveDay(parts, { accountId, from: start, to: endOfDay(start) }, last);
    await book.add(file);
    onFile(file);
  }
}

export async function assertClosed(book: ArchiveBook, before: Date): Promise<void> {
  if (await book.isRestored())
    throw new ArchiveRefused('The service is in restored mode. Run `psp restored end` first.');
  const closed = closedUntil(await book.now());
  if (before > closed)
    throw new ArchiveRefused(
      `--before ${dayOf(before)} is not closed yet. Give ${dayOf(closed)} or an earlier day.`,
    );
}

export async function* accountsOf(book: Pick<ArchiveBook, 'accounts'>): AsyncGenerator<string> {
  for (let after: string | undefined = ''; after !== undefined;) {
    const ids: readonly string[] = await book.accounts(after, accountsAtOnce);
    yield* ids;
    after = ids.at(-1);
  }
}

type FileFacts = Pick<ArchiveFile, 'accountId' | 'day' | 'version' | 'previous' | 'lastPosition'>;

/** The text of a day as its rows make it; `counts` are of the lines that were read so far. */
export class DayText {
  readonly counts = { journals: 0, entries: 0, events: 0, intents: 0 };
  readonly #book: ArchiveBook;
  readonly #facts: FileFacts;
  readonly #seal: SealText | undefined;

  constructor(book: ArchiveBook, facts: FileFacts, seal: SealText | undefined) {
    this.#book = book;
    this.#facts = facts;
    this.#seal = seal;
  }

  async *lines(): AsyncGenerator<readonly string[]> {
    const from = startOf(this.#facts.day);
    const span = { accountId: this.#facts.accountId, from, to: endOfDay(from) };
    const { version } = this.#facts;
    yield [firstLine(version, this.#facts)];
    for await (const journals of this.#book.journals(span)) {
      this.counts.journals += journals.length;
      this.counts.entries += journals.reduce((sum, { entries }) => sum + entries, 0);
      yield journals.map(journalLine);
    }
    for await (const events of this.#book.events(span, version)) {
      this.counts.events += events.length;
      this.counts.intents += events.reduce((sum, { intents = [] }) => sum + intents.length, 0);
      yield events.map(eventLine);
    }
    yield [lastLine(version, this.counts, this.#seal)];
  }
}

/** Writes the file of a day unless it exists, then reads it back and compares it with the rows. */
async function archiveDay(
  parts: ArchiveParts,
  { accountId, from, to, version = archiveVersion }: LeafSpan & { readonly version?: ArchiveVersion },
  last: Pick<ArchiveFile, 'sha256'> | undefined,
): Promise<Omit<ArchiveFile, 'archivedAt'>> {
  const { book, store } = parts;
  const day = dayOf(from);
  const name = archiveFileName({ accountId, day });
  const seal = await book.seal(accountId, day);
  const sealed = seal && sealText(seal);
  const lastPosition = await book.lastPosition(accountId, to);
  const facts = { accountId, day, version, previous: last?.sha256 ?? noFile, lastPosition };
  if ((await store.size(name)) === undefined)
    await store.write(name, new DayText(book, facts, sealed).lines());
  const rows = new DayText(book, facts, sealed);
  const file = await readFile(parts, facts, { sealOf: () => sealed, rows });
  const bytes = await store.size(name);
  if (typeof file === 'string') throw unlike(name, [file]);
  if (file.faults.length > 0 || bytes === undefined) throw unlike(name, file.faults);
  return { ...facts, ...rows.counts, sha256: file.sha256, bytes };
}

export const unlike = (name: string, faults: readonly ArchiveFault[]): ArchiveRefused =>
  new ArchiveRefused(
    `The archive has a ${name} that is not what this database has of the day (${faults.join(', ')}). Move the file away, then run the command again. No row was changed.`,
  );

/** Writes those files of an account again that the database knows and the archive has lost. */
async function restoreLost(parts: ArchiveParts, accountId: string, onFile: OnFile): Promise<void> {
  let last: ArchiveFile | undefined;
  const border = await parts.book.borderDay(accountId);
  for await (const file of filesOf(parts.book, accountId)) {
    if ((await parts.store.size(archiveFileName(file))) === undefined) {
      if (border !== undefined && file.day <= border)
        throw new ArchiveRefused(
          `${archiveFileName(file)} is missing, and its entries and events are no longer in the database. Put the file back from your backup of the archive.`,
        );
      const from = startOf(file.day);
      const span = { accountId, from, to: endOfDay(from), version: file.version };
      const { sha256 } = await archiveDay(parts, span, last);
      if (sha256 !== file.sha256) throw unlike(archiveFileName(file), ['changed']);
      onFile(file);
    }
    last = file;
  }
}

/** A file that was read to its end. */
export interface ReadFile {
  readonly sha256: string;
  readonly content: ArchiveContent;
  readonly faults: ArchiveFault[];
}

/**
 * Reads a file to its end and compares it with the rows of its day, if given; returns a word for the fault if it cannot
 * be read.
 */
export async function readFile(
  { store, vault }: Pick<ArchiveParts, 'store' | 'vault'>,
  { accountId, day, previous }: Pick<FileFacts, 'accountId' | 'day' | 'previous'>,
  { sealOf, rows }: { sealOf: (content: ArchiveContent) => SealText | undefined; rows?: DayText },
): Promise<ReadFile | 'missing' | 'unreadable'> {
  const file = await store.read(archiveFileName({ accountId, day }));
  if (file === undefined) return 'missing';
  const judge = new ArchiveJudge({ accountId, day, previous }, (bytes) => vault.digest(bytes));
  const expected = rows && eachOf(rows.lines());
  let isSame = true;
  try {
    for await (const lines of file.lines)
      for (const line of lines) {
        judge.line(line);
        if (expected && (await expected.next()).value !== line) isSame = false;
      }
  } catch (error) {
    if (error instanceof UnreadableFile) return 'unreadable';
    throw error;
  }
  if (expected && (await expected.next()).done !== true) isSame = false;
  const { content } = judge;
  const faults = judge.faults(sealOf(content));
  return { sha256: file.sha256(), content, faults: isSame ? faults : ['differs', ...faults] };
}

async function* eachOf(batches: AsyncIterable<readonly string[]>): AsyncGenerator<string, undefined> {
  for await (const batch of batches) yield* batch;
}

/** Every file, or those of an account, by account and day. */
export async function* filesOf(
  book: Pick<ArchiveBook, 'accounts' | 'files'>,
  only?: string,
): AsyncGenerator<ArchiveFile> {
  for await (const accountId of only === undefined ? accountsOf(book) : [only])
    for (let after: string | undefined = ''; after !== undefined;) {
      const files: readonly ArchiveFile[] = await book.files(accountId, after, filesAtOnce);
      yield* files;
      after = files.at(-1)?.day;
    }
}

/** The file of a day, verified by digest and seal. Rows of the day may have left already. */
export async function intactFile(
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
