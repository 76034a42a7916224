import type { Pool, PoolClient } from 'pg';
import { cancelGivenUp } from './cancel.js';
import { cut } from './cut.js';
import { failedToConnect } from './failure.js';
import { rowsOf } from './connection.js';

/** A server that lives has answered by now, or ended the statement by itself (`statement_timeout`). */
const silenceMs = 6_000;

/**
 * Makes a pool survive connections that fall silent, as when a server is frozen or a network drops what it carried: TCP
 * tells of it after many minutes or never. A statement without an answer ends its connection, and with it every other
 * one that was not heard since that statement was sent: each of them would cost one more caller the same wait. It takes the
 * place of `connect`, for the pool's own `verify` is asked about new connections alone.
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
      if (guard.heardAt > silence.since) return client;
      guard.hangUp();
      client.release(true);
    }
  };
  Object.assign(pool, { connect: guardedConnect });
}

const openAgainMs = 1_000;

/**
 * Connections of the pool. While the server lets no new one in, as where its disk is full or its places are taken, those
 * that are open are what there is: whoever needs one waits for his turn, and one a second tries to open another. The pool
 * has no method for its size, and looks at this option whenever it is asked for a connection.
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
 * Asks every connection that rests, so that neither the pool nor the server takes it for forgotten: a new one has to
 * be opened and to plan all statements again, a tenth of a second for whoever comes first after a pause.
 */
export function keepWarm(pool: Pool, everyMs: number): void {
  const ask = (): void => {
    if (pool.ending) clearInterval(timer);
    // One that fails is gone from the pool; whoever needs another opens it, and hears what is wrong.
    else void Promise.allSettled(Array.from({ length: pool.idleCount }, () => rowsOf(pool, still)));
  };
  const timer = setInterval(ask, everyMs);
  timer.unref();
}

/** Since when a connection of the pool was asked in vain, and the connections that are being asked. */
class Silence {
  readonly asked = new Set<Guard>();
  since = Number.NEGATIVE_INFINITY;

  noticed(since: number): void {
    this.since = Math.max(this.since, since);
    for (const guard of this.asked) if (guard.heardAt <= since) guard.hangUp();
  }
}

class Guard {
  heardAt = performance.now();
  /** When each of the statements was sent that are not answered yet; answers come in that order. */
  private readonly askedAt: number[] = [];
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly client: PoolClient,
    private readonly silence: Silence,
  ) {
    // The driver tells of a statement's beginning and its answer in no other way.
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

  /** Several statements may wait at once: what answers one of them has spoken for those behind it too. */
  private await(answer: Promise<unknown>): void {
    this.askedAt.push(performance.now());
    this.silence.asked.add(this);
    this.timer ??= setTimeout(() => this.listen(), silenceMs).unref();
    answer.then(
      () => {
        this.heardAt = performance.now();
        this.settled();
      },
      () => this.settled(),
    );
  }

  private settled(): void {
    this.askedAt.shift();
    if (this.askedAt.length === 0) this.silence.asked.delete(this);
  }

  /** One timer for whatever waits, late by what was answered since it was set: no statement has one of its own. */
  private listen(): void {
    this.timer = undefined;
    const [askedAt] = this.askedAt;
    if (askedAt === undefined) return;
    const quietSince = Math.max(askedAt, this.heardAt);
    const leftMs = quietSince + silenceMs - performance.now();
    if (leftMs > 0) {
      this.timer = setTimeout(() => this.listen(), leftMs).unref();
      return;
    }
    this.hangUp();
    this.silence.noticed(quietSince);
  }
}
