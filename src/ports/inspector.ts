import type { Noun, Nouns } from '../domain/decision.js';
import type { Bucket, LedgerAccount, OriginType, Purpose } from '../domain/ledger.js';
import type { Amount } from '../domain/money.js';
import type { OperationKind } from '../domain/operation-kind.js';
import type { InspectedNoun as DeclaredNoun } from '../domain/noun/all.js';
import type { RegisteredOperator } from '../domain/operator.js';
import type { EarlyNotice } from './provider.js';
import type { Balance, NumberedEntry } from './reader.js';
import type { StatementLine } from './statement.js';
import type { Where } from './store.js';

/** The accounts whose rows a read may see; null sees all. A foreign row is left out as if it were absent. */
export type Sight = readonly string[] | null;

/** Nouns that the platform lists, of one account or of all, newest first. */
export type InspectedNoun = DeclaredNoun | 'suspension' | 'auditEntry';

/** The part of a list that is wanted: rows older than `after`, and no more than `limit` of them. */
export interface Stretch {
  readonly after?: string | undefined;
  readonly limit: number;
}

export interface Listing<N extends InspectedNoun> extends Stretch {
  readonly sight: Sight;
  readonly where: Where<Nouns[N]>;
  /** Bounds on created_at: from inclusive, to exclusive. */
  readonly createdFrom?: Date | undefined;
  readonly createdTo?: Date | undefined;
  /** Bounds, both inclusive, on the noun's amount; a noun without one has none. */
  readonly amountMin?: Amount | undefined;
  readonly amountMax?: Amount | undefined;
  /** Letters that the id holds somewhere. */
  readonly idContains?: string | undefined;
}

/**
 * A stretch of a list. `next` is where the list goes on, and null at its end. A rare filter ends a stretch early:
 * it may then hold fewer rows than were asked for, or none, although there is more.
 */
export interface Stretched<T> {
  readonly rows: readonly T[];
  readonly next: string | null;
}

