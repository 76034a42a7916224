import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Attribute {
  readonly key: string;
  readonly value: Readonly<Record<string, unknown>>;
}
type Attributes = readonly Attribute[];

interface Part {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly attributes: Attributes;
}

export interface Measured {
  readonly name: string;
  readonly description: string;
  readonly unit: string;
  readonly sum?: { readonly isMonotonic: boolean; readonly dataPoints: readonly DataPoint[] };
  readonly gauge?: { readonly dataPoints: readonly DataPoint[] };
  readonly histogram?: { readonly dataPoints: readonly HistogramPoint[] };
}

interface DataPoint {
  readonly attributes: Attributes;
  readonly startTimeUnixNano: string;
  readonly timeUnixNano: string;
  readonly asDouble?: number;
}

interface HistogramPoint extends DataPoint {
  readonly count: number;
  readonly sum: number;
  readonly explicitBounds: readonly number[];
  readonly bucketCounts: readonly number[];
}

interface LogRecord {
  readonly timeUnixNano: string;
  readonly severityNumber: number;
  readonly severityText: string;
  readonly body: { readonly stringValue: string };
  readonly attributes: Attributes;
  readonly traceId?: string;
  readonly spanId?: string;
}

interface OfResource {
  readonly resource: { readonly attributes: Attributes };
}
interface Export {
  readonly resourceSpans?: readonly (OfResource & {
    readonly scopeSpans: readonly { readonly spans: readonly Part[] }[];
  })[];
  readonly resourceMetrics?: readonly (OfResource & {
    readonly scopeMetrics: readonly { readonly metrics: readonly Measured[] }[];
  })[];
  readonly resourceLogs?: readonly (OfResource & {
    readonly scopeLogs: readonly { readonly logRecords: readonly LogRecord[] }[];
  })[];
}

/** A collector of OpenTelemetry over OTLP/HTTP, that keeps what it gets. */
export interface Collector {
  readonly url: string;
  readonly parts: readonly Part[];
  /** The metrics of each export. */
  readonly metrics: readonly (readonly Measured[])[];
  readonly logs: readonly LogRecord[];
  readonly resources: readonly Readonly<Record<string, unknown>>[];
  /** All that came, as it came. */
  readonly texts: readonly string[];
  close(): Promise<void>;
}

/** The texts and numbers of attributes. */
export const valuesOf = (attributes: Attributes): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

const paths = new Set(['/v1/traces', '/v1/metrics', '/v1/logs']);

export async function openCollector(): Promise<Collector> {
  const parts: Part[] = [];
  const metrics: (readonly Measured[])[] = [];
  const logs: LogRecord[] = [];
  const resources: Record<string, unknown>[] = [];
  const texts: string[] = [];
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    let text = '';
    for await (const each of request.setEncoding('utf8')) text += each as string;
    if (!paths.has(request.url ?? '')) return void response.writeHead(404).end();
    texts.push(text);
    const { resourceSpans = [], resourceMetrics = [], resourceLogs = [] } = JSON.parse(text) as Export;
    for (const { resource } of [...resourceSpans, ...resourceMetrics, ...resourceLogs])
      resources.push(valuesOf(resource.attributes));
    parts.push(...resourceSpans.flatMap((each) => each.scopeSpans).flatMap(({ spans }) => spans));
    logs.push(...resourceLogs.flatMap((each) => each.scopeLogs).flatMap(({ logRecords }) => logRecords));
    for (const { scopeMetrics } of resourceMetrics)
      metrics.push(scopeMetrics.flatMap((each) => each.metrics));
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  };
  const server = createServer((request, response) => void take(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    parts,
    metrics,
    logs,
    resources,
    texts,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
