import type { MikroORM } from '@mikro-orm/postgresql';
import { cut } from './cut.js';
import { asAnswer } from './failure.js';
import { urlOf } from './orm.js';
import { inOwnConnection } from './own-connection.js';

const connectMs = 5_000;

/**
 * Runs `work` while it holds an advisory lock, so that one process at a time runs work of this name. The lock has its
 * own connection: `work` keeps all pool connections, and waiting processes take none. If that connection ends, the lock
 * is lost. Nothing that `work` awaits would fail then, so `lost` aborts. `stop` ends the wait for the lock; `work`
 * handles its own stop.
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
