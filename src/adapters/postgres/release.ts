import type pg from 'pg';

/** The name that a process shows in pg_stat_activity for as long as it works on the database. */
export const presence = 'psp changes';

/** The table of what was applied to a database. */
export const applied = 'schema_migration_checksum';

/** The kind of what the release before goes on beside. */
export const expand = 'expand';

/** The kind of a row of that table, which had none at first. */
export const kindOf = (row: string): string => `coalesce(to_jsonb(${row}) ->> 'kind', 'contract')`;

/** How many processes are at work on the database, of whatever release. */
export async function processesAtWork(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ count: string }>(
    `select count(*) from pg_stat_activity where application_name = $1 and datname = current_database()`,
    [presence],
  );
  return Number(rows[0]?.count);
}

/**
 * Around what a migration does, in its transaction. A process at work writes to the schema before it or not at all: its
 * connections end before the commit, and each that it opens meanwhile is held up by its look at what was applied.
 */
export const fence = {
  raise: `lock table ${applied} in access exclusive mode`,
  close: `select pg_terminate_backend(pid) from pg_stat_activity
    where application_name in ('psp', 'psp relay', 'psp report') and datname = current_database() and pg_has_role(usesysid, 'usage')`,
} as const;

const answerMs = 5_000;

/** The database was migrated by a newer release. */
export class Superseded extends Error {}

/** Looks at what was applied, on each new connection; throws where that is more than this release can go on beside. */
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
