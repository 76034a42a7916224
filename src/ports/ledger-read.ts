import type { Bucket, Entry, LedgerAccount, OriginType, Purpose } from '../domain/ledger.js';
import type { Amount } from '../domain/money.js';
import type { Settlement } from '../domain/noun/settlement.js';
import type { Owned, Sight, Stretch, Stretched } from './sight.js';

/** The balance of an account in one currency. */
export type Balance = {
  readonly accountId: string;
  readonly currency: string;
  readonly asOf: Date;
} & Readonly<Record<Bucket, Amount>>;

/** An entry, its number in its balance, and what was in its bucket after it. */
export type NumberedEntry = Entry & { readonly seq: string; readonly resulting: Amount };

/** The part of one balance's statement below the number `before`, newest first. */
export interface StatementAsk {
  readonly accountId: string;
  readonly currency: string;
  readonly before?: string | undefined;
}

/** A place in the log of an account, and the exact stored text of the event that stands there. */
export interface LoggedEvent {
  readonly position: string;
  readonly id: string;
  readonly body: string;
}

export interface LogAsk {
  readonly accountId: string;
  /** Position after which to read. */
  readonly after: string;
  readonly limit: number;
  /** Of these types alone. */
  readonly types?: readonly string[] | undefined;
  readonly resourceId?: string | undefined;
}

export interface OwnedEvent extends LoggedEvent {
  readonly accountId: string;
  readonly type: string;
  readonly resourceId: string;
  readonly occurredAt: Date;
}

export interface EventListing extends Stretch {
  readonly sight: Sight;
  readonly types: readonly string[];
  readonly resourceId?: string | undefined;
}

/** One side of a posting, the client's or the platform's. */
export interface JournalEntry {
  readonly id: string;
  readonly ledger: LedgerAccount;
  readonly currency: string;
  readonly direction: 'debit' | 'credit';
  readonly amount: Amount;
}

/** The balanced entries of one operation at one moment, both sides of them. */
export interface WholeJournal {
  readonly id: string;
  readonly accountId: string;
  readonly purpose: Purpose;
  readonly originType: OriginType;
  readonly originId: string;
  readonly occurredAt: Date;
  readonly entries: readonly JournalEntry[];
}

export interface JournalListing extends Stretch {
  readonly sight: Sight;
  readonly originId?: string | undefined;
  readonly purposes: readonly string[];
  /** With an entry on this ledger account, in this currency. */
  readonly ledger?: string | undefined;
  readonly currency?: string | undefined;
  /** Bounds on when they were posted: from inclusive, to exclusive. */
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

/** Reads of the books and of the event log. */
export interface LedgerReads {
  /** All that these accounts hold, of each by currency. */
  balances(accountIds: readonly string[]): Promise<Balance[]>;
  /** The balances as they stood at a time, its own movements among them; of one that had not moved yet nothing. */
  balancesAt(accountId: string, at: Date): Promise<Balance[]>;
  /** What each balance held right before each of these times, by currency and time; of a time before its first movement, nothing. */
  balancesAtEach(accountId: string, times: readonly Date[]): Promise<BalanceBefore[]>;
  /** The newest entries of a balance, `limit` at most. */
  statement(ask: StatementAsk, limit: number): Promise<NumberedEntry[]>;
  /** The first entries of the period of a settlement that moved what is available, in the order of the statement. */
  settledEntries(settlement: Settlement, limit: number): Promise<NumberedEntry[]>;
  /** The sequence number of an entry in that balance. */
  entrySeq(accountId: string, currency: string, entryId: string): Promise<string | undefined>;
  journals(ask: JournalListing): Promise<Stretched<WholeJournal>>;
  journal(sight: Sight, id: string): Promise<WholeJournal | undefined>;
  /** All journals of an operation, oldest first. */
  journalsOf(origin: Owned): Promise<WholeJournal[]>;
  /** The log of an account from a place on, oldest first, and one more than `limit` where it goes on. */
  log(ask: LogAsk): Promise<LoggedEvent[]>;
  /** The last position of each of these logs; of one without events nothing. */
  logEnds(accountIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Newest first: of one account in the order of its log, of several by time. */
  events(ask: EventListing): Promise<Stretched<OwnedEvent>>;
  event(sight: Sight, id: string): Promise<OwnedEvent | undefined>;
  /** The first events of a resource, in the order of the log. */
  eventsOf(resource: Owned, limit: number): Promise<OwnedEvent[]>;
}
