import { hostname } from 'node:os';
import { defaultResource, resourceFromAttributes, type Resource } from '@opentelemetry/resources';

export interface OtlpOptions {
  /** Base URL of the collector; traces go to `/v1/traces`, and the other signals to paths like it. */
  readonly endpoint: string;
  readonly serviceName: string;
  /** Milliseconds to wait for the last export on stop. */
  readonly lastMs?: number;
}

export interface Stoppable {
  stop(): Promise<void>;
}

const exportMs = 3_000;
const lastMsDefault = 2_000;

/** Settings of an official exporter for one signal. */
export const exporterOptions = ({ endpoint }: OtlpOptions, signal: 'traces' | 'metrics' | 'logs') => ({
  url: `${endpoint.replace(/\/$/, '')}/v1/${signal}`,
  timeoutMillis: exportMs,
});

/** What the signals of this process have in common. Metrics of two processes must differ in it. */
export const resourceOf = ({ serviceName }: OtlpOptions): Resource =>
  defaultResource().merge(
    resourceFromAttributes({
      'service.name': serviceName,
      'service.instance.id': `${hostname()}:${process.pid}`,
    }),
  );

/** Sends what is left, but does not wait longer for a collector that is unreachable. */
export async function stopped(
  provider: { shutdown(): Promise<void> },
  { lastMs = lastMsDefault }: OtlpOptions,
): Promise<void> {
  const late = new Promise<void>((resolve) => setTimeout(resolve, lastMs).unref());
  await Promise.race([Promise.allSettled([provider.shutdown()]), late]);
}
