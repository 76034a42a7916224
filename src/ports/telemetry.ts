/** The current value of a metric of this process, for /metrics and for a collector. */
export interface Metric {
  readonly name: string;
  readonly help: string;
  readonly kind: 'counter' | 'gauge' | 'histogram';
  readonly points: readonly MetricPoint[];
}

export interface MetricPoint {
  readonly labels: Readonly<Record<string, string>>;
  /** The value; of a histogram, the sum of all observations. */
  readonly value: number;
  /** Of a histogram, from the lowest bound to Infinity. */
  readonly buckets?: readonly Bucket[];
}

export interface Bucket {
  /** Upper bound, which belongs to the bucket. */
  readonly bound: number;
  /** Observations up to the bound, those of lower buckets included. */
  readonly count: number;
  readonly exemplar?: Exemplar | undefined;
}

/** An observation whose trace can be looked up. */
export interface Exemplar {
  readonly traceId: string;
  readonly value: number;
  /** Seconds since 1970. */
  readonly time: number;
}
