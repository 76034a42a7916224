import { setTimeout as wait } from 'node:timers/promises';
import { freshKey, type Answer, type Client } from './running.js';

/** One request and what came of it. */
export interface Exchange {
  readonly path: string;
  readonly ms: number;
  readonly answer: Answer;
}

/** A POST that was answered for good, and the key under which it was sent. */
export interface Settled {
  readonly idempotencyKey: string;
  readonly path: string;
  readonly body: unknown;
  readonly answer: Answer;
}

/** Calls as the contract tells a client to: what is momentarily unavailable is asked again, with the same key. */
export interface PersistentClient {
  get(path: string): Promise<Answer>;
  /** With a key of its own, unless one is given. */
  post(path: string, body?: unknown, idempotencyKey?: string): Promise<Answer>;
  /** Every answer, those to be asked again too. */
  readonly exchanges: readonly Exchange[];
  readonly settled: readonly Settled[];
}

const pauseMs = 20;
const deadlineMs = 30_000;

export function persistent(client: Client): PersistentClient {
  const exchanges: Exchange[] = [];
  const settled: Settled[] = [];
  const persist = async (path: string, call: () => Promise<Answer>): Promise<Answer> => {
    const deadline = Date.now() + deadlineMs;
    for (;;) {
      const began = performance.now();
      const answer = await call();
      exchanges.push({ path, ms: performance.now() - began, answer });
      if (answer.status !== 503) return answer;
      if (Date.now() > deadline) throw new Error(`${path} was never answered for good: ${answer.text}`);
      await wait(pauseMs);
    }
  };
  return {
    exchanges,
    settled,
    get: (path) => persist(path, () => client.get(path)),
    async post(path, body, idempotencyKey = freshKey()) {
      const answer = await persist(path, () => client.post(path, body, { idempotencyKey }));
      settled.push({ idempotencyKey, path, body, answer });
      return answer;
    },
  };
}

/** Within five seconds (supplement §9), and what a busy machine adds. */
const patienceMs = 6_000;

/** The answers that no outage excuses: a fault that is not momentary or does not say so in full, and what came late. */
export function inexcusable(exchanges: readonly Exchange[]): string[] {
  const isExcused = ({ status, headers, ...answer }: Answer): boolean =>
    status < 500 ||
    (status === 503 &&
      answer.at('error.code') === 'temporarily_unavailable' &&
      /^[1-9][0-9]*$/.test(headers.get('retry-after') ?? ''));
  return exchanges
    .filter(({ answer, ms }) => ms > patienceMs || !isExcused(answer))
    .map(({ path, answer, ms }) => `${path}: ${answer.status} after ${Math.round(ms)} ms, ${answer.text}`);
}
