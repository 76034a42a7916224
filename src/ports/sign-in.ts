import type { CodesMade } from '../domain/sign-in.js';

/** An e-mail address and a client. Both hashes are keyed, so the rows alone reveal neither. */
export interface SignInPair {
  readonly emailHash: string;
  readonly clientHash: string;
}

/** A sign-in code requested by a client. */
export interface CodeAsk extends SignInPair {
  readonly codeHash: string;
  readonly expiresAt: Date;
}

/** Sign-in codes within a transaction; known and unknown addresses are treated alike. */
export interface SignIns {
  /** Codes created since `since`, newest first. */
  codesMade(pair: SignInPair, since: Date): Promise<CodesMade>;
  /** Adds a code beside the live ones. */
  keepCode(ask: CodeAsk, now: Date): void;
  /**
   * Whether the code is a live code of the address; if so, it is used up. One statement compares and counts, so
   * concurrent guesses are counted exactly. A wrong guess counts against each live code that the client may still
   * guess. A guess that equals a live code is not wrong, even if the client has no guesses left for that code.
   */
  guess(guess: SignInPair & { readonly codeHash: string }): Promise<boolean>;
  /** The account's open invitations, and the invitation mails it has sent since `since`. */
  invitationsOf(accountId: string, since: Date): Promise<{ readonly open: number; readonly mailed: number }>;
}
