import type { AnyOperation } from '../domain/operation-kind.js';
import type { SentKind } from '../ports/operation.js';
import type { Ports } from '../ports/ports.js';
import type { Finding } from '../ports/provider.js';
import { recordFindings } from '../usecases/operation.js';
import type { Trouble } from './loop.js';
import { askOnce, Inquiries } from './provider.js';

/** Asks providers what became of operations. One that gives no answer knows nothing: the next look-up comes later. */
export function startLookUps(
  ports: Pick<Ports, 'store' | 'providers' | 'clock'>,
  kind: SentKind,
  trouble: Trouble,
): Inquiries<AnyOperation, Finding> {
  return new Inquiries<AnyOperation, Finding>(ports, trouble, {
    openMax: 4,
    ask: askOnce('lookUp', {
      ask: (provider, references) => provider.lookUp(references),
      referenceOf: ({ reference }) => reference,
      otherwise: { outcome: 'unknown' },
    }),
    record: (found) =>
      recordFindings(
        ports,
        kind,
        found.map(({ item: row, answer: finding }) => ({ row, finding })),
      ),
  });
}
