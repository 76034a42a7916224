import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startReference } from '../adapters/providers/reference.js';
import type { Capability } from '../domain/capability.js';
import { loadCatalogue } from '../main/catalogue.js';
import { readConnectors } from '../main/connectors.js';
import { startPostgres } from '../main/embedded.js';
import { dataDirectory } from '../main/folder.js';

/** The options of `connector serve`. */
export interface Serving {
  readonly dir: string;
  readonly host: string;
  readonly port: number;
  readonly environment: 'sandbox' | 'live';
  readonly notices?: string;
  readonly databaseUrl?: string;
  readonly tlsCert?: string;
  readonly tlsKey?: string;
  readonly tlsClients?: string;
}

const name = 'reference';

/** Runs the reference connector until aborted. */
export async function serveReference(serving: Serving, signal: AbortSignal): Promise<void> {
  const { dir, host, port, environment, notices: noticesUrl, tlsCert, tlsKey, tlsClients } = serving;
  const folder = dataDirectory(dir);
  const postgres =
    serving.databaseUrl === undefined
      ? await startPostgres({ dir: join(folder, 'data'), durable: true })
      : undefined;
  const offer = offerOf(loadCatalogue().capabilities);
  const settings = join(folder, 'connectors.json');
  const { sendingKeys, receivingKeys } = keysIn(settings, offer);
  const reference = await startReference({
    databaseUrl: serving.databaseUrl ?? postgres?.url ?? '',
    host,
    port,
    environment,
    offer,
    sendingKeys,
    receivingKeys,
    ...(noticesUrl !== undefined && { noticesUrl }),
    ...(tlsCert !== undefined &&
      tlsKey !== undefined && {
        tls: {
          cert: readFileSync(tlsCert, 'utf8'),
          key: readFileSync(tlsKey, 'utf8'),
          ...(tlsClients !== undefined && { ca: readFileSync(tlsClients, 'utf8') }),
        },
      }),
    report: (error) =>
      void process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`),
  });
  address(settings, reference.url);
  process.stdout.write(
    `The reference connector (${environment}) is at ${reference.url}.\nFor the service: PSP_CONNECTORS=${settings}\n`,
  );
  await ended(signal);
  await reference.close();
  await postgres?.stop();
}

const ended = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });

type Offer = Parameters<typeof startReference>[0]['offer'];

/** Offers everything in the shipped catalogue. */
function offerOf(capabilities: readonly Capability[]): Offer {
  const all = capabilities.flatMap(({ product, method, currency }) =>
    product === 'remittance' ? [] : [{ product, method, currency }],
  );
  return { capabilities: all };
}

/**
 * The keys in the settings, created on the first start. Sending and receiving are swapped, because the
 * settings are the service's.
 */
function keysIn(settings: string, { capabilities }: Offer) {
  if (!existsSync(settings)) {
    const key = (): string => randomBytes(32).toString('base64');
    const routes = new Map(
      capabilities.map(({ method, currency }) => [`${method} ${currency}`, { method, currency }]),
    );
    const one = {
      name,
      url: 'http://127.0.0.1:5100',
      sending_keys: [key()],
      receiving_keys: [key()],
      routes: [...routes.values()],
    };
    writeFileSync(settings, `${JSON.stringify({ connectors: [one] }, null, 2)}\n`, { mode: 0o600 });
  }
  const [own] = readConnectors(settings);
  if (own === undefined) throw new Error(`${settings} has no connector`);
  return { sendingKeys: own.receivingKeys, receivingKeys: own.sendingKeys };
}

/** Writes the current address into the settings. */
function address(settings: string, url: string): void {
  const file = JSON.parse(readFileSync(settings, 'utf8')) as { connectors: Record<string, unknown>[] };
  const [own, ...others] = file.connectors;
  if (own?.['url'] === url) return;
  const connectors = [{ ...own, url }, ...others];
  writeFileSync(settings, `${JSON.stringify({ ...file, connectors }, null, 2)}\n`, { mode: 0o600 });
}
