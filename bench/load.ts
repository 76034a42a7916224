import { answerParent } from './child.ts';
import { Connection } from './connection.ts';

/** One request that the load sends again and again. */
export interface Sent {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly apiKey?: string;
  readonly body?: string;
  /** The address of whoever asks, told as a proxy tells it. */
  readonly from?: string;
  /** `fresh`: another key each time. */
  readonly idempotencyKey?: 'fresh' | (string & {});
}

/** Requests drawn at random, over `connections` kept alive, one in flight on each, for `ms`; or each of them once. */
export interface Load {
  readonly baseUrl: string;
  readonly connections: number;
  readonly ms: number | 'once';
  readonly requests: readonly Sent[];
  /** Any other answer ends the bench: nothing is measured that did not work. */
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
