import { madeOfTrace } from '../../domain/noun/bank-reference.js';
import { withdrawal, type Withdrawal } from '../../domain/noun/withdrawal.js';
import { shownAt } from '../../domain/noun/show.js';
import { judgeWithdrawal } from '../../usecases/withdrawal.js';
import { act, type Group } from './act.js';
import { id, seen, stateOf, verdict } from './field.js';

const inDetail = shownAt(withdrawal, 'detail', madeOfTrace);

/** Includes the account, which the account's own API leaves out. */
export const showWithdrawal = (row: Withdrawal) => ({ account_id: row.accountId, ...inDetail(row) });

const decide = act({
  name: 'decideWithdrawal',
  words:
    'Approve or decline a withdrawal above the threshold; declining gives its money back. state_changed, with who decided and when, if it is already decided. The operator who requested it cannot approve it.',
  role: 'support',
  dangerous: true,
  takes: {
    id: id('The withdrawal.'),
    approve: verdict('Send it (true), or cancel it (false).', {
      yes: ['approve', 'send it to the bank'],
      no: ['decline', 'cancel it; its money is available again'],
    }),
  },
  changes: stateOf('SeenWithdrawal', 'A withdrawal', {
    status: seen('WithdrawalStatus', 'Status of the withdrawal.'),
  }),
  answers: 'Withdrawal',
  command: {
    path: 'withdrawal decide',
    positionals: ['id'],
    hints: { id: 'The withdrawal (wdr_…), as shown by withdrawal list.' },
    example: 'wdr_01k9zq3v5e8x7m2n4p6r8t0w1y --approve',
  },
  run: ({ ports, by }, ask) => judgeWithdrawal(ports, by, ask),
  output: (row) => ({
    json: showWithdrawal(row),
    text: `The withdrawal ${row.id} is ${row.status === 'cancelled' ? 'declined' : 'approved'}.`,
  }),
});

export const withdrawalActs: Group = {
  name: 'withdrawal',
  words: 'Money that accounts withdraw from their balances',
  acts: [decide],
};
