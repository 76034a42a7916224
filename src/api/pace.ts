import { Turns } from '../usecases/turn.js';

/** Runs so many at once each tick, and what is more in the ticks that follow: keys take turns, one each, in order. */
export function paced(perTick: number, tickMs: number): (key: string, run: () => void) => void {
  const turns = new Turns<() => void>(Number.POSITIVE_INFINITY);
  let left = perTick;
  let isTicking = false;

  const tick = (): void => {
    const due: (() => void)[] = [];
    while (due.length < perTick) {
      const run = turns.take(() => true);
      if (run === undefined) break;
      due.push(run);
    }
    left = perTick - due.length;
    isTicking = due.length > 0;
    if (isTicking) setTimeout(tick, tickMs);
    for (const run of due) run();
  };
  return (key, run) => {
    if (left === 0) {
      turns.add(key, run, run);
      return;
    }
    left -= 1;
    if (!isTicking) setTimeout(tick, tickMs);
    isTicking = true;
    run();
  };
}
