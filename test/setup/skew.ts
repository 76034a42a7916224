import { createInterface } from 'node:readline';

/** Loaded before the service: sets the clock of this process wrong, by SKEW_MS at first and then as lines on stdin say. */
let aheadMs = Number(process.env['SKEW_MS'] ?? 0);
const right = Date;
const now = (): number => right.now() + aheadMs;

globalThis.Date = new Proxy(right, {
  construct: (target, given, self) =>
    Reflect.construct(target, given.length === 0 ? [now()] : given, self) as object,
  get: (target, name) => (name === 'now' ? now : (Reflect.get(target, name) as unknown)),
});

createInterface({ input: process.stdin })
  .on('line', (line) => (aheadMs = Number(line)))
  // Nobody is left to set the clock.
  .on('close', () => process.exit());
