import { ValueType, type HrTime } from '@opentelemetry/api';
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import {
  AggregationTemporality,
  DataPointType,
  MeterProvider,
  PeriodicExportingMetricReader,
  type MetricData,
} from '@opentelemetry/sdk-metrics';
import type { Metric, MetricPoint } from '../../ports/telemetry.js';
import { exporterOptions, resourceOf, stopped, type OtlpOptions, type Stoppable } from './options.js';

export interface MetricOptions extends OtlpOptions {
  /** Milliseconds between two exports. */
  readonly everyMs: number;
}

const readMs = 10_000;
const units = { _seconds: 's', _bytes: 'By' };

/** Sends the metrics of /metrics to an OpenTelemetry collector; `read` runs before each export. */
export function pushMetrics(options: MetricOptions, read: () => Promise<readonly Metric[]>): Stoppable {
  const resource = resourceOf(options);
  const startTime = timeOf(performance.timeOrigin);
  const collect = async () => {
    const endTime = timeOf(Date.now());
    const metrics = (await read()).map((metric) => dataOf(metric, { startTime, endTime }));
    return { resourceMetrics: { resource, scopeMetrics: [{ scope: { name: 'psp' }, metrics }] }, errors: [] };
  };
  const reader = new PeriodicExportingMetricReader({
    exporter: new OTLPMetricExporter(exporterOptions(options, 'metrics')),
    exportIntervalMillis: options.everyMs,
    exportTimeoutMillis: Math.min(options.everyMs, readMs),
    metricProducers: [{ collect }],
  });
  const provider = new MeterProvider({ resource, readers: [reader] });
  return { stop: () => stopped(provider, options) };
}

interface Span {
  readonly startTime: HrTime;
  readonly endTime: HrTime;
}

function dataOf({ name, help, kind, points }: Metric, span: Span): MetricData {
  const unit = Object.entries(units).find(([end]) => name.replace(/_total$/, '').endsWith(end))?.[1] ?? '';
  const descriptor = { name, description: help, unit, valueType: ValueType.DOUBLE };
  const common = { descriptor, aggregationTemporality: AggregationTemporality.CUMULATIVE };
  // JSON has no NaN, which a gauge may be while nothing was measured.
  const present = points.filter(({ value }) => Number.isFinite(value));
  const pointsOf = <T>(valueOf: (point: MetricPoint) => T) =>
    present.map((point) => ({ ...span, attributes: point.labels, value: valueOf(point) }));
  if (kind === 'histogram')
    return { ...common, dataPointType: DataPointType.HISTOGRAM, dataPoints: pointsOf(histogramOf) };
  const dataPoints = pointsOf(({ value }) => value);
  if (kind === 'gauge') return { ...common, dataPointType: DataPointType.GAUGE, dataPoints };
  return { ...common, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints };
}

/** OTLP counts each bucket separately and omits the last bound, which is infinite. */
function histogramOf({ value: sum, buckets = [] }: MetricPoint) {
  const counts = buckets.map(({ count }, nth) => count - (buckets[nth - 1]?.count ?? 0));
  const boundaries = buckets.map(({ bound }) => bound).filter(Number.isFinite);
  return { buckets: { boundaries, counts }, sum, count: buckets.at(-1)?.count ?? 0 };
}

function timeOf(ms: number): HrTime {
  const seconds = Math.floor(ms / 1000);
  return [seconds, Math.round((ms - seconds * 1000) * 1e6)];
}
