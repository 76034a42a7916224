import { answerParent } from './child.ts';
import { Connection } from './connection.ts';

/** A request that the load repeats. */
export interface Sent {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly apiKey?: string;
  readonly body?: string;
  /** Client address for X-Forwarded-For. */
  readonly from?: string;
  /** `fresh`: a new key each time. */
  readonly idempotencyKey?: 'fresh' | (string & {});
}

/** Requests chosen at random, over `connections` with one in flight each, for `ms`; or each request once. */
export interface Load {
  readonly baseUrl: string;
  readonly connections: number;
  readonly ms: number | 'once';
  readonly requests: readonly Sent[];
  /** Any other response ends the bench, so that failures are never measured. */
  readonly expected: { readonly status: number; readonly text: string };
}

export interface LoadResult {
  readonly perSecond: number;
  readonly elapsedMs: number;
  readonly latenciesMs: Float64Array;
}

let keys = 0;
const freshKey = (): string => `bench-${process.pid}-${(keys += 1)}`;

answerParent(run);

async function run(load: Load): Promise<LoadResult> {
  const connections = Array.from({ length: load.connections }, () => new Connection(load.baseUrl));
  const latencies: number[] = [];
  const start = performance.now();
  const once = load.requests.values();
  const next = (): Sent | undefined => {
    if (load.ms === 'once') return once.next().value;
    if (performance.now() - start >= load.ms) return undefined;
    return load.requests[Math.floor(Math.random() * load.requests.length)];
  };
  const over = async (connection: Connection): Promise<void> => {
    for (let sent = next(); sent !== undefined; sent = next()) {
      const key = sent.idempotencyKey === 'fresh' ? freshKey() : sent.idempotencyKey;
      const from = performance.now();
      const { status, text } = await connection.ask(sent, key);
      latencies.push(performance.now() - from);
      if (status !== load.expected.status || !text.includes(load.expected.text)) {
        throw new Error(`${sent.method} ${sent.path} answered ${status} ${text.slice(0, 500)}`);
      }
    }
  };
  try {
    await Promise.all(connections.map(over));
    const elapsedMs = performance.now() - start;
    const perSecond = (latencies.length / elapsedMs) * 1000;
    return { perSecond, elapsedMs, latenciesMs: Float64Array.from(latencies) };
  } finally {
    for (const connection of connections) connection.close();
  }
}
