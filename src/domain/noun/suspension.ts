import { declare, nowhere, ref, text, time, type RowOf } from './declare.js';

/** A temporary stop of a capability, for one account or (accountId null) for all. */
export const suspension = declare('suspension', {
  prefix: 'sus',
  called: ['suspension', 'suspensions'],
  says: 'A stop of a product, method and currency for a while.',
  fields: {
    accountId: ref('account', 'Whose it is; without one it is of all.', {
      optional: true,
      fixed: true,
      shows: nowhere,
    }),
    product: text('The product.', { shows: nowhere }),
    method: text('The method.', { shows: nowhere }),
    currency: text('The currency.', { shows: nowhere }),
    createdAt: time('When it began.', { shows: nowhere }),
    liftedAt: time('When it ended.', { optional: true, shows: nowhere }),
  },
});

export type Suspension = RowOf<typeof suspension>;
