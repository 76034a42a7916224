import type { Log } from '../ports/log.js';
import type { Ports } from '../ports/ports.js';
import { recordFailure, type TakenJobs } from '../usecases/job.js';
import { startLoop, type Loop } from './loop.js';

/** Jobs in progress at once. Remote sides may be slow, so the number of open connections is bounded. */
const runningMax = 8;

export interface JobLoopOptions<T> {
  readonly name: string;
  readonly log: Log;
  readonly noun: 'mail' | 'hostedImage' | 'hostedDomain';
  /**
   * Takes up to `room` due items, except the given ids. Takes fewer if other processes were faster or items need no
   * work.
   */
  readonly take: (
    room: number,
    except: readonly string[],
  ) => Promise<TakenJobs<{ readonly id: string }> & { readonly taken: readonly T[] }>;
  readonly work: (taken: T) => Promise<void>;
}

/** Works on each due item separately, at most `runningMax` at a time. A job that hangs delays no other job. */
export function startJobLoop<T extends { readonly id: string }>(
  ports: Pick<Ports, 'reader' | 'clock' | 'store'>,
  { name, log, noun, take, work }: JobLoopOptions<T>,
): Loop {
  const { reader, clock } = ports;
  const running = new Map<string, Promise<void>>();
  const failed = async (id: string, error: unknown): Promise<void> => {
    log.error({ worker: name, resource_id: id, err: error }, 'job failed; retrying');
    await recordFailure(ports, { worker: noun, job: id }, error);
  };
  const begin = (taken: T): void => {
    const done = work(taken)
      .catch((error: unknown) => failed(taken.id, error))
      .catch((error: unknown) =>
        log.error({ worker: name, resource_id: taken.id, err: error }, 'recording a job failure failed'),
      )
      .finally(() => {
        running.delete(taken.id);
        loop.wake();
      });
    running.set(taken.id, done);
  };
  const loop = startLoop({
    name,
    log,
    clock,
    passMax: runningMax,
    work: async () => {
      const room = runningMax - running.size;
      if (room === 0) return 0;
      const except = [...running.keys()];
      const due = await reader.due(noun, room, { except });
      if (due.length === 0) return 0;
      const { taken, givenUp } = await take(room, except);
      for (const { id } of givenUp)
        log.error({ worker: name, resource_id: id }, 'job failed too often; given up');
      taken.forEach(begin);
      return due.length;
    },
  });
  return {
    wake: loop.wake,
    async stop() {
      await loop.stop();
      await Promise.all(running.values());
    },
  };
}
