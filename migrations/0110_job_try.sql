-- expand
-- Tries of jobs that have not ended. A job that keeps failing for the same reason is given up.
create table job_try (
  worker text not null,
  job text not null,
  times int not null check (times > 0),
  -- The last error; null after a crash.
  fault text,
  began_at timestamptz not null,
  given_up_at timestamptz,
  primary key (worker, job)
);
create index job_try_given_up on job_try (given_up_at) where given_up_at is not null;
