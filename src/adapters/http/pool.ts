import { keyOf, ReceiverConnection, type Route } from './connection.js';
import { Cut } from './reason.js';

const idleCut = new Cut('The connection was no longer needed.');

/**
 * The open connections. Each is in use (awaiting a response), ending (its response body is being discarded)
 * or idle. Above the limit, the least recently used idle connection is closed first, then the ending one that
 * was answered longest ago. The limit is exceeded only if more deliveries wait at once.
 */
export class ConnectionPool {
  private readonly idle = new Map<string, ReceiverConnection[]>();
  /** Idle connections, least recently used first. */
  private readonly resting = new Set<ReceiverConnection>();
  private readonly ending = new Set<ReceiverConnection>();
  private readonly open = new Set<ReceiverConnection>();

  constructor(private readonly most: number) {}

  /** Returns an idle connection of the route, or a new one. */
  take(route: Route): ReceiverConnection {
    const connection = this.idle.get(keyOf(route))?.at(-1);
    if (connection) {
      this.rouse(connection);
      return connection;
    }
    return this.fresh(route);
  }

  private fresh(route: Route): ReceiverConnection {
    if (this.open.size >= this.most) this.makeRoom();
    const connection = new ReceiverConnection(route);
    this.open.add(connection);
    return connection;
  }

  /** The response has arrived; only its body is outstanding. */
  answered(connection: ReceiverConnection): void {
    if (this.open.has(connection)) this.ending.add(connection);
  }

  /** Makes the connection available to another delivery. */
  release(connection: ReceiverConnection): void {
    this.ending.delete(connection);
    if (!this.open.has(connection)) return;
    const same = this.idle.get(connection.key);
    if (same) same.push(connection);
    else this.idle.set(connection.key, [connection]);
    this.resting.add(connection);
    connection.onGone = () => this.drop(connection, idleCut);
  }

  /** Closes the connection and aborts its request. */
  drop(connection: ReceiverConnection, reason: Error): void {
    if (this.resting.has(connection)) this.rouse(connection);
    this.ending.delete(connection);
    if (this.open.delete(connection)) connection.cut(reason);
  }

  close(reason: Error): void {
    for (const connection of this.open) this.drop(connection, reason);
  }

  private makeRoom(): void {
    const [connection] = this.resting.size > 0 ? this.resting : this.ending;
    if (connection) this.drop(connection, idleCut);
  }

  private rouse(connection: ReceiverConnection): void {
    connection.onGone = () => undefined;
    this.resting.delete(connection);
    const same = this.idle.get(connection.key) ?? [];
    same.splice(same.lastIndexOf(connection), 1);
    if (same.length === 0) this.idle.delete(connection.key);
  }
}
