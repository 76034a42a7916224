import type { Bucket } from '../domain/ledger.js';
import type { Period, ReportName } from '../domain/report.js';

export interface ReportAsk extends Period {
  readonly name: ReportName;
  readonly accountId: string;
  /** Only rows in this currency. */
  readonly currency?: string | undefined;
  /** Id of the entry or operation after which the report continues. */
  readonly after?: string | undefined;
}

export type ReportValue = string | null;

export interface ReportPage {
  readonly asOf: Date;
  /** Values in column order. */
  readonly rows: readonly (readonly ReportValue[])[];
  /** Id of the last row if there are more rows. */
  readonly next: string | undefined;
}

/** A report as a stream of bytes, read in one snapshot. */
export interface ReportStream {
  readonly asOf: Date;
  /** Throws if the stream breaks off. */
  readonly pieces: AsyncIterable<Uint8Array>;
  /** Returns a chunk that was written, so that its buffer can be reused. */
  readonly giveBack: (piece: Uint8Array) => void;
  /** Rows streamed so far, without the header. */
  readonly rows: () => number;
  /** Closes the stream before its end. */
  readonly close: () => void;
}

/** One bucket of one balance over a period. */
export interface StatementAsk extends Period {
  readonly accountId: string;
  readonly currency: string;
  readonly account: Bucket;
}

/** All buckets of one balance over whole UTC days. */
export interface ProofAsk extends Period {
  readonly accountId: string;
  readonly currency: string;
}

/** Reports of a period, each read in one snapshot. */
export interface Reports {
  /** At most `limit` rows; a report that has no pages returns all its rows. */
  page(ask: ReportAsk, limit: number): Promise<ReportPage>;
  /** All rows as CSV (RFC 4180), header first. */
  stream(ask: ReportAsk): Promise<ReportStream>;
  /**
   * The statement of a bucket as CSV, header first: opening balance, entries with the balance after each, closing
   * balance. The closing balance precedes the entries if `isClosingFirst`.
   */
  statement(ask: StatementAsk, isClosingFirst: boolean): Promise<ReportStream>;
  /**
   * The journals that moved a balance, each with its proof, and the seals that contain them: JSON (docs/seals.md).
   */
  proof(ask: ProofAsk): Promise<ReportStream>;
  /** Whether an entry with this id is on one of the account's balances. */
  hasEntry(accountId: string, id: string): Promise<boolean>;
}
