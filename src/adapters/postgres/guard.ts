import type { Pool, PoolClient } from 'pg';

/** A server that lives has answered by now, or ended the statement by itself (`statement_timeout`). */
const silenceMs = 6_000;

/**
 * Makes a pool survive connections that fall silent, as when a server is frozen or a network drops what it carried: TCP
 * tells of it after many minutes or never. A statement without an answer ends its connection, and with it every other
 * one that was not heard since that statement was sent: each of them would cost one more caller the same wait.
 */
export function guardPool(pool: Pool): void {
  const connect = pool.connect.bind(pool) as () => Promise<PoolClient>;
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
  private waiting = 0;

  constructor(
    private readonly client: PoolClient,
    private readonly silence: Silence,
  ) {
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    const guardedQuery = (...args: unknown[]): unknown => {
      const answer = query(...args);
      return answer instanceof Promise ? this.await(answer) : answer;
    };
    Object.assign(client, { query: guardedQuery });
  }

  /** Without the goodbye that `end()` waits for and a silent server never says. */
  hangUp(): void {
    this.client.connection.stream.destroy();
  }

  /** Several statements may wait at once: what answers one of them has spoken for those behind it too. */
  private async await(answer: Promise<unknown>): Promise<unknown> {
    const askedAt = performance.now();
    let timer: NodeJS.Timeout | undefined;
    const listen = (): void => {
      const quietSince = Math.max(askedAt, this.heardAt);
      const leftMs = quietSince + silenceMs - performance.now();
      if (leftMs > 0) {
        timer = setTimeout(listen, leftMs);
        return;
      }
      this.hangUp();
      this.silence.noticed(quietSince);
    };
    listen();
    this.waiting += 1;
    this.silence.asked.add(this);
    try {
      const result = await answer;
      this.heardAt = performance.now();
      return result;
    } finally {
      clearTimeout(timer);
      this.waiting -= 1;
      if (this.waiting === 0) this.silence.asked.delete(this);
    }
  }
}
