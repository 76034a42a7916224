import type pg from 'pg';

/** The application_name of a process while it is working on the database. */
export const presence = 'psp changes';

/** The table of applied migrations. */
export const applied = 'schema_migration_checksum';

/** The kind of migrations after which the previous release can keep serving. */
export const expand = 'expand';

/** The kind of an applied migration. Rows written before the column existed count as contract migrations. */
export const kindOf = (row: string): string => `coalesce(to_jsonb(${row}) ->> 'kind', 'contract')`;

/** The number of processes, of any release, that are working on the database. */
export async function processesAtWork(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ count: string }>(
    `select count(*) from pg_stat_activity where application_name = $1 and datname = current_database()`,
    [presence],
  );
  return Number(rows[0]?.count);
}

/**
 * Fences a migration inside its transaction. A working process writes either before the migration or not at all: its
 * connections are ended before the commit, and new ones wait, because they first read the locked table.
 */
export const fence = {
  raise: `lock table ${applied} in access exclusive mode`,
  close: `select pg_terminate_backend(pid) from pg_stat_activity
    where application_name in ('psp', 'psp relay', 'psp report') and datname = current_database() and pg_has_role(usesysid, 'usage')`,
} as const;

const answerMs = 5_000;

/** The database was migrated by a newer release. */
export class Superseded extends Error {}

/**
 * Reads the applied migrations on each new connection. Throws if a newer release has applied one after which this
 * release cannot keep serving.
 */
export function refuseNewer(known: readonly string[], onNewer: () => void) {
  return async (client: Pick<pg.ClientBase, 'query'>): Promise<void> => {
    const { rows } = await client.query<{ name: string }>({
      text: `select name from ${applied} as each where name <> all($1) and ${kindOf('each')} <> '${expand}' order by name`,
      values: [known],
      query_timeout: answerMs,
    } as pg.QueryConfig);
    const [first] = rows;
    if (first === undefined) return;
    onNewer();
    throw new Superseded(`Migration ${first.name} is of a newer release`);
  };
}
