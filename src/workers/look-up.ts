import type { AnyOperation } from '../domain/operation-kind.js';
import type { SentKind } from '../ports/operation.js';
import type { Ports } from '../ports/ports.js';
import type { Finding } from '../ports/provider.js';
import { recordFindings } from '../usecases/operation.js';
import type { FailureHandling } from './loop.js';
import { askOnce, ProviderInquiries } from './provider.js';

interface LookUps {
  readonly failures: FailureHandling;
  /**
   * Called with operations that the provider does not know and that were never sent from here: they may be sent now.
   */
  readonly onUnknown: (ids: readonly string[]) => Promise<void>;
}

/** Asks providers what became of operations. No answer changes nothing; the next look-up comes later. */
export function startLookUps(
  ports: Pick<Ports, 'store' | 'providers' | 'clock' | 'sendWindowMs'>,
  kind: SentKind,
  { failures, onUnknown }: LookUps,
): ProviderInquiries<AnyOperation, Finding> {
  return new ProviderInquiries<AnyOperation, Finding>(ports, failures, {
    openMax: 4,
    ask: askOnce('lookUp', {
      ask: (provider, references) => provider.lookUp(references),
      referenceOf: ({ reference }) => reference,
      otherwise: { outcome: 'unknown' },
    }),
    async record(found) {
      const findings = found.map(({ item: row, answer: finding, lookedUpAt }) => ({
        row,
        finding,
        lookedUpAt,
      }));
      const unknown = await recordFindings(ports, kind, findings);
      if (unknown.length > 0) await onUnknown(unknown);
    },
  });
}
