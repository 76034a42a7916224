import { declare, nowhere, ref, text, time, type RowOf } from './declare.js';

/** For one account or, if accountId is null, for all. */
export const suspension = declare('suspension', {
  called: ['suspension', 'suspensions'],
  says: 'A temporary stop of a capability.',
  fields: {
    accountId: ref('account', 'Account that it stops; null stops every account.', {
      optional: true,
      fixed: true,
    }),
    product: text('The product.', { shows: nowhere }),
    method: text('The method.'),
    currency: text('The currency.'),
    createdAt: time('Time when it began.'),
    liftedAt: time('Time when it was lifted; null while it is in force.', { optional: true }),
  },
});

export type Suspension = RowOf<typeof suspension>;
