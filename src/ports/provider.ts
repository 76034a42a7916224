import type { ProviderLimits } from '../domain/capability.js';
import type { Amount } from '../domain/money.js';
import type { BankReference } from '../domain/noun/bank-reference.js';
import type { PayeeResult } from '../domain/payee-check.js';
import type { OperationKind } from '../domain/operation-kind.js';
import type { StatementPage } from './statement.js';

/** What a provider says may tell by which name the bank finds the money. */
export interface Tracing {
  readonly trace?: BankReference | undefined;
}

/** One order to move money, under our own reference. Sender and provider both refuse to act after `sendBy`. */
export interface Submission {
  reference: string;
  kind: OperationKind;
  method: string;
  amount: Amount;
  currency: string;
  details: Record<string, string>;
  /** The account that gives it: where the books are lost, the provider still knows. */
  accountId: string;
  /** The operation's description or reason; in sandbox it carries `sim:` tags (supplement §3.10). */
  memo?: string;
  /** Machine time. */
  sendBy: Date;
}

/**
 * The answer to a submission (supplement §7). `refused` is proven not executed and `not_sent` is proven never
 * received; `too_late` is proven not acted on, since it came after send_by; everything that is none of these is
 * `uncertain` and must never be submitted as a new operation. `againMs`: how soon the provider may be tried again,
 * where it says so.
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
 * A provider's answer when asked about a reference. `not_found` proves "not executed" only after send_by plus
 * `settlingMs`; `unknown` is the provider not being able to tell.
 */
export type Finding = (
  | { outcome: 'paid' | 'returned'; amount: Amount; currency: string }
  | { outcome: 'not_executed'; code: string }
  | { outcome: 'in_flight' }
  | { outcome: 'not_found' }
  | { outcome: 'unknown' }
) &
  Tracing;

/** A payee to be checked: the account, in the fields of the method, with its holder's name among them. */
export interface PayeeAsk {
  readonly method: string;
  readonly currency: string;
  readonly details: Readonly<Record<string, string>>;
}

/** `holderHint`: as much of the account holder's name as the bank shows, such as `J*** d* S****`. */
export interface PayeeAnswer {
  readonly result: PayeeResult;
  readonly holderHint?: string;
}

export interface FundingAsk {
  reference: string;
  method: string;
  currency: string;
  /** Present for a one-payment account. */
  amount?: Amount;
  expiresAt?: Date;
  /** Of a one-payment account: the payer's data, in the fields of the method without `payer.`. */
  payer?: Readonly<Record<string, string>>;
}

/** `instructions` have the keys of contract §2.10; `refused` carries a failure_code of the same section. */
export type Opening =
  | { outcome: 'opened'; instructions: Record<string, string> }
  | { outcome: 'refused'; code: string }
  | { outcome: 'unavailable'; reason: string };

/** Whether a payment that was announced really stands at the bank; only `confirmed` may be credited. */
export type Confirmation = (
  | { outcome: 'confirmed'; amount: Amount; currency: string }
  | { outcome: 'not_confirmed'; code: string }
  | { outcome: 'pending' }
) &
  Tracing;

/** The finding of a look-up, and the account that gave the order, where the provider knows. */
export type Order = Finding & { readonly accountId?: string | undefined };

/** A part of a provider's own record of orders, by their references. */
export interface OrderPage {
  readonly orders: ReadonlyMap<string, Order>;
  /** Where the rest of the record goes on; undefined at its end. */
  readonly next: string | undefined;
}

/** A part of what a provider has seen come in: payments as they were told of, and those that the bank has taken back. */
export interface PaymentPage {
  readonly notices: readonly (PaymentNotice | PaymentResultNotice)[];
  readonly next: string | undefined;
}

/**
 * How an operation ended, told without having been asked; `in_flight`: that the provider has it, and has not decided.
 * `amount` and `currency` come with paid and returned.
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
 * A payment seen on a funding account, not yet confirmed. `bankReference` is the bank's own. `outcome`: what its source
 * says became of it. It never decides a pay-in, and is compared with one that has ended.
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
 * A provider's word to us. `id` is unique per provider. A notice may come twice, late, out of order, or before
 * the submission's own answer.
 */
export type Notice = OperationNotice | PaymentNotice | PaymentResultNotice;

/** Notices that can come before what they tell of is here: they are kept until it is. */
export type EarlyNotice = OperationNotice | PaymentResultNotice;
export type EarlyNoticeOf<T extends EarlyNotice['type']> = Extract<EarlyNotice, { type: T }>;

/** A request of a provider's to us, as it came over the wire. */
export interface SignedMessage {
  readonly method: string;
  readonly path: string;
  readonly body: Uint8Array;
  readonly signature: string | undefined;
}

export interface Received {
  readonly notices: Notice[];
  /** Name and value of the header that proves that our answer is ours. */
  readonly signatureOf: (body: string) => readonly [name: string, value: string];
}

