import type { Bucket } from '../domain/ledger.js';
import type { Period, ReportName } from '../domain/report.js';

export interface ReportAsk extends Period {
  readonly name: ReportName;
  readonly accountId: string;
  /** Rows in this currency alone. */
  readonly currency?: string | undefined;
  /** The id of the row, of an entry or an operation, behind which it goes on. */
  readonly after?: string | undefined;
}

export type ReportValue = string | null;

export interface ReportPage {
  readonly asOf: Date;
  /** Values in the order of the columns. */
  readonly rows: readonly (readonly ReportValue[])[];
  /** The id of the last row, where there are more. */
  readonly next: string | undefined;
}

/** Bytes on their way, all of one snapshot. */
export interface ReportStream {
  readonly asOf: Date;
  /** Raises where it breaks off. */
  readonly pieces: AsyncIterable<Uint8Array>;
  /** Of a piece that nobody looks at any more, whose memory may be used again. */
  readonly giveBack: (piece: Uint8Array) => void;
  /** Rows in the pieces so far, without the heading. */
  readonly rows: () => number;
  /** Lets go of what was not read. */
  readonly close: () => void;
}

/** One bucket of one balance over a period. */
export interface StatementAsk extends Period {
  readonly accountId: string;
  readonly currency: string;
  readonly account: Bucket;
}

/** All parts of one balance over whole UTC days. */
export interface ProofAsk extends Period {
  readonly accountId: string;
  readonly currency: string;
}

/** Tells what has happened in a period, each answer of one snapshot. */
export interface Reports {
  /** At most so many rows; a report that is answered whole has them all. */
  page(ask: ReportAsk, limit: number): Promise<ReportPage>;
  /** All rows as lines of CSV (RFC 4180), a heading first. */
  stream(ask: ReportAsk): Promise<ReportStream>;
  /**
   * The statement of a bucket as lines of CSV, a heading first: what it opened with, its entries with what each left, and
   * what it closed with; the closing comes before the entries where `isClosingFirst`.
   */
  statement(ask: StatementAsk, isClosingFirst: boolean): Promise<ReportStream>;
  /** The journals that moved a balance, each with its proof, and the seals that they stand in: JSON (docs/seals.md). */
  proof(ask: ProofAsk): Promise<ReportStream>;
  /** Whether the account has that entry on one of its balances. */
  hasEntry(accountId: string, id: string): Promise<boolean>;
}
