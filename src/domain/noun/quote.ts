import {
  decimal,
  declare,
  inConsole,
  made,
  money,
  nowhere,
  oneOf,
  ref,
  refBy,
  text,
  time,
  words,
  type RowOf,
} from './declare.js';
import { priced } from './priced.js';

/** Of the moment: nothing has to write that a quote expired. */
export const quoteStatuses = words(
  {
    open: 'It can.',
    used: 'A payout or a remittance used it.',
    expired: 'Its time passed unused.',
  },
  { name: 'QuoteStatus', says: 'Whether a price can still be used.' },
);

const product = words(
  {
    payout: 'A payout out of a balance.',
    remittance: 'A remittance that is funded by its own pay-in.',
  },
  { name: 'QuoteProduct', says: 'What a price is for.' },
);

/** A frozen price (supplement §3.1). */
export const quote = declare('quote', {
  called: ['quote', 'quotes'],
  says: 'A price that holds for a while.',
  listedBy: 'platform',
  fields: {
    accountId: ref('account', 'The account that it was made for.', {
      as: 'account',
      fixed: true,
      shows: inConsole,
    }),
    status: made('Only an open one can be used, and only once.', {
      shows: ['list', 'detail'],
      example: 'open',
    }),
    product: oneOf(product, { fixed: true }),
    method: text('The method.', { fixed: true, example: 'pix' }),
    country: text('The country, where the method has one.', { optional: true, fixed: true, example: 'BR' }),
    beneficiaryId: ref('beneficiary', 'The beneficiary that it was made for, if for one.', {
      optional: true,
      fixed: true,
    }),
    ...priced,
    sourceMethod: text('Of a remittance: how the payer pays.', { optional: true, fixed: true }),
    funding: money(
      'Of a remittance: what its pay-in must credit in the settlement asset, and the most that its payout draws.',
      { optional: true, fixed: true },
    ),
    fundingRate: decimal('Of a remittance: units credited for one unit that the payer pays.', {
      optional: true,
      fixed: true,
      shows: nowhere,
    }),
    expiresAt: time('When it ends: from then on it pays for nothing.', {
      fixed: true,
      example: '2026-11-20T14:08:07.512Z',
    }),
    usedBy: refBy('product', 'The payout or remittance that used it.', { optional: true }),
    createdAt: time('When it was made.', { fixed: true }),
  },
  filters: {
    method: { says: 'Of this method.', inConsole: true },
    sourceCurrency: { says: 'Out of this currency.', inConsole: true },
    destinationCurrency: { says: 'Into this currency.', inConsole: true },
    beneficiaryId: { says: 'For this beneficiary.', inConsole: true },
  },
  amounts: ['destinationAmount', 'Amounts are what arrives.'],
  indexes: [{ by: ['accountId'] }],
});

export type Quote = RowOf<typeof quote>;
