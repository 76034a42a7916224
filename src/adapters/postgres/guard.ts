import type { Pool, PoolClient } from 'pg';
import { cancelGivenUp } from './cancel.js';
import { cut } from './cut.js';
import { failedToConnect } from './failure.js';
import { rowsOf } from './connection.js';

/** A healthy server answers within this time, or ends the statement itself (`statement_timeout`). */
const silenceMs = 6_000;

/**
 * Protects a pool from connections that fall silent, such as when a server freezes or a network drops packets: TCP
 * reports that after many minutes or never. A statement without an answer ends its connection. It also ends every
 * connection that was silent since that statement was sent, because each would cost another caller the same wait. It
 * replaces `connect`, because the pool calls its own `verify` only for new connections.
 */
export function guardPool(pool: Pool): void {
  const connect = openings(pool);
  cancelGivenUp(pool);
  const guards = new WeakMap<PoolClient, Guard>();
  const silence = new Silence();
  const guardedConnect = async (): Promise<PoolClient> => {
    for (;;) {
      const client = await connect();
      const guard = guards.get(client) ?? new Guard(client, silence);
      guards.set(client, guard);
      if (guard.answeredAt > silence.since) return client;
      guard.hangUp();
      client.release(true);
    }
  };
  Object.assign(pool, { connect: guardedConnect });
}

const openAgainMs = 1_000;

/**
 * Opens connections of the pool. While the server refuses new connections (disk full, no connection slots left), the
 * pool is limited to the open ones. Callers queue for them, and one attempt a second tries to open another. The pool
 * has no method to resize, but reads `max` at each connect.
 */
function openings(pool: Pool): () => Promise<PoolClient> {
  const connect = pool.connect.bind(pool) as () => Promise<PoolClient>;
  const { max } = pool.options;
  const open = new Set<object>();
  let trying: NodeJS.Timeout | undefined;
  pool.on('connect', (client) => {
    open.add(client);
    client.once('end', () => open.delete(client));
  });
  const failed = (error: unknown): never => {
    throw failedToConnect(error);
  };
  return () =>
    connect().catch((error: unknown) => {
      if (!isSaidByServer(error) || open.size === 0) return failed(error);
      pool.options.max = open.size;
      trying ??= setTimeout(() => {
        trying = undefined;
        pool.options.max = max;
      }, openAgainMs).unref();
      return connect().catch(failed);
    });
}

const isSaidByServer = (error: unknown): boolean => error instanceof Error && 'severity' in error;

const still = { text: 'select 1', values: [] };

/**
 * Queries every idle connection, so that neither the pool nor the server closes it. A new connection has to plan all
 * statements again, which costs the first caller after a pause 0.1 s.
 */
export function keepWarm(pool: Pool, everyMs: number): void {
  const ask = (): void => {
    if (pool.ending) clearInterval(timer);
    // The pool drops a connection that fails. The next caller opens another and gets the error.
    else void Promise.allSettled(Array.from({ length: pool.idleCount }, () => rowsOf(pool, still)));
  };
  const timer = setInterval(ask, everyMs);
  timer.unref();
}

/** When the last unanswered statement was sent, and the guards that wait for an answer. */
class Silence {
  readonly waiting = new Set<Guard>();
  since = Number.NEGATIVE_INFINITY;

  noticed(since: number): void {
    this.since = Math.max(this.since, since);
    for (const guard of this.waiting) if (guard.answeredAt <= since) guard.hangUp();
  }
}

class Guard {
  answeredAt = performance.now();
  /** Send times of the unanswered statements. Answers arrive in the same order. */
  private readonly sentAt: number[] = [];
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly client: PoolClient,
    private readonly silence: Silence,
  ) {
    // The driver has no events for the start and the answer of a statement, so `query` is wrapped.
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    const guardedQuery = (...args: unknown[]): unknown => {
      const answer = query(...args);
      if (answer instanceof Promise) this.await(answer);
      return answer;
    };
    Object.assign(client, { query: guardedQuery });
  }

  hangUp(): void {
    cut(this.client);
  }

  /**
   * Several statements may wait at once. Any answer shows that the server is alive, so it counts for the statements
   * behind it too.
   */
  private await(answer: Promise<unknown>): void {
    this.sentAt.push(performance.now());
    this.silence.waiting.add(this);
    this.timer ??= setTimeout(() => this.listen(), silenceMs).unref();
    answer.then(
      () => {
        this.answeredAt = performance.now();
        this.settled();
      },
      () => this.settled(),
    );
  }

  private settled(): void {
    this.sentAt.shift();
    if (this.sentAt.length === 0) this.silence.waiting.delete(this);
  }

  /** One timer for all waiting statements of the connection; it is set again if an answer has arrived meanwhile. */
  private listen(): void {
    this.timer = undefined;
    const [sentAt] = this.sentAt;
    if (sentAt === undefined) return;
    const quietSince = Math.max(sentAt, this.answeredAt);
    const leftMs = quietSince + silenceMs - performance.now();
    if (leftMs > 0) {
      this.timer = setTimeout(() => this.listen(), leftMs).unref();
      return;
    }
    this.hangUp();
    this.silence.noticed(quietSince);
  }
}
