import type { Payee } from '../domain/beneficiary.js';
import type { Ahead } from '../domain/clock-step.js';
import type { Noun, Nouns } from '../domain/decision.js';
import type { Membership, Session } from '../domain/member.js';
import type { Amount } from '../domain/money.js';
import type { ListedNoun as DeclaredNoun } from '../domain/noun/all.js';
import type { RegisteredOperator } from '../domain/operator.js';
import type { BatchCounts, PayoutBatchItem } from '../domain/payout-batch.js';
import type { Taken } from '../domain/refund.js';
import type { SealedAt } from '../domain/sealed.js';
import type { DatabaseTime } from './clock.js';
import type { HostedReads } from './hosted-read.js';
import type { LedgerReads } from './ledger-read.js';
import type { SealReads } from './ledger-seal.js';
import type { PlatformReads } from './platform-read.js';
import type { Owned, Sight, Stretch, Stretched } from './sight.js';
import type { DueNoun, Terms, Where } from './store.js';

/** Nouns that are listed, of one account or of all, newest first. */
export type ListedNoun = DeclaredNoun | 'suspension' | 'auditEntry';

/** The part of a list that is asked for, by what indexes answer. */
export interface Page<N extends ListedNoun, F extends keyof Nouns[N] = keyof Nouns[N]> extends Stretch {
  readonly sight: Sight;
  readonly where: Where<Nouns[N]>;
  /** All of them unless stated; the id is one of them. */
  readonly fields?: readonly F[] | undefined;
  /** Bounds on created_at: from inclusive, to exclusive. */
  readonly createdFrom?: Date | undefined;
  readonly createdTo?: Date | undefined;
  /** Bounds, both inclusive, on the noun's amount; a noun without one has none. */
  readonly amountMin?: Amount | undefined;
  readonly amountMax?: Amount | undefined;
}

/** The same, by whatever a person looks for. */
export interface Listing<N extends ListedNoun> extends Omit<Page<N>, 'fields'> {
  /** Letters that the id holds somewhere. */
  readonly idContains?: string | undefined;
}

/** A noun whose rows hang on rows of another, and the field that says on which. */
export type Relation<N extends Noun = Noun> = readonly [noun: N, field: string];

/** A payout and whom it pays. */
export interface PaidTo {
  readonly payout: Nouns['payout'];
  readonly payee: Payee;
}

/** An item of a batch, and where its payout stood at the same moment; null where it has none. */
export interface BatchItem {
  readonly item: PayoutBatchItem;
  readonly payout: Pick<Nouns['payout'], 'status' | 'updatedAt' | 'failureCode' | 'sending'> | null;
}

/** The items of a batch in their order: those behind `after` (an id), and one more than `limit` where there are more. */
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
  /** Business time when this was read. */
  readonly now: Date;
}

/** A session, and the active memberships of its person in active accounts, oldest first. */
export interface SessionHolder {
  readonly session: Session;
  readonly memberships: readonly Membership[];
  /** Business time when this was read. */
  readonly now: Date;
}

export interface OperatorHolder {
  readonly operator: RegisteredOperator;
  /** Business time when this was read. */
  readonly now: Date;
}

/** A worker that comes to what falls due by itself. */
export type DueWork = DueNoun | 'statement' | 'sealRound';

/** What workers come to by themselves, and when. */
export interface Agenda {
  /**
   * How much is due now: operations, webhook endpoints to post to, event logs to make deliveries of. A test delivery that
   * waits for a slow receiver is not counted.
   */
  readonly due: number;
  /** When the next work falls due, of any kind. */
  readonly next: Date | null;
  readonly ahead: Ahead;
  /** A worker is posting to one of those endpoints, which may take long. */
  readonly isInHand: boolean;
}

/** One kind of work that waits, and since how long the oldest of it has; null where nothing waits. */
export interface Backlog {
  readonly name: string;
  readonly count: number;
  readonly oldestSeconds: number | null;
}

