/** Runs so many at once each tick, and what is more in the ticks that follow, in order. */
export function paced(perTick: number, tickMs: number): (run: () => void) => void {
  const waiting: (() => void)[] = [];
  let left = perTick;
  let isTicking = false;

  const tick = (): void => {
    const due = waiting.splice(0, perTick);
    left = perTick - due.length;
    isTicking = due.length > 0;
    if (isTicking) setTimeout(tick, tickMs);
    for (const run of due) run();
  };
  return (run) => {
    if (left === 0) {
      waiting.push(run);
      return;
    }
    left -= 1;
    if (!isTicking) setTimeout(tick, tickMs);
    isTicking = true;
    run();
  };
}
