import type { Withdrawal } from '../domain/noun/withdrawal.js';
import { withdrawalSpec } from '../domain/withdrawal.js';
import type { SentKind } from '../ports/operation.js';
import { loadDestinationReadiness } from './destination-sending.js';
import { failedAtOnce } from './payout-sending.js';

/** How withdrawals are sent: like payouts, to the account's own bank account. */
export const withdrawals: SentKind<Withdrawal> = {
  spec: withdrawalSpec,
  loadReadiness: loadDestinationReadiness,
  async unsentTo(tx, { accountId, id: destinationId }) {
    const unsent = { status: 'processing', sending: 'unsent' } as const;
    const rows = await tx.find('withdrawal', { accountId, destinationId, ...unsent }, failedAtOnce);
    return rows.map(({ id }) => id);
  },
};
