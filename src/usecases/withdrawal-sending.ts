import type { Withdrawal } from '../domain/noun/withdrawal.js';
import { isUsable } from '../domain/settlement-destination.js';
import { withdrawalSpec } from '../domain/withdrawal.js';
import type { Readiness, SentKind } from '../ports/operation.js';
import { destinationsOf, readyFor } from './destination-sending.js';
import { isRouted } from './operation.js';
import { failedAtOnce, stoppedMs } from './payout-sending.js';

/** Withdrawals as they are sent to providers: as payouts are, to an account of the account's own. */
export const withdrawals: SentKind<Withdrawal> = {
  spec: withdrawalSpec,
  async gather(needs, tx, rows) {
    const [destinationOf, { stopped }] = await Promise.all([
      destinationsOf(tx, rows),
      tx.standing('', { product: 'payout', method: '', currency: '' }),
    ]);
    const readinessOf = (row: Withdrawal): Readiness => {
      const destination = destinationOf(row);
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
