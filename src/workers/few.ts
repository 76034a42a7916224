import type { Log } from '../ports/log.js';
import type { Ports } from '../ports/ports.js';
import { startLoop, type Loop } from './loop.js';

/** Under way at once: whoever is asked is slow at times, and lets nobody open many connections. */
const openMax = 8;

export interface Few<T> {
  readonly name: string;
  readonly log: Log;
  readonly noun: 'mail' | 'hostedImage';
  /** Takes up to `room` of what is due, but for those; fewer where others were faster, or some need no work. */
  readonly take: (room: number, except: readonly string[]) => Promise<readonly T[]>;
  readonly work: (taken: T) => Promise<void>;
  /** Tells of one whose work failed. */
  readonly failed: (id: string, error: unknown) => void;
}

/** Works on what is due by itself, a few at a time: one that hangs holds up no other. */
export function startFew<T extends { readonly id: string }>(
  { reader }: Pick<Ports, 'reader'>,
  { name, log, noun, take, work, failed }: Few<T>,
): Loop {
  const open = new Map<string, Promise<void>>();
  const begin = (taken: T): void => {
    const done = work(taken)
      .catch((error: unknown) => failed(taken.id, error))
      .finally(() => {
        open.delete(taken.id);
        loop.wake();
      });
    open.set(taken.id, done);
  };
  const loop = startLoop({
    name,
    log,
    full: openMax,
    work: async () => {
      const room = openMax - open.size;
      if (room === 0) return 0;
      const except = [...open.keys()];
      const due = await reader.due(noun, room, { except });
      if (due.length > 0) (await take(room, except)).forEach(begin);
      return due.length;
    },
  });
  return {
    wake: loop.wake,
    async stop() {
      await loop.stop();
      await Promise.all(open.values());
    },
  };
}
