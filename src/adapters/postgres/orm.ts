import { MikroORM, PostgreSqlConnection } from '@mikro-orm/postgresql';
import type { Options } from '@mikro-orm/postgresql';
import type { ClientBase, Pool } from 'pg';
import { guardPool, keepWarm } from './guard.js';
import { addressesOf, WritingClient } from './hosts.js';
import { PooledClient } from './pooled-client.js';
import { poolSettings, setStatement } from './server-setting.js';

/** A pooler between the service and the server. */
export interface Pooler {
  readonly url: string;
  /**
   * In transaction mode, each transaction may run in another server session, so settings and prepared statements do not
   * last.
   */
  readonly mode: PoolerMode;
}

export type PoolerMode = 'session' | 'transaction';

/** `poolMax` connections to `url` or to its pooler. `applicationName` is what pg_stat_activity shows. */
export interface OrmSettings {
  url: string;
  pooler?: Pooler | undefined;
  entities: NonNullable<Options['entities']>;
  poolMax: number;
  applicationName: string;
  /** Checks each new connection before its first use. If it throws, the connection ends. */
  onConnect?: (client: ClientBase) => Promise<void>;
}

/** Open connections, idle connections, and callers that wait for one. */
export interface PoolState {
  total: number;
  idle: number;
  waiting: number;
}

/**
 * Without a timeout, a session whose client is unreachable would occupy a connection slot for hours. `keepWarm` queries
 * idle connections more often than that. A pooler manages its own connections.
 */
const sessionSettings = { ...poolSettings, idle_session_timeout: '45000' };

/**
 * From shortest to longest: an idle connection is queried, then closed by the pool, then ended by the server (45 s).
 */
const warmEveryMs = 20_000;
const idleTimeoutMillis = 30_000;

/** Opens the mapper. It connects only at the first query, so a readiness check has to run one. */
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
      // The driver parses hosts and sslmode itself.
      connectionString: pooler.url,
      directUrl: url,
      connectionTimeoutMillis: 5_000,
      application_name: settings.applicationName,
      // Sends a statement without waiting for the answers to earlier ones.
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

/** The current state of the pool, for metrics and tests. */
export async function poolState(orm: MikroORM): Promise<PoolState> {
  const pool = await poolOf(orm);
  return { total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount };
}
