import type pg from 'pg';

/**
 * Ends a connection at once; pending queries fail with `why`. `end()`, the only documented way, waits for the server's
 * goodbye. With a stopped server the connection was still open after 45 s; this way it ended after 6 ms.
 */
export function cut({ connection }: Pick<pg.Client, 'connection'>, why?: Error): void {
  connection.stream.destroy(why);
}
