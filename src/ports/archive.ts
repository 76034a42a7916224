import type { EntryTotal } from '../domain/archive-total.js';
import type { ArchiveFile, ArchivedEvent, ArchivedJournal, ArchiveVersion } from '../domain/archive.js';
import type { LedgerSeal } from '../domain/ledger-seal.js';
import type { LeafSpan } from './ledger-seal.js';

/** What was kept: SHA-256 of the text in hex, and the size of the file. */
export interface StoredArchiveFile {
  readonly sha256: string;
  readonly bytes: number;
}

/** The file is cut off or was changed. */
export class UnreadableFile extends Error {}

/** A file that is being read. `sha256` is of the text that was read so far. */
export interface OpenedFile {
  readonly lines: AsyncIterable<readonly string[]>;
  sha256(): string;
}

/** Where the files of an archive are. */
export interface ArchiveStore {
  /** Keeps a file, complete or not at all: it survives a power cut once this resolves. */
  write(name: string, lines: AsyncIterable<readonly string[]>): Promise<StoredArchiveFile>;
  /** Undefined if there is no such file. Reading throws `UnreadableFile`. */
  read(name: string): Promise<OpenedFile | undefined>;
  size(name: string): Promise<number | undefined>;
  /** The accounts that have files, and the days of one, in order. */
  accounts(): Promise<string[]>;
  days(accountId: string): Promise<string[]>;
}

/** Entries that left together: those of one balance up to a number, with all entries of their journals. */
export interface ArchivedPart {
  readonly currency: string;
  readonly upto: string;
  readonly journals: readonly string[];
}

/** Events that left together, with their intents: those after a position, up to another. */
export interface ArchivedEvents {
  readonly after: string;
  readonly upto: string;
}

/** Journal, id, ledger account, currency, direction, amount and number of an entry that comes back. */
export type RestoredEntry = readonly [string, string, string, string, string, string, string | null];

/** The days of an account that are in the archive. */
export interface ArchiveSummary {
  readonly accountId: string;
  readonly first: string;
  readonly last: string;
  readonly days: number;
}

export type AccountDay = Pick<ArchiveFile, 'accountId' | 'day'>;

/** What the database has of its archive and of the days that go into it. */
export interface ArchiveBook {
  now(): Promise<Date>;
  isRestored(): Promise<boolean>;
  accounts(after: string, limit: number): Promise<string[]>;
  /** After the commit, no journal and no event of the account can have a time before `before`. */
  close(accountId: string, before: Date): Promise<void>;
  /** Whether the account has a day before that time with journals and without a seal. */
  hasUnsealed(accountId: string, before: Date): Promise<boolean>;
  /** The beginning of the account's first day in a span that has journals or events. */
  firstDay(span: LeafSpan): Promise<Date | undefined>;
  seal(accountId: string, day: string): Promise<LedgerSeal | undefined>;
  journals(span: LeafSpan): AsyncIterable<readonly ArchivedJournal[]>;
  /** With the intents that leave with them, unless for a file of version 1. */
  events(span: LeafSpan, version: ArchiveVersion): AsyncIterable<readonly ArchivedEvent[]>;
  lastPosition(accountId: string, before: Date): Promise<string>;
  lastFile(accountId: string): Promise<ArchiveFile | undefined>;
  /** The account's files after a day, by day. */
  files(accountId: string, after: string, limit: number): Promise<ArchiveFile[]>;
  file(accountId: string, day: string): Promise<ArchiveFile | undefined>;
  /** The accounts that have files, by id. */
  summaries(limit: number): Promise<ArchiveSummary[]>;
  add(file: Omit<ArchiveFile, 'archivedAt'>): Promise<void>;
  /** The last day whose entries have left, or are leaving. */
  borderDay(accountId: string): Promise<string | undefined>;
  /** The first day up to the border of which entries or events have still to leave. */
  leavingDay(accountId: string): Promise<string | undefined>;
  /** Why the account's entries and events up to a time must stay. */
  holdOf(accountId: string, until: Date): Promise<string | undefined>;
  /**
   * Carries the balances forward to the end of the day and lets its entries go; refused if the totals are not those of
   * the rows.
   */
  moveBorder(
    file: Pick<ArchiveFile, 'accountId' | 'day' | 'sha256'>,
    totals: readonly EntryTotal[],
  ): Promise<void>;
  /** The last parts of the last day that has left, each with the ids of its journals; none when its entries are back. */
  lastParts(accountId: string): Promise<readonly ArchivedPart[]>;
  /** Puts the entries of such a part back; refused if they are not what the part kept. */
  restorePart(accountId: string, part: ArchivedPart, entries: readonly RestoredEntry[]): Promise<void>;
  /** The last parts of the last day that has left, the last first; none when its events are back. */
  lastEvents(accountId: string): Promise<readonly ArchivedEvents[]>;
  /** Puts the events of the last part back; refused if they are not what left. */
  restoreEvents(accountId: string, part: ArchivedEvents, events: readonly ArchivedEvent[]): Promise<void>;
  /** Moves the border back by a day, once its entries and events are back. */
  moveBorderBack(accountId: string): Promise<void>;
  /** Removes some entries of a day that may leave; answers how many numbers are done, 0 if none was left. */
  readonly removeEntries: (day: AccountDay) => Promise<number>;
  /** Removes some events of a day that may leave; answers how many, 0 if none was left or they must stay. */
  readonly removeEvents: (day: AccountDay) => Promise<number>;
}
