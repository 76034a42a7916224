import { MikroORM, PostgreSqlConnection } from '@mikro-orm/postgresql';
import type { Options } from '@mikro-orm/postgresql';
import type { ClientBase, Pool } from 'pg';
import { guardPool, keepWarm } from './guard.js';
import { addressesOf, WritingClient } from './hosts.js';
import { PooledClient } from './pooled-client.js';
import { poolSettings, setStatement } from './server-setting.js';

/** Where the pool connects to, if not to the server itself. */
export interface Pooler {
  readonly url: string;
  /** By transaction, a connection has another session of the server in each: it keeps no setting and no statement. */
  readonly mode: PoolerMode;
}

export type PoolerMode = 'session' | 'transaction';

/** `poolMax` connections to `url`, or to its pooler; `applicationName` is what pg_stat_activity shows. */
export interface OrmSettings {
  url: string;
  pooler?: Pooler | undefined;
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
 * A connection whose client can no longer be reached would stay, and take the place of another, for hours: it ends by
 * itself. One that only rests is asked more often than that. A pooler looks after its connections by itself.
 */
const sessionSettings = { ...poolSettings, idle_session_timeout: '45000' };

/** In this order: asked, let go of where it was not, ended by its server. */
const warmEveryMs = 20_000;
const idleTimeoutMillis = 30_000;

/** Opens the mapper. It connects at the first query, so readiness has to run one. */
export function openOrm(settings: OrmSettings): Promise<MikroORM> {
  const { url, pooler = { url, mode: 'session' }, onConnect } = settings;
  const isSession = pooler.mode === 'session';
  return MikroORM.init({
    clientUrl: addressesOf(pooler.url)[0] ?? pooler.url,
    entities: settings.entities,
    discovery: { warnWhenNoEntities: false },
    metadataCache: { enabled: false },
    forceUtcTimezone: true,
    pool: { min: 0, max: settings.poolMax, idleTimeoutMillis },
    driverOptions: {
      // Its hosts, and its sslmode, are the driver's to read.
      connectionString: pooler.url,
      directUrl: url,
      connectionTimeoutMillis: 5_000,
      application_name: settings.applicationName,
      // Statements follow each other without waiting for the answers to those before.
      pipeline: true,
      Client: isSession ? WritingClient : PooledClient,
      onConnect: (client: ClientBase) =>
        Promise.all([isSession && client.query(setStatement(sessionSettings)), onConnect?.(client)]),
      onPoolCreated: (pool: Pool) => {
        guardPool(pool);
        keepWarm(pool, warmEveryMs);
      },
    },
  });
}

/** The direct database URL that the pool was opened with, including all hosts. */
export const urlOf = (orm: MikroORM): string =>
  String((orm.config.get('driverOptions') as { directUrl?: unknown }).directUrl);

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
