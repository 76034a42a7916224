import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe } from 'node:diagnostics_channel';
import { writeSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setClock } from '../../setup/wrong-clock.ts';

/**
 * Loaded before the service: kills or stops the process at the nth occurrence of a step, or changes its
 * clock, as ordered by lines on stdin.
 */
interface Order {
  readonly step: string;
  /** Counts only what follows from this step. */
  readonly after?: string;
  readonly nth: number;
  readonly signal: 'SIGKILL' | 'SIGSTOP';
}

let order: Order | null = null;
let met = 0;
const following = new AsyncLocalStorage<Order>();

subscribe('psp:step', (step) => {
  if (order === null) return;
  if (step === order.after) following.enterWith(order);
  if (step !== order.step || (order.after !== undefined && following.getStore() !== order)) return;
  met += 1;
  if (met < order.nth) return;
  const { signal } = order;
  order = null;
  writeSync(1, `${signal} at ${step}\n`);
  process.kill(process.pid, signal);
});

createInterface({ input: process.stdin })
  .on('line', (line) => {
    const ordered = JSON.parse(line) as Order | { readonly aheadMs: number } | null;
    if (ordered !== null && 'aheadMs' in ordered) {
      setClock(ordered.aheadMs);
      return;
    }
    order = ordered;
    met = 0;
    if (order === null) writeSync(1, 'at ease\n');
  })
  // The test has ended.
  .on('close', () => process.exit());
