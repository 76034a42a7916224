/** Names to addresses. */
export interface Dns {
  /** Every address of the name, IPv4 first; rejects where there is none or no answer. */
  addresses(name: string): Promise<readonly string[]>;
}
