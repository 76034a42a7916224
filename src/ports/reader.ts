import type { Payee } from '../domain/beneficiary.js';
import type { NextWork } from '../domain/clock-step.js';
import type { Noun, Nouns } from '../domain/decision.js';
import type { Membership, Session } from '../domain/member.js';
import type { Amount } from '../domain/money.js';
import type { ListedNoun as DeclaredNoun } from '../domain/noun/all.js';
import type { RegisteredOperator } from '../domain/operator.js';
import type { OperatorSession } from '../domain/operator-session.js';
import type { BatchCounts, PayoutBatchItem } from '../domain/payout-batch.js';
import type { TakenParts } from '../domain/refund.js';
import type { SealedAt } from '../domain/sealed.js';
import type { DatabaseTime } from './clock.js';
import type { HostedReads } from './hosted-read.js';
import type { LedgerReads } from './ledger-read.js';
import type { SealReads } from './ledger-seal.js';
import type { PlatformReads } from './platform-read.js';
import type { OwnedRow, Sight, PageBounds, RowPage } from './sight.js';
import type { DueNoun, Terms, Where } from './store.js';

/** Nouns that can be listed, for one account or for all, newest first. */
export type ListedNoun = DeclaredNoun | 'suspension' | 'auditEntry';

/** One page of a list, with filters that have indexes. */
export interface Page<N extends ListedNoun, F extends keyof Nouns[N] = keyof Nouns[N]> extends PageBounds {
  readonly sight: Sight;
  readonly where: Where<Nouns[N]>;
  /** Fields to read; all by default. Must include the id. */
  readonly fields?: readonly F[] | undefined;
  /** Bounds on created_at: from inclusive, to exclusive. */
  readonly createdFrom?: Date | undefined;
  readonly createdTo?: Date | undefined;
  /** Bounds on the amount, both inclusive; not for nouns without an amount. */
  readonly amountMin?: Amount | undefined;
  readonly amountMax?: Amount | undefined;
}

/** Like `Page`, with the filters of a person's search. */
export interface Listing<N extends ListedNoun> extends Omit<Page<N>, 'fields'> {
  /** Only ids that contain this text. */
  readonly idContains?: string | undefined;
}

/** A child noun, and its field that refers to the parent. */
export type Relation<N extends Noun = Noun> = readonly [noun: N, field: string];

/** A payout and its beneficiary. */
export interface PaidTo {
  readonly payout: Nouns['payout'];
  readonly payee: Payee;
}

/** A batch item, and the state of its payout at the same moment; null if it has none. */
export interface BatchItem {
  readonly item: PayoutBatchItem;
  readonly payout: Pick<Nouns['payout'], 'status' | 'updatedAt' | 'failureCode' | 'sending'> | null;
}

/** The items of a batch in order, after the item `after`; one more than `limit` if there are more. */
export interface ItemsAsk {
  readonly accountId: string;
  readonly batchId: string;
  readonly after?: string | undefined;
  readonly limit: number;
}

export interface KeyBinding {
  readonly resourceId: string;
  readonly createdAt: Date;
}

export interface KeyHolder {
  readonly key: Nouns['apiKey'];
  readonly account: Nouns['account'];
  /** Business time of this read. */
  readonly now: Date;
}

/** A session, and the active memberships of its person in active accounts, oldest first. */
export interface SessionHolder {
  readonly session: Session;
  readonly memberships: readonly Membership[];
  /** Business time of this read. */
  readonly now: Date;
}

export interface OperatorHolder {
  readonly operator: RegisteredOperator;
  /** The session, of a person who signed in over OpenID Connect. */
  readonly session?: OperatorSession | undefined;
  /** Business time of this read. */
  readonly now: Date;
}

/** A worker that is woken when something falls due. */
export type DueWork = DueNoun | 'statement' | 'sealRound';

/** What is due for the workers, now and next. */
export interface Agenda {
  /**
   * Work due now: operations, webhook endpoints with due deliveries, and event logs to fan out. Test deliveries that
   * wait for a slow receiver are not counted.
   */
  readonly due: number;
  /** When the next work of any kind falls due. */
  readonly next: Date | null;
  readonly ahead: NextWork;
  /** A worker is at it and may take long: it posts to one of those endpoints, compares a statement or seals days. */
  readonly isInHand: boolean;
}

