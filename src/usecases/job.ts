import { Refusal } from '../domain/refusal.js';
import type { Ports } from '../ports/ports.js';
import type { Tx } from '../ports/store.js';

/** A job is given up after this many tries that failed for the same reason. */
export const triesMax = 5;

/** The reason that is stored with a job that was given up. */
export const givenUpDetail = `it failed ${triesMax} times in the same way`;

/** A worker, and the id of one of its jobs. */
interface Job {
  readonly worker: string;
  readonly job: string;
}

/** The jobs of one take. */
export interface TakenJobs<T> {
  /** Jobs to run now. */
  readonly taken: readonly T[];
  /** Jobs tried too often; their failure is recorded in the same transaction. */
  readonly givenUp: readonly T[];
}

/**
 * Counts one more try of each job, and gives up the jobs that were tried too often. The count is committed before the work
 * starts, so a try that crashes the process counts too.
 */
export async function startTries<T extends { readonly id: string }>(
  tx: Tx,
  worker: string,
  jobs: readonly T[],
): Promise<TakenJobs<T>> {
  const times = await tx.tries.begin(
    worker,
    jobs.map(({ id }) => id),
  );
  const isPoison = ({ id }: T): boolean => (times.get(id) ?? 0) > triesMax;
  const givenUp = jobs.filter(isPoison);
  await tx.tries.giveUp(
    worker,
    givenUp.map(({ id }) => id),
  );
  return { taken: jobs.filter((job) => !isPoison(job)), givenUp };
}

/** Whether the database or a provider was unreachable, which says nothing about the job. */
export const isAway = (error: unknown): boolean =>
  error instanceof Refusal && error.code === 'temporarily_unavailable';

/** Records why a job failed. Tries that failed because the database or the provider was unreachable do not count. */
export function recordFailure(
  { store }: Pick<Ports, 'store'>,
  { worker, job }: Job,
  error: unknown,
): Promise<void> {
  return store.transaction(({ tries }) =>
    isAway(error) ? tries.end(worker, [job]) : tries.fail(worker, job, String(error)),
  );
}

/** Runs one job and counts the try. Throws the error of a job that failed and may be retried. */
export async function tryJob(
  ports: Pick<Ports, 'store'>,
  { worker, job }: Job,
  work: () => Promise<void>,
): Promise<'done' | 'given_up'> {
  const { givenUp } = await ports.store.transaction((tx) => startTries(tx, worker, [{ id: job }]));
  if (givenUp.length > 0) return 'given_up';
  try {
    await work();
  } catch (error) {
    await recordFailure(ports, { worker, job }, error);
    throw error;
  }
  await ports.store.transaction(({ tries }) => tries.end(worker, [job]));
  return 'done';
}
