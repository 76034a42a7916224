import type { Pooler } from '../adapters/postgres/orm.js';
import type { Config } from './config.js';

/** PostgreSQL itself; undefined if the service runs its own. */
export const directUrlOf = ({ directUrl, databaseUrl }: Config): string | undefined =>
  directUrl ?? databaseUrl;

/** The pooler in front of PostgreSQL, if any. */
export const poolerOf = ({ directUrl, databaseUrl, pooler }: Config): Pooler | undefined =>
  directUrl === undefined || databaseUrl === undefined ? undefined : { url: databaseUrl, mode: pooler };
