import { Turns } from '../usecases/turn.js';

export interface Width {
  /** How much work runs at once. */
  readonly atOnce: number;
  /** How much of it is one key's at most: work that hangs must not stop everybody. */
  readonly ofOneKey: number;
  readonly waitMsMax: number;
}

/** Lets so much work run at once; the keys that wait take turns, and what waits too long is refused undone. */
export function turnstile({ atOnce, ofOneKey, waitMsMax }: Width) {
  const turns = new Turns<() => void>(waitMsMax);
  const own = new Map<string, number>();
  const busy = new Set<string>();
  let running = 0;

  const count = (key: string, change: 1 | -1): void => {
    running += change;
    const now = (own.get(key) ?? 0) + change;
    if (now > 0) own.set(key, now);
    else own.delete(key);
    if (now < ofOneKey) busy.delete(key);
    else busy.add(key);
  };
  const next = (): void => {
    while (running < atOnce) {
      const begin = turns.take((key) => !busy.has(key));
      if (!begin) return;
      begin();
    }
  };

  return async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const { promise: turn, resolve, reject } = Promise.withResolvers<void>();
    const begin = (): void => {
      count(key, 1);
      resolve();
    };
    turns.add(key, begin, reject);
    next();
    await turn;
    try {
      return await work();
    } finally {
      count(key, -1);
      next();
    }
  };
}
