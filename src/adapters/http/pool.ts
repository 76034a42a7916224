import { keyOf, ReceiverConnection, type Route } from './connection.js';
import { Cut } from './reason.js';

const idleCut = new Cut('The connection was no longer needed.');

/**
 * The open connections. One is in use (a post waits for its answer), ending (answered, its body is being discarded) or
 * idle. Beyond the most, the idle one used longest ago goes first, then the ending one answered longest ago: no more
 * stay open than the most, or than posts wait at once.
 */
export class ConnectionPool {
  private readonly idle = new Map<string, ReceiverConnection[]>();
  /** In the order of their last use. */
  private readonly resting = new Set<ReceiverConnection>();
  private readonly ending = new Set<ReceiverConnection>();
  private readonly open = new Set<ReceiverConnection>();

  constructor(private readonly most: number) {}

  /** An idle connection of the route, else a new one. */
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

  /** The answer has come; only its body is still on the way. */
  answered(connection: ReceiverConnection): void {
    if (this.open.has(connection)) this.ending.add(connection);
  }

  /** The connection is free for another post. */
  release(connection: ReceiverConnection): void {
    this.ending.delete(connection);
    if (!this.open.has(connection)) return;
    const same = this.idle.get(connection.key);
    if (same) same.push(connection);
    else this.idle.set(connection.key, [connection]);
    this.resting.add(connection);
    connection.onGone = () => this.drop(connection, idleCut);
  }

  /** Closes the connection, whatever is on it. */
  drop(connection: ReceiverConnection, reason: Error): void {
    if (this.resting.has(connection)) this.rouse(connection);
    this.ending.delete(connection);
    if (this.open.delete(connection)) connection.cut(reason);
  }

  /** Closes every connection. */
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
