import type { CapabilityKey } from '../domain/capability.js';
import type { Decision, Moment, Noun, Nouns } from '../domain/decision.js';
import type { Binding, Fingerprints } from '../domain/idempotency-key.js';
import type { Amount } from '../domain/money.js';
import type { IdKind } from '../domain/noun/prefix.js';
import type { Labels } from '../domain/noun/label.js';
import type { Metadata } from '../domain/noun/declare.js';
import type { Payout } from '../domain/payout.js';
import type { BatchCounts } from '../domain/payout-batch.js';
import type { TakenParts } from '../domain/refund.js';
import type { SealedAt } from '../domain/sealed.js';
import type { AccountTerms } from '../domain/terms.js';
import type { KillSwitch } from './kill-switch.js';
import type { SealBook } from './ledger-seal.js';
import type { EarlyNotice, EarlyNoticeOf } from './provider.js';
import type { StatementBook } from './statement.js';
import type { SignIns } from './sign-in.js';
import type { Tries } from './tries.js';
import type { Lanes } from './webhook.js';

/** An idempotency key and the fingerprints of its request (contract §4.1). Keys belong to an account. */
export interface KeyUse extends Fingerprints {
  readonly accountId: string;
  readonly key: string;
}

export type BoundKey = KeyUse & { readonly resourceId: string };

/** The state of an idempotency key, read without waiting for its lock. */
export interface KeyState {
  /** Another transaction holds the lock of the key. */
  readonly busy: boolean;
  readonly bound: Binding | null;
}

/** What the decision about a new payout needs to look up. */
export interface PayoutAsk extends KeyUse {
  readonly beneficiaryId: string;
  readonly quoteId: string | null;
  readonly sourceCurrency: string | null;
}

/**
 * The state on which a new payout is decided. Key, quote, limit and balance are locked until the transaction ends.
 * The rest is unlocked, so others may change it before the commit.
 */
export interface PayoutFacts extends KeyState {
  readonly beneficiary: Pick<
    Nouns['beneficiary'],
    'method' | 'currency' | 'country' | 'status' | 'createdAt' | 'payeeResult' | 'payeeCheckedAt'
  > | null;
  readonly customer: Pick<Nouns['customer'], 'status' | 'complianceStatus'> | null;
  readonly payoutsStopped: boolean;
  readonly suspended: boolean;
  readonly terms: Terms;
  readonly quote: Nouns['quote'] | null;
  /** Over the 24 hours before now, and the rest of the minute in which they begin. */
  readonly dailyTotal: Amount;
  readonly recentCount: number;
  /** Undefined if the account has no balance in the source currency. */
  readonly available: Amount | undefined;
}

/** The account's terms that decisions about its money need. */
export type Terms = Pick<AccountTerms, 'platformFeeBps' | 'tenantMarkupBps' | 'overrides'> &
  Partial<Pick<AccountTerms, 'approvalPolicy'>>;

/** A payment by the references of its funding account and of the bank. */
export interface PaymentName {
  readonly fundingReference: string;
  readonly bankReference: string;
}

export interface KnownPayments {
  readonly payins: readonly Nouns['payin'][];
  readonly exceptions: readonly Nouns['exception'][];
}

export type Where<T> = { readonly [K in keyof T]?: T[K] | readonly T[K][] };

/** Restricts what is due: only `ids`, without `except`. */
export interface DueAsk {
  readonly ids?: readonly string[];
  readonly except?: readonly string[];
  /**
   * Statuses in which an open intent may still be sent. Such an operation is not due until machine time has passed
   * its send_by.
   */
  readonly mayLeaveIn?: readonly string[];
  /** Leaves out operations that would be sent. */
  readonly isSendingOff?: boolean;
}

/** A noun whose rows store when something is due (`nextStepAt`, business time). */
export type DueNoun =
  { [N in Noun]: Nouns[N] extends { readonly nextStepAt: Date | null } ? N : never }[Noun] | 'hostedSession';

/** A noun to which callers attach a reference and metadata. */
export type LabelledNoun = {
  [N in Noun]: Nouns[N] extends Labels & { readonly accountId: string } ? N : never;
}[Noun] &
  IdKind;

/** The entries of one balance after an entry, optionally up to a time. */
export interface StatementRange {
  readonly accountId: string;
  readonly currency: string;
  /** Number of an entry; 0 means from the beginning. */
  readonly after: string;
  readonly until?: Date | undefined;
}

