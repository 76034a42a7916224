import { amount, declare, made, nowhere, oneOf, ref, text, time, words, type RowOf } from './declare.js';

const direction = words(
  { credit: 'Raises the balance.', debit: 'Lowers the balance.' },
  { name: 'AdjustmentDirection', says: 'Direction of an adjustment.' },
);

/** Created when an exception is resolved (supplement §3.7). */
export const adjustment = declare('adjustment', {
  called: ['adjustment', 'adjustments'],
  says: "An operator's correction of an available balance; the origin of its journal.",
  fields: {
    accountId: ref('account', 'Account whose balance is corrected.', { fixed: true, shows: nowhere }),
    exceptionId: ref('exception', 'Exception that it resolves.', {
      fixed: true,
      shows: nowhere,
    }),
    direction: oneOf(direction, { fixed: true }),
    amount: amount('How much.', { fixed: true, currency: 'currency', shows: nowhere }),
    currency: text('Of what.', { fixed: true, shows: nowhere }),
    money: made('How much.'),
    createdAt: time('Time of creation.', { fixed: true }),
  },
});

export type Adjustment = RowOf<typeof adjustment>;
