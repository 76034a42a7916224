import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openConnector, type ConnectorOptions } from '../../src/adapters/providers/connector.js';
import {
  startReference,
  type Reference,
  type ReferenceOptions,
} from '../../src/adapters/providers/reference.js';
import { machineClock } from '../../src/main/clock.js';
import { createLog } from '../../src/main/log.js';
import type { Notice, Provider } from '../../src/ports/provider.js';

export const ourKeys = ['the key with which the service signs, 01'];
export const theirKeys = ['the key with which the connector signs, 1'];

/** The whole of the shipped catalogue, as a connector offers it. */
export const offered = [
  ['payin', 'bank_transfer', 'PEN'],
  ['payin', 'pix', 'BRL'],
  ['payin', 'spei', 'MXN'],
  ['payin', 'ach', 'USD'],
  ['payout', 'bank_transfer', 'PEN'],
  ['payout', 'pix', 'BRL'],
  ['payout', 'mobile_payment', 'VES'],
  ['payout', 'bank_transfer', 'VES'],
  ['payout', 'spei', 'MXN'],
  ['payout', 'ach', 'USD'],
].map(([product, method, currency]) => ({
  product: product as 'payin' | 'payout',
  method: method ?? '',
  currency: currency ?? '',
}));

/** A reference connector on this machine, with a day that is closed after each booking. */
export const aReferenceConnector = (
  databaseUrl: string,
  over: Partial<ReferenceOptions> = {},
): Promise<Reference> =>
  startReference({
    databaseUrl,
    host: '127.0.0.1',
    port: 0,
    environment: 'sandbox',
    offer: { capabilities: offered },
    sendingKeys: theirKeys,
    receivingKeys: ourKeys,
    closesAtOnce: true,
    report: () => undefined,
    ...over,
  });

export const aConnector = (url: string, over: Partial<ConnectorOptions> = {}): Provider =>
  openConnector({
    name: 'reference',
    url,
    environment: 'sandbox',
    sendingKeys: ourKeys,
    receivingKeys: theirKeys,
    floors: {},
    routes: [],
    trustsNotices: false,
    uncertainMost: 1_000,
    openSeconds: 1,
    clock: machineClock,
    log: createLog('silent'),
    ...over,
  });

/** The part of the public listener that takes notices, for a provider without a service. */
export async function noticesOf(
  provider: Provider,
  take: (notices: Notice[]) => Promise<void>,
): Promise<{ readonly url: string; readonly server: Server }> {
  const server = createServer((request, answer) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const { remote } = provider;
      const { method = '', url: path = '' } = request;
      const signature = request.headers['connector-signature']?.toString();
      const taking = async (): Promise<void> => {
        if (!remote) throw new Error('it is in this process');
        const received = remote.receive({ method, path, body: Buffer.concat(parts), signature });
        await take([...(await remote.proven(received.notices))]);
        const body = JSON.stringify({ taken: received.notices.length });
        const [name, value] = received.signatureOf(body);
        answer.writeHead(200, { [name]: value }).end(body);
      };
      taking().catch(() => answer.writeHead(503).end());
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/providers/reference/notices`,
    server,
  };
}
