import { createInterface } from 'node:readline';
import { setClock } from './wrong-clock.ts';

/** Loaded before the service: sets the clock of this process wrong, by SKEW_MS at first and then as lines on stdin say. */
setClock(Number(process.env['SKEW_MS'] ?? 0));

createInterface({ input: process.stdin })
  .on('line', (line) => setClock(Number(line)))
  // Nobody is left to set the clock.
  .on('close', () => process.exit());
