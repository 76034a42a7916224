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

/** A challenge to an authenticator, by its hash, and the hash of what only the browser that got it can send. */
export interface KeptChallenge {
  readonly challengeHash: string;
  readonly bindingHash: string;
  readonly askerHash: string;
  readonly lastsMs: number;
}

/** Codes and challenges by which people sign in, within a transaction: known and unknown addresses alike. */
export interface SignIns {
  /** The codes made since then, newest first. */
  codesMade(pair: SignInPair, since: Date): Promise<CodesMade>;
  /** Adds a code beside the live ones, and deletes rows older than any limit looks back. */
  keepCode(ask: CodeAsk, at: { readonly now: Date; readonly forgetBefore: Date }): void;
  /**
   * Whether the code is a live code of the address, which then ends. One statement compares and counts, so any number
   * of guesses at once is counted exactly. A wrong guess counts against each live code that the client may still guess;
   * one that equals a live code is not wrong, even if that code is spent for the client.
   */
  guess(guess: SignInPair & { readonly codeHash: string }): Promise<boolean>;
  /** Keeps a challenge until it is answered or expires; false if the asker has so many open already. */
  keepChallenge(challenge: KeptChallenge, most: number): Promise<boolean>;
  /** Whether that challenge was given to whoever answers it, and has not expired. It is used up either way. */
  takeChallenge(challenge: Pick<KeptChallenge, 'challengeHash' | 'bindingHash'>): Promise<boolean>;
  /** How many invitations of the account are open, and how many mails of invitations it has sent since. */
  invitationsOf(accountId: string, since: Date): Promise<{ readonly open: number; readonly mailed: number }>;
}
