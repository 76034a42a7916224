import { z } from 'zod';
import { httpUrl } from './address-setting.js';
import { whole } from './whole-setting.js';

/** What goes to an OpenTelemetry collector. */
export interface OtlpConfig {
  readonly endpoint: string;
  readonly serviceName: string;
  readonly traces: boolean;
  readonly metrics: boolean;
  readonly logs: boolean;
  /** Milliseconds between two exports of metrics. */
  readonly metricsMs: number;
}

const exporter = z.enum(['otlp', 'none'], 'must be otlp or none').default('otlp');

/** OpenTelemetry's own names, values and defaults. */
export const otlpSettings = {
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl.optional(),
  OTEL_TRACES_EXPORTER: exporter,
  OTEL_METRICS_EXPORTER: exporter,
  OTEL_LOGS_EXPORTER: exporter,
  OTEL_METRIC_EXPORT_INTERVAL: whole(1_000, 3_600_000, 60_000),
  OTEL_SERVICE_NAME: z.string().default('payments'),
};

const shape = z.object(otlpSettings);

export function otlpOf(values: z.output<typeof shape>): { otlp?: OtlpConfig } {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } = values;
  if (endpoint === undefined) return {};
  return {
    otlp: {
      endpoint,
      serviceName: values.OTEL_SERVICE_NAME,
      traces: values.OTEL_TRACES_EXPORTER === 'otlp',
      metrics: values.OTEL_METRICS_EXPORTER === 'otlp',
      logs: values.OTEL_LOGS_EXPORTER === 'otlp',
      metricsMs: values.OTEL_METRIC_EXPORT_INTERVAL,
    },
  };
}
