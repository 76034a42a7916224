import type { Registry } from 'prom-client';
import type { Trace } from '../ports/trace.js';
import type { Config } from './config.js';
import { metricsOf } from './metric.js';
import type { Stops } from './stop.js';

/** A stop has 10 seconds for everything. */
const lastMetricsMs = 1_000;

/** Starts traces and logs, before anything that they could describe. Loaded only if they are wanted. */
export async function startTelemetry({ otlp }: Config, stops: Stops): Promise<{ trace: Trace } | undefined> {
  if (otlp === undefined) return undefined;
  const logs = otlp.logs && (await import('../adapters/otlp/log.js')).followLog(otlp);
  const trace = otlp.traces && (await import('../adapters/otlp/trace.js')).followTraces(otlp);
  // Together, because each waits for a collector that is unreachable.
  stops.last.push(() => Promise.all([trace && trace.stop(), logs && logs.stop()]));
  return trace ? { trace } : undefined;
}

/** Sends the registry's metrics until the stop, before which the database is still there to be measured. */
export async function startMetrics({ otlp }: Config, registry: Registry, stops: Stops): Promise<void> {
  if (!otlp?.metrics) return;
  const { pushMetrics } = await import('../adapters/otlp/metric.js');
  const options = { ...otlp, everyMs: otlp.metricsMs, lastMs: lastMetricsMs };
  const metrics = pushMetrics(options, () => metricsOf(registry));
  stops.last.push(() => metrics.stop());
}
