import type pg from 'pg';

/** Who waits for a lock that this connection holds: other tests have databases in the same cluster. */
export async function waitersFor(holder: pg.Client): Promise<unknown[]> {
  const { rows } = await holder.query<{ pid: number }>(
    'select pid from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))',
  );
  return rows;
}
