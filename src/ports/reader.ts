import type { Payee } from '../domain/beneficiary.js';
import type { Noun, Nouns } from '../domain/decision.js';
import type { Bucket, Entry } from '../domain/ledger.js';
import type { Membership, Session } from '../domain/member.js';
import type { Amount } from '../domain/money.js';
import type { ImageKind } from '../domain/noun/hosted-image.js';
import type { ListedNoun } from '../domain/noun/all.js';
import type { BatchCounts, PayoutBatchItem } from '../domain/payout-batch.js';
import type { Taken } from '../domain/refund.js';
import type { SealedAt } from '../domain/sealed.js';
import type { DueNoun, Terms } from './store.js';

export type { ListedNoun };

/** A page of a list, newest first: the rows after `after` (an id), and one more than `limit` where there are more. */
export interface ListAsk<N extends ListedNoun, F extends keyof Nouns[N] = keyof Nouns[N]> {
  readonly accountId: string;
  readonly where: Partial<Nouns[N]>;
  /** All of them unless stated. */
  readonly fields?: readonly F[] | undefined;
  /** Bounds on created_at: from inclusive, to exclusive. */
  readonly createdFrom?: Date | undefined;
  readonly createdTo?: Date | undefined;
  readonly after?: string | undefined;
  readonly limit: number;
}

export type Balance = { readonly currency: string; readonly asOf: Date } & Readonly<Record<Bucket, Amount>>;

/** An entry, its number in its balance, and what was in its bucket after it. */
export type NumberedEntry = Entry & { readonly seq: string; readonly resulting: Amount };

export interface LoggedEvent {
  readonly position: string;
  readonly id: string;
  /** The exact stored text. */
  readonly body: string;
}

export interface EventAsk {
  readonly accountId: string;
  /** Position after which to read. */
  readonly after: string;
  readonly limit: number;
  /** Of these types alone. */
  readonly types?: readonly string[] | undefined;
  readonly resourceId?: string | undefined;
}

/** A payout and whom it pays. */
export interface PaidTo {
  readonly payout: Nouns['payout'];
  readonly payee: Payee;
}

/** An item of a batch, and where its payout stood at the same moment; null where it has none. */
export interface BatchItem {
  readonly item: PayoutBatchItem;
  readonly payout: Pick<Nouns['payout'], 'status' | 'updatedAt'> | null;
}

/** The items of a batch in their order: those behind `after` (an id), and one more than `limit` where there are more. */
export interface ItemsAsk {
  readonly accountId: string;
  readonly batchId: string;
  readonly after?: string | undefined;
  readonly limit: number;
}

/** The ways on which an account can send money now follow from these. */
export interface Ways {
  readonly terms: Terms;
  readonly suspensions: readonly Nouns['suspension'][];
}

/** A page of an account, and whose it is. */
export interface PageOf extends Ways {
  readonly page: Nouns['hostedPage'];
  readonly account: Nouns['account'];
  readonly images: PageImages;
  /** Business time when this was read. */
  readonly now: Date;
}

/** Those that the page names, by their places: `digest` where it is served from here, `detail` where it cannot be shown. */
export type PageImages = Readonly<
  Partial<Record<ImageKind, { readonly digest: string | null; readonly detail: string | null }>>
>;

export type PageBy = { readonly id: string } | { readonly accountId: string } | { readonly hostname: string };