/**
 * Reads outside any transaction, for every caller: a read of rows that have an owner says whose it may see, and of one
 * account's own names the account. Equal reads that are asked for at the same time, by whomever, are one statement.
 */
export interface Reader extends LedgerReads, HostedReads, PlatformReads, SealReads {
  /** Some of what the vault has encrypted, old and new, and where it stands. */
  sealedSamples(): Promise<({ readonly sealed: string } & SealedAt)[]>;
  /** The hash under the key of the first start; undefined before that. */
  hashKeyProof(): Promise<string | undefined>;
  now(): Promise<Date>;
  databaseTime(): Promise<DatabaseTime>;
  get<N extends Noun>(noun: N, sight: Sight, id: string): Promise<Nouns[N] | undefined>;
  /** The rows of those ids, in the order of the ids; absent and unseen ones are left out. */
  rows<N extends Noun>(noun: N, sight: Sight, ids: readonly string[]): Promise<Nouns[N][]>;
  payout(accountId: string, id: string): Promise<PaidTo | undefined>;
  /** As many rows as are asked for where there are as many, however many have to be looked at. */
  page<N extends ListedNoun, F extends keyof Nouns[N] = keyof Nouns[N]>(
    noun: N,
    ask: Page<N, F>,
  ): Promise<Stretched<Pick<Nouns[N], F>>>;
  /** Looks at so many rows and then hands on where it stands: nobody waits for a rare filter. */
  list<N extends ListedNoun>(noun: N, ask: Listing<N>): Promise<Stretched<Nouns[N]>>;
  /** The newest rows that hang on a parent, `limit` at most; intents oldest first. */
  children<R extends Relation>(relation: R, parent: Owned, limit: number): Promise<Nouns[R[0]][]>;
  /** How each of these batches stands, by its id. */
  batchCounts(ids: readonly string[]): Promise<ReadonlyMap<string, BatchCounts>>;
  batchItems(ask: ItemsAsk): Promise<BatchItem[]>;
  /** One batch of each account that has pending items or a cancellation to carry out, whose turn was longest ago first. */
  dueBatches(limit: number, except: readonly string[]): Promise<{ readonly id: string }[]>;
  /** Batches whose last payout has ended, which nobody has noted yet. */
  endedBatches(limit: number, except: readonly string[]): Promise<{ readonly id: string }[]>;
  /** The providers whose statements are to be compared now. */
  dueStatements(): Promise<string[]>;
  /** The parts of a pay-in that its refunds, its remittance and its bank have taken. */
  taken(payinId: string): Promise<Taken>;
  /** Rows that are due now, unlocked, the longest due first; without these, and those that a busy provider is to answer. */
  due<N extends DueNoun>(
    noun: N,
    limit: number,
    without: { readonly busy?: readonly string[]; readonly except?: readonly string[] },
  ): Promise<Nouns[N][]>;
  /** Of which work anything is due now; of batches also where the last payout of one has ended. */
  dueWork(): Promise<readonly DueWork[]>;
  agenda(): Promise<Agenda>;
  /** The backlog, all of one moment. */
  backlog(): Promise<Backlog[]>;
  /** What an idempotency key of an account made, and when. */
  boundKey(accountId: string, key: string): Promise<KeyBinding | undefined>;
  keyHolder(prefix: string): Promise<KeyHolder | undefined>;
  sessionHolder(fingerprint: string): Promise<SessionHolder | undefined>;
  /** Who holds the operator's token of that fingerprint. */
  operator(fingerprint: string): Promise<OperatorHolder | undefined>;
  terms(accountId: string): Promise<Terms>;
  suspensions(accountId: string): Promise<Nouns['suspension'][]>;
  /** Business time since which the kill switch is on; null while it is off. */
  payoutsStoppedSince(): Promise<Date | null>;
  /** Machine time from which the database counts as restored; null where it does not. */
  restoredAt(): Promise<Date | null>;
}
