import type { CodesMade } from '../domain/sign-in.js';

/** An address and a client. Both hashes are keyed: the rows alone reveal neither. */
export interface SignInPair {
  readonly emailHash: string;
  readonly clientHash: string;
}

/** A code that a client asked for. */
export interface CodeAsk extends SignInPair {
  readonly codeHash: string;
  readonly expiresAt: Date;
}

/** Codes by which people sign in, within a transaction: known and unknown addresses alike. */
export interface SignIns {
  /** The codes made since then, newest first. */
  codesMade(pair: SignInPair, since: Date): Promise<CodesMade>;
  /** Adds a code beside the live ones. */
  keepCode(ask: CodeAsk, now: Date): void;
  /**
   * Whether the code is a live code of the address, which then ends. One statement compares and counts, so any number
   * of guesses at once is counted exactly. A wrong guess counts against each live code that the client may still guess;
   * one that equals a live code is not wrong, even if that code is spent for the client.
   */
  guess(guess: SignInPair & { readonly codeHash: string }): Promise<boolean>;
  /** How many invitations of the account are open, and how many mails of invitations it has sent since. */
  invitationsOf(accountId: string, since: Date): Promise<{ readonly open: number; readonly mailed: number }>;
}
