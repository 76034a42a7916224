import type { SettlementDestination } from '../domain/noun/settlement-destination.js';
import type { Readiness, SendingNeeds } from '../ports/operation.js';
import type { Tx } from '../ports/store.js';

interface Destined {
  readonly id: string;
  readonly destinationId: string;
}

/** Where each of the rows goes; of one without a destination it throws. */
export async function destinationsOf(
  tx: Tx,
  rows: readonly Destined[],
): Promise<(row: Destined) => SettlementDestination> {
  const ids = [...new Set(rows.map(({ destinationId }) => destinationId))];
  const found = await tx.find('settlementDestination', { id: ids });
  const byId = new Map(found.map((destination) => [destination.id, destination]));
  return ({ id, destinationId }) => {
    const destination = byId.get(destinationId);
    if (!destination) throw new Error(`${id} has no destination`);
    return destination;
  };
}

/** The account elsewhere, for its provider to know. */
export function readyFor({ vault }: SendingNeeds, { id, method, details }: SettlementDestination): Readiness {
  const at = { noun: 'settlementDestination', field: 'details', id } as const;
  return {
    outcome: 'ready',
    method,
    details: JSON.parse(vault.decrypt(details, at)) as Record<string, string>,
  };
}
