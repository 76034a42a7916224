import type { Letter } from '../domain/letter.js';

export interface AddressedLetter extends Letter {
  /** Id of the mail, the same on each try. */
  readonly id: string;
  readonly to: string;
}

/** `refused`: permanent. `failed`: may be retried; the mail may have arrived. */
export type MailOutcome =
  { readonly outcome: 'sent' } | { readonly outcome: 'refused' | 'failed'; readonly reason: string };

/** Sends mail. Answers within its own deadline, even if the mail server does not. */
export interface Mailer {
  send(letter: AddressedLetter): Promise<MailOutcome>;
}
