import type { MikroORM } from '@mikro-orm/postgresql';
import { cut } from './cut.js';
import { asAnswer } from './failure.js';
import { urlOf } from './orm.js';
import { inOwnConnection } from './own-connection.js';

const connectMs = 5_000;

/**
 * Runs the work once no other process runs any of that name. The lock is that of a connection of its own: the work has
 * those of the pool, and however many wait for it take none of them. Where that connection ends, so does the lock, and
 * nothing that the work awaits would tell: `lost` does. `stop` ends the wait for the lock; the work heeds it by itself.
 */
export function alone<T>(
  orm: MikroORM,
  name: string,
  {
    work,
    stop,
  }: { readonly work: (lost: AbortSignal) => Promise<T>; readonly stop?: AbortSignal | undefined },
): Promise<T> {
  const connection = { application_name: `psp ${name}`, connectionTimeoutMillis: connectMs };
  const run = inOwnConnection(urlOf(orm), connection, async (client) => {
    const lost = new AbortController();
    client.once('end', () => lost.abort(asAnswer(new Error(`Connection terminated, and with it ${name}`))));
    const giveUp = (): void => cut(client);
    stop?.addEventListener('abort', giveUp);
    if (stop?.aborted) giveUp();
    await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [`psp ${name}`]);
    stop?.removeEventListener('abort', giveUp);
    return work(lost.signal);
  });
  return run.catch((error: unknown) => {
    throw asAnswer(error);
  });
}
