import type { MikroORM } from '@mikro-orm/postgresql';
import pg from 'pg';
import { asAnswer } from './failure.js';

const connectMs = 5_000;

/** A session whose process is gone without a goodbye is found to be so within half a minute, and the lock is free. */
const sessionOptions = ['tcp_keepalives_idle=10', 'tcp_keepalives_interval=5', 'tcp_keepalives_count=4']
  .map((setting) => `-c ${setting}`)
  .join(' ');

/**
 * Runs the work once no other process runs any of that name. The lock is that of a connection of its own: the work has
 * those of the pool, and however many wait for it take none of them.
 */
export async function alone<T>(orm: MikroORM, name: string, work: () => Promise<T>): Promise<T> {
  const client = new pg.Client({
    connectionString: orm.config.get('clientUrl'),
    application_name: `psp ${name}`,
    connectionTimeoutMillis: connectMs,
    options: sessionOptions,
  });
  // What breaks off meanwhile comes out of what is awaited.
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [`psp ${name}`]);
  } catch (error) {
    await client.end();
    throw asAnswer(error);
  }
  try {
    return await work();
  } finally {
    await client.end();
  }
}
