import { localMessaging } from '../adapters/local/messaging.js';
import { logMailer } from '../adapters/mail/log.js';
import type { Log } from '../ports/log.js';
import type { Ports } from '../ports/ports.js';
import type { Config } from './config.js';

/** Broker and mail libraries are loaded only if configured, which makes other starts faster. */
export async function transportsOf(
  { natsUrl, smtpUrl, mailFrom }: Config,
  log: Log,
): Promise<Pick<Ports, 'messaging' | 'mailer'>> {
  const nats = natsUrl === undefined ? undefined : await import('../adapters/nats/messaging.js');
  const smtp = smtpUrl === undefined ? undefined : await import('../adapters/mail/smtp.js');
  return {
    messaging: nats?.natsMessaging(natsUrl ?? '', log) ?? localMessaging(log),
    mailer: smtp?.smtpMailer({ url: smtpUrl ?? '', from: mailFrom }) ?? logMailer(log),
  };
}
