import type pg from 'pg';

/**
 * Ends a connection at once. `end()`, all that pg documents, says goodbye and waits for it where the connection rests: with a
 * server that was stopped it was still open after 45 seconds, and by this it ended after 6 ms. Those who wait hear `why`.
 */
export function cut({ connection }: Pick<pg.Client, 'connection'>, why?: Error): void {
  connection.stream.destroy(why);
}
