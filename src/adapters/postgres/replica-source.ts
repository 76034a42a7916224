import { setTimeout as sleep } from 'node:timers/promises';
import { inOwnConnection } from './own-connection.js';
import { clusterStatement, covers, flushedStatement, positionOf, replayedStatement } from './position.js';
import type { PositionRow } from './position.js';
import type { Statement } from './connection.js';

const connection = {
  application_name: 'psp',
  connectionTimeoutMillis: 5_000,
  query_timeout: 5_000,
  isPlain: true,
} as const;
const askEveryMs = 20;

type Rows = <T extends object>(statement: Statement) => Promise<T[]>;

const asking = <T>(url: string, work: (rows: Rows) => Promise<T>): Promise<T> =>
  inOwnConnection(url, connection, (client) =>
    work(async <R extends object>({ text }: Statement) => (await client.query<R>(text)).rows),
  );

const clusterOf = async (rows: Rows): Promise<string | undefined> =>
  (await rows<{ cluster: string }>(clusterStatement))[0]?.cluster;

/**
 * Waits until the replica has everything that is committed on the primary now. Throws if that takes longer than `ms`,
 * or if it is not a replica of the primary.
 */
export async function reachReplica(primaryUrl: string, replicaUrl: string, ms: number): Promise<void> {
  const { needed, cluster } = await asking(primaryUrl, async (rows) => ({
    needed: positionOf(await rows<PositionRow>(flushedStatement)),
    cluster: await clusterOf(rows),
  }));
  const until = performance.now() + ms;
  await asking(replicaUrl, async (rows) => {
    if ((await clusterOf(rows)) !== cluster) throw new Error('it belongs to another database cluster');
    while (!covers(positionOf(await rows<PositionRow>(replayedStatement)), needed)) {
      if (performance.now() > until) throw new Error(`it is more than ${ms / 1000} seconds behind`);
      await sleep(askEveryMs);
    }
  });
}
