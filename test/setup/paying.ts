import { setTimeout as sleep } from 'node:timers/promises';
import { freshKey } from './running.js';

/** Payers at once, each with one fresh key after the other, until they are told to stop: the status of each key. */
export function startPaying(
  payers: number,
  pay: (key: string) => Promise<number>,
): () => Promise<Map<string, number>> {
  let isOver = false;
  const statuses = new Map<string, number>();
  const paying = Array.from({ length: payers }, async () => {
    while (!isOver) {
      const key = freshKey();
      statuses.set(key, await pay(key));
      await sleep(5);
    }
  });
  return async () => {
    isOver = true;
    await Promise.all(paying);
    return statuses;
  };
}
