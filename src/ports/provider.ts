import type { ProviderLimits } from '../domain/capability.js';
import type { Amount } from '../domain/money.js';
import type { BankReference } from '../domain/noun/bank-reference.js';
import type { PayeeResult } from '../domain/payee-check.js';
import type { OperationKind } from '../domain/operation-kind.js';
import type { StatementPage } from './statement.js';

/** A provider's answers and notices may carry the bank's reference of the money. */
export interface Tracing {
  readonly trace?: BankReference | undefined;
}

/** An order to move money, under our own reference. Sender and provider both refuse to act after `sendBy`. */
export interface Submission {
  reference: string;
  kind: OperationKind;
  method: string;
  amount: Amount;
  currency: string;
  details: Record<string, string>;
  /** The account that gives the order: if our ledger is lost, the provider still knows it. */
  accountId: string;
  /** The operation's description or reason; in sandbox it carries `sim:` tags (supplement §3.10). */
  memo?: string;
  /** Machine time. */
  sendBy: Date;
}

/**
 * The answer to a submission (supplement §7). `refused`: proven not executed. `not_sent`: proven never received.
 * `too_late`: proven not acted on, because it came after send_by. Everything else is `uncertain` and must never be
 * submitted as a new operation. `againMs`: when the provider may be tried again, if it says so.
 */
export type Receipt = (
  | { outcome: 'accepted' }
  | { outcome: 'paid'; amount: Amount; currency: string }
  | { outcome: 'refused'; code: string }
  | { outcome: 'not_sent'; reason: string; againMs?: number }
  | { outcome: 'too_late' }
  | { outcome: 'uncertain'; reason: string }
) &
  Tracing;

/**
 * A provider's answer to a look-up of a reference. `not_found` proves "not executed" only after send_by plus
 * `settlingMs`. `unknown`: the provider does not know.
 */
export type Finding = (
  | { outcome: 'paid' | 'returned'; amount: Amount; currency: string }
  | { outcome: 'not_executed'; code: string }
  | { outcome: 'in_flight' }
  | { outcome: 'not_found' }
  | { outcome: 'unknown' }
) &
  Tracing;

/** A payee to check: the account and its holder's name, in the fields of the method. */
export interface PayeeAsk {
  readonly method: string;
  readonly currency: string;
  readonly details: Readonly<Record<string, string>>;
}

/** `holderHint`: the part of the account holder's name that the bank shows, such as `J*** d* S****`. */
export interface PayeeAnswer {
  readonly result: PayeeResult;
  readonly holderHint?: string;
}

export interface FundingAsk {
  reference: string;
  method: string;
  currency: string;
  /** Set for a one-payment account. */
  amount?: Amount;
  expiresAt?: Date;
  /** For a one-payment account: the payer's data, in the fields of the method without the prefix `payer.`. */
  payer?: Readonly<Record<string, string>>;
}

/** `instructions` has the keys of contract §2.10; `code` is a failure_code of the same section. */
export type Opening =
  | { outcome: 'opened'; instructions: Record<string, string> }
  | { outcome: 'refused'; code: string }
  | { outcome: 'unavailable'; reason: string };

/** Whether an announced payment has reached the bank. Only `confirmed` may be credited. */
export type Confirmation = (
  | { outcome: 'confirmed'; amount: Amount; currency: string }
  | { outcome: 'not_confirmed'; code: string }
  | { outcome: 'pending' }
) &
  Tracing;

/** The finding of a look-up, and the account that gave the order, if the provider knows it. */
export type Order = Finding & { readonly accountId?: string | undefined };

/** A page of a provider's own record of orders, by reference. */
export interface OrderPage {
  readonly orders: ReadonlyMap<string, Order>;
  /** Cursor of the next page; undefined at the end. */
  readonly next: string | undefined;
}

/**
 * A page of a provider's record of incoming payments: payments as announced, and payments that the bank took back.
 */
export interface PaymentPage {
  readonly notices: readonly (PaymentNotice | PaymentResultNotice)[];
  readonly next: string | undefined;
}

/**
 * How an operation ended, sent without being asked. `in_flight`: the provider has it and has not decided. `amount`
 * and `currency` are set for paid and returned.
 */
export interface OperationNotice extends Tracing {
  id: string;
  type: 'operation';
  reference: string;
  outcome: 'paid' | 'not_executed' | 'returned' | 'in_flight';
  code?: string;
  amount?: Amount;
  currency?: string;
}

/**
 * A payment seen on a funding account, not yet confirmed. `bankReference` is the bank's own. `outcome`: what the
 * source says became of the payment. It never decides a pay-in; it is compared with the pay-in's final status.
 */
export interface PaymentNotice extends Tracing {
  id: string;
  type: 'payment';
  fundingReference: string;
  paymentReference: string;
  bankReference: string;
  amount: Amount;
  currency: string;
  outcome?: 'completed' | 'failed';
}

/** `settled`: the bank has decided, so `confirmPayins` has an answer. `reversed`: the bank took the money back. */
export interface PaymentResultNotice extends Tracing {
  id: string;
  type: 'payment_result';
  paymentReference: string;
  outcome: 'settled' | 'reversed';
}

/**
 * A message from a provider. `id` is unique per provider. A notice may come twice, late, out of order, or before the
 * answer to the submission.
 */
export type Notice = OperationNotice | PaymentNotice | PaymentResultNotice;

/** Notices that may arrive before the operation or payment they concern is known here. They are kept until then. */
export type EarlyNotice = OperationNotice | PaymentResultNotice;
export type EarlyNoticeOf<T extends EarlyNotice['type']> = Extract<EarlyNotice, { type: T }>;

