import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { simpleParser, type ParsedMail } from 'mailparser';
import { SMTPServer } from 'smtp-server';

/** A mail as it came over the wire. */
export interface Taken {
  readonly rcpt: readonly string[];
  readonly mail: Promise<ParsedMail>;
}

export interface MailServer {
  readonly url: string;
  readonly port: number;
  readonly taken: readonly Taken[];
  close(): Promise<void>;
}

/** A mail server on loopback, at a free port unless stated; `refuse` is its answer to a recipient. */
export async function openMailServer({
  port: wanted = 0,
  refuse,
  onMail,
}: {
  readonly port?: number;
  readonly refuse?: () => Error;
  readonly onMail?: (to: string, mail: ParsedMail) => void;
} = {}): Promise<MailServer> {
  const taken: Taken[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onRcptTo: (_address, _session, done) => done(refuse?.()),
    onData(stream, { envelope }, done) {
      const rcpt = envelope.rcptTo.map(({ address }) => address);
      const mail = simpleParser(stream);
      taken.push({ rcpt, mail });
      if (onMail) void mail.then((parsed) => rcpt.forEach((to) => onMail(to, parsed)));
      stream.once('end', () => done());
    },
  });
  server.listen(wanted, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    port,
    taken,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
