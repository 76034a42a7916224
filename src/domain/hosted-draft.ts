/** The answers of a customer on the hosted page as they were typed, by the names of the page's fields. */
export interface HostedDraft {
  readonly values?: Readonly<Record<string, string>>;
}