/** The credits and debits of the available bucket in a part of a statement, and the last entry of that part. */
export interface MovedTotals {
  readonly last: string;
  readonly credits: Amount;
  readonly debits: Amount;
}

/**
 * One transaction. Locks are taken in one order everywhere (design.md §4): keys and names, parents, operations by id,
 * limits, balances, event counter. `record` takes the last three itself.
 */
export interface Tx {
  readonly lanes: Lanes;
  readonly statements: StatementBook;
  readonly seals: SealBook;
  /** Cursor up to which a connector's notice log was read. */
  noticeCursor(provider: string): Promise<string | undefined>;
  setNoticeCursor(provider: string, cursor: string): Promise<void>;
  readonly signIns: SignIns;
  readonly killSwitch: KillSwitch;
  readonly tries: Tries;
  /**
   * Replaces the metadata of a locked row. The version stays: no decision depends on metadata, and no other update
   * writes it.
   */
  relabel<N extends LabelledNoun>(noun: N, row: Nouns[N], metadata: Metadata): void;
  /**
   * Business time, the same for the whole transaction: as of the last lock that was granted before the first call.
   */
  moment(): Promise<Moment>;
  /** The rows with these ids, in id order, locked until the commit. Missing and foreign ids are left out. */
  lock<N extends Noun>(noun: N, ids: readonly string[], accountId?: string): Promise<Nouns[N][]>;
  /** Like `lock`, for rows that were read before. They are read again only if one has another version now. */
  lockKnown<N extends Noun>(noun: N, known: readonly Nouns[N][]): Promise<readonly Nouns[N][]>;
  /** Locks the rows that match all these values; for a list, one of its values. */
  lockFound<N extends Noun>(noun: N, where: Where<Nouns[N]>): Promise<Nouns[N][]>;
  /** Like `lockFound`, but skips rows that another transaction has locked. */
  lockFree<N extends Noun>(noun: N, where: Where<Nouns[N]>): Promise<Nouns[N][]>;
  /**
   * The rows that match all these values, unlocked, in id order: at most `first`, else all. More than 1000 rows
   * without `first` are an error.
   */
  find<N extends Noun>(noun: N, where: Where<Nouns[N]>, first?: number): Promise<Nouns[N][]>;
  /** Counts a batch: its items and their payouts. `decided`: payouts as they are about to be written. */
  countBatch(id: string, decided?: readonly Payout[]): Promise<BatchCounts>;
  /** The results of known payments, unlocked. */
  findPayments(names: readonly PaymentName[]): Promise<KnownPayments>;
  /** Locks rows that are due now and not locked by another transaction. */
  lockDue<N extends DueNoun>(noun: N, limit: number, ask: DueAsk): Promise<Nouns[N][]>;
  /** Serialises work on a name that has no row yet. The next statement waits for the lock. */
  lockNames(names: readonly string[]): void;
  /**
   * Waits for the lock of the key. Returns the id of what the key made, or undefined. Refuses a key used by another
   * request.
   */
  claimKey(use: KeyUse): Promise<string | undefined>;
  /** Locks each key that no other transaction holds. Returns the state of each key, in order. */
  tryKeys(uses: readonly KeyUse[]): Promise<KeyState[]>;
  /**
   * Without `keyed`, keys are neither looked up nor locked. The balance is locked if there is one ask, or if asks
   * `wait`. Otherwise it is read unlocked, and recording fails if that reading was too high.
   */
  loadPayouts(
    asks: readonly PayoutAsk[],
    options: { velocityMinutes: number; wait: boolean; keyed?: boolean },
  ): Promise<PayoutFacts[]>;
  /**
   * Locks the limit's usage. Returns the total of the 24 hours before now, and the rest of the minute in which they
   * begin.
   */
  lockUsage(accountId: string, capability: CapabilityKey): Promise<Amount>;
  /**
   * The parts of a locked limit's total that lie in that minute and are older than 24 hours. Reads every operation:
   * call it only if needed.
   */
  lapsedUsage(accountId: string, capability: CapabilityKey): Promise<Amount>;
  /** Operations of a capability accepted in the last `minutes` and not given back since. */
  recentCount(accountId: string, capability: CapabilityKey, minutes: number): Promise<number>;
  /** Locks the balance. Returns its available amount; zero if the account never held the currency. */
  lockAvailable(accountId: string, currency: string): Promise<Amount>;
  /** Uncommitted entries may still be added, unless the balance is locked. */
  movedAfter(range: StatementRange): Promise<MovedTotals>;
  /** Number of the last entry of a balance; 0 if it has none. */
  lastEntry(accountId: string, currency: string): Promise<string>;
  /**
   * The parts of a pay-in taken by its refunds, its remittance and its bank. They cannot grow while the pay-in is
   * locked.
   */
  takenOf(payinId: string): Promise<TakenParts>;
  standing(
    accountId: string,
    capability: CapabilityKey,
  ): Promise<{ suspended: boolean; stopped: boolean; terms: Terms }>;
  /** The ids of notices that were never taken before. They count as taken once the transaction commits. */
  takeNotices(provider: string, ids: readonly string[]): Promise<Set<string>>;
  /** Stores notices about operations and payments that are not known yet. */
  keepNotices(provider: string, notices: readonly EarlyNotice[]): Promise<void>;
  /** Returns the stored notices about these references in order of arrival, and deletes them. */
  takeEarlyNotices<T extends EarlyNotice['type']>(
    type: T,
    references: readonly string[],
  ): Promise<EarlyNoticeOf<T>[]>;
  /** Machine time since which the database counts as restored from a backup; null if it does not. */
  restoredAt(): Promise<Date | null>;
  setRestored(restored: boolean): Promise<void>;
  /** Stores the proof if there is none yet. Returns the stored proof. */
  keepHashKeyProof(proof: string): Promise<string>;
  /** Moves business time forward by whole milliseconds. */
  moveClock(ms: number): Promise<void>;
  /**
   * Writes all of it or nothing: rows, limits, journals and balances, events, and the keys bound to what was made.
   */
  record(decisions: readonly Decision[], keys?: readonly BoundKey[]): Promise<void>;
}

