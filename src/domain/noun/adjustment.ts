import { amount, declare, made, nowhere, oneOf, ref, text, time, words, type RowOf } from './declare.js';

const direction = words(
  { credit: 'It raises the balance.', debit: 'It lowers the balance.' },
  { name: 'AdjustmentDirection', says: 'Which way an adjustment goes.' },
);

/** Made with the resolution of an exception (supplement §3.7). */
export const adjustment = declare('adjustment', {
  called: ['adjustment', 'adjustments'],
  says: "An operator's correction of what an account can spend; the origin of its journal.",
  fields: {
    accountId: ref('account', 'The account whose balance it corrects.', { fixed: true, shows: nowhere }),
    exceptionId: ref('exception', 'The exception with whose resolution it was made.', {
      fixed: true,
      shows: nowhere,
    }),
    direction: oneOf(direction, { fixed: true }),
    amount: amount('How much.', { fixed: true, currency: 'currency', shows: nowhere }),
    currency: text('Of what.', { fixed: true, shows: nowhere }),
    money: made('How much.'),
    createdAt: time('When it was made.', { fixed: true }),
  },
});

export type Adjustment = RowOf<typeof adjustment>;
