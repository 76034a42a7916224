import type { Command } from 'commander';
import { InvalidArgumentError } from 'commander';
import type { Serving } from '../tools/reference-connector.js';
import { endSignal } from '../main/end-signal.js';
import type { Answer } from './answer.js';
import { answers, withExample } from './define.js';
import { connectorDatabaseSecret, takesSecrets } from './secret.js';

interface CheckOptions {
  readonly connectors: string;
  readonly name?: string;
  readonly live?: true;
  readonly refundsOf?: string;
}

/**
 * `connector serve` runs the reference connector; `connector check` tests any connector against the protocol.
 */
export function connectorCommands(psp: Command): void {
  const connector = psp.command('connector').description('Connectors to banks');
  const serving = connector
    .command('serve')
    .description(
      'Run the reference connector with a simulated bank. Its folder gets its keys, its record and the settings for PSP_CONNECTORS',
    )
    .option('--dir <folder>', 'its folder', '.connector')
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('--port <port>', 'port to listen on', portOf, 5100)
    .option('--environment <name>', 'sandbox or live', environmentOf, 'sandbox' as const)
    .option(
      '--notices <url>',
      'URL that receives its notices',
      'http://127.0.0.1:3000/providers/reference/notices',
    )
    .option('--tls-cert <file>', 'PEM certificate; enables TLS')
    .option('--tls-key <file>', 'private key of the certificate')
    .option('--tls-clients <file>', 'CA of clients that may connect');
  takesSecrets(serving, connectorDatabaseSecret);
  withExample(serving, 'connector serve --port 5100').action(async function () {
    const signal = endSignal();
    const { serveReference } = await import('../tools/reference-connector.js');
    await serveReference(this.opts<Serving>(), signal);
  });
  const checking = connector
    .command('check')
    .description(
      'Test a connector against the protocol, case by case; exit code 1 if a case fails. It receives small orders',
    )
    .argument('<url>', 'its address')
    .requiredOption('--connectors <file>', 'settings with its keys, as for PSP_CONNECTORS')
    .option('--name <name>', 'name of the connector; default: the first')
    .option('--live', 'also test a live connector: the orders move money')
    .option(
      '--refunds-of <reference>',
      'without payouts: payment that the orders refund; default: an unknown one',
    );
  answers(
    checking,
    'connector check http://127.0.0.1:5100 --connectors .connector/connectors.json',
    checkConnector,
  );
}

async function checkConnector(
  [url]: [string],
  { connectors, name, live, refundsOf }: CheckOptions,
): Promise<Answer> {
  const { tried } = await import('./connector-check.js');
  return tried({ url, connectors, name, mayBeLive: live === true, refundsOf });
}

function portOf(text: string): number {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port;
  throw new InvalidArgumentError('Give a number up to 65535.');
}

function environmentOf(text: string): 'sandbox' | 'live' {
  if (text === 'sandbox' || text === 'live') return text;
  throw new InvalidArgumentError('Give sandbox or live.');
}
