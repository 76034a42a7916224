import type { Command } from 'commander';
import { InvalidArgumentError } from 'commander';
import type { Serving } from '../connector-serve.js';
import { toldToEnd } from '../told.js';
import type { Answer } from './answer.js';
import { answers, withExample } from './define.js';
import { connectorDatabaseSecret, takesSecrets } from './secret.js';

interface CheckOptions {
  readonly connectors: string;
  readonly name?: string;
  readonly live?: true;
}

/** `connector serve` runs the reference connector, `connector check` tries any connector against the protocol. */
export function connectorCommands(psp: Command): void {
  const connector = psp.command('connector').description('Connectors, by which banks are reached');
  const serving = connector
    .command('serve')
    .description(
      'Run the reference connector, which has a simulated bank behind it: its keys, its record and the settings for PSP_CONNECTORS are made in its folder',
    )
    .option('--dir <folder>', 'its folder', '.connector')
    .option('--host <address>', 'where it listens', '127.0.0.1')
    .option('--port <port>', 'and at which port', portOf, 5100)
    .option('--environment <name>', 'sandbox or live', environmentOf, 'sandbox' as const)
    .option('--notices <url>', 'where it brings notices', 'http://127.0.0.1:3000/providers/reference/notices')
    .option('--tls-cert <file>', 'a certificate in PEM: it speaks TLS then')
    .option('--tls-key <file>', 'the key of the certificate')
    .option('--tls-clients <file>', 'the authority of those who may connect');
  takesSecrets(serving, connectorDatabaseSecret);
  withExample(serving, 'connector serve --port 5100').action(async function () {
    const told = toldToEnd();
    const { serveReference } = await import('../connector-serve.js');
    await serveReference(this.opts<Serving>(), told);
  });
  const checking = connector
    .command('check')
    .description(
      'Try a connector against the protocol, case by case; exit code 1 where it fails one. Small orders are given to it',
    )
    .argument('<url>', 'its address')
    .requiredOption('--connectors <file>', 'the settings, as for PSP_CONNECTORS, that have its keys')
    .option('--name <name>', 'which of them; the first unless given')
    .option('--live', 'though it is one of live: the orders move money');
  answers(
    checking,
    'connector check http://127.0.0.1:5100 --connectors .connector/connectors.json',
    checkConnector,
  );
}

async function checkConnector([url]: [string], { connectors, name, live }: CheckOptions): Promise<Answer> {
  const { tried } = await import('../connector-check.js');
  return tried({ url, connectors, name, mayBeLive: live === true });
}

function portOf(text: string): number {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port;
  throw new InvalidArgumentError('It is a number up to 65535.');
}

function environmentOf(text: string): 'sandbox' | 'live' {
  if (text === 'sandbox' || text === 'live') return text;
  throw new InvalidArgumentError('It is sandbox or live.');
}
