import type { CapabilityKey } from '../domain/capability.js';
import type { Decision, Moment, Noun, Nouns } from '../domain/decision.js';
import type { Binding, Fingerprints } from '../domain/idempotency-key.js';
import type { Amount } from '../domain/money.js';
import type { IdKind } from '../domain/noun/prefix.js';
import type { Labels } from '../domain/noun/label.js';
import type { Metadata } from '../domain/noun/declare.js';
import type { Payout } from '../domain/payout.js';
import type { BatchCounts } from '../domain/payout-batch.js';
import type { Taken } from '../domain/refund.js';
import type { SealedAt } from '../domain/sealed.js';
import type { AccountTerms } from '../domain/terms.js';
import type { KillSwitch } from './kill-switch.js';
import type { SealBook } from './ledger-seal.js';
import type { EarlyNotice, EarlyNoticeOf } from './provider.js';
import type { StatementBook } from './statement.js';
import type { SignIns } from './sign-in.js';
import type { Tries } from './tries.js';
import type { Lanes } from './webhook.js';

/** An idempotency key bound to what a request made (contract §4.1). Scope: the account. */
export interface KeyUse extends Fingerprints {
  readonly accountId: string;
  readonly key: string;
}

export type BoundKey = KeyUse & { readonly resourceId: string };

/** The state of an idempotency key, read without waiting for its lock. */
export interface KeyState {
  /** Another transaction holds the key's lock. */
  readonly busy: boolean;
  readonly bound: Binding | null;
}

/** The needs of a decision about a new payout. */
export interface PayoutAsk extends KeyUse {
  readonly beneficiaryId: string;
  readonly quoteId: string | null;
  readonly sourceCurrency: string | null;
}

/**
 * The state that a new payout is decided on. Key, quote, limit and balance are locked until the transaction ends; the
 * rest is as it was read, and may be changed by others before the commit.
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
  /** Of the 24 hours before now, and of the minute in which they begin. */
  readonly dailyTotal: Amount;
  readonly recentCount: number;
  /** Undefined where the account holds nothing in the source currency. */
  readonly available: Amount | undefined;
}

/** The part of an account's terms that a decision about its money needs. */
export type Terms = Pick<AccountTerms, 'platformFeeBps' | 'tenantMarkupBps' | 'overrides'> &
  Partial<Pick<AccountTerms, 'approvalPolicy'>>;

/** A payment by the reference of the funding account and the bank's own. */
export interface PaymentName {
  readonly fundingReference: string;
  readonly bankReference: string;
}

export interface KnownPayments {
  readonly payins: readonly Nouns['payin'][];
  readonly exceptions: readonly Nouns['exception'][];
}

export type Where<T> = { readonly [K in keyof T]?: T[K] | readonly T[K][] };

/** Which of what is due: of these ids only, without those. */
export interface DueAsk {
  readonly ids?: readonly string[];
  readonly except?: readonly string[];
  /** Statuses in which an intent that is open may still leave: it is nobody's until machine time has passed its send_by. */
  readonly mayLeaveIn?: readonly string[];
  /** Leaves out what would be sent. */
  readonly isSendingOff?: boolean;
}

/** A noun whose rows say themselves when something is due (`nextStepAt`, business time). */
export type DueNoun =
  { [N in Noun]: Nouns[N] extends { readonly nextStepAt: Date | null } ? N : never }[Noun] | 'hostedSession';

/** A noun that callers name and annotate. */
export type LabelledNoun = {
  [N in Noun]: Nouns[N] extends Labels & { readonly accountId: string } ? N : never;
}[Noun] &
  IdKind;

/** A balance's statement behind an entry, up to a time where one is stated. */
export interface StatementPlace {
  readonly accountId: string;
  readonly currency: string;
  /** The number of an entry; 0 is before the first. */
  readonly after: string;
  readonly until?: Date | undefined;
}

/** The sums that became available in a part of a statement and ceased to be, and the last entry of the part. */
export interface Moved {
  readonly last: string;
  readonly credits: Amount;
  readonly debits: Amount;
}

