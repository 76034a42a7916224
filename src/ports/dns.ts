/** DNS TXT look-ups. */
export interface TextRecords {
  /** One string per TXT record, its parts joined; empty if there is none, undefined if the answer is not definite. */
  texts(name: string): Promise<readonly string[] | undefined>;
}

/** DNS address look-ups. */
export interface Dns {
  /** Every address of the name, IPv4 first. Rejects if there is none or no answer. */
  addresses(name: string): Promise<readonly string[]>;
}