/** One kind of waiting work: how much, and the age of the oldest; null if nothing waits. */
export interface Backlog {
  readonly name: string;
  readonly count: number;
  readonly oldestSeconds: number | null;
}

/**
 * Reads outside any transaction. Every read of owned rows takes the sight of its caller or the account. Equal reads
 * requested at the same time share one statement.
 */
export interface Reader extends LedgerReads, HostedReads, PlatformReads, SealReads {
  /** Samples of encrypted values, old and new, and where each is stored. */
  sealedSamples(): Promise<({ readonly sealed: string } & SealedAt)[]>;
  /** The hash stored at the first start; undefined before it. */
  hashKeyProof(): Promise<string | undefined>;
  now(): Promise<Date>;
  databaseTime(): Promise<DatabaseTime>;
  get<N extends Noun>(noun: N, sight: Sight, id: string): Promise<Nouns[N] | undefined>;
  /** The rows with these ids, in the order of the ids. Missing rows and rows outside the sight are left out. */
  rows<N extends Noun>(noun: N, sight: Sight, ids: readonly string[]): Promise<Nouns[N][]>;
  payout(accountId: string, id: string): Promise<PaidTo | undefined>;
  /** Fills the page if there are enough rows, however many have to be scanned. */
  page<N extends ListedNoun, F extends keyof Nouns[N] = keyof Nouns[N]>(
    noun: N,
    ask: Page<N, F>,
  ): Promise<RowPage<Pick<Nouns[N], F>>>;
  /** Scans a bounded number of rows, so a rare filter may return few rows and a cursor to continue. */
  list<N extends ListedNoun>(noun: N, ask: Listing<N>): Promise<RowPage<Nouns[N]>>;
  /** The newest children of a parent, at most `limit`; intents oldest first. */
  children<R extends Relation>(relation: R, parent: OwnedRow, limit: number): Promise<Nouns[R[0]][]>;
  /** The item counts of each batch, by id. */
  batchCounts(ids: readonly string[]): Promise<ReadonlyMap<string, BatchCounts>>;
  batchItems(ask: ItemsAsk): Promise<BatchItem[]>;
  /** One batch per account with pending items or a cancellation to carry out, longest wait for a turn first. */
  dueBatches(limit: number, except: readonly string[]): Promise<{ readonly id: string }[]>;
  /** Batches whose payouts have all ended, but which are not finished yet. */
  endedBatches(limit: number, except: readonly string[]): Promise<{ readonly id: string }[]>;
  /** Providers whose statements are due for comparison. */
  dueStatements(): Promise<string[]>;
  /** The parts of a pay-in taken by its refunds, its remittance and its bank. */
  taken(payinId: string): Promise<TakenParts>;
  /**
   * Rows that are due now, unlocked, longest due first. Leaves out `except`, and rows that wait for a `busy`
   * provider.
   */
  due<N extends DueNoun>(
    noun: N,
    limit: number,
    without: { readonly busy?: readonly string[]; readonly except?: readonly string[] },
  ): Promise<Nouns[N][]>;
  /** Workers that have something due now. For batches this includes finished payouts. */
  dueWork(): Promise<readonly DueWork[]>;
  agenda(): Promise<Agenda>;
  /** All backlogs at one moment. */
  backlog(): Promise<Backlog[]>;
  /** What an idempotency key of an account made, and when. */
  boundKey(accountId: string, key: string): Promise<KeyBinding | undefined>;
  keyHolder(prefix: string): Promise<KeyHolder | undefined>;
  sessionHolder(fingerprint: string): Promise<SessionHolder | undefined>;
  /** The operator whose token, or token of a session, has this fingerprint. */
  operator(fingerprint: string): Promise<OperatorHolder | undefined>;
  terms(accountId: string): Promise<Terms>;
  suspensions(accountId: string): Promise<Nouns['suspension'][]>;
  /** Business time at which the kill switch was turned on; null while it is off. */
  payoutsStoppedSince(): Promise<Date | null>;
  /** Machine time since which the database counts as restored from a backup; null if it does not. */
  restoredAt(): Promise<Date | null>;
}