/**
 * One transaction. Locks are taken in one order everywhere (design.md §4): keys and names, parents, operations by
 * id, limits, balances, event counter; `record` takes the last three itself.
 */
export interface Tx {
  readonly lanes: Lanes;
  readonly statements: StatementBook;
  readonly seals: SealBook;
  /** How far the log of a connector's notices was read. */
  noticePlace(provider: string): Promise<string | undefined>;
  setNoticePlace(provider: string, cursor: string): Promise<void>;
  readonly signIns: SignIns;
  readonly killSwitch: KillSwitch;
  readonly tries: Tries;
  /** Gives a locked row other metadata. Its version stays: no decision rests on metadata, and no other update writes it. */
  relabel<N extends LabelledNoun>(noun: N, row: Nouns[N], metadata: Metadata): void;
  /** Business time, one for the whole transaction: as of the last lock that was had before this is first asked. */
  moment(): Promise<Moment>;
  /** The rows of those ids, in id order, locked until the commit; absent and foreign ids are left out. */
  lock<N extends Noun>(noun: N, ids: readonly string[], accountId?: string): Promise<Nouns[N][]>;
  /** As `lock`, of rows that are known: they are read again only where one has another version than it is known by. */
  lockKnown<N extends Noun>(noun: N, known: readonly Nouns[N][]): Promise<readonly Nouns[N][]>;
  /** Those that have all these values (of a list: one of them) instead. */
  lockFound<N extends Noun>(noun: N, where: Where<Nouns[N]>): Promise<Nouns[N][]>;
  /** Like `lockFound`, but skips rows that another transaction has locked. */
  lockFree<N extends Noun>(noun: N, where: Where<Nouns[N]>): Promise<Nouns[N][]>;
  /**
   * The rows that have all these values, unlocked, by their ids: the first of them where it says how many, else all of
   * them, and an error where there are more than 1000.
   */
  find<N extends Noun>(noun: N, where: Where<Nouns[N]>, first?: number): Promise<Nouns[N][]>;
  /** How a batch stands, its items and their payouts counted together; `decided` payouts as they are about to be written. */
  countBatch(id: string, decided?: readonly Payout[]): Promise<BatchCounts>;
  /** The results of payments that were taken in before, unlocked. */
  findPayments(names: readonly PaymentName[]): Promise<KnownPayments>;
  /** Rows that are due now and that nobody else is working on, locked. */
  lockDue<N extends DueNoun>(noun: N, limit: number, ask: DueAsk): Promise<Nouns[N][]>;
  /** Serialises everything done under a name that has no row yet: what is asked next waits for that lock. */
  lockNames(names: readonly string[]): void;
  /** Waits for the key's lock; the id of what it made already, or undefined. Refuses another request's key. */
  claimKey(use: KeyUse): Promise<string | undefined>;
  /** Locks each key that no other transaction holds. Returns the state of each key, in order. */
  tryKeys(uses: readonly KeyUse[]): Promise<KeyState[]>;
  /**
   * Where they are not `keyed`, their keys are neither looked up nor locked. The balance of one, or of those that `wait`, is
   * locked; of others it is as it was before its lock, and recording fails where that was too much.
   */
  loadPayouts(
    asks: readonly PayoutAsk[],
    options: { velocityMinutes: number; wait: boolean; keyed?: boolean },
  ): Promise<PayoutFacts[]>;
  /** Locks the limit's usage; the total of the 24 hours before now, and of the minute in which they begin. */
  lockUsage(accountId: string, capability: CapabilityKey): Promise<Amount>;
  /** The parts of a locked limit's total: of that minute, and older than 24 hours. Reads each operation: ask if needed. */
  lapsedUsage(accountId: string, capability: CapabilityKey): Promise<Amount>;
  /** How many operations of a capability were accepted in the minutes before now, and not given back since. */
  recentCount(accountId: string, capability: CapabilityKey, minutes: number): Promise<number>;
  /** Locks the balance; what of it is available, nothing where the account never held the currency. */
  lockAvailable(accountId: string, currency: string): Promise<Amount>;
  /** Entries that are not committed may still join them, unless the balance is locked. */
  movedBehind(place: StatementPlace): Promise<Moved>;
  /** The number of the last entry of a balance; 0 where it has none. */
  lastEntry(accountId: string, currency: string): Promise<string>;
  /** The parts of a pay-in that its refunds, its remittance and its bank have taken: no more while it is locked. */
  takenOf(payinId: string): Promise<Taken>;
  standing(
    accountId: string,
    capability: CapabilityKey,
  ): Promise<{ suspended: boolean; stopped: boolean; terms: Terms }>;
  /** Which of these notices were never taken before; they are taken with the commit. */
  takeNotices(provider: string, ids: readonly string[]): Promise<Set<string>>;
  /** Keeps notices about what is not here yet, with the commit. */
  keepNotices(provider: string, notices: readonly EarlyNotice[]): Promise<void>;
  /** Notices kept about these references, in the order in which they came: given out once, with the commit. */
  takeKept<T extends EarlyNotice['type']>(
    type: T,
    references: readonly string[],
  ): Promise<EarlyNoticeOf<T>[]>;
  /** Machine time from which the database counts as restored; null where it does not. */
  restoredAt(): Promise<Date | null>;
  setRestored(restored: boolean): Promise<void>;
  /** Keeps it unless there is one; answers with the one that is kept. */
  keepHashKeyProof(proof: string): Promise<string>;
  /** Moves business time forward by whole milliseconds. */
  moveClock(ms: number): Promise<void>;
  /** Writes all of it or nothing: rows, limits, journals and balances, events, and the keys bound to what was made. */
  record(decisions: readonly Decision[], keys?: readonly BoundKey[]): Promise<void>;
}

