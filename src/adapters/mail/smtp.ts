import { createTransport } from 'nodemailer';
import type { Mailer } from '../../ports/mailer.js';

export interface SmtpOptions {
  /** smtp:// or smtps://, with user and password if the server requires them. */
  readonly url: string;
  /** Sender address of the mails. */
  readonly from: string;
  /**
   * Time limit in milliseconds for the whole attempt, so that a server that sends one byte at a time is given
   * up too.
   */
  readonly withinMs?: number;
}

const usualMs = 20_000;
/**
 * Commands after which a permanent rejection concerns the recipient or the mail. After login or connect it is
 * a fault of our settings.
 */
const ofTheMail: ReadonlySet<string> = new Set(['RCPT TO', 'DATA']);

interface SmtpError {
  readonly code?: string;
  readonly command?: string;
  readonly responseCode?: number;
}

/** Sends each mail over its own connection. */
export function smtpMailer({ url, from, withinMs = usualMs }: SmtpOptions): Mailer {
  const { username, hostname } = new URL(url);
  const options = {
    url,
    connectionTimeout: withinMs,
    greetingTimeout: withinMs,
    socketTimeout: withinMs,
    dnsTimeout: withinMs,
    // Never sends a password unencrypted.
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

/** The server's text is left out: it may contain the recipient's address. */
function answerOf({
  code = 'unknown',
  command = '',
  responseCode,
}: SmtpError): Awaited<ReturnType<Mailer['send']>> {
  const isFinal = responseCode !== undefined && responseCode >= 500 && ofTheMail.has(command);
  const reason = [code, command, responseCode ?? ''].join(' ').trim();
  return { outcome: isFinal ? 'refused' : 'failed', reason };
}
