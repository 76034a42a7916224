import type { Amount } from '../domain/money.js';
import type { BankReference } from '../domain/noun/bank-reference.js';

/** One line of a provider's own statement of money it moved. Lines never change, and their numbers only grow. */
export interface StatementLine {
  readonly sequence: bigint;
  /** An order of ours that was paid; the same money returned; an incoming payment; a payment taken back. */
  readonly kind: 'order' | 'order_returned' | 'payment' | 'payment_reversed';
  /** Our reference of an order, or the provider's reference of a payment. */
  readonly reference: string;
  readonly amount: Amount;
  readonly currency: string;
  /** The bank's reference of the money, if the line has one. */
  readonly trace?: BankReference | undefined;
  /** Machine time. */
  readonly bookedAt: Date;
  /** The account that gave the order, if the provider knows it. */
  readonly accountId?: string | undefined;
  /** For a payment: our reference of its funding account, and the bank's own reference. */
  readonly payment?: { readonly fundingReference: string; readonly bankReference: string } | undefined;
}

/** A page of a statement. */
export interface StatementPage {
  readonly lines: readonly StatementLine[];
  /** The provider's cursor of the next page; opaque to us. */
  readonly next: string;
  readonly hasMore: boolean;
  /** No lines are added at or below this number any more. */
  readonly closed: bigint;
}

/** How far a provider's statement was read, and when it was last compared (business time). */
export interface StatementProgress {
  /** The next read starts here; lines up to `next` are read a second time. */
  readonly from: string | null;
  readonly next: string | null;
  readonly comparedAt: Date | null;
  /** When the statement is compared next; null before the first comparison was planned. */
  readonly due: Date | null;
}

/**
 * The totals of the clearing account and of the statement under one reference and currency; incoming money is
 * positive.
 */
export interface ComparedTotals {
  readonly reference: string;
  readonly currency: string;
  readonly expected: Amount;
  readonly actual: Amount;
  /** Business time of the last posting under this reference; null if there is none. */
  readonly postedAt: Date | null;
  /** The first line with this reference; undefined if the statement has none. */
  readonly line: StatementLine | undefined;
}

/** The stored statements of providers. */
export interface StatementBook {
  progress(provider: string): Promise<StatementProgress>;
  setProgress(provider: string, progress: StatementProgress & { readonly due: Date }): Promise<void>;
  /**
   * Stores each line once. Returns the number of new lines, and the numbers of lines that differ from what was
   * stored.
   */
  keep(
    provider: string,
    lines: readonly StatementLine[],
  ): Promise<{ readonly added: number; readonly changed: readonly bigint[] }>;
  /** References of lines that are still open, in pages. */
  openNames(
    provider: string,
    after: string,
  ): Promise<{ readonly references: readonly string[]; readonly next: string | undefined }>;
  /**
   * References under which the clearing account was posted to in the next part of a span of business time, and the
   * end of that part.
   */
  postedNames(
    provider: string,
    span: { readonly after: Date | null; readonly until: Date },
  ): Promise<{ readonly references: readonly string[]; readonly next: Date | undefined }>;
  /** Closes the lines of each reference whose totals are equal in both records. Returns the totals that differ. */
  compare(provider: string, references: readonly string[]): Promise<ComparedTotals[]>;
  /** An exception covers these lines: lines with this reference are not compared any more. */
  setAside(provider: string, reference: string): Promise<void>;
}