export interface SessionOf extends PageOf {
  readonly session: Nouns['hostedSession'];
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

/** A worker that comes to what falls due by itself. */
export type DueWork = DueNoun | 'statement';

/** One kind of work that waits, and since how long the oldest of it has; null where nothing waits. */
export interface Backlog {
  readonly name: string;
  readonly count: number;
  readonly oldestSeconds: number | null;
}

/** Reads outside any transaction; every read of a client's data names the account. */
export interface Reader {
  /** Some of what the vault has encrypted, old and new, and where it stands. */
  sealedSamples(): Promise<({ readonly sealed: string } & SealedAt)[]>;
  /** The hash under the key of the first start; undefined before that. */
  hashKeyProof(): Promise<string | undefined>;
  now(): Promise<Date>;
  /** Machine time, in whole milliseconds. */
  machineNow(): Promise<Date>;
  get<N extends Noun>(noun: N, accountId: string, id: string): Promise<Nouns[N] | undefined>;
  many<N extends Noun>(noun: N, accountId: string, ids: readonly string[]): Promise<Nouns[N][]>;
  payout(accountId: string, id: string): Promise<PaidTo | undefined>;
  list<N extends ListedNoun, F extends keyof Nouns[N] = keyof Nouns[N]>(
    noun: N,
    ask: ListAsk<N, F>,
  ): Promise<Pick<Nouns[N], F>[]>;
  /** How each of these batches stands, by its id. */
  batchCounts(ids: readonly string[]): Promise<ReadonlyMap<string, BatchCounts>>;
  batchItems(ask: ItemsAsk): Promise<BatchItem[]>;
  /** One batch of each account that has pending items or a cancellation to carry out, whose turn was longest ago first. */
  dueBatches(limit: number, except: readonly string[]): Promise<{ readonly id: string }[]>;
  /** Batches whose last payout has ended, which nobody has noted yet. */
  endedBatches(limit: number, except: readonly string[]): Promise<{ readonly id: string }[]>;
  /** The providers whose statements are to be compared now. */
  dueStatements(): Promise<string[]>;
  /** The parts of each of these pay-ins that its refunds, its remittance and its bank have taken, by its id. */
  taken(payinIds: readonly string[]): Promise<ReadonlyMap<string, Taken>>;
  balances(accountId: string): Promise<Balance[]>;
  /** The balances as they stood at a time, its own movements among them; of one that had not moved yet nothing. */
  balancesAt(accountId: string, at: Date): Promise<Balance[]>;
  /** Entries of one balance, newest first, below the sequence number `before`. */
  entries(
    accountId: string,
    currency: string,
    page: { before?: string; limit: number },
  ): Promise<NumberedEntry[]>;
  /** Of each settlement the first entries of its period that moved what is available, in the order of the statement. */
  settledEntries(settlements: readonly Nouns['settlement'][], limit: number): Promise<NumberedEntry[][]>;
  /** The sequence number of an entry in that balance. */
  entrySeq(accountId: string, currency: string, entryId: string): Promise<string | undefined>;
  events(ask: EventAsk): Promise<LoggedEvent[]>;
  /** The last position of each of these logs; of one without events nothing. */
  logEnds(accountIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
  event(accountId: string, id: string): Promise<LoggedEvent | undefined>;
  /** Rows that are due now, unlocked, the longest due first; without these, and those that a busy provider is to answer. */
  due<N extends DueNoun>(
    noun: N,
    limit: number,
    without: { readonly busy?: readonly string[]; readonly except?: readonly string[] },
  ): Promise<Nouns[N][]>;
  /** Of which work anything is due now; of batches also where the last payout of one has ended. */
  dueWork(): Promise<readonly DueWork[]>;
  /**
   * The work that is due now: operations, turns of webhook endpoints and logs to make deliveries of; and when the next
   * of what has a time is due. `isInHand`: a worker is at the turn of an endpoint, which may take long.
   */
  agenda(): Promise<{ due: number; next: Date | null; isInHand: boolean }>;
  /** The backlog, all of one moment. */
  backlog(): Promise<Backlog[]>;
  /** The session whose token has this fingerprint, on whatever page. */
  hostedSession(tokenFingerprint: string): Promise<SessionOf | undefined>;
  /** A page by its id, by whose it is, or by a verified name under which it is served. */
  hostedPage(by: PageBy): Promise<PageOf | undefined>;
  /** The bytes of an image that a page names, where they are those of the digest. */
  hostedImage(
    pageId: string,
    digest: string,
  ): Promise<{ readonly type: string; readonly bytes: Buffer } | undefined>;
  /** Whose verified name it is. */
  domainHolder(hostname: string): Promise<string | undefined>;
  keyHolder(prefix: string): Promise<KeyHolder | undefined>;
  sessionHolder(fingerprint: string): Promise<SessionHolder | undefined>;
  terms(accountId: string): Promise<Terms>;
  suspensions(accountId: string): Promise<Nouns['suspension'][]>;
  /** Whether the kill switch is on. */
  payoutsStopped(): Promise<boolean>;
  /** Machine time from which the database counts as restored; null where it does not. */
  restoredAt(): Promise<Date | null>;
}
