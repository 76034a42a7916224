import type { ArchiveBorder, EventBorder } from '../domain/archived.js';
import type { Bucket, Entry, LedgerAccount, OriginType, Purpose } from '../domain/ledger.js';
import type { Amount } from '../domain/money.js';
import type { Settlement } from '../domain/noun/settlement.js';
import type { OwnedRow, Sight, PageBounds, RowPage } from './sight.js';

/** The balance of an account in one currency. */
export type Balance = {
  readonly accountId: string;
  readonly currency: string;
  readonly asOf: Date;
} & Readonly<Record<Bucket, Amount>>;

/** An entry, its number within its balance, and the amount in its bucket after it. */
export type NumberedEntry = Entry & { readonly seq: string; readonly resulting: Amount };

/** Asks for the entries of one balance with numbers below `before`, newest first. */
export interface StatementAsk {
  readonly accountId: string;
  readonly currency: string;
  readonly before?: string | undefined;
}

/** An event: its position in the account's log, and its exact stored text. */
export interface LoggedEvent {
  readonly position: string;
  readonly id: string;
  readonly body: string;
}

export interface LogAsk {
  readonly accountId: string;
  /** Read events after this position. */
  readonly after: string;
  readonly limit: number;
  /** Only events of these types. */
  readonly types?: readonly string[] | undefined;
  readonly resourceId?: string | undefined;
}

export interface OwnedEvent extends LoggedEvent {
  readonly accountId: string;
  readonly type: string;
  readonly resourceId: string;
  readonly occurredAt: Date;
}

export interface EventListing extends PageBounds {
  readonly sight: Sight;
  readonly types: readonly string[];
  readonly resourceId?: string | undefined;
}

/** One side of a posting, on an account of the client or of the platform. */
export interface JournalEntry {
  readonly id: string;
  readonly ledger: LedgerAccount;
  readonly currency: string;
  readonly direction: 'debit' | 'credit';
  readonly amount: Amount;
}

/** All entries of one journal, client and platform side; they balance. */
export interface WholeJournal {
  readonly id: string;
  readonly accountId: string;
  readonly purpose: Purpose;
  readonly originType: OriginType;
  readonly originId: string;
  readonly occurredAt: Date;
  readonly entries: readonly JournalEntry[];
}

export interface JournalListing extends PageBounds {
  readonly sight: Sight;
  readonly originId?: string | undefined;
  readonly purposes: readonly string[];
  /** Only journals with an entry on this ledger account, and in this currency. */
  readonly ledger?: string | undefined;
  readonly currency?: string | undefined;
  /** Bounds on the posting time: `from` inclusive, `to` exclusive. */
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
}

/** A balance as it stood right before a time. */
export interface BalanceBefore {
  readonly currency: string;
  readonly before: Date;
  readonly available: Amount;
  /** Without earnings. */
  readonly total: Amount;
}

/** Reads of the ledger and of the event log. */
export interface LedgerReads {
  /** All balances of these accounts, by currency. */
  balances(accountIds: readonly string[]): Promise<Balance[]>;
  /**
   * The balances as of a time, including entries posted at that very time. A balance without entries by then is left
   * out.
   */
  balancesAt(accountId: string, at: Date): Promise<Balance[]>;
  /** What each balance held right before each of these times, by currency and time; of a time before its first movement, nothing. */
  balancesAtEach(accountId: string, times: readonly Date[]): Promise<BalanceBefore[]>;
  /** The newest entries of a balance, at most `limit`. */
  statement(ask: StatementAsk, limit: number): Promise<NumberedEntry[]>;
  /** The first entries of a settlement's period that moved the available bucket, in statement order. */
  settledEntries(settlement: Settlement, limit: number): Promise<NumberedEntry[]>;
  /** The sequence number of an entry in its balance. */
  entrySeq(accountId: string, currency: string, entryId: string): Promise<string | undefined>;
  journals(ask: JournalListing): Promise<RowPage<WholeJournal>>;
  journal(sight: Sight, id: string): Promise<WholeJournal | undefined>;
  /** All journals of an operation, oldest first. */
  journalsOf(origin: OwnedRow): Promise<WholeJournal[]>;
  /** From when on the account's entries are here; undefined if none are archived. */
  archiveBorder(accountId: string): Promise<ArchiveBorder | undefined>;
  /** The border if entries of the settlement's period are archived. */
  settledBorder(settlement: Settlement): Promise<ArchiveBorder | undefined>;
  /** The border behind which the entries of this journal are archived; undefined if they are not. */
  archivedJournal(sight: Sight, id: string): Promise<ArchiveBorder | undefined>;
  /** The last event that was removed from the logs of these accounts, by time; undefined if none was. */
  eventBorder(sight: Sight): Promise<EventBorder | undefined>;
  /**
   * Events after `after`, oldest first; one more than `limit` if the log continues. Refused with `archived` if events
   * after it were removed.
   */
  log(ask: LogAsk): Promise<LoggedEvent[]>;
  /** The last position of each log; logs without events are left out. */
  logEnds(accountIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Newest first: one account's events in log order, several accounts' by time. */
  events(ask: EventListing): Promise<RowPage<OwnedEvent>>;
  event(sight: Sight, id: string): Promise<OwnedEvent | undefined>;
  /** The first events of a resource, in log order. */
  eventsOf(resource: OwnedRow, limit: number): Promise<OwnedEvent[]>;
}
