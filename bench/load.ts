import { Agent, request as httpRequest } from 'node:http';
import { answerParent } from './child.ts';

/** One request that the load sends again and again. */
export interface Sent {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly apiKey?: string;
  readonly body?: string;
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

answerParent(run);

async function run(load: Load): Promise<LoadResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: load.connections });
  const latencies: number[] = [];
  const start = performance.now();
  const once = load.requests.values();
  const next = (): Sent | undefined => {
    if (load.ms === 'once') return once.next().value;
    if (performance.now() - start >= load.ms) return undefined;
    return load.requests[Math.floor(Math.random() * load.requests.length)];
  };
  const connection = async (): Promise<void> => {
    for (let sent = next(); sent !== undefined; sent = next()) {
      const from = performance.now();
      const { status, text } = await send(agent, load.baseUrl, sent);
      latencies.push(performance.now() - from);
      if (status !== load.expected.status || !text.includes(load.expected.text)) {
        throw new Error(`${sent.method} ${sent.path} answered ${status} ${text.slice(0, 500)}`);
      }
    }
  };
  try {
    await Promise.all(Array.from({ length: load.connections }, connection));
    const elapsedMs = performance.now() - start;
    const perSecond = (latencies.length / elapsedMs) * 1000;
    return { perSecond, elapsedMs, latenciesMs: Float64Array.from(latencies) };
  } finally {
    agent.destroy();
  }
}

function send(agent: Agent, baseUrl: string, sent: Sent): Promise<{ status: number; text: string }> {
  const { method, path, apiKey, body, idempotencyKey } = sent;
  const key = idempotencyKey === 'fresh' ? `bench-${process.pid}-${(keys += 1)}` : idempotencyKey;
  const headers = {
    ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }),
    ...(key !== undefined && { 'idempotency-key': key }),
    ...(body !== undefined && {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    }),
  };
  return new Promise((resolve, reject) => {
    const asked = httpRequest(`${baseUrl}${path}`, { agent, method, headers }, (answer) => {
      let text = '';
      answer.setEncoding('utf8');
      answer.on('data', (chunk: string) => (text += chunk));
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }));
      answer.on('error', reject);
    });
    asked.on('error', reject);
    asked.end(body);
  });
}
