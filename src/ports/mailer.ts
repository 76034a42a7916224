import type { Letter } from '../domain/letter.js';

export interface Addressed extends Letter {
  /** Of the mail, the same in each try. */
  readonly id: string;
  readonly to: string;
}

/** `refused`: for good. `failed`: it may be tried again; whether it has arrived is not known. */
export type MailOutcome =
  { readonly outcome: 'sent' } | { readonly outcome: 'refused' | 'failed'; readonly reason: string };

/** The way by which mail leaves; it answers within its own deadline, whatever the other side does. */
export interface Mailer {
  send(letter: Addressed): Promise<MailOutcome>;
}
