import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Attribute {
  readonly key: string;
  readonly value: Readonly<Record<string, unknown>>;
}

interface Part {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly attributes: readonly Attribute[];
}

interface Export {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] };
    readonly scopeSpans: readonly { readonly spans: readonly Part[] }[];
  }[];
}

/** A collector of OpenTelemetry over OTLP/HTTP, that keeps what it gets. */
export interface Collector {
  readonly url: string;
  readonly parts: readonly Part[];
  /** All that came, as it came. */
  readonly texts: readonly string[];
  close(): Promise<void>;
}

export async function openCollector(): Promise<Collector> {
  const parts: Part[] = [];
  const texts: string[] = [];
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    let text = '';
    for await (const each of request.setEncoding('utf8')) text += each as string;
    if (request.url !== '/v1/traces') return void response.writeHead(404).end();
    texts.push(text);
    for (const { scopeSpans } of (JSON.parse(text) as Export).resourceSpans)
      parts.push(...scopeSpans.flatMap(({ spans }) => spans));
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  };
  const server = createServer((request, response) => void take(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    parts,
    texts,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
