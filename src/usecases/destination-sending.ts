import type { SettlementDestination } from '../domain/noun/settlement-destination.js';
import type { Operation } from '../domain/operation.js';
import { isUsable } from '../domain/settlement-destination.js';
import type { ReadinessByRow, Readiness, SendingNeeds } from '../ports/operation.js';
import type { Tx } from '../ports/store.js';

type DestinationOperation = Operation & { readonly destinationId: string };

/** Each operation goes to the destination chosen at its creation, unless that was disabled since. */
export async function loadDestinationReadiness(
  needs: SendingNeeds,
  tx: Tx,
  rows: readonly DestinationOperation[],
): Promise<ReadinessByRow<DestinationOperation>> {
  const ids = [...new Set(rows.map(({ destinationId }) => destinationId))];
  const found = await tx.find('settlementDestination', { id: ids });
  const byId = new Map(found.map((destination) => [destination.id, destination]));
  const readinessOf = ({ id, destinationId }: DestinationOperation): Readiness => {
    const destination = byId.get(destinationId);
    if (!destination) throw new Error(`${id} has no destination`);
    if (!isUsable(destination)) return { outcome: 'fails', code: 'destination_disabled' };
    return readyFor(needs, destination);
  };
  return { of: readinessOf };
}

/** The decrypted bank account of the destination. */
function readyFor({ vault }: SendingNeeds, { id, method, details }: SettlementDestination): Readiness {
  const opened = vault.decrypt(details, { noun: 'settlementDestination', field: 'details', id });
  if (opened === undefined) return { outcome: 'waits' };
  return { outcome: 'ready', method, details: JSON.parse(opened) as Record<string, string> };
}
