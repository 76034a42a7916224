import type { Log } from '../../ports/log.js';
import type { Mailer } from '../../ports/mailer.js';

/** A sandbox without a mail server: its user reads in the log what people would get, one line a mail. */
export function logMailer(log: Log): Mailer {
  return {
    async send({ to, subject }) {
      log.warn({ mail_to: to, mail_subject: subject }, 'mail not sent: no mail server');
      return { outcome: 'sent' };
    },
  };
}
