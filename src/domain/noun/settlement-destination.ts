import { declare, inConsole, nowhere, oneOf, ref, text, time, words, type RowOf } from './declare.js';

const status = words(
  { active: 'It can.', disabled: 'Permanently disabled by the platform; nothing is sent to it.' },
  { name: 'SettlementDestinationStatus', says: 'Whether money can be sent to a destination.' },
);

/** Supplement §3.5, contract §4.9. */
export const settlementDestination = declare('settlementDestination', {
  called: ['settlement destination', 'settlement destinations'],
  says: "The account's own external account, for withdrawals and settlements.",
  command: 'destination',
  listedBy: 'account',
  fields: {
    accountId: ref('account', 'Account that owns it.', {
      as: 'account',
      fixed: true,
      shows: inConsole,
    }),
    method: text('The method.', { fixed: true, example: 'spei' }),
    currency: text('Currency that it receives, and balance that pays.', {
      fixed: true,
      example: 'MXN',
      format: 'currency',
    }),
    country: text('Country of the method, if it has one.', { optional: true, fixed: true, example: 'MX' }),
    details: text('Account details required by the method.', { sealed: true, shows: nowhere }),
    label: text("The account's own label for it.", { optional: true, fixed: true, example: 'treasury' }),
    status: oneOf(status),
    accountHint: text('Last characters of the external account.', { fixed: true, example: '9719' }),
    identityHash: text('Keyed hash of the external account (supplement §10); detects duplicates.', {
      fixed: true,
      withheld: true,
      shows: nowhere,
    }),
    createdAt: time('Time of registration.', { fixed: true }),
    updatedAt: time('Time of the last change.'),
  },
  filters: {
    status: { says: 'Only with this status.', many: true },
    currency: { says: 'Only in this currency.' },
  },
  indexes: [
    { by: ['accountId', 'status'] },
    { by: ['accountId', 'currency'] },
    { by: ['accountId'] },
    { by: ['status'], only: ['disabled'] },
  ],
});

export type SettlementDestination = RowOf<typeof settlementDestination>;
