import {
  settlementDestination,
  type SettlementDestination,
} from '../../domain/noun/settlement-destination.js';
import { shownAt } from '../../domain/noun/show.js';
import { disableDestination } from '../../usecases/settlement-destination.js';
import { act, type Group } from './act.js';
import { id, seen, stateOf } from './field.js';

const inDetail = shownAt(settlementDestination, 'detail', {});

/** Includes the account, which the account's own API leaves out. */
export const showDestination = (row: SettlementDestination) => ({
  account_id: row.accountId,
  ...inDetail(row),
});

const disabling = act({
  name: 'disableDestination',
  words:
    'Permanently disable a settlement destination. Nothing more is sent to it, and its owner cannot register the same account again.',
  role: 'support',
  takes: { id: id('Its id.') },
  changes: stateOf('SeenSettlementDestination', 'A settlement destination', {
    status: seen('SettlementDestinationStatus', 'Status of the destination.'),
  }),
  answers: 'SettlementDestination',
  command: {
    path: 'destination disable',
    positionals: ['id'],
    hints: { id: 'The destination.' },
    example: "sdst_01k9zq3v5e8x7m2n4p6r8t0w1y --reason 'case 4711'",
  },
  run: ({ ports, by }, ask) => disableDestination(ports, by, ask),
  output: (row) => ({
    json: showDestination(row),
    text: `The settlement destination ${row.id} is disabled.`,
  }),
});

export const destinationActs: Group = {
  name: 'destination',
  words: "The accounts' own external accounts, for withdrawals and settlements",
  acts: [disabling],
};
