import { randomInt } from 'node:crypto';
import type { MikroORM } from '@mikro-orm/postgresql';
import pg from 'pg';
import { rowsOf } from './connection.js';
import { migrationLock } from './migrate.js';
import { poolOf, type Pooler } from './orm.js';
import { inOwnConnection } from './own-connection.js';
import { poolSettings } from './server-setting.js';

/** Sets nothing, because a pooler would keep the setting for other clients. */
const plain = { application_name: 'psp', isPlain: true } as const;
const own = { application_name: 'psp' };

/**
 * Throws if the connection goes through a pooler in transaction mode, where each transaction may run in another server
 * session.
 */
export async function assertKeepsSession(url: string, setting: string): Promise<void> {
  await inOwnConnection(url, plain, async (first) => {
    const { processID } = first as unknown as { readonly processID: number | null };
    const [before] = await pidsOf(first);
    // Equal ids mean a direct connection: a pooler does not pass on the process id of the server session.
    if (before === processID) return;
    await inOwnConnection(url, plain, async (other) => {
      await other.query('begin');
      const [taken] = await pidsOf(other);
      const [after] = await pidsOf(first);
      if (taken === before || after !== before) throw new Error(wordsOf(setting));
    });
  });
}

const wordsOf = (setting: string): string =>
  setting === 'DATABASE_URL'
    ? 'DATABASE_URL goes through a pooler in transaction mode: set DATABASE_POOLER=transaction, and DATABASE_DIRECT_URL to the address of PostgreSQL itself. Nothing was changed.'
    : `${setting} goes through a pooler in transaction mode: it must be the address of PostgreSQL itself. Nothing was changed.`;

async function pidsOf(client: pg.Client): Promise<number[]> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows.map(({ pid }) => pid);
}

/** Throws if the pooler leads to another database: a lock held in one database is not held in the other. */
export async function assertSameDatabase(url: string, pooler: Pooler): Promise<void> {
  const key = randomInt(2 ** 47);
  await inOwnConnection(url, own, async (client) => {
    await client.query('select pg_advisory_lock($1)', [key]);
    const isFree = await inOwnConnection(pooler.url, plain, async (pooled) => {
      const { rows } = await pooled.query<{ free: boolean }>('select pg_try_advisory_xact_lock($1) as free', [
        key,
      ]);
      return rows[0]?.free;
    });
    if (isFree === false) return;
    throw new Error(
      'DATABASE_URL and DATABASE_DIRECT_URL name different databases; set both to the same database. Nothing was changed.',
    );
  });
}

/**
 * A pooler in transaction mode keeps no connection settings, so they are set for its role in this database. Returns
 * whether any setting changed. If so, it ends the pooler's open sessions, which still have the old settings; the pooler
 * opens new ones.
 */
export async function keepRoleSettings(url: string, pooler: Pooler): Promise<boolean> {
  const role = await inOwnConnection(pooler.url, plain, async (pooled) => {
    const { rows } = await pooled.query<{ role: string }>('select session_user as role');
    return rows[0]?.role ?? '';
  });
  return inOwnConnection(url, own, async (client) => {
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock($1)', [migrationLock]);
    const { rows } = await client.query<{ database: string; settings: string[] | null }>(
      `select d.datname as database, s.setconfig as settings from pg_database d
        left join pg_db_role_setting s on s.setdatabase = d.oid and s.setrole = to_regrole(quote_ident($1))
        where d.datname = current_database()`,
      [role],
    );
    const { database = '', settings } = rows[0] ?? {};
    const missing = Object.entries(poolSettings).filter(
      ([name, value]) => !settings?.includes(`${name}=${value}`),
    );
    const [who, where] = [role, database].map((name) => pg.escapeIdentifier(name));
    for (const [name, value] of missing)
      await client.query(`alter role ${who} in database ${where} set ${name} = '${value}'`);
    await client.query('commit');
    if (missing.length > 0) await client.query(endSessions, [role]);
    return missing.length > 0;
  });
}

/** Throws if a pool connection lacks the required settings. */
export async function assertSettings(orm: MikroORM, pooler: Pooler | undefined): Promise<void> {
  const rows = await rowsOf<{ name: string; setting: string }>(await poolOf(orm), {
    text: 'select name, setting from pg_settings where name = any($1) order by name',
    values: [Object.keys(poolSettings)],
  });
  const others = rows.flatMap(({ name, setting }) =>
    setting === poolSettings[name] ? [] : [`${name} is ${setting} and must be ${poolSettings[name]}`],
  );
  if (others.length === 0) return;
  const doThis =
    pooler?.mode === 'transaction'
      ? 'Run `npm run -s psp -- migrate`, which sets them for the role of DATABASE_URL, then RECONNECT in the pooler; remove what its own configuration sets.'
      : 'DATABASE_URL goes through something that does not keep them. Connect to PostgreSQL, or to a pooler in session mode.';
  throw new Error(`Settings of the database's connections are wrong: ${others.join(', ')}. ${doThis}`);
}

const endSessions = `select pg_terminate_backend(pid) from pg_stat_activity
  where application_name in ('psp', 'psp-simulator') and datname = current_database() and usename = $1
    and pid <> pg_backend_pid() and pg_has_role(usesysid, 'usage')`;
