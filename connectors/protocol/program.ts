import { Journal } from './journal.ts';
import type { Bank } from './message.ts';
import { startPush } from './push.ts';
import { startServer } from './server.ts';
import type { ProtocolSettings } from './settings.ts';

/** A bank with its background work, such as polling. */
export interface RunningBank extends Bank {
  stop(): Promise<void>;
}

interface Program {
  readonly name: string;
  readonly settings: ProtocolSettings;
  readonly pathOf: (name: string) => string;
  readonly pem: (name: string) => string;
  /** DDL of the bank's own tables; see Journal. */
  readonly tables: string | readonly string[];
  readonly start: (journal: Journal) => Promise<RunningBank>;
}

/** One JSON line on standard error. Never put personal data or secrets into an error's message. */
export function report(error: unknown): void {
  const message = error instanceof Error ? error.message : String(error);
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : undefined;
  process.stderr.write(`${JSON.stringify({ at: new Date().toISOString(), message, cause })}\n`);
}

/**
 * Runs a connector until SIGTERM or SIGINT. It may be killed at any moment, because the journal has
 * everything that matters.
 */
export async function runConnector(program: Program): Promise<void> {
  const { name, settings, pathOf, pem, tables, start } = program;
  const { listen, sending_keys: sendingKeys, receiving_keys: receivingKeys, notices } = settings;
  const journal = new Journal(pathOf(settings.journal), tables);
  const bank = await start(journal);
  const { host, port, tls } = listen;
  const server = await startServer({
    bank,
    journal,
    host,
    port,
    ...(tls && {
      tls: {
        cert: pem(tls.cert),
        key: pem(tls.key),
        ...(tls.clients !== undefined && { ca: pem(tls.clients) }),
      },
    }),
    sendingKeys,
    receivingKeys,
    report,
  });
  const endPush =
    notices &&
    startPush({
      journal,
      url: notices.url,
      ...(notices.ca !== undefined && { ca: pem(notices.ca) }),
      sendingKeys,
      receivingKeys,
      report,
    });
  process.stdout.write(`${name} (${settings.environment}) is at ${server.url}.\n`);
  await new Promise<void>((resolve) => {
    process.once('SIGTERM', () => resolve());
    process.once('SIGINT', () => resolve());
  });
  await server.close();
  await endPush?.();
  await bank.stop();
  journal.close();
}