export interface InspectedEvent {
  readonly id: string;
  readonly accountId: string;
  readonly position: string;
  readonly type: string;
  readonly resourceId: string;
  readonly occurredAt: Date;
  /** The exact text that readers and receivers get. */
  readonly body: string;
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
export interface InspectedJournal {
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

/** The sums moved on one of the platform's own ledger accounts in a period. */
export interface Turnover {
  readonly ledger: Exclude<LedgerAccount, Bucket>;
  readonly currency: string;
  readonly credits: Amount;
  readonly debits: Amount;
}

export interface OwnedBalance extends Balance {
  readonly accountId: string;
}

/** The part of one balance's statement below the number `before`. */
export interface StatementAsk {
  readonly accountId: string;
  readonly currency: string;
  readonly before?: string | undefined;
}

/** A provider's notice of something that is not here: it takes effect once that is. */
export interface KeptNotice {
  readonly provider: string;
  /** The provider's own id of the notice. */
  readonly id: string;
  readonly type: EarlyNotice['type'];
  /** The provider's name of the payment, or ours of the operation. */
  readonly reference: string;
  readonly outcome: EarlyNotice['outcome'];
  /** Machine time. */
  readonly receivedAt: Date;
}

/** A line of a provider's statement of which nothing here is known. */
export interface UnknownLine extends Pick<
  StatementLine,
  'kind' | 'reference' | 'amount' | 'currency' | 'bookedAt'
> {
  readonly provider: string;
  readonly sequence: string;
  /** The account as the provider knows it. */
  readonly givenFor: string | null;
}

/** An adjustment that one operator has asked for, and that waits for another. */
export interface Proposal {
  readonly exceptionId: string;
  readonly accountId: string;
  readonly operator: string;
  readonly note: string;
  readonly direction: 'credit' | 'debit';
  readonly amount: string;
  readonly currency: string;
  readonly proposedAt: Date;
}

/** Names a row together with the account that it belongs to. */
export interface Owned {
  readonly accountId: string;
  readonly id: string;
}

/** A noun whose rows hang on rows of another, and the field that says on which. */
export type Relation<N extends Noun = Noun> = readonly [noun: N, field: string];

/** An operation of which nobody knows whether it was executed: it is looked up until somebody does. */
export interface UncertainOperation {
  readonly id: string;
  readonly accountId: string;
  readonly kind: OperationKind;
  readonly status: string;
  readonly amount: Amount;
  readonly currency: string;
  readonly provider: string | null;
  readonly reference: string;
  readonly attempts: number;
  readonly lookUps: number;
  readonly nextStepAt: Date | null;
  /** When it last changed. */
  readonly since: Date;
}

/** Nouns of which some rows wait for a person. */
export type WaitingNoun =
  'riskDecision' | 'withdrawal' | 'exception' | 'settlementSchedule' | 'webhookEndpoint';

/** How many attempts to send a provider answered in which way, of those that were begun within a minute. */
export interface ProviderMinute {
  readonly provider: string;
  readonly at: Date;
  readonly accepted: number;
  readonly refused: number;
  /** Proven never to have left. */
  readonly notSent: number;
  readonly uncertain: number;
  readonly open: number;
  /** The longest that an answer took. */
  readonly slowestMs: number | null;
}

/** By what something is looked for: each is compared as a whole, but the beginning of a key and a part of a name. */
export interface Search {
  readonly text: string;
  /** Of the text, where it is an address that may be looked for. */
  readonly emailHash: string | undefined;
  /** Whether the names of banks, and those that we and providers have for payments, are looked at too. */
  readonly isPlatform: boolean;
  readonly sight: Sight;
}

type SearchedBy =
  | 'key_prefix'
  | 'bank_reference'
  | 'provider_reference'
  | 'external_id'
  | 'batch_reference'
  | 'email'
  | 'account_name'
  | 'part';

/** Something that was found, and what of it bears the text. */
export interface Sought {
  readonly id: string;
  readonly accountId: string;
  readonly by: SearchedBy;
}

export interface OperatorHolder {
  readonly operator: RegisteredOperator;
  /** Business time when this was read. */
  readonly now: Date;
}

/**
 * Reads for operators and dashboards, across accounts and in sets: one statement however many rows are asked for.
 * Every read names the accounts that it may see.
 */
export interface Inspector {
  /** The rows of those ids, in no order; absent and unseen ones are left out. */
  rows<N extends Noun>(noun: N, sight: Sight, ids: readonly string[]): Promise<Nouns[N][]>;
  list<N extends InspectedNoun>(noun: N, ask: Listing<N>): Promise<Stretched<Nouns[N]>>;
  /** Of each parent its newest rows, `limit` at most; intents oldest first. */
  children<R extends Relation>(relation: R, parents: readonly Owned[], limit: number): Promise<Nouns[R[0]][]>;
  events(ask: EventListing): Promise<Stretched<InspectedEvent>>;
  eventRows(sight: Sight, ids: readonly string[]): Promise<InspectedEvent[]>;
  /** Of each resource its first events, in the order of the log. */
  eventsOf(resources: readonly Owned[], limit: number): Promise<InspectedEvent[]>;
  journals(ask: JournalListing): Promise<Stretched<InspectedJournal>>;
  journalRows(sight: Sight, ids: readonly string[]): Promise<InspectedJournal[]>;
  /** All journals of those operations, oldest first. */
  journalsOf(origins: readonly Owned[]): Promise<InspectedJournal[]>;
  balances(accountIds: readonly string[]): Promise<OwnedBalance[]>;
  /** Of each balance its newest entries below the number that is asked for, in the order of the asks. */
  statements(asks: readonly StatementAsk[], limit: number): Promise<NumberedEntry[][]>;
  turnover(from: Date, to: Date): Promise<Turnover[]>;
  /** The notices that are kept, the newest first. */
  keptNotices(limit: number): Promise<KeptNotice[]>;
  /** Lines of statements that nothing here explains, the newest of each provider first. */
  unknownLines(limit: number): Promise<UnknownLine[]>;
  /** Adjustments of open exceptions that wait for a second operator, the newest first. */
  proposals(limit: number): Promise<Proposal[]>;
  /** Rows that wait for a person, those that wait longest first. */
  waiting<N extends WaitingNoun>(noun: N, limit: number): Promise<Nouns[N][]>;
  /** Operations of unknown end, the oldest first. */
  uncertain(limit: number): Promise<UncertainOperation[]>;
  /** The newest attempts to send, `limit` at most, by provider and minute, the newest minute last. */
  providerMinutes(limit: number): Promise<ProviderMinute[]>;
  /** Rows that bear a text, the newest of each kind first; of each kind `limit` at most. */
  search(ask: Search, limit: number): Promise<Sought[]>;
  /** Who holds the token of that fingerprint. */
  operator(fingerprint: string): Promise<OperatorHolder | undefined>;
  /** Every operator, oldest first. */
  operators(): Promise<RegisteredOperator[]>;
}
