import type { Nouns } from '../domain/decision.js';
import type { Bucket, LedgerAccount } from '../domain/ledger.js';
import type { Amount } from '../domain/money.js';
import type { OperationKind } from '../domain/operation-kind.js';
import type { RegisteredOperator } from '../domain/operator.js';
import type { EarlyNotice } from './provider.js';
import type { Sight } from './sight.js';
import type { StatementLine } from './statement.js';

/** The sums moved on one of the platform's own ledger accounts in a period. */
export interface Turnover {
  readonly ledger: Exclude<LedgerAccount, Bucket>;
  readonly currency: string;
  readonly credits: Amount;
  readonly debits: Amount;
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

/** An act that one operator has requested, and that another has to request too. */
export interface ProposedAct {
  readonly id: string;
  /** The name of the act: resolveException, recordEvidence or leaveRestored. */
  readonly act: string;
  readonly subjectId: string | null;
  readonly accountId: string | null;
  readonly operator: string;
  readonly reason: string;
  /** The arguments that the second operator has to repeat, as JSON. */
  readonly wanted: string;
  readonly proposedAt: Date;
  readonly expiresAt: Date;
}

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
  /** Hash of the text as the name of a customer. */
  readonly nameHash: string | undefined;
  /** Whether the names of banks, and those that we and providers have for payments, are looked at too. */
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

/** Something that was found, and what of it bears the text. */
export interface Sought {
  readonly id: string;
  readonly accountId: string;
  readonly by: SearchedBy;
}

/** Reads of all accounts at once, for operators alone; a search is for whoever is in its sight. */
export interface PlatformReads {
  turnover(from: Date, to: Date): Promise<Turnover[]>;
  /** The notices that are kept, the newest first. */
  keptNotices(limit: number): Promise<KeptNotice[]>;
  /** Lines of statements that nothing here explains, the newest of each provider first. */
  unknownLines(limit: number): Promise<UnknownLine[]>;
  /** Adjustments of open exceptions that wait for a second operator, the newest first. */
  proposals(limit: number): Promise<Proposal[]>;
  /** Acts of any kind that wait for a second operator, the newest first. */
  proposedActs(limit: number): Promise<ProposedAct[]>;
  /** Rows that wait for a person, those that wait longest first. */
  waiting<N extends WaitingNoun>(noun: N, limit: number): Promise<Nouns[N][]>;
  /** Operations of unknown end, the oldest first. */
  uncertain(limit: number): Promise<UncertainOperation[]>;
  /** The newest attempts to send, `limit` at most, by provider and minute, the newest minute last. */
  providerMinutes(limit: number): Promise<ProviderMinute[]>;
  /** Rows that bear a text, the newest of each kind first; of each kind `limit` at most. */
  search(ask: Search, limit: number): Promise<Sought[]>;
  /** Every operator, oldest first. */
  operators(): Promise<RegisteredOperator[]>;
}