/** A request from a provider, exactly as received. */
export interface SignedMessage {
  readonly method: string;
  readonly path: string;
  readonly body: Uint8Array;
  readonly signature: string | undefined;
}

export interface Received {
  readonly notices: Notice[];
  /** Name and value of the header that signs our answer. */
  readonly signatureOf: (body: string) => readonly [name: string, value: string];
}

/** A provider that runs as a separate service and has to be monitored. */
export interface Remote {
  /**
   * How long a new order has to wait, in ms. After returning 0 the caller must send: among several callers only one
   * gets 0.
   */
  waitMs(): number;
  /** Whether it supports the combination now; this may change. */
  offers(product: string, method: string, currency: string): boolean;
  /** Its limits for the combination, if it states any. */
  limits(product: string, method: string, currency: string): ProviderLimits | undefined;
  has(feature: 'refund' | 'partial_refund'): boolean;
  /** Everything wrong with it now, one sentence each. */
  troubles(): readonly string[];
  /** A one-word code per trouble, such as `floor` for a balance that is too low. */
  alarms(): readonly string[];
  /** Refreshes what is due: its offer and its balance. Never throws. */
  refresh(): Promise<void>;
  /** Throws if it belongs to the other environment. */
  assertEnvironment(): Promise<void>;
  /** Refuses messages that it did not sign. */
  receive(message: SignedMessage): Received;
  /** The notices as proven by its look-ups: notices alone are only hints. Throws if it cannot be asked. */
  proven(notices: readonly Notice[]): Promise<readonly Notice[]>;
  /** Its log of notices after the given cursor; from the beginning by default. Throws if it cannot be asked. */
  notices(
    after?: string,
  ): Promise<{ readonly notices: readonly Notice[]; readonly next: string; readonly hasMore: boolean }>;
}

/** A bank or payment rail. No method throws to report an outcome of money: outcomes are values. */
export interface Provider {
  name: string;
  /** Milliseconds after send_by from which `not_found` proves that nothing was or will be executed. */
  settlingMs: number;
  /** Never throws. Refuses to act after `sendBy`. A known reference gets its first outcome again. */
  submit(submission: Submission): Promise<Receipt>;
  /** Returns an entry for every reference. Throws if the provider cannot be asked. */
  lookUp(references: readonly string[]): Promise<Map<string, Finding>>;
  /**
   * Every order it received before the first call, or at least those that moved money, in pages from a cursor.
   * Includes orders that are no longer known here. Throws if the provider cannot be asked.
   */
  orders(after?: string): Promise<OrderPage>;
  /** Every payment it has announced, in pages. */
  payments(after?: string): Promise<PaymentPage>;
  /**
   * Its own statement of the money it moved: lines never change. Continues at the `next` of a page; from the
   * beginning by default. Throws if the provider cannot be asked.
   */
  statement(after?: string): Promise<StatementPage>;
  /** Idempotent on the reference. */
  openFundingAccount(ask: FundingAsk): Promise<Opening>;
  /** Idempotent. A reference it does not know counts as closed. */
  closeFundingAccount(reference: string): Promise<void>;
  /** Returns an entry for every reference. Throws if the provider cannot be asked. */
  confirmPayins(paymentReferences: readonly string[]): Promise<Map<string, Confirmation>>;
  /**
   * Compares the name in the details with the account holder (supplement §11.10). Moves nothing and stores nothing. A
   * provider without the feature answers `not_possible`. Throws if the provider cannot be asked.
   */
  checkPayee(ask: PayeeAsk): Promise<PayeeAnswer>;
  /** Delivers notices to `take` until its promise resolves: at least once, also across restarts. */
  start(take: (notices: Notice[]) => Promise<void>): Promise<void>;
  /** Waits for the delivery in progress. Undelivered notices are kept for the next start. */
  stop(): Promise<void>;
  /** Absent for providers within this process. */
  readonly remote?: Remote;
}

export interface SandboxDeposit {
  fundingReference: string;
  amount: Amount;
  currency: string;
  bankReference: string;
  /** Method of the funding account, if known; it decides the shape of the bank reference. */
  method?: string;
  outcome: 'completed' | 'failed' | 'reversed';
  /** How long the bank takes to decide; until then the payment is pending. */
  delayMs: number;
}

/**
 * Acts that exist only in the sandbox: make a payment arrive, and change the bank's own record (supplement §3.10).
 */
export interface SandboxBank {
  /**
   * Returns the notice for the caller to ingest; it is not queued for `take`. A bank reference used twice on a
   * funding account means the first payment; the notice then has the amount and outcome of this call. If the outcome
   * differs from the bank's decision, `contradicts` is set and the bank changes its record a moment later.
   */
  deposit(deposit: SandboxDeposit): Promise<PaymentNotice & { readonly contradicts: boolean }>;
  /** Until when it holds back an operation created at `createdAt`, as asked by the tags in its text. */
  sendsFrom(createdAt: Date, words: string | null): Date;
  /** Whether the text contains tags that decide the outcome of an order. */
  hasOutcomeTag(words: string | undefined): boolean;
  /** Whether it has the order and will answer only later. If its outcome is set by then, that is the answer. */
  isAnswering(reference: string): Promise<boolean>;
  /**
   * Call before evidence "not executed" is recorded by hand. If the order was or will be executed, a notice says so a
   * moment later, unless `setOutcome` is called first: the caller may crash in between.
   */
  willContradict(reference: string): Promise<void>;
  /** Whether one of its own notices falls due within the next second of machine time. */
  hasNoticeSoon(): Promise<boolean>;
  /** Makes look-ups agree with evidence recorded by hand; sends no notice. Does nothing for an unknown reference. */
  setOutcome(reference: string, outcome: 'paid' | 'not_executed' | 'returned', code?: string): Promise<void>;
}
