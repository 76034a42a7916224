import type { Log } from '../ports/log.js';
import type { MailOutcome } from '../ports/mailer.js';
import type { Ports } from '../ports/ports.js';
import { recordMail, takeMails } from '../usecases/mail.js';
import { startJobLoop } from './job.js';
import type { Loop } from './loop.js';

type Needs = Pick<Ports, 'store' | 'reader' | 'vault' | 'mailer' | 'clock'>;

/** Sends the mails that are due. */
export const startMails = (ports: Needs, log: Log): Loop =>
  startJobLoop(ports, {
    name: 'mail',
    noun: 'mail',
    log,
    take: (room, except) => takeMails(ports, room, except),
    work: async (letter) => {
      const outcome = await ports.mailer.send(letter).catch((error: unknown): MailOutcome => {
        log.error({ resource_id: letter.id, err: error }, 'sending a mail failed; retrying');
        return { outcome: 'failed', reason: 'a fault of ours' };
      });
      if (outcome.outcome !== 'sent')
        log.warn({ resource_id: letter.id, outcome: outcome.outcome }, 'mail refused or not accepted');
      await recordMail(ports, letter.id, outcome);
    },
  });
