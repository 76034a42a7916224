import type { Settlement } from '../domain/noun/settlement.js';
import { settlementSpec } from '../domain/settlement.js';
import { isUsable } from '../domain/settlement-destination.js';
import type { Readiness, SentKind } from '../ports/operation.js';

/** Settlements as they are sent to providers: to where they were to go when they were made, unless that was disabled since. */
export const settlements: SentKind<Settlement> = {
  spec: settlementSpec,
  async gather({ vault }, tx, rows) {
    const found = await tx.find('settlementDestination', {
      id: [...new Set(rows.map(({ destinationId }) => destinationId))],
    });
    const destinations = new Map(found.map((destination) => [destination.id, destination]));
    const readinessOf = ({ id, destinationId }: Settlement): Readiness => {
      const destination = destinations.get(destinationId);
      if (!destination) throw new Error(`${id} has no destination`);
      if (!isUsable(destination)) return { outcome: 'fails', code: 'destination_disabled' };
      const at = { noun: 'settlementDestination', field: 'details', id: destinationId } as const;
      const details = JSON.parse(vault.decrypt(destination.details, at)) as Record<string, string>;
      return { outcome: 'ready', method: destination.method, details };
    };
    return { of: readinessOf };
  },
};
