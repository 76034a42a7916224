import type { ClosingBalance, LedgerSeal } from '../domain/ledger-seal.js';

/** The public half of a key that signed seals; 32 bytes in base64. */
export interface SealPublicKey {
  readonly id: string;
  readonly publicKey: string;
  readonly createdAt: Date;
}

/** The journals of an account from `from` (inclusive) to `to` (exclusive). */
export interface LeafSpan {
  readonly accountId: string;
  readonly from: Date;
  readonly to: Date;
}

/** Reads for sealing days of the ledger. */
export interface SealReads {
  /** Accounts with journals before `until` that are not sealed yet, in id order, with ids above `after`. */
  accountsToSeal(until: Date, after: string, limit: number): Promise<string[]>;
  /** End of the account's last sealed day; undefined if no day is sealed. */
  sealedTo(accountId: string): Promise<Date | undefined>;
  /** Start of the first day that has journals in the span. */
  firstDay(span: LeafSpan): Promise<Date | undefined>;
  /** Leaf hashes of the span's journals in tree order, in batches. */
  leafHashes(span: LeafSpan): AsyncIterable<readonly Uint8Array[]>;
  /** Every balance of the account just before a time. */
  closingBalances(accountId: string, before: Date): Promise<ClosingBalance[]>;
  sealKeys(): Promise<SealPublicKey[]>;
  /** Time of the next sealing round; undefined before the first. */
  sealRound(): Promise<Date | undefined>;
}

/** Writes seals within a transaction. */
export interface SealBook {
  /** Once committed, nothing can be posted to the account with a time before `until`. */
  close(accountId: string, until: Date): Promise<void>;
  last(accountId: string): Promise<LedgerSeal | undefined>;
  setSealedTo(accountId: string, at: Date): Promise<void>;
  /** Stores the public key under an id that has none yet. Returns the stored key. */
  keepKey(id: string, publicKey: string): Promise<string>;
  setRound(at: Date): Promise<void>;
}
