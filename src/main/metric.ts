import type { Registry } from 'prom-client';
import type { Bucket, Exemplar, Metric, MetricPoint } from '../ports/telemetry.js';

/** A value as prom-client gives it. Its types leave out the names of a histogram's parts and exemplars. */
interface Value {
  readonly value: number;
  readonly labels: Readonly<Partial<Record<string, string | number>>>;
  readonly metricName?: string;
  readonly exemplar?: {
    readonly labelSet: Readonly<Record<string, string>>;
    readonly value: number;
    readonly timestamp: number;
  } | null;
}

/** All metrics of the registry, read once. */
export async function metricsOf(registry: Registry): Promise<Metric[]> {
  const all = await registry.getMetricsAsJSON();
  return all.map(({ name, help, type, values }) => {
    // prom-client declares an enumeration and gives its name in lower case.
    const kind = String(type) as Metric['kind'];
    return {
      name,
      help,
      kind,
      points: kind === 'histogram' ? histograms(name, values) : values.map(pointOf),
    };
  });
}

const pointOf = ({ labels, value }: Value): MetricPoint => ({ labels: textsOf(labels), value });

/** A histogram has one value for each bucket, plus sum and count. */
function histograms(name: string, values: readonly Value[]): MetricPoint[] {
  const points = new Map<string, { labels: MetricPoint['labels']; value: number; buckets: Bucket[] }>();
  for (const { value, labels, metricName, exemplar } of values) {
    const { le, ...own } = textsOf(labels);
    const key = JSON.stringify(own);
    const point = points.get(key) ?? { labels: own, value: 0, buckets: [] };
    points.set(key, point);
    if (metricName === `${name}_sum`) point.value = value;
    if (le !== undefined)
      point.buckets.push({
        bound: le === '+Inf' ? Infinity : Number(le),
        count: value,
        exemplar: exemplarOf(exemplar),
      });
  }
  return [...points.values()];
}

function exemplarOf(exemplar: Value['exemplar']): Exemplar | undefined {
  const traceId = exemplar?.labelSet['trace_id'];
  return exemplar && traceId !== undefined
    ? { traceId, value: exemplar.value, time: exemplar.timestamp }
    : undefined;
}

const textsOf = (labels: Value['labels']): Record<string, string> =>
  Object.fromEntries(Object.entries(labels).map(([name, value]) => [name, String(value)]));

/**
 * The metrics in the format of OpenMetrics 1.0, with exemplars. prom-client's own writer renames counters in the
 * registry itself, so that the other format would lose them.
 */
export function openMetrics(metrics: readonly Metric[]): string {
  return [...metrics.flatMap(linesOf), '# EOF', ''].join('\n');
}

function linesOf({ name, help, kind, points }: Metric): string[] {
  const family = kind === 'counter' ? name.replace(/_total$/, '') : name;
  const head = [`# TYPE ${family} ${kind}`, `# HELP ${family} ${escaped(help)}`];
  if (kind !== 'histogram') {
    const sample = kind === 'counter' ? `${family}_total` : name;
    return [
      ...head,
      ...points.map(({ labels, value }) => `${sample}${labelText(labels)} ${numberOf(value)}`),
    ];
  }
  return [
    ...head,
    ...points.flatMap(({ labels, value, buckets = [] }) => [
      ...buckets.map((bucket) => bucketLine(name, labels, bucket)),
      `${name}_sum${labelText(labels)} ${numberOf(value)}`,
      `${name}_count${labelText(labels)} ${buckets.at(-1)?.count ?? 0}`,
    ]),
  ];
}

function bucketLine(name: string, labels: MetricPoint['labels'], { bound, count, exemplar }: Bucket): string {
  const line = `${name}_bucket${labelText({ ...labels, le: numberOf(bound) })} ${count}`;
  if (exemplar === undefined) return line;
  return `${line} # {trace_id="${exemplar.traceId}"} ${exemplar.value} ${exemplar.time}`;
}

function labelText(labels: MetricPoint['labels']): string {
  const all = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
  return all.length === 0 ? '' : `{${all.join()}}`;
}

const escaped = (text: string): string =>
  text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('"', '\\"');

const numberOf = (value: number): string =>
  value === Infinity ? '+Inf' : value === -Infinity ? '-Inf' : String(value);
