import type { Session } from '../domain/member.js';
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

/** A challenge to an authenticator, by its hash, and the hash of what only the browser that got it can send. */
export interface StoredChallenge {
  readonly challengeHash: string;
  readonly bindingHash: string;
  readonly askerHash: string;
  readonly lastsMs: number;
}

export type SeenDevice = 'first' | 'new' | 'known';

/** Sign-in codes and challenges within a transaction; known and unknown addresses are treated alike. */
export interface SignIns {
  /** Codes created since `since`, newest first. */
  codesMade(pair: SignInPair, since: Date): Promise<CodesMade>;
  /** Adds a code; earlier ones stay valid. */
  keepCode(ask: CodeAsk, now: Date): void;
  /**
   * Whether the code is a live code of the address; if so, it is used up. One statement compares and counts, so
   * concurrent guesses are counted exactly. A wrong guess counts against each live code that the client may still
   * guess. A guess that equals a live code is not wrong, even if the client has no guesses left for that code.
   */
  guess(guess: SignInPair & { readonly codeHash: string }): Promise<boolean>;
  /** Keeps a challenge until it is answered or expires; false if the asker has so many open already. */
  keepChallenge(challenge: StoredChallenge, most: number): Promise<boolean>;
  /** Whether that challenge was issued to the client that answers it, and has not expired. It is used up either way. */
  takeChallenge(challenge: Pick<StoredChallenge, 'challengeHash' | 'bindingHash'>): Promise<boolean>;
  /** Notes that the person signs in from the device. `first`: no device of theirs was known. */
  seeDevice(device: { readonly emailHash: string; readonly deviceHash: string }): Promise<SeenDevice>;
  /** The person's newest open sessions, at most so many. */
  openSessions(emailHash: string, most: number): Promise<Session[]>;
  /** Ends that open session of the person, or all but that one; how many. */
  endSessions(
    emailHash: string,
    which: { readonly id: string } | { readonly except: string },
  ): Promise<number>;
  /** The account's open invitations, and the invitation mails it has sent since `since`. */
  invitationsOf(accountId: string, since: Date): Promise<{ readonly open: number; readonly mailed: number }>;
}
