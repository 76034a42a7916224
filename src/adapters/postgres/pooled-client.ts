import type pg from 'pg';
import { WritingClient } from './hosts.js';

/**
 * A client behind a pooler in transaction mode. It drops statement names, because the next transaction may run in a
 * session that has not prepared the statement.
 */
export class PooledClient extends WritingClient {
  constructor(settings: pg.ClientConfig = {}) {
    super(settings);
    const query = this.query.bind(this) as (...args: unknown[]) => unknown;
    const unnamed = (first: unknown, ...rest: unknown[]): unknown => query(withoutName(first), ...rest);
    Object.assign(this, { query: unnamed });
  }
}

function withoutName(query: unknown): unknown {
  const isNamed = typeof query === 'object' && query !== null && 'name' in query && 'text' in query;
  return isNamed ? { ...query, name: undefined } : query;
}