/**
 * Consequences of decisions for rows that are as others are: asked at each `record`, so that nobody can decide about
 * the one and forget the other.
 */
export type Follow = (tx: Tx, decisions: readonly Decision[]) => Promise<readonly Decision[]>;

export interface Store {
  /** Runs the work in one transaction; serialization failures and deadlocks are retried three times. */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** As `transaction`, and nothing of it is kept. */
  undone<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * Runs the work once no other process runs any of that name; what is asked meanwhile waits. Aborts `lost` where
   * another may run from then on, with a reason to throw: the work must end. `stop` ends the wait before it.
   */
  alone<T>(name: string, work: (lost: AbortSignal) => Promise<T>, stop?: AbortSignal): Promise<T>;
  /** Times further ahead than their kind can be get one that it can have; how many there were, by table and column. */
  bringBack(): Promise<ReadonlyMap<string, number>>;
  /**
   * Looks at the next `limit` rows of a column and seals again each value that does not begin with `start`. `next`: where to
   * go on; undefined behind the last row of the last column.
   */
  reseal(ask: ResealAsk): Promise<Resealed & { readonly next: SealedPlace | undefined }>;
  /**
   * Looks at the next customers, and hashes the address and the name of those that have none hashed; how many it looked at:
   * less than `limit` where there are no more, undefined where another process is at it.
   */
  hashSearched(ask: SearchHashAsk): Promise<number | undefined>;
}

/** Hashes by which a customer is found; null if the sealed value is missing or does not open. */
export type SearchHash = (customer: {
  readonly id: string;
  readonly profile: string | null;
  readonly displayName: string | null;
}) => { readonly emailHash: string | null; readonly nameHash: string | null };

export interface SearchHashAsk {
  readonly limit: number;
  readonly hash: SearchHash;
}

/** Behind a row of one of the columns that hold sealed text. */
export interface SealedPlace {
  readonly column: number;
  readonly afterId: string;
}

/** Values that were sealed again, and values that do not open and were left as they are. */
export interface Resealed {
  readonly resealed: number;
  readonly unopened: number;
}

export interface ResealAsk {
  readonly from: SealedPlace;
  readonly limit: number;
  readonly start: string;
  /** The value sealed again; undefined if it does not open. */
  readonly again: (sealed: string, at: SealedAt) => string | undefined;
}
