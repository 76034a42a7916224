import { createTransport } from 'nodemailer';
import type { Mailer } from '../../ports/mailer.js';

export interface SmtpOptions {
  /** smtp:// or smtps://, with user and password where the server asks for them. */
  readonly url: string;
  /** By which mails name their sender. */
  readonly from: string;
  /** For the whole of a try: a server that drips a byte at a time is given up too. */
  readonly withinMs?: number;
}

const usualMs = 20_000;
/** A permanent no to the recipient or to the mail; of a login or a connection it is a fault of the settings. */
const ofTheMail: ReadonlySet<string> = new Set(['RCPT TO', 'DATA']);

interface SmtpError {
  readonly code?: string;
  readonly command?: string;
  readonly responseCode?: number;
}

/** Sends each mail over a connection of its own. */
export function smtpMailer({ url, from, withinMs = usualMs }: SmtpOptions): Mailer {
  const { username, hostname } = new URL(url);
  const options = {
    url,
    connectionTimeout: withinMs,
    greetingTimeout: withinMs,
    socketTimeout: withinMs,
    dnsTimeout: withinMs,
    // A password goes to nobody who might read it on the way.
    ...(username !== '' && !isLoopback(hostname) && { requireTLS: true }),
  };
  const transport = createTransport(options, { disableFileAccess: true, disableUrlAccess: true });
  return {
    async send({ id, to, subject, text, html }) {
      const message = {
        from,
        to: { name: '', address: to },
        envelope: { from: addressIn(from), to: [to] },
        subject,
        text,
        html,
        messageId: `<${id}@${domainIn(from)}>`,
        headers: { 'Auto-Submitted': 'auto-generated' },
        signal: AbortSignal.timeout(withinMs),
      };
      try {
        await transport.sendMail(message);
        return { outcome: 'sent' };
      } catch (error) {
        return answerOf(error as SmtpError);
      }
    },
  };
}

const isLoopback = (host: string): boolean => /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(host);
const addressIn = (from: string): string => /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from.trim();
const domainIn = (from: string): string => addressIn(from).split('@')[1] ?? 'localhost';

/** The server's own words are not repeated: they may name the address. */
function answerOf({
  code = 'unknown',
  command = '',
  responseCode,
}: SmtpError): Awaited<ReturnType<Mailer['send']>> {
  const isFinal = responseCode !== undefined && responseCode >= 500 && ofTheMail.has(command);
  const reason = [code, command, responseCode ?? ''].join(' ').trim();
  return { outcome: isFinal ? 'refused' : 'failed', reason };
}
