/** Names to the texts that are published there. */
export interface TextRecords {
  /** Each record, its parts put together; none where there is none, undefined where the answer is not definite. */
  texts(name: string): Promise<readonly string[] | undefined>;
}

/** Names to addresses. */
export interface Dns {
  /** Every address of the name, IPv4 first; rejects where there is none or no answer. */
  addresses(name: string): Promise<readonly string[]>;
}