/**
 * Derives decisions about dependent rows. It runs at each `record`, so no use case can decide about a row and forget
 * its dependants.
 */
export type Follow = (tx: Tx, decisions: readonly Decision[]) => Promise<readonly Decision[]>;

export interface Store {
  /** Runs the work in one transaction. Serialization failures and deadlocks are retried three times. */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Like `transaction`, but always rolls back. */
  rolledBack<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * Runs the work while no other process runs work of this name; waits until then. Aborts `lost`, with an error to
   * throw, as soon as another process may start: the work must end then. `stop` ends the wait.
   */
  alone<T>(name: string, work: (lost: AbortSignal) => Promise<T>, stop?: AbortSignal): Promise<T>;
  /**
   * Corrects times that lie too far in the future for their kind. Returns how many there were, by table and column.
   */
  correctFutureTimes(): Promise<ReadonlyMap<string, number>>;
  /**
   * Scans the next `limit` rows of a column and encrypts again each value that does not begin with `start`. `next`:
   * where to continue; undefined after the last row of the last column.
   */
  reseal(ask: ResealAsk): Promise<ResealCount & { readonly next: ResealCursor | undefined }>;
  /**
   * Scans the next customers, and stores the hashes of address and name where they are missing. Returns the number of
   * rows scanned: less than `limit` at the end, undefined if another process is doing it.
   */
  hashSearched(ask: SearchHashAsk): Promise<number | undefined>;
}

/** Hashes by which a customer is found; null if the encrypted value is missing or cannot be decrypted. */
export type SearchHash = (customer: {
  readonly id: string;
  readonly profile: string | null;
  readonly displayName: string | null;
}) => { readonly emailHash: string | null; readonly nameHash: string | null };

export interface SearchHashAsk {
  readonly limit: number;
  readonly hash: SearchHash;
}

/** Position of the scan: after this row of this column. */
export interface ResealCursor {
  readonly column: number;
  readonly afterId: string;
}

/** Values encrypted again, and values that cannot be decrypted and were left alone. */
export interface ResealCount {
  readonly resealed: number;
  readonly unopened: number;
}

export interface ResealAsk {
  readonly from: ResealCursor;
  readonly limit: number;
  readonly start: string;
  /** The value encrypted again; undefined if it cannot be decrypted. */
  readonly again: (sealed: string, at: SealedAt) => string | undefined;
}
