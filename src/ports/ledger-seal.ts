import type { ClosingBalance, LedgerSeal } from '../domain/ledger-seal.js';

/** The public half of a key that has signed seals: 32 bytes in base64. */
export interface SealPublicKey {
  readonly id: string;
  readonly publicKey: string;
  readonly createdAt: Date;
}

/** The journals of an account from a time until before another. */
export interface LeafSpan {
  readonly accountId: string;
  readonly from: Date;
  readonly to: Date;
}

/** Reads of what is sealed and what is to be. */
export interface SealReads {
  /** The accounts that moved since their last sealed day and before a time, by id. */
  accountsToSeal(until: Date, after: string, limit: number): Promise<string[]>;
  /** End of the account's last sealed day; undefined if no day is sealed. */
  sealedTo(accountId: string): Promise<Date | undefined>;
  /** The beginning of the first day with journals in a span. */
  firstDay(span: LeafSpan): Promise<Date | undefined>;
  /** The leaf hashes of the journals of a span in the order of the tree, some at a time. */
  leafHashes(span: LeafSpan): AsyncIterable<readonly Uint8Array[]>;
  /** What every balance held before a time. */
  closingBalances(accountId: string, before: Date): Promise<ClosingBalance[]>;
  sealKeys(): Promise<SealPublicKey[]>;
  /** Time of the next sealing round; undefined before the first. */
  sealRound(): Promise<Date | undefined>;
}

/** Writes of seals within a transaction. */
export interface SealBook {
  /** From the commit on nothing is posted to the account before that time. */
  close(accountId: string, until: Date): Promise<void>;
  last(accountId: string): Promise<LedgerSeal | undefined>;
  setSealedTo(accountId: string, at: Date): Promise<void>;
  /** Keeps the public key of an id unless there is one; answers with the one that is kept. */
  keepKey(id: string, publicKey: string): Promise<string>;
  setRound(at: Date): Promise<void>;
}
