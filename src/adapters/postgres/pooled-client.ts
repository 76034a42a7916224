import type pg from 'pg';
import { WritingClient } from './hosts.js';

/** A client behind a pooler by transaction: a statement with a name would be known to one session and not to the next. */
export class PooledClient extends WritingClient {
  constructor(settings: pg.ClientConfig = {}) {
    super(settings);
    const query = this.query.bind(this) as (...args: unknown[]) => unknown;
    const unnamed = (asked: unknown, ...rest: unknown[]): unknown => query(withoutName(asked), ...rest);
    Object.assign(this, { query: unnamed });
  }
}

function withoutName(asked: unknown): unknown {
  const isNamed = typeof asked === 'object' && asked !== null && 'name' in asked && 'text' in asked;
  return isNamed ? { ...asked, name: undefined } : asked;
}
