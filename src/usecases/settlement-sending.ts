import type { Settlement } from '../domain/noun/settlement.js';
import { settlementSpec } from '../domain/settlement.js';
import { isUsable } from '../domain/settlement-destination.js';
import type { Readiness, SentKind } from '../ports/operation.js';
import { destinationsOf, readyFor } from './destination-sending.js';

/** Settlements as they are sent to providers: to where they were to go when they were made, unless that was disabled since. */
export const settlements: SentKind<Settlement> = {
  spec: settlementSpec,
  async gather(needs, tx, rows) {
    const destinationOf = await destinationsOf(tx, rows);
    const readinessOf = (row: Settlement): Readiness => {
      const destination = destinationOf(row);
      if (!isUsable(destination)) return { outcome: 'fails', code: 'destination_disabled' };
      return readyFor(needs, destination);
    };
    return { of: readinessOf };
  },
};
