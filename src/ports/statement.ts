import type { Amount } from '../domain/money.js';
import type { BankReference } from '../domain/noun/bank-reference.js';

/** One line of a provider's own statement: money that it has moved. It never changes, and its number only grows. */
export interface StatementLine {
  readonly sequence: bigint;
  /** An order of ours that was paid, and the same money come back; a payment that came in, and that was taken back. */
  readonly kind: 'order' | 'order_returned' | 'payment' | 'payment_reversed';
  /** Our name of an order, the provider's of a payment. */
  readonly reference: string;
  readonly amount: Amount;
  readonly currency: string;
  /** The bank's reference of the money, if the line has one. */
  readonly trace?: BankReference | undefined;
  /** Machine time. */
  readonly bookedAt: Date;
  /** The account for which the order was given, where the provider was told. */
  readonly accountId?: string | undefined;
  /** Of a payment: the funding account that it came to, by our name, and the bank's own name of it. */
  readonly payment?: { readonly fundingReference: string; readonly bankReference: string } | undefined;
}

/** A part of a statement. */
export interface StatementPage {
  readonly lines: readonly StatementLine[];
  /** Where it goes on, in the provider's own words: they say nothing to us. */
  readonly next: string;
  readonly hasMore: boolean;
  /** Up to this number the statement is closed: nothing is added there any more. */
  readonly closed: bigint;
}

/** How far a provider's statement was read, and when that was compared last (business time). */
export interface StatementPlace {
  /** From here it is read again, and until `next` that is the second time. */
  readonly from: string | null;
  readonly next: string | null;
  readonly comparedAt: Date | null;
  /** When they are compared next; null: nobody has begun with it. */
  readonly due: Date | null;
}

/** The record of the clearing account and that of the statement about one name in one currency; money in is positive. */
export interface Weighed {
  readonly reference: string;
  readonly currency: string;
  readonly expected: Amount;
  readonly actual: Amount;
  /** When the clearing account was moved under this name last, in business time; null where it never was. */
  readonly postedAt: Date | null;
  /** The first line under this name; undefined where the statement has none. */
  readonly line: StatementLine | undefined;
}

/** The statements of providers as far as they are kept here. */
export interface StatementBook {
  place(provider: string): Promise<StatementPlace>;
  setPlace(provider: string, place: StatementPlace & { readonly due: Date }): Promise<void>;
  /** Keeps each line once: how many are new, and the numbers of those that were told otherwise before. */
  keep(
    provider: string,
    lines: readonly StatementLine[],
  ): Promise<{ readonly kept: number; readonly changed: readonly bigint[] }>;
  /** The names of the lines that are still open, some at a time, and where they go on. */
  openNames(
    provider: string,
    after: string,
  ): Promise<{ readonly references: readonly string[]; readonly next: string | undefined }>;
  /** The names under which the clearing account was moved in the next part of a span of business time, and its end. */
  postedNames(
    provider: string,
    span: { readonly after: Date | null; readonly until: Date },
  ): Promise<{ readonly references: readonly string[]; readonly next: Date | undefined }>;
  /** Closes the lines of the names on which both records agree; the others. */
  weigh(provider: string, references: readonly string[]): Promise<Weighed[]>;
  /** An exception tells of them: the lines of this name are compared no more. */
  setAside(provider: string, reference: string): Promise<void>;
}
