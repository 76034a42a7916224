import { once } from 'node:events';
import { createServer, type Server } from 'node:https';
import type { IncomingMessage } from 'node:http';
import { bodyMost, jsonOf } from '../protocol/body.ts';
import type { PixRecord } from './record.ts';

interface WebhookOptions {
  readonly host: string;
  readonly port: number;
  /** PEM; only clients with certificates of the CA `clients` may connect. */
  readonly tls: { readonly cert: string; readonly key: string; readonly clients: string };
  readonly record: PixRecord;
  readonly wake: () => void;
  readonly report: (error: unknown) => void;
}

/** Treats the institution's calls as hints: the named Pix are read from the API first. */
export async function startWebhook(options: WebhookOptions): Promise<Server> {
  const { cert, key, clients } = options.tls;
  const tls = {
    cert,
    key,
    ca: clients,
    requestCert: true,
    rejectUnauthorized: true,
    minVersion: 'TLSv1.2',
  } as const;
  const server = createServer(tls, (request, response) => {
    void take(options, request)
      .catch((error: unknown) => {
        options.report(error);
        return 400;
      })
      .then((status) => response.writeHead(status, request.complete ? {} : { connection: 'close' }).end());
  });
  server.listen(options.port, options.host);
  await once(server, 'listening');
  return server;
}

async function take({ record, wake }: WebhookOptions, request: IncomingMessage): Promise<number> {
  if (request.method !== 'POST') return 405;
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    length += part.length;
    if (length > bodyMost) return 413;
    parts.push(part);
  }
  const body = jsonOf(Buffer.concat(parts)) as { pix?: unknown } | null | undefined;
  // A test call names no Pix.
  if (typeof body !== 'object' || body === null) return 400;
  const named = Array.isArray(body.pix) ? (body.pix as ({ endToEndId?: unknown } | null)[]) : [];
  const e2eids = named.flatMap((each) => {
    const id = each?.endToEndId;
    return typeof id === 'string' && /^[a-zA-Z0-9]{32}$/.test(id) ? [id] : [];
  });
  if (e2eids.length === 0) return 200;
  if (!record.addHints(e2eids)) return 503;
  wake();
  return 200;
}
