import { cancelForClient } from '../../usecases/payout.js';
import { act, type Group } from './act.js';
import { id, seen, stateOf } from './field.js';

/**
 * Command only: the mutation cancelPayout belongs to the account and takes an Idempotency-Key; an operator
 * may use it for the account.
 */
const cancel = act({
  name: 'cancelPayoutForClient',
  words:
    'Cancel a payout for its client. payout_not_cancellable, with the reason, if it was sent or has ended. In restored mode the provider is asked first, and its answer decides.',
  role: 'support',
  takes: { id: id('The payout.') },
  changes: stateOf('SeenPayout', 'A payout', { status: seen('PayoutStatus', 'Status of the payout.') }),
  command: { path: 'payout cancel', positionals: ['id'], example: 'pout_01k9zq3v5e8x7m2n4p6r8t0w1y' },
  run: ({ ports, by }, { id: payoutId }) => cancelForClient(ports, by, payoutId),
  output: ({ id: payoutId, accountId, status }) => ({
    json: { id: payoutId, account_id: accountId, status },
    text:
      status === 'cancelled'
        ? `The payout ${payoutId} is cancelled.`
        : `The payout ${payoutId} will be cancelled by a worker, unless its provider already has it.`,
  }),
});

export const payoutActs: Group = { name: 'payout', words: 'Payouts of the accounts', acts: [cancel] };
