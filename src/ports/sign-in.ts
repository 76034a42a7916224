/** A code that is asked for. Hashes are keyed, so that nobody who has the rows alone finds an address or a code. */
export interface CodeAsk {
  readonly emailHash: string;
  readonly clientHash: string;
  readonly codeHash: string;
  readonly expiresAt: Date;
}

/** When codes were made, newest first. */
export interface CodesMade {
  readonly ofEmail: readonly Date[];
  readonly ofClient: readonly Date[];
}

/** Codes by which people sign in, within a transaction: known and unknown addresses alike. */
export interface SignIns {
  codesMade(ask: Pick<CodeAsk, 'emailHash' | 'clientHash'>, since: Date): Promise<CodesMade>;
  /** The one live code of the address from now on; what is older than any limit looks back is forgotten. */
  keepCode(ask: CodeAsk, at: { readonly now: Date; readonly forgetBefore: Date }): void;
  /**
   * Whether it is the live code of the address. One statement counts the try and compares, of any number at once one
   * after the other: the code ends with the right one, or with the last try.
   */
  guess(emailHash: string, codeHash: string, triesMost: number): Promise<boolean>;
  /** How many invitations of the account are open, and how many mails of invitations it has sent since. */
  invitationsOf(accountId: string, since: Date): Promise<{ readonly open: number; readonly mailed: number }>;
}
