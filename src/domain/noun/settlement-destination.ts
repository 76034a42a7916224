import { declare, inConsole, nowhere, oneOf, ref, text, time, words, type RowOf } from './declare.js';

const status = words(
  { active: 'It can.', disabled: 'The platform has stopped it for good: nothing is sent to it any more.' },
  { name: 'SettlementDestinationStatus', says: 'Whether money can be sent to it.' },
);

/** Supplement §3.5, contract §4.9. */
export const settlementDestination = declare('settlementDestination', {
  called: ['settlement destination', 'settlement destinations'],
  says: "The account's own account elsewhere, to which withdrawals and settlements go.",
  command: 'destination',
  listedBy: 'account',
  fields: {
    accountId: ref('account', 'The account whose own it is.', {
      as: 'account',
      fixed: true,
      shows: inConsole,
    }),
    method: text('The method.', { fixed: true, example: 'spei' }),
    currency: text('What it receives, and the balance that pays.', {
      fixed: true,
      example: 'MXN',
      format: 'currency',
    }),
    country: text('The country, where the method has one.', { optional: true, fixed: true, example: 'MX' }),
    details: text('What the method asks for.', { sealed: true, shows: nowhere }),
    label: text("The account's own name for it.", { optional: true, fixed: true, example: 'treasury' }),
    status: oneOf(status),
    accountHint: text('The last characters of the account elsewhere.', { fixed: true, example: '9719' }),
    identityHash: text('Keyed hash of the account elsewhere (supplement §10): finds it registered twice.', {
      fixed: true,
      shows: nowhere,
    }),
    createdAt: time('When it was registered.', { fixed: true }),
    updatedAt: time('When it last changed.'),
  },
  filters: {
    status: { says: 'With this status.', many: true },
    currency: { says: 'Of this currency.' },
  },
  indexes: [
    { by: ['accountId', 'status'] },
    { by: ['accountId', 'currency'] },
    { by: ['accountId'] },
    { by: ['status'], only: ['disabled'] },
  ],
});

export type SettlementDestination = RowOf<typeof settlementDestination>;
