import { connect } from 'node:net';
import type { Pool, PoolClient } from 'pg';

const cancelRequest = 80_877_102;
const sayMs = 2_000;

/** How the driver knows a server's connection; its types do not. */
interface Known {
  readonly processID: number | null;
  readonly secretKey: number | null;
  readonly host: string;
  readonly port: number;
}

/**
 * Has the server end what it still does for a connection that the pool gave up. It may not notice by itself: a commit
 * that waits for a standby has no time limit and looks at no client, and each would keep its connection while the pool
 * opens another in its place: 21 stood open where 15 may. Such a commit stands, only that nobody was told; whoever asked
 * has heard that it is not known.
 */
export function cancelGivenUp(pool: Pool): void {
  pool.on('release', (error: unknown, client) => {
    // A given up client comes with what went wrong, or with true.
    if (error) cancel(client);
  });
}

function cancel(client: PoolClient): void {
  const { processID, secretKey, host, port } = client as unknown as Known;
  if (processID === null || secretKey === null) return;
  const packet = Buffer.alloc(16);
  [packet.length, cancelRequest, processID, secretKey].forEach((word, at) =>
    packet.writeInt32BE(word | 0, at * 4),
  );
  const line = connect(host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port });
  // A server that cannot be reached has nothing to end, or ends it by itself.
  line.on('error', () => line.destroy());
  setTimeout(() => line.destroy(), sayMs).unref();
  line.end(packet);
}