/** A provider that is a service of its own elsewhere, and has to be watched. */
export interface Remote {
  /** How long a new order has to wait; one that is told 0 is to be sent: of several only that one may be. */
  waitMs(): number;
  /** Whether it serves it now; what was offered may vanish. */
  offers(product: string, method: string, currency: string): boolean;
  /** The most that it takes of it, where it names any. */
  limits(product: string, method: string, currency: string): ProviderLimits | undefined;
  has(feature: 'refund' | 'partial_refund'): boolean;
  /** Everything that is wrong with it now, a sentence each. */
  troubles(): readonly string[];
  /** What each of them is about, in a word: `floor`, where too little stands there. */
  alarms(): readonly string[];
  /** Looks at whatever is due: what it offers, what stands there. Never throws. */
  look(): Promise<void>;
  /** Throws where it is of the other environment. */
  assertEnvironment(): Promise<void>;
  /** Refuses what it did not sign. */
  receive(message: SignedMessage): Received;
  /** As its look-ups prove them: by themselves notices are hints. Throws when it cannot be asked. */
  proven(notices: readonly Notice[]): Promise<readonly Notice[]>;
  /** The log of its notices, from the beginning unless told; throws when it cannot be asked. */
  notices(
    after?: string,
  ): Promise<{ readonly notices: readonly Notice[]; readonly next: string; readonly hasMore: boolean }>;
}

/** A bank or payment rail. No method throws for an outcome of money: each outcome is a value. */
export interface Provider {
  name: string;
  /** Milliseconds after send_by from which `not_found` proves that nothing was or will be executed. */
  settlingMs: number;
  /** Never throws. Refuses to act after `sendBy`. A repeat of a known reference gets the first outcome. */
  submit(submission: Submission): Promise<Receipt>;
  /** An entry for every reference asked. Throws when the provider cannot be asked. */
  lookUp(references: readonly string[]): Promise<Map<string, Finding>>;
  /**
   * Every order that it has had until it was first asked, or at least that has moved money, some at a time, on from a
   * page's `next`: also what nobody here knows of any more. Throws when the provider cannot be asked.
   */
  orders(after?: string): Promise<OrderPage>;
  /** Likewise every payment that it has told of. */
  payments(after?: string): Promise<PaymentPage>;
  /**
   * Its own account of the money that it has moved, in lines that never change, on from `next` of a page; from its
   * beginning unless told. Throws when the provider cannot be asked.
   */
  statement(after?: string): Promise<StatementPage>;
  /** Idempotent on the reference. */
  openFundingAccount(ask: FundingAsk): Promise<Opening>;
  /** Idempotent; a reference it does not know is already closed. */
  closeFundingAccount(reference: string): Promise<void>;
  /** An entry for every reference asked. Throws when the provider cannot be asked. */
  confirmPayins(paymentReferences: readonly string[]): Promise<Map<string, Confirmation>>;
  /**
   * Compares the name in the details with the account's holder (supplement §11.10). It moves nothing and stores nothing;
   * a provider without the feature answers `not_possible`. Throws when the provider cannot be asked.
   */
  checkPayee(ask: PayeeAsk): Promise<PayeeAnswer>;
  /** Hands notices to `take` until its promise resolves for them: at least once, over restarts too. */
  start(take: (notices: Notice[]) => Promise<void>): Promise<void>;
  /** Waits for the delivery in progress. Undelivered notices are kept for the next start. */
  stop(): Promise<void>;
  /** Absent where it lives in this process. */
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
  /** Before the bank decides; until then the payment is pending. */
  delayMs: number;
}

/** Acts that only a sandbox has: make a payment happen, and rewrite the bank's own record (supplement §3.10). */
export interface SandboxBank {
  /**
   * The notice is for the caller to ingest; it is not queued for `take`. The same bank reference twice on a
   * funding account is the payment that was first made; the notice has the amount and the outcome of this time. An
   * outcome other than the one that the bank has decided `contradicts` it; the bank changes its record a moment later.
   */
  deposit(deposit: SandboxDeposit): Promise<PaymentNotice & { readonly contradicts: boolean }>;
  /** Until when it leaves unsent what was made then, by what its words ask of it. */
  sendsFrom(createdAt: Date, words: string | null): Date;
  /** Whether such words tell it what is to become of an order. */
  isTold(words: string | undefined): boolean;
  /** Whether it has the order and will answer it, not within the next moment: what it is told by then is the answer. */
  isAnswering(reference: string): Promise<boolean>;
  /**
   * Evidence is about to be recorded by hand that an order was not executed. Where it was, or will be, a notice says so in
   * a moment, unless the bank is told by then: who was to tell it may have died in between.
   */
  willContradict(reference: string): Promise<void>;
  /** Whether a notice of its own falls due within the next second of machine time. */
  isAboutToTell(): Promise<boolean>;
  /** Makes look-ups agree with evidence given by hand; sends no notice. Nothing for an unknown reference. */
  tell(reference: string, outcome: 'paid' | 'not_executed' | 'returned', code?: string): Promise<void>;
}
