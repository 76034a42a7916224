import type { Log } from '../ports/log.js';
import type { Addressed, MailOutcome } from '../ports/mailer.js';
import type { Ports } from '../ports/ports.js';
import { recordMail, takeMails } from '../usecases/mail.js';
import { startLoop, type Loop } from './loop.js';

/** A mail server is slow at times, and lets nobody open many connections. */
const openMax = 8;

type Needs = Pick<Ports, 'store' | 'reader' | 'vault' | 'mailer'>;

/** Sends the mails that are due, a few at a time: one that hangs holds up no other. */
export function startMails(ports: Needs, log: Log): Loop {
  const open = new Map<string, Promise<void>>();
  const send = async (letter: Addressed): Promise<void> => {
    const outcome = await ports.mailer.send(letter).catch((error: unknown): MailOutcome => {
      log.error({ resource_id: letter.id, err: error }, 'a mail could not be sent');
      return { outcome: 'failed', reason: 'a fault of ours' };
    });
    if (outcome.outcome !== 'sent')
      log.warn({ resource_id: letter.id, outcome: outcome.outcome }, 'a mail was not sent');
    await recordMail(ports, letter.id, outcome);
  };
  const begin = (letter: Addressed): void => {
    const sent = send(letter)
      .catch((error: unknown) =>
        log.error({ resource_id: letter.id, err: error }, 'what became of a mail could not be recorded'),
      )
      .finally(() => {
        open.delete(letter.id);
        loop.wake();
      });
    open.set(letter.id, sent);
  };
  const loop = startLoop({
    name: 'mail',
    log,
    full: openMax,
    work: async () => {
      const room = openMax - open.size;
      if (room === 0) return 0;
      const except = [...open.keys()];
      const due = await ports.reader.due('mail', room, { except });
      if (due.length === 0) return 0;
      const letters = await takeMails(ports, room, except);
      for (const letter of letters) begin(letter);
      return due.length;
    },
  });
  return {
    wake: loop.wake,
    async stop() {
      await loop.stop();
      await Promise.all(open.values());
    },
  };
}
