import type { Pool, PoolClient } from 'pg';

const guarded = new WeakSet<PoolClient>();

/**
 * Makes a pool survive connections that die inside a transaction. Kysely's controlled transaction hands its
 * connection back only after a begin, commit or rollback that succeeded, so without this every backend that
 * is terminated during a transaction would be missing from the pool for ever.
 */
export function guardPool(pool: Pool): void {
  const connect = pool.connect.bind(pool) as () => Promise<PoolClient>;
  const guardedConnect = async (): Promise<PoolClient> => {
    const client = await connect();
    if (!guarded.has(client)) {
      guarded.add(client);
      guardClient(client);
    }
    return client;
  };
  Object.assign(pool, { connect: guardedConnect });
}

function guardClient(client: PoolClient): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  const guardedQuery = (...args: unknown[]): unknown => {
    const answer = query(...args);
    if (!(answer instanceof Promise) || !opensOrEndsTransaction(args[0])) return answer;
    return answer.catch((error: unknown) => {
      client.release(true);
      throw error;
    });
  };
  Object.assign(client, { query: guardedQuery });
}

function opensOrEndsTransaction(statement: unknown): boolean {
  return typeof statement === 'string' && /^(begin|start transaction|rollback$)/.test(statement);
}
