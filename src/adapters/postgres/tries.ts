import { sql } from 'kysely';
import type { Tries } from '../../ports/tries.js';
import { compiled, type Connection } from './connection.js';

/** Longest stored reason, in characters. */
const faultMax = 500;
/** Rows of jobs that were given up are deleted after this many days. */
const keptDays = 30;
/** The count of a job that was given up starts again after this many hours. */
const restHours = 1;

export function triesOf(connection: Connection): Tries {
  return {
    async begin(worker, jobs) {
      if (jobs.length === 0) return new Map();
      connection.send(
        compiled(sql`delete from job_try where worker = ${worker} and job = any(${jobs})
          and given_up_at < machine_now() - ${restHours} * interval '1 hour'`),
      );
      const rows = await connection.rows(sql<{ job: string; times: number }>`
        insert into job_try (worker, job, times, began_at)
          select ${worker}, job, 1, machine_now() from unnest(${[...jobs].sort()}::text[]) as j (job)
        on conflict (worker, job) do update set times = job_try.times + 1, began_at = excluded.began_at
        returning job, times`);
      return new Map(rows.map(({ job, times }) => [job, times]));
    },
    async end(worker, jobs) {
      if (jobs.length === 0) return;
      await connection.rows(sql`delete from job_try where worker = ${worker} and job = any(${jobs})`);
    },
    async fail(worker, job, fault) {
      const why = fault.slice(0, faultMax);
      await connection.rows(sql`update job_try set fault = ${why},
          times = case when fault is null or fault = ${why} then times else 1 end
        where worker = ${worker} and job = ${job}`);
    },
    async giveUp(worker, jobs) {
      if (jobs.length === 0) return;
      await connection.rows(sql`update job_try set given_up_at = machine_now()
        where worker = ${worker} and job = any(${jobs})`);
      await connection.rows(sql`delete from job_try
        where given_up_at < machine_now() - ${keptDays} * interval '1 day'`);
    },
  };
}
