/** Counts the tries of jobs that have not ended yet (table `job_try`). All times are machine time. */
export interface Tries {
  /**
   * Counts one more try of each job. Returns each job's number of tries, including this one. The count of a job that
   * was given up more than an hour ago restarts at 1.
   */
  begin(worker: string, jobs: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** Forgets the tries of jobs that ended, successfully or not. */
  end(worker: string, jobs: readonly string[]): Promise<void>;
  /** Stores why a job failed. A reason that differs from the last one sets the number of tries to 1. */
  fail(worker: string, job: string, fault: string): Promise<void>;
  /** Marks the jobs as given up. */
  giveUp(worker: string, jobs: readonly string[]): Promise<void>;
}
