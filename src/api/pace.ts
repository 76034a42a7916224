import { Turns } from '../usecases/turn.js';

/** How whoever waits leaves before its turn. */
type Leave = () => void;

/**
 * Runs so many at once each tick, and what is more in the ticks that follow: keys take turns, one each, in order. So many
 * wait at most, and of a key no more than are left free; what comes beyond is never run, and nothing is answered.
 */
export function paced(
  perTick: number,
  tickMs: number,
  waitingMax: number,
): (key: string, run: () => void) => Leave | undefined {
  const turns = new Turns<() => void>(Number.POSITIVE_INFINITY);
  let waiting = 0;
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
  const wait = (key: string, run: () => void): Leave => {
    let isWaiting = true;
    const end = (then: () => void): void => {
      if (!isWaiting) return;
      isWaiting = false;
      waiting -= 1;
      then();
    };
    const go = (): void => end(run);
    const leaveTurns = turns.add(key, go, go);
    waiting += 1;
    return () => end(leaveTurns);
  };
  return (key, run) => {
    if (left === 0) return turns.countOf(key) < waitingMax - waiting ? wait(key, run) : undefined;
    left -= 1;
    if (!isTicking) setTimeout(tick, tickMs);
    isTicking = true;
    run();
    return () => undefined;
  };
}
