/** A customer's input on the hosted page, by field name. */
export interface HostedDraft {
  readonly values?: Readonly<Record<string, string>>;
}
