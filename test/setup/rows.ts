import pg from 'pg';
import { hostsOf } from '../../src/adapters/postgres/hosts.js';

/** Rows of one statement, every value as text or null, over a connection of its own. */
export async function queryRows(
  url: string,
  statement: string,
  values: readonly unknown[] = [],
): Promise<Readonly<Record<string, string | null>>[]> {
  const client = new pg.Client({ connectionString: hostsOf(url).present });
  // A connection lost between two statements fails the next one, not the process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    const types = { getTypeParser: () => (text: unknown) => text };
    const { rows } = await client.query<Record<string, string | null>>({
      text: statement,
      values: [...values],
      types,
    });
    return rows;
  } finally {
    await client.end();
  }
}

/** The sessions of this database that wait for a lock. */
export const waitingForLock =
  "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
