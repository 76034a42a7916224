import type { SettlementDestination } from '../domain/noun/settlement-destination.js';
import type { Withdrawal } from '../domain/noun/withdrawal.js';
import { isUsable } from '../domain/settlement-destination.js';
import { withdrawalSpec } from '../domain/withdrawal.js';
import type { Readiness, SendingNeeds, SentKind } from '../ports/operation.js';
import { isRouted } from './operation.js';
import { failedAtOnce, stoppedMs } from './payout-sending.js';

/** Withdrawals as they are sent to providers: as payouts are, to an account of the account's own. */
export const withdrawals: SentKind<Withdrawal> = {
  spec: withdrawalSpec,
  async gather(needs, tx, rows) {
    const [destinations, { stopped }] = await Promise.all([
      tx.find('settlementDestination', { id: [...new Set(rows.map((row) => row.destinationId))] }),
      tx.standing('', { product: 'payout', method: '', currency: '' }),
    ]);
    const byId = new Map(destinations.map((row) => [row.id, row]));
    const readinessOf = (row: Withdrawal): Readiness => {
      const destination = byId.get(row.destinationId);
      if (!destination) throw new Error(`${row.id} has no destination`);
      if (!isUsable(destination)) return { outcome: 'fails', code: 'destination_disabled' };
      if (!isRouted(needs, row)) return { outcome: 'fails', code: 'no_route' };
      return stopped ? { outcome: 'waits', ms: stoppedMs } : readyFor(needs, destination);
    };
    return { of: readinessOf };
  },
  async unsentTo(tx, { accountId, id: destinationId }) {
    const unsent = { status: 'processing', sending: 'unsent' } as const;
    const rows = await tx.find('withdrawal', { accountId, destinationId, ...unsent }, failedAtOnce);
    return rows.map(({ id }) => id);
  },
};

/** The account elsewhere, for its provider to know. */
function readyFor({ vault }: SendingNeeds, { id, method, details }: SettlementDestination): Readiness {
  const at = { noun: 'settlementDestination', field: 'details', id } as const;
  return {
    outcome: 'ready',
    method,
    details: JSON.parse(vault.decrypt(details, at)) as Record<string, string>,
  };
}
