import type { Nouns } from '../domain/decision.js';
import type { Bucket, LedgerAccount } from '../domain/ledger.js';
import type { Amount } from '../domain/money.js';
import type { OperationKind } from '../domain/operation-kind.js';
import type { RegisteredOperator } from '../domain/operator.js';
import type { EarlyNotice } from './provider.js';
import type { Sight } from './sight.js';
import type { StatementLine } from './statement.js';

/** Debits and credits of one platform ledger account in a period. */
export interface Turnover {
  readonly ledger: Exclude<LedgerAccount, Bucket>;
  readonly currency: string;
  readonly credits: Amount;
  readonly debits: Amount;
}

/** A provider's notice about an unknown operation or payment. It is applied once that exists here. */
export interface KeptNotice {
  readonly provider: string;
  /** The provider's id of the notice. */
  readonly id: string;
  readonly type: EarlyNotice['type'];
  /** The provider's reference of the payment, or our reference of the operation. */
  readonly reference: string;
  readonly outcome: EarlyNotice['outcome'];
  /** Machine time. */
  readonly receivedAt: Date;
}

/** A provider's statement line that matches nothing here. */
export interface UnknownLine extends Pick<
  StatementLine,
  'kind' | 'reference' | 'amount' | 'currency' | 'bookedAt'
> {
  readonly provider: string;
  readonly sequence: string;
  /** The account as the provider knows it. */
  readonly givenFor: string | null;
}

/** An adjustment requested by one operator, waiting for a second. */
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

/** An act requested by one operator that a second operator must request too. */
export interface ProposedAct {
  readonly id: string;
  /** The name of the act: resolveException, recordEvidence or leaveRestored. */
  readonly act: string;
  readonly subjectId: string | null;
  readonly accountId: string | null;
  readonly operator: string;
  readonly reason: string;
  /** The arguments that the second operator must repeat, as JSON. */
  readonly wanted: string;
  readonly proposedAt: Date;
  readonly expiresAt: Date;
}

/** An operation that may or may not have been executed. It is looked up until that is known. */
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
  /** Time of its last change. */
  readonly since: Date;
}

/** Nouns with rows that may wait for a person. */
export type WaitingNoun =
  'riskDecision' | 'withdrawal' | 'exception' | 'settlementSchedule' | 'webhookEndpoint';

/** Sends to one provider, begun within one minute, counted by outcome. */
export interface ProviderMinute {
  readonly provider: string;
  readonly at: Date;
  readonly accepted: number;
  readonly refused: number;
  /** Proven never to have been sent. */
  readonly notSent: number;
  readonly uncertain: number;
  readonly open: number;
  /** The slowest answer, in ms. */
  readonly slowestMs: number | null;
}

/** A search text. Everything is compared in full, except keys (by prefix) and names (by substring). */
export interface SearchQuery {
  readonly text: string;
  /** Hash of the text, if it is an e-mail address. */
  readonly emailHash: string | undefined;
  /** Hash of the text as a customer name. */
  readonly nameHash: string | undefined;
  /** Also search bank references, and our and providers' payment references. */
  readonly isPlatform: boolean;
  readonly sight: Sight;
}

type SearchedBy =
  | 'key_prefix'
  | 'bank_reference'
  | 'payment_name'
  | 'reference'
  | 'metadata'
  | 'provider_reference'
  | 'external_id'
  | 'batch_reference'
  | 'email'
  | 'display_name'
  | 'account_name'
  | 'part';

/** A search result, and which of its fields matched. */
export interface SearchResult {
  readonly id: string;
  readonly accountId: string;
  readonly by: SearchedBy;
}

/** Reads across all accounts, for operators only. `search` is for any caller and limited to its sight. */
export interface PlatformReads {
  turnover(from: Date, to: Date): Promise<Turnover[]>;
  /** Notices about unknown operations and payments, newest first. */
  keptNotices(limit: number): Promise<KeptNotice[]>;
  /** Statement lines that match nothing here, newest first per provider. */
  unknownLines(limit: number): Promise<UnknownLine[]>;
  /** Adjustments that wait for a second operator, newest first. */
  proposals(limit: number): Promise<Proposal[]>;
  /** Acts that wait for a second operator, newest first. */
  proposedActs(limit: number): Promise<ProposedAct[]>;
  /** Rows that wait for a person, longest wait first. */
  waiting<N extends WaitingNoun>(noun: N, limit: number): Promise<Nouns[N][]>;
  /** Uncertain operations, oldest first. */
  uncertain(limit: number): Promise<UncertainOperation[]>;
  /** The newest sends, at most `limit`, counted by provider and minute, newest minute last. */
  providerMinutes(limit: number): Promise<ProviderMinute[]>;
  /** Rows that match the text, newest first, at most `limit` per kind. */
  search(ask: SearchQuery, limit: number): Promise<SearchResult[]>;
  /** Every operator, oldest first. */
  operators(): Promise<RegisteredOperator[]>;
}
