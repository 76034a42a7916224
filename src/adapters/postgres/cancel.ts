import { connect } from 'node:net';
import type { Pool, PoolClient } from 'pg';

const cancelRequest = 80_877_102;
const sayMs = 2_000;

/** Fields of the driver's connection that its types leave out. */
interface BackendKey {
  readonly processID: number | null;
  readonly secretKey: number | null;
  readonly host: string;
  readonly port: number;
}

/**
 * Sends a cancel request to the server when the pool discards a connection, because the server may not notice. A commit
 * that waits for a standby has no timeout and does not check its client. Each such commit kept its server connection
 * while the pool opened another: 21 were open with a limit of 15. The commit remains. Its caller was told that
 * the outcome is unknown.
 */
export function cancelGivenUp(pool: Pool): void {
  pool.on('release', (error: unknown, client) => {
    // The pool passes an error, or `true`, when it discards the client.
    if (error) cancel(client);
  });
}

function cancel(client: PoolClient): void {
  const { processID, secretKey, host, port } = client as unknown as BackendKey;
  if (processID === null || secretKey === null) return;
  const packet = Buffer.alloc(16);
  [packet.length, cancelRequest, processID, secretKey].forEach((word, at) =>
    packet.writeInt32BE(word | 0, at * 4),
  );
  const line = connect(host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port });
  // An unreachable server has nothing to cancel, or ends the statement itself.
  line.on('error', () => line.destroy());
  setTimeout(() => line.destroy(), sayMs).unref();
  line.end(packet);
}
