import { MikroORM, PostgreSqlConnection } from '@mikro-orm/postgresql';
import type { Options } from '@mikro-orm/postgresql';
import type { ClientBase, Pool } from 'pg';
import { guardPool, keepWarm } from './guard.js';
import { addressesOf, WritingClient } from './hosts.js';

/** `poolMax` connections to `url`; `applicationName` is what pg_stat_activity shows. */
export interface OrmSettings {
  url: string;
  entities: NonNullable<Options['entities']>;
  poolMax: number;
  applicationName: string;
  /** Looks at each new connection before anybody has it; one that it refuses ends. */
  onConnect?: (client: ClientBase) => Promise<void>;
}

/** Connections that exist, rest, and callers that wait for one. */
export interface PoolState {
  total: number;
  idle: number;
  waiting: number;
}

/**
 * Every statement of the service touches few rows by an index. A table that has just begun to grow has no statistics,
 * and a plan made for an empty one would scan it ever longer.
 */
export const planSettings = [
  'jit=off',
  'enable_seqscan=off',
  'enable_hashjoin=off',
  'enable_bitmapscan=off',
  'enable_mergejoin=off',
  'plan_cache_mode=force_generic_plan',
];

/**
 * A connection whose client can no longer be reached would stay, and take the place of another, for hours: it ends by
 * itself. One that only rests is asked more often than that.
 */
const connectionOptions = [...planSettings, 'idle_session_timeout=45000']
  .map((setting) => `-c ${setting}`)
  .join(' ');

/** In this order: asked, let go of where it was not, ended by its server. */
const warmEveryMs = 20_000;
const idleTimeoutMillis = 30_000;

/** Opens the mapper. It connects at the first query, so readiness has to run one. */
export function openOrm(settings: OrmSettings): Promise<MikroORM> {
  return MikroORM.init({
    clientUrl: addressesOf(settings.url)[0] ?? settings.url,
    entities: settings.entities,
    discovery: { warnWhenNoEntities: false },
    metadataCache: { enabled: false },
    forceUtcTimezone: true,
    pool: { min: 0, max: settings.poolMax, idleTimeoutMillis },
    driverOptions: {
      // Its hosts, and its sslmode, are the driver's to read.
      connectionString: settings.url,
      connectionTimeoutMillis: 5_000,
      statement_timeout: 5_000,
      lock_timeout: 4_500,
      idle_in_transaction_session_timeout: 5_000,
      application_name: settings.applicationName,
      options: connectionOptions,
      // Statements follow each other without waiting for the answers to those before.
      pipeline: true,
      Client: WritingClient,
      ...(settings.onConnect && { onConnect: settings.onConnect }),
      onPoolCreated: (pool: Pool) => {
        guardPool(pool);
        keepWarm(pool, warmEveryMs);
      },
    },
  });
}

/** The address with which the mapper was opened, all its hosts in it. */
export const urlOf = (orm: MikroORM): string =>
  String((orm.config.get('driverOptions') as { connectionString?: unknown }).connectionString);

/** The pool beneath the mapper, for statements that are prepared and sent together. */
export async function poolOf(orm: MikroORM) {
  const connection = orm.em.getConnection();
  if (!(connection instanceof PostgreSqlConnection)) throw new Error('The connection is not PostgreSQL');
  return connection.getNativeClient();
}

/** The present state of the pool, for metrics and tests. */
export async function poolState(orm: MikroORM): Promise<PoolState> {
  const pool = await poolOf(orm);
  return { total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount };
}
