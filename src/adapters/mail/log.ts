import type { Log } from '../../ports/log.js';
import type { Mailer } from '../../ports/mailer.js';

/** For a sandbox without a mail server: writes each mail to the log as one line. */
export function logMailer(log: Log): Mailer {
  return {
    async send({ to, subject }) {
      log.warn({ mail_to: to, mail_subject: subject }, 'mail not sent: no mail server');
      return { outcome: 'sent' };
    },
  };
}
