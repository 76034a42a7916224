import type { Payout } from '../domain/payout.js';
import type { Ports } from '../ports/ports.js';
import type { Finding } from '../ports/provider.js';
import { recordFindings } from '../usecases/dispatch.js';
import type { Trouble } from './loop.js';
import { askOnce, Inquiries } from './provider.js';

/** Asks providers what became of payouts. One that gives no answer knows nothing: the next look-up comes later. */
export function startLookUps(
  ports: Pick<Ports, 'store' | 'providers' | 'clock'>,
  trouble: Trouble,
): Inquiries<Payout, Finding> {
  return new Inquiries<Payout, Finding>(ports, trouble, {
    openMax: 4,
    ask: askOnce('lookUp', {
      ask: (provider, references) => provider.lookUp(references),
      referenceOf: ({ reference }) => reference,
      otherwise: { outcome: 'unknown' },
    }),
    record: (found) =>
      recordFindings(
        ports,
        found.map(({ item: payout, answer: finding }) => ({ payout, finding })),
      ),
  });
}
